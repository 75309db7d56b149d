import type { ConfigPath, ConfigProblem } from './problem.js';

/** A value with its variables filled in, and what could not be. */
export interface Interpolated {
  readonly value: unknown;
  readonly problems: readonly ConfigProblem[];
}

type Environment = Readonly<Record<string, string | undefined>>;

const reference = /\$(\$?)\{([^}]*)\}/g;
const form = /^([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/s;

const fill = (text: string, env: Environment, fail: (message: string) => void): string =>
  text.replaceAll(reference, (whole, escaped: string, inner: string) => {
    if (escaped !== '') return whole.slice(1);
    const [, name, byDefault] = form.exec(inner) ?? [];
    if (name === undefined) {
      fail(`${whole} is no variable: write \${NAME} or \${NAME:-default}, or $\${ for a plain \${`);
      return whole;
    }
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    if (value === undefined && byDefault === undefined) {
      fail(`the environment has no ${name}: set it, or write \${${name}:-default}`);
    }
    return value ?? byDefault ?? '';
  });

/** Fills `${NAME}` and `${NAME:-default}` in, in every text but the names of members. */
export const interpolate = (given: unknown, env: Environment): Interpolated => {
  const problems: ConfigProblem[] = [];
  const walk = (value: unknown, path: ConfigPath): unknown => {
    if (typeof value === 'string') {
      return fill(value, env, (message) => void problems.push({ path, at: 'value', message }));
    }
    if (Array.isArray(value)) return value.map((item, index) => walk(item, [...path, index]));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item, [...path, key])]));
  };
  return { value: walk(given, []), problems };
};
