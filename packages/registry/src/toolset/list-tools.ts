import type { NamedToolDefinition, ToolDefinition } from './tool-definition.js';

/** The ways to hand tools over: by name in an object or a Map, or in a list. */
export type ToolsGiven =
  | Readonly<Record<string, ToolDefinition>>
  | ReadonlyMap<string, ToolDefinition>
  | readonly NamedToolDefinition[];

const isList = (tools: ToolsGiven): tools is readonly NamedToolDefinition[] => Array.isArray(tools);

const withName = ([name, definition]: readonly [string, ToolDefinition]): NamedToolDefinition => {
  if (typeof definition !== 'object' || definition === null) {
    throw new TypeError(`tool ${JSON.stringify(name)}: a tool is an object with a \`description\` and a \`run\``);
  }
  // A copy that keeps `this` for definitions that are instances of a class.
  return Object.assign(Object.create(definition) as ToolDefinition, { name });
};

/**
 * The tools in the order given.
 *
 * @throws {TypeError} for an object whose prototype was set, which is what `{ __proto__: … }` does.
 */
export const listTools = (tools: ToolsGiven): readonly NamedToolDefinition[] => {
  if (isList(tools)) return tools;
  if (tools instanceof Map) return [...tools].map(withName);
  if (typeof tools !== 'object' || tools === null)
    throw new TypeError('toolset: give the tools in an object, Map or list');
  const prototype: unknown = Object.getPrototypeOf(tools);
  if (prototype !== Object.prototype && prototype !== null) {
    throw new TypeError(
      'toolset: the object of tools has a prototype of its own; a tool called `__proto__` must come in a list or a Map',
    );
  }
  return Object.entries(tools).map(withName);
};
