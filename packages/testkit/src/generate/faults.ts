import { type ExecutorMember, executorMembers, type ToolExecutor, ToolFailure, type ToolStreamChunk } from '@pawl/core';
import { hash } from './hash.js';

/** Where in a member a fault strikes. */
export type FaultPoint =
  | 'at once'
  | 'before effects'
  | 'after effects'
  | 'mid stream'
  | 'silence'
  | 'silence mid stream';

/** A fault that is switched on and off. */
export interface Fault {
  readonly member: ExecutorMember;
  readonly point: FaultPoint;
  /** What is thrown; silence throws nothing. */
  error: unknown;
  isOn: boolean;
  /** How often somebody ran into it. */
  met: number;
}

/** The codes of the contract, and such as tools, systems and SDKs use. */
const codes = [
  'unknown-tool',
  'invalid-arguments',
  'refused',
  'unsupported',
  'timeout',
  'cancelled',
  'tool-error',
  'invalid-result',
  'result-withheld',
  'stream-ended',
  'source-lost',
  'not-found',
  'rate-limited',
  'overloaded',
  'ECONNRESET',
  'ETIMEDOUT',
  '429',
  '503',
  'AbortError',
  'vendor-specific',
] as const;

const outcomes = ['failed', 'unknown', 'not-started'] as const;

/** One failure of each code. */
export const everyFailure = (salt: number): readonly ToolFailure[] =>
  codes.map((code) => anyFailure(hash(salt, code)).with({ code }));

/** A failure of any code, whole: with content, a cause and an outcome. */
export const anyFailure = (drawn: number): ToolFailure =>
  new ToolFailure(`it failed (${drawn % 97})`, {
    code: codes[drawn % codes.length] ?? 'tool-error',
    terminal: (drawn >>> 6) % 2 === 0,
    outcome: outcomes[(drawn >>> 8) % outcomes.length] ?? 'failed',
    output: { content: [{ type: 'text', text: 'what went wrong' }], isError: true },
    cause: new Error('the cause'),
  });

/** What an executor may reject with: mostly a failure, at times what a library throws. */
const anyError = (drawn: number): unknown => {
  const plain = [
    Object.assign(new Error('This operation was aborted'), { name: 'AbortError' }),
    Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
    new TypeError('fetch failed'),
    Object.assign(new Error('Too many requests'), { status: 429 }),
  ];
  return drawn % 3 === 0 ? plain[(drawn >>> 5) % plain.length] : anyFailure(drawn >>> 3);
};

const nameQuestions: ReadonlySet<ExecutorMember> = new Set(executorMembers.slice(0, 7));

const faultMembers = executorMembers.filter((member) => member !== 'onSpecsChange');

const pointsOf = (member: ExecutorMember): readonly FaultPoint[] => {
  if (nameQuestions.has(member)) return ['at once'];
  const points: readonly FaultPoint[] = ['at once', 'before effects', 'after effects'];
  return member === 'executeStream' ? [...points, 'mid stream', 'mid stream', 'mid stream'] : points;
};

/** A fault that speaks: it throws or rejects, at a member and a point drawn from the number. */
export const faultFrom = (drawn: number): Fault => {
  const member = faultMembers[drawn % faultMembers.length] ?? 'execute';
  const points = pointsOf(member);
  const point = points[hash(drawn, 'point') % points.length] ?? 'at once';
  return { member, point, error: anyError(hash(drawn, 'error')), isOn: false, met: 0 };
};

/** A fault of running a call that is drawn, and whose error is yet to be said. */
export const runningFault = (drawn: number): Fault =>
  drawn % 2 === 0
    ? { member: 'execute', point: 'after effects', error: undefined, isOn: false, met: 0 }
    : { member: 'executeStream', point: 'mid stream', error: undefined, isOn: false, met: 0 };

/** A fault that says nothing: the member never settles. */
export const silenceFrom = (drawn: number): Fault => {
  const members = faultMembers.filter((member) => !nameQuestions.has(member));
  const member = members[drawn % members.length] ?? 'execute';
  const isMidStream = member === 'executeStream' && hash(drawn, 'point') % 2 === 0;
  return { member, point: isMidStream ? 'silence mid stream' : 'silence', error: undefined, isOn: false, met: 0 };
};

async function* broken(stream: AsyncIterable<ToolStreamChunk>, fault: Fault): AsyncGenerator<ToolStreamChunk> {
  for await (const chunk of stream) {
    if (chunk.kind === 'done' || chunk.kind === 'error') break;
    yield chunk;
  }
  if (fault.point === 'silence mid stream') await new Promise(() => {});
  throw fault.error;
}

const strike = async (fault: Fault, ask: () => Promise<unknown>): Promise<unknown> => {
  if (fault.point === 'silence') return new Promise(() => {});
  if (fault.point === 'before effects') {
    await Promise.resolve();
    throw fault.error;
  }
  let answer: unknown;
  try {
    answer = await ask();
  } catch {
    throw fault.error;
  }
  if (fault.point === 'after effects') throw fault.error;
  return broken(answer as AsyncIterable<ToolStreamChunk>, fault); // only `executeStream` has a middle
};

/** An executor with a fault. */
export const withFault = (base: ToolExecutor, fault: Fault): ToolExecutor => {
  const found: unknown = base[fault.member];
  const member = (...args: readonly unknown[]): unknown => {
    const ask = (): unknown => Reflect.apply(found as () => unknown, base, args); // a member of the contract
    if (!fault.isOn) return ask();
    fault.met++;
    if (fault.point === 'at once') throw fault.error;
    return strike(fault, async () => ask());
  };
  // Every member of the contract is there: `executorMembers` lists them all.
  return Object.fromEntries(
    executorMembers.map((name) => [
      name,
      name === fault.member ? member : Function.prototype.bind.call(base[name], base),
    ]),
  ) as unknown as ToolExecutor;
};
