import type { ExecutorMember, ToolExecutor } from '@pawl/core';

/** A member of the contract, seen without its types: operators treat members alike. */
export type Ask = (...args: readonly unknown[]) => unknown;

/** What an operator breaks. */
export interface Target {
  readonly ask: Ask;
  readonly member: ExecutorMember;
  /** The right executor around the member. */
  readonly right: ToolExecutor;
}

/** One way of writing a member wrongly. */
export interface Operator {
  readonly id: string;
  readonly members: readonly ExecutorMember[];
  /** Which way answers move, where an operator moves them one way only. */
  readonly moves?: 'strict' | 'fewer';
  /** Makes the wrong member; called anew for every wrapper and worker. */
  readonly make: (target: Target) => Ask;
}

/** The questions about a name. */
export const nameMembers: readonly ExecutorMember[] = [
  'owns',
  'needsApproval',
  'cacheableApproval',
  'requiredCapabilities',
  'ingestsUntrustedContent',
];

/** The members that take a call. */
export const callMembers: readonly ExecutorMember[] = [
  'preDispatch',
  'sandboxWouldDeny',
  'recoverUnadvertised',
  'execute',
  'executeStream',
  'postDispatch',
];

/** Applies a change to an answer, now or when it comes. */
export const after = (answer: unknown, change: (value: unknown) => unknown): unknown =>
  answer instanceof Promise ? answer.then(change) : change(answer);

/** A plain object, seen by its keys. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is an object whose fields can be changed by copying. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Error);

/** An operator that changes what a member answers. */
export const answering = (
  id: string,
  members: readonly ExecutorMember[],
  change: (value: unknown, args: readonly unknown[]) => unknown,
  moves?: Operator['moves'],
): Operator => ({
  id,
  members,
  ...(moves === undefined ? {} : { moves }),
  make:
    ({ ask }) =>
    (...args) =>
      after(ask(...args), (value) => change(value, args)),
});

/** An operator that changes what a member is asked. */
export const asking = (
  id: string,
  members: readonly ExecutorMember[],
  change: (first: unknown) => unknown,
): Operator => ({
  id,
  members,
  make:
    ({ ask }) =>
    (first, ...rest) =>
      ask(change(first), ...rest),
});
