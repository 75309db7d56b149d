import {
  ALL,
  type CapabilitySet,
  defineExecutor,
  deny,
  type ToolExecutor,
  type ToolSpec,
  unknownTool,
} from '@pawl/core';
import { listeners } from '../listeners/listeners.js';
import { capabilitiesFor } from '../registry/capabilities-for.js';
import { DuplicateNameError } from '../registry/duplicate-name-error.js';
import { decideCall } from './decide-call.js';
import { listTools, type ToolsGiven } from './list-tools.js';
import { type PreparedTool, prepareTool } from './prepare-tool.js';
import { runTool } from './run-tool.js';
import { streamTool } from './stream-tool.js';
import type { NamedToolDefinition, ToolDefinition, ToolSchema } from './tool-definition.js';
import { checkToolsetOptions, type ToolsetOptions, workerRootOf } from './toolset-options.js';

/** Plain functions as an executor. A layer around it hands on the contract alone, so who holds a stack cannot add tools. */
export interface Toolset extends ToolExecutor {
  /**
   * Adds a tool to the catalogue.
   *
   * @throws {DuplicateNameError} for a name that is taken.
   * @throws {TypeError} for a definition that is wrong.
   */
  readonly add: <S extends ToolSchema>(tool: NamedToolDefinition<S>) => void;
  /** Takes a tool out of the catalogue; says whether it was there. */
  readonly remove: (name: string) => boolean;
}

interface Catalogue {
  readonly tools: Map<string, PreparedTool>;
  specs: readonly ToolSpec[];
}

const insert = ({ tools }: Catalogue, tool: PreparedTool): void => {
  if (tools.has(tool.name)) {
    throw new DuplicateNameError(`toolset: two tools are called ${JSON.stringify(tool.name)}: give one another name`, {
      tool: tool.name,
      owners: ['toolset', 'toolset'],
    });
  }
  tools.set(tool.name, tool);
};

const settle = (catalogue: Catalogue): void => {
  catalogue.specs = Object.freeze([...catalogue.tools.values()].map((tool) => tool.spec));
};

const membersOf = (catalogue: Catalogue, options: ToolsetOptions): Partial<ToolExecutor> => {
  const { tools } = catalogue;
  const needed = (name: string): PreparedTool => {
    const tool = tools.get(name);
    if (tool === undefined) throw unknownTool(name);
    return tool;
  };
  const asks = (name: string): boolean => {
    const tool = tools.get(name);
    return tool?.definition.needsApproval ?? tool?.spec.annotations?.readOnlyHint !== true;
  };
  const required = (name: string): CapabilitySet => {
    const tool = tools.get(name);
    if (tool === undefined) return ALL;
    const byOrigin = options.origin === undefined ? ALL : capabilitiesFor(options.origin, tool.spec.annotations);
    return tool.definition.capabilities ?? byOrigin;
  };
  return {
    specs: () => catalogue.specs,
    owns: (name) => tools.has(name),
    needsApproval: asks,
    cacheableApproval: (name) => tools.get(name)?.spec.cacheableApproval === true,
    requiredCapabilities: required,
    ingestsUntrustedContent: (name) => tools.get(name)?.spec.annotations?.openWorldHint !== false,
    preDispatch: async (call) => {
      const tool = tools.get(call.tool);
      return tool === undefined ? deny(unknownTool(call.tool).message) : decideCall(tool, call, asks(call.tool));
    },
    execute: async (call) => runTool(needed(call.tool), call),
    executeStream: async (call) => streamTool(needed(call.tool), call),
    forWorker: workerRootOf(options),
  };
};

const build = (given: ToolsGiven, options: ToolsetOptions): Toolset => {
  checkToolsetOptions(options);
  const catalogue: Catalogue = { tools: new Map(), specs: [] };
  for (const tool of listTools(given)) insert(catalogue, prepareTool(tool));
  settle(catalogue);
  const changed = listeners();
  const executor = defineExecutor({ ...membersOf(catalogue, options), onSpecsChange: changed.add });
  return Object.freeze({
    ...executor,
    add: (tool: NamedToolDefinition): void => {
      insert(catalogue, prepareTool(tool));
      settle(catalogue);
      changed.fire();
    },
    remove: (name: string): boolean => {
      if (!catalogue.tools.delete(name)) return false;
      settle(catalogue);
      changed.fire();
      return true;
    },
  });
};

/** What `toolset` is: by name in an object, in a list, or in a Map. */
export interface MakeToolset {
  /** Tools by name, in an object. */
  <const T extends Readonly<Record<string, ToolSchema>>>(
    tools: { readonly [K in keyof T]: ToolDefinition<T[K]> },
    options?: ToolsetOptions,
  ): Toolset;
  /** Tools in a list. */
  <const T extends readonly ToolSchema[]>(
    tools: readonly [...{ readonly [K in keyof T]: NamedToolDefinition<T[K]> }],
    options?: ToolsetOptions,
  ): Toolset;
  /** Tools in a Map, or in a list made elsewhere. */
  (tools: ReadonlyMap<string, ToolDefinition> | readonly NamedToolDefinition[], options?: ToolsetOptions): Toolset;
}

/**
 * Makes an executor of plain functions. Arguments are validated before a function runs, results where an `output` schema
 * is given; what nobody states fails closed: it asks, requires everything, taints, and takes no worker.
 *
 * @throws {SchemaError} for a schema that cannot be used, {@link DuplicateNameError} for a name that is taken twice, and
 * `TypeError` for any other part that is wrong; each names the tool.
 * @example
 * ```ts
 * const tools = toolset(
 *   {
 *     add: {
 *       description: 'Adds two numbers.',
 *       input: z.object({ a: z.number(), b: z.number() }),
 *       annotations: { readOnlyHint: true, openWorldHint: false },
 *       capabilities: NONE,
 *       run: ({ a, b }) => a + b,
 *     },
 *   },
 *   { workspace: 'none' },
 * );
 * ```
 */
export const toolset: MakeToolset = (given: ToolsGiven, options: ToolsetOptions = {}): Toolset => build(given, options);
