/** One option of the command line. */
export interface OptionShape {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly multiple?: boolean;
  /** What stands for its value in the help. */
  readonly value?: string;
  readonly means: string;
}

/** The options, in the order in which the help lists them. */
export const options: ReadonlyMap<string, OptionShape> = new Map<string, OptionShape>([
  ['law', { type: 'string', multiple: true, value: '<id>', means: 'only this law, by id or slug; may be repeated' }],
  ['level', { type: 'string', value: 'must|should', means: 'must leaves out the laws of level should' }],
  ['seed', { type: 'string', value: '<n>', means: 'same seed, same report; default 1' }],
  ['runs', { type: 'string', value: '<n>', means: 'runs of each law, instead of a profile' }],
  ['profile', { type: 'string', value: '<name>', means: 'quick (30 runs), default (200) or thorough (1,000)' }],
  [
    'subject',
    { type: 'string', multiple: true, value: '<name>', means: 'only this subject of the file; may be repeated' },
  ],
  ['reporter', { type: 'string', value: '<name>', means: 'text (default), json, junit or html' }],
  ['output', { type: 'string', value: '<file>', means: 'write the report there' }],
  ['expected-failures', { type: 'string', value: '<file>', means: 'JSON: laws known to fail, each with the reason' }],
  ['help', { type: 'boolean', short: 'h', means: 'this text' }],
  ['version', { type: 'boolean', short: 'v', means: 'the version of the kit and of the contract' }],
]);
