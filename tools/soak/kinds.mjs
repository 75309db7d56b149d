// The kinds of call: which tool, with what arguments, what goes wrong meanwhile, and what may come of it.
//
// `runs`   how often the tool's program may run for it: 'once', 'never', or 'maybe' (once or never)
// `ends`   what the client may be told where nothing else disturbs the call
// `served` what the server's own dispatch may say of it: status, or code and outcome
// `during` what is done to the server or its client while the call runs
// `on`     the lanes that may get it: 'http', 'mortal', 'steady', 'official'; left out, all

const either = ['executed', 'failed'];
const run = 'soak_run';
const lost = ['source-lost/unknown'];
const stopped = [
  'cancelled/unknown',
  'cancelled/not-started',
  'cancelled/failed',
  'timeout/unknown',
  'timeout/not-started',
];

const ordinary = [
  { name: 'echo', weight: 390 },
  { name: 'slow', weight: 100, args: (random) => ({ act: 'slow', ms: random.between(5, 40) }) },
  { name: 'progress', weight: 50, args: () => ({ act: 'progress' }) },
  { name: 'big', weight: 30, args: (random) => ({ pad: random.between(64, 600) * 1024 }) },
  { name: 'secret', weight: 40, args: () => ({ act: 'secret' }) },
].map((kind) => ({ tool: run, runs: 'once', ends: ['executed'], served: ['executed'], ...kind }));

const unwilling = [
  { name: 'fail', weight: 40, tool: run, args: () => ({ act: 'fail' }), runs: 'once', served: ['tool-error/failed'] },
  { name: 'forbidden', weight: 15, tool: 'soak_forbidden', runs: 'never' },
  { name: 'nobody', weight: 15, tool: 'soak_nobody', runs: 'never' },
  { name: 'extra', weight: 15, tool: 'soak_extra', runs: 'never', ends: either },
  {
    name: 'asked-yes',
    weight: 15,
    tool: 'soak_asked',
    args: () => ({ say: 'yes' }),
    runs: 'once',
    on: ['official'],
    ends: ['executed'],
  },
  { name: 'asked-no', weight: 15, tool: 'soak_asked', args: () => ({ say: 'no' }), runs: 'never', on: ['official'] },
  {
    name: 'asked-nobody',
    weight: 10,
    tool: 'soak_asked',
    args: () => ({ say: 'nothing' }),
    runs: 'never',
    on: ['pawl'],
  },
].map((kind) => ({ ends: ['failed'], ...kind }));

const killed = [
  { name: 'killed at the start', weight: 10, args: () => ({ act: 'die', when: 'start' }), runs: 'never' },
  { name: 'killed in the middle', weight: 15, args: () => ({ act: 'die', when: 'middle' }), runs: 'once' },
  { name: 'killed while it answers', weight: 15, args: () => ({ act: 'die', when: 'answering' }), runs: 'once' },
].map((kind) => ({ tool: run, ends: ['failed'], served: lost, ...kind }));

const stubborn = [
  { name: 'hangs past its deadline', weight: 12, args: () => ({ act: 'hang' }), deadlineMs: [150, 400] },
  { name: 'hangs, is cancelled', weight: 12, args: () => ({ act: 'hang' }), cancelMs: [1, 150] },
  { name: 'heeds its cancel', weight: 25, args: () => ({ act: 'heed' }), cancelMs: [1, 60] },
  { name: 'answers too late', weight: 15, args: () => ({ act: 'late' }), cancelMs: [20, 60] },
  {
    name: 'leaves a child that ignores SIGTERM',
    weight: 4,
    args: () => ({ act: 'child' }),
    deadlineMs: [300, 500],
    on: ['steady'],
  },
].map((kind) => ({ tool: run, runs: 'maybe', ends: ['failed'], served: stopped, ...kind }));

const floods = [
  {
    name: 'floods stdout and stderr',
    weight: 20,
    args: (random) => ({ act: 'flood', bytes: random.between(1, 4) * 2 ** 20 }),
  },
  { name: 'huge line of noise', weight: 10, args: () => ({ act: 'noise', bytes: 2 ** 22 }) },
  { name: 'dies after its answer', weight: 15, args: () => ({ act: 'die', when: 'answered' }), disturbs: 'server' },
]
  .map((kind) => ({ tool: run, runs: 'once', ends: ['executed'], served: ['executed'], ...kind }))
  .concat({
    name: 'huge answer',
    weight: 10,
    tool: run,
    args: () => ({ act: 'huge', bytes: 2 ** 21 }),
    runs: 'once',
    ends: ['failed'],
    served: ['invalid-result/unknown'],
  });

const disturbed = [
  { name: 'connections cut', weight: 20, during: 'cut', on: ['http'] },
  { name: 'client leaves', weight: 12, during: 'leave', on: ['http', 'mortal'] },
  { name: 'client vanishes', weight: 10, during: 'vanish', on: ['http'] },
  { name: 'server killed', weight: 10, during: 'kill', on: ['mortal'] },
  { name: 'server stopped for a while', weight: 10, during: 'stop' },
  {
    name: 'slow reader',
    weight: 15,
    during: 'read-slowly',
    args: (random) => ({ pad: random.between(256, 700) * 1024 }),
  },
  { name: 'catalogue changes', weight: 20, during: 'change' },
].map((kind) => ({ tool: run, args: () => ({ act: 'slow', ms: 60 }), runs: 'maybe', ends: either, ...kind }));

/** All kinds of call. */
export const kinds = [...ordinary, ...unwilling, ...killed, ...stubborn, ...floods, ...disturbed];
