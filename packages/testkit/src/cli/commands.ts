/** What a command takes. */
export interface CommandShape {
  /** The names of what stands after the command; one that ends in `?` may be left out. */
  readonly takes: readonly string[];
  readonly does: string;
  readonly options: readonly string[];
}

const running = ['level', 'seed', 'runs', 'profile', 'reporter', 'output', 'subject'];

/** The commands, in the order in which the help lists them. */
export const commands: ReadonlyMap<string, CommandShape> = new Map([
  [
    'run',
    {
      takes: ['file'],
      does: 'runs the laws on the subjects that the file exports',
      options: ['law', ...running, 'expected-failures'],
    },
  ],
  ['list', { takes: [], does: 'lists the laws', options: ['level', 'reporter'] }],
  ['explain', { takes: ['law'], does: 'says what a law asks for, why, and what breaks it', options: ['reporter'] }],
  [
    'replay',
    {
      takes: ['token', 'file'],
      does: 'runs one counterexample again',
      options: ['reporter', 'output', 'subject'],
    },
  ],
  ['mutants', { takes: [], does: 'hunts every mutant: the kit proves itself', options: ['law', 'reporter'] }],
  ['init', { takes: ['file?'], does: 'writes an adapter file to start from', options: [] }],
]);
