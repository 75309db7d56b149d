export type {
  NamedToolDefinition,
  StandardToolSchema,
  ToolArgs,
  ToolDefinition,
  ToolSchema,
  ToolYield,
} from './tool-definition.js';
export { toolExecution } from './tool-execution.js';
export { type MakeToolset, type Toolset, toolset } from './toolset.js';
export type { ToolsetOptions } from './toolset-options.js';
