/** Where in a configuration something is. */
export type ConfigPath = readonly (string | number)[];

/** Something that is wrong in a configuration. */
export interface ConfigProblem {
  /** Where it is. */
  readonly path: ConfigPath;
  /** Whether the name of the last member is wrong, or its value. */
  readonly at: 'name' | 'value';
  /** What is wrong and what would be right, as the end of "…: ". */
  readonly message: string;
}

/** A path as messages show it. */
export const showPath = (path: ConfigPath): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    if (!/^[\w$-]+$/.test(step)) return `${text}[${JSON.stringify(step)}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');
