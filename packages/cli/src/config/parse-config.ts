import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml';
import { checkValue } from './check-value.js';
import type { PawlConfig } from './config.js';
import { ConfigError } from './config-error.js';
import { interpolate } from './interpolate.js';
import { type ConfigProblem, showPath } from './problem.js';
import { configSchema } from './schema.js';

/** Where a configuration comes from. */
export interface ConfigSource {
  /** What messages call the file. */
  readonly name: string;
  /** Where `${NAME}` is looked up. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The offset of a problem in the text; that of the nearest member around it where it is about one that is missing. */
const offsetOf = (document: Document, { path, at }: ConfigProblem): number => {
  const parent = document.getIn(path.slice(0, -1), true);
  const name = path.at(-1);
  if (isMap(parent)) {
    const pair = parent.items.find(({ key }) => (isScalar(key) ? key.value : key) === name);
    const node = at === 'value' ? (pair?.value ?? pair?.key) : pair?.key;
    if (isNode(node) && node.range) return node.range[0];
  }
  const node = document.getIn(path, true) ?? parent ?? document.contents;
  return isNode(node) && node.range ? node.range[0] : 0;
};

/**
 * Reads a configuration in YAML or JSON: checks it against the schema, then fills in the environment and checks again,
 * because a variable may hold anything.
 *
 * @throws {ConfigError} that names every problem with its line and column.
 * @example
 * ```ts
 * const config = parseConfig('mcpServers: { files: { command: mcp-server-filesystem, args: [.] } }', {
 *   name: 'pawl.yaml',
 *   env: process.env,
 * });
 * ```
 */
export const parseConfig = (text: string, { name, env }: ConfigSource): PawlConfig => {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const where = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${name}:${line}:${col}`;
  };
  const [broken] = document.errors;
  if (broken !== undefined) throw new ConfigError([`${where(broken.pos[0])}: ${broken.message}`]);
  const refuse = (problems: readonly ConfigProblem[]): void => {
    if (problems.length === 0) return;
    throw new ConfigError(
      problems.map((problem) => {
        const path = showPath(problem.path);
        return `${where(offsetOf(document, problem))}: ${path === '' ? 'the configuration' : path} ${problem.message}`;
      }),
    );
  };
  const check = checkValue(configSchema());
  const given: unknown = document.toJS({ maxAliasCount: 100 });
  refuse(check(given));
  const { value, problems } = interpolate(given, env);
  refuse(problems);
  refuse(check(value));
  return value as PawlConfig; // the schema that it was checked against says the same as the type
};
