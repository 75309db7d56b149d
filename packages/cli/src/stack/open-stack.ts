import { type Layer, stack, type ToolExecutor } from '@pawl/core';
import type { ApprovalMemory } from '@pawl/decorators/approval-cache';
import { type Registry, registry } from '@pawl/registry';
import type { PawlConfig } from '../config/config.js';
import { withApproval } from './approval-policy.js';
import { layersFromConfig } from './layers-from-config.js';
import { openServers } from './open-servers.js';

/** A configuration that runs. Whoever opened it closes it. */
export interface OpenStack extends AsyncDisposable {
  /** The stack: every layer around the registry. */
  readonly executor: ToolExecutor;
  /** The layers, outermost first. */
  readonly layers: readonly Layer[];
  /** The servers behind the layers. */
  readonly registry: Registry;
  /** What approvals are remembered in; `undefined` where no layer remembers them. */
  readonly memory: ApprovalMemory | undefined;
  /** Ends every server. */
  close(): Promise<void>;
}

/**
 * Opens the servers of a configuration and puts its layers around them.
 *
 * @throws {McpConnectionError} for a server that cannot be used.
 * @throws {DuplicateNameError} for a tool that two servers list, unless the configuration says whose it is.
 * @throws {LayerOptionError} for a layer that cannot mean what it says; nothing is left running.
 */
export const openStack = async (config: PawlConfig, warn: (message: string) => void): Promise<OpenStack> => {
  const { layers, memory } = layersFromConfig(config.layers ?? []);
  const servers = await openServers(config, warn);
  const close = async (): Promise<void> => {
    await Promise.all(servers.map(({ connection }) => connection.close()));
  };
  try {
    const base = registry(
      servers.map(({ name, config: { origin = 'unknown', prefix = '', approval = 'writes' }, connection }) => ({
        name,
        executor: withApproval(connection.executor, approval),
        origin,
        prefix,
        // A connection answers "everything", because nobody classified its tools: the origin does.
        capabilities: 'origin' as const,
      })),
      {
        ...(config.onDuplicate === undefined ? {} : { onDuplicate: config.onDuplicate }),
        onConflict: ({ tool, kept, refused }) => warn(`${tool} of ${refused} is left out: ${kept} has that name`),
      },
    );
    const executor = layers.length === 0 ? base : stack(...layers)(base);
    return { executor, layers, registry: base, memory, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
};
