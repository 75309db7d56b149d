import { type JsonObject, type JsonValue, type ToolCall, ToolFailure, type ToolSpec } from '@pawl/core';

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const refuse = (tool: string, problem: string): ToolFailure =>
  new ToolFailure(`${tool} was not run: ${problem}`, { code: 'invalid-arguments', outcome: 'not-started' });

const article = (type: JsonValue | undefined): string => (type === 'integer' ? 'a whole number' : `a ${String(type)}`);

const hasType = (value: JsonValue, type: JsonValue | undefined): boolean =>
  type === 'integer' ? Number.isSafeInteger(value) : typeof value === type;

/** What is wrong with a value; knows the words of JSON Schema that this package's own specs use, and no others. */
const problemWith = (value: JsonValue, schema: JsonObject): string | undefined => {
  if (!hasType(value, schema['type'])) return `must be ${article(schema['type'])}`;
  const allowed = schema['enum'];
  if (Array.isArray(allowed) && !allowed.includes(value)) return `must be one of ${allowed.join(', ')}`;
  const size = typeof value === 'string' ? value.length : value;
  const unit = typeof value === 'string' ? ' characters' : '';
  const low = schema['minimum'] ?? schema['minLength'];
  if (typeof size === 'number' && typeof low === 'number' && size < low) return `must be at least ${low}${unit}`;
  const high = schema['maximum'] ?? schema['maxLength'];
  if (typeof size === 'number' && typeof high === 'number' && size > high) return `must be at most ${high}${unit}`;
  return undefined;
};

/**
 * The arguments of a call, as its tool's own input schema has them.
 *
 * `T` is what that schema says; each tool states it beside the schema.
 *
 * @throws {ToolFailure} `invalid-arguments`, `not-started`
 */
export const checkArguments = <T extends object>(call: ToolCall, spec: ToolSpec): T => {
  const { args } = call;
  if (!isObject(args)) throw refuse(call.tool, 'its arguments must be an object');
  // Every schema of this package has these two members in this shape.
  const properties = spec.inputSchema['properties'] as Readonly<Record<string, JsonObject>>;
  const required = spec.inputSchema['required'] as readonly string[];
  for (const name of required) {
    if (!Object.hasOwn(args, name)) throw refuse(call.tool, `\`${name}\` is missing`);
  }
  for (const [name, value] of Object.entries(args)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (schema === undefined) {
      throw refuse(call.tool, `it takes no \`${name}\`: it takes ${Object.keys(properties).join(', ')}`);
    }
    const problem = problemWith(value, schema);
    if (problem !== undefined) throw refuse(call.tool, `\`${name}\` ${problem}`);
  }
  return args as T; // checked against the schema that T restates
};
