import fc from 'fast-check';
import type { ApprovalScope } from '../subject/subject.js';
import type { CrashPoint, PersonSeed } from '../turn/turn-seed.js';
import { argsCount, type TurnTool, turnTools } from '../turn/turn-tools.js';
import type { Scenario } from './scenario.js';

// Some are listed more than once: what asks, taints and sends makes a turn telling.
const tools: readonly TurnTool[] = [
  ...turnTools,
  'asks',
  'asks',
  'asks_remembers',
  'taints',
  'taints',
  'sends',
  'sends',
];

const people: readonly PersonSeed[] = [
  ...(['approve', 'approve', 'approve', 'approve', 'refuse', 'edit', 'edit-to-denied', 'spent-elsewhere'] as const),
  ...(['late', 'never'] as const),
];

const points: readonly CrashPoint[] = [
  ...(['after-tool', 'after-outcome', 'before-tool', 'after-save', 'before-save'] as const),
  ...(['after-spend', 'before-spend', 'before-gate'] as const),
];

// Mostly early, and at times far into the turn: who keeps a journal saves many times.
const nth = fc.nat({ max: 11 }).map((drawn) => (drawn < 8 ? drawn % 4 : (drawn - 7) * 5));

const proposal = fc.record({
  tool: fc.constantFrom(...tools),
  args: fc.nat({ max: argsCount + 4 }).map((drawn) => (drawn < argsCount ? drawn : 0)),
  person: fc.constantFrom(...people),
  scope: fc.constantFrom<ApprovalScope>('once', 'once', 'once', 'call', 'session'),
});

const turn = fc.record({
  batches: fc.array(fc.array(proposal, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
  crashes: fc.array(fc.record({ at: fc.constantFrom(...points), nth }), { maxLength: 3 }),
  change: fc.constantFrom('none', 'none', 'none', 'redefine', 'forbid', 'require'),
  order: fc.nat({ max: 0xffff }),
  oddIds: fc.nat({ max: 7 }).map((drawn) => drawn === 7),
  reusesId: fc.nat({ max: 2 }).map((drawn) => drawn === 2),
});

/** Random turns. Shrinks towards one batch of one plain call and no crash. */
export const turnArbitrary: fc.Arbitrary<Scenario> = turn.map((drawn) => ({
  tools: [],
  unknown: [],
  layers: [],
  outside: 0,
  calls: [],
  steps: [],
  depth: 0,
  salt: 0,
  turn: drawn,
}));
