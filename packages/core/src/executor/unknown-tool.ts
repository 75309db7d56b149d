import { ToolFailure } from '../contract/tool-failure.js';

/** The one answer to a name that nobody advertises or owns: hidden, withheld and invented names all look alike. */
export const unknownTool = (tool: string): ToolFailure =>
  new ToolFailure(`no tool is called ${JSON.stringify(tool)}: call one of the tools that are listed`, {
    code: 'unknown-tool',
    outcome: 'not-started',
  });
