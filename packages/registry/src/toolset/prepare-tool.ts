import { isCapabilitySet, type JsonObject, type ToolSpec } from '@pawl/core';
import { type ReadSchema, readSchema } from './read-schema.js';
import type { NamedToolDefinition, ToolDefinition } from './tool-definition.js';

/** A definition that has been looked through. */
export interface PreparedTool {
  readonly name: string;
  readonly spec: ToolSpec;
  readonly definition: ToolDefinition;
  readonly input: ReadSchema;
  readonly output?: ReadSchema;
}

const noArguments: JsonObject = Object.freeze({ type: 'object', properties: {}, additionalProperties: false });

const generators = /^\[object (Async)?GeneratorFunction\]$/u;

const wrong = (name: string, problem: string): TypeError => new TypeError(`tool ${JSON.stringify(name)}: ${problem}`);

const checkDefinition = (name: string, definition: ToolDefinition): void => {
  const { run, stream, decide, capabilities, needsApproval } = definition;
  if (typeof definition.description !== 'string') throw wrong(name, '`description` must be a string');
  for (const [member, value] of Object.entries({ run, stream, decide })) {
    if (value !== undefined && typeof value !== 'function') throw wrong(name, `\`${member}\` must be a function`);
  }
  if (run === undefined && stream === undefined) throw wrong(name, 'give it a `run` or a `stream`');
  if (generators.test(Object.prototype.toString.call(run))) {
    throw wrong(name, '`run` is a generator, whose pieces would be lost: give it as `stream`');
  }
  if (capabilities !== undefined && !isCapabilitySet(capabilities)) {
    throw wrong(name, "`capabilities` must be a set: write capabilities('local-read')");
  }
  if (needsApproval !== undefined && typeof needsApproval !== 'boolean') {
    throw wrong(name, '`needsApproval` must be true or false; what depends on the arguments belongs in `decide`');
  }
};

const specOf = (named: NamedToolDefinition, input: ReadSchema, output?: ReadSchema): ToolSpec => {
  const { name, description, title, annotations, cacheableApproval, meta } = named;
  return Object.freeze({
    name,
    ...(title === undefined ? {} : { title }),
    description,
    inputSchema: input.json,
    ...(output === undefined ? {} : { outputSchema: output.json }),
    ...(annotations === undefined ? {} : { annotations: Object.freeze({ ...annotations }) }),
    ...(cacheableApproval === undefined ? {} : { cacheableApproval }),
    ...(meta === undefined ? {} : { meta }),
  });
};

/**
 * Looks through a definition once, so that what is wrong with it shows before anything runs.
 *
 * @throws {TypeError} for a part of the wrong kind.
 * @throws {SchemaError} for a schema that cannot be used.
 */
export const prepareTool = (named: NamedToolDefinition): PreparedTool => {
  if (typeof named !== 'object' || named === null) throw new TypeError('a tool is an object with a `name` and a `run`');
  const { name } = named;
  if (typeof name !== 'string') throw new TypeError(`a tool's \`name\` must be a string, not ${typeof name}`);
  checkDefinition(name, named);
  const input = readSchema(named.input === undefined ? noArguments : named.input, { tool: name, side: 'input' });
  const output = named.output === undefined ? undefined : readSchema(named.output, { tool: name, side: 'output' });
  const spec = specOf(named, input, output);
  return { name, spec, definition: named, input, ...(output === undefined ? {} : { output }) };
};
