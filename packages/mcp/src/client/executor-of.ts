import { ALL, defineExecutor, type ExecutorParts, specsByName, type ToolExecutor } from '@pawl/core';
import type { Catalogue } from './catalogue/catalogue.js';
import type { McpExecutorOptions } from './mcp-executor-options.js';
import { runTool } from './run/run-tool.js';
import type { Session } from './run/session.js';
import { streamTool } from './run/stream-tool.js';

/** The contract over a connected server; what neither the server nor the operator says fails closed. */
export const executorOf = (session: Session, catalogue: Catalogue, options: McpExecutorOptions): ToolExecutor => {
  const { workspace, forWorker, requiredCapabilities } = options;
  const parts: ExecutorParts = {
    specs: () => catalogue.specs,
    onSpecsChange: (listener) => catalogue.onChange(listener),
    execute: (call) => runTool(session, call, { deadline: 'whole', onProgress: call.onProgress }),
    executeStream: async (call) => streamTool(session, call),
    ...(workspace === undefined ? {} : { workspace }),
    ...(forWorker === undefined ? {} : { forWorker }),
  };
  if (requiredCapabilities === undefined) return defineExecutor(parts);
  return defineExecutor({
    ...parts,
    requiredCapabilities: (tool) => {
      const spec = specsByName(catalogue.specs).get(tool);
      return spec === undefined ? ALL : requiredCapabilities(spec);
    },
  });
};
