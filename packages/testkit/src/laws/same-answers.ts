import type { ExecutorMember, ToolCall, ToolExecutor } from '@pawl/core';
import { difference } from '../compare/difference.js';
import { type Answer, answerOf } from '../law/answer-of.js';
import type { Trial } from '../world/trial.js';
import { callMembers, nameMembers } from './lived-history.js';

/** Two executors that are to answer alike. */
export interface Alike {
  readonly want: ToolExecutor;
  readonly got: ToolExecutor;
  readonly names: readonly string[];
  readonly calls: readonly ToolCall[];
  /** How two answers differ, where they may not. Default: in anything. */
  readonly differs?: (
    member: ExecutorMember,
    args: readonly unknown[],
    want: Answer,
    got: Answer,
  ) => string | undefined;
}

/** The first question on which two executors differ. */
export interface Parting {
  readonly member: ExecutorMember;
  readonly args: readonly unknown[];
  readonly want: Answer;
  readonly got: Answer;
  readonly how: string;
}

/** Puts every question to both, and finds the first one on which they differ. */
export const partingOf = async (trial: Trial, alike: Alike): Promise<Parting | undefined> => {
  const ask = async (member: ExecutorMember, args: readonly unknown[]): Promise<Parting | undefined> => {
    const want = await answerOf(alike.want, member, args, trial.waiting);
    const got = await answerOf(alike.got, member, args, trial.waiting);
    const how = alike.differs === undefined ? difference(want, got) : alike.differs(member, args, want, got);
    return how === undefined ? undefined : { member, args, want, got, how };
  };
  const inCatalogue = await ask('specs', []);
  if (inCatalogue !== undefined) return inCatalogue;
  for (const member of nameMembers) {
    for (const name of alike.names) {
      const parting = await ask(member, [name]);
      if (parting !== undefined) return parting;
    }
  }
  for (const member of callMembers) {
    for (const call of alike.calls) {
      const parting = await ask(member, member === 'postDispatch' ? [call, { output: { was: call.id } }] : [call]);
      if (parting !== undefined) return parting;
    }
  }
  return undefined;
};
