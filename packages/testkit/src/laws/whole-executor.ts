import { type ExecutorMember, executorMembers, type ToolExecutor, toolCall } from '@pawl/core';
import { scopeFrom } from '../generate/sentinel.js';
import { answerOf } from '../law/answer-of.js';
import type { Law } from '../law/law.js';
import { missingClause, missingLaw, Violation } from '../law/violation.js';
import { UnboundMember } from '../probe/unbound-member.js';
import { missingFrom } from '../world/completed.js';
import type { Trial } from '../world/trial.js';
import { lawOf } from './law-of.js';

const quoted = (members: readonly ExecutorMember[]): string => members.map((member) => `\`${member}\``).join(', ');

const mends = {
  executor: 'make it with `defineExecutor(parts)`, which answers the rest on the strict side',
  wrapper: 'make it with `layer`, which forwards the rest, or write each as `(...args) => inner.member(...args)`',
  chain: 'make every layer with `layer`, which forwards what it does not touch',
  composite: 'answer each one as the owner of the name does',
  caller: '',
};

const lackedBy = async (
  trial: Trial,
): Promise<readonly { readonly name: string; readonly missing: readonly ExecutorMember[] }[]> => {
  const { subject } = trial;
  if (subject.kind === 'executor') return [{ name: subject.name, missing: missingFrom(await trial.executor()) }];
  if (subject.kind === 'composite') {
    return [{ name: subject.name, missing: (await trial.composite()).missing }];
  }
  return trial.world({ around: 'none' }).stations;
};

/** ADM-01. */
export const membersComplete: Law = lawOf({
  id: missingLaw,
  slug: 'members-complete',
  subjects: ['executor', 'wrapper', 'chain', 'composite'],
  statement: 'Every member of the contract is there, as a function.',
  intent: 'A member that is missing is a question that the caller cannot ask, and guesses.',
  whereToLook: 'the object that is handed out: what a spread of a class instance loses, what nobody wrote',
  members: [],
  check: async (trial) => {
    for (const { name, missing } of await lackedBy(trial)) {
      trial.tell();
      const [member] = missing;
      if (member === undefined) continue;
      throw new Violation({
        member,
        layer: name,
        clause: missingClause,
        expected: `all ${executorMembers.length} members of the contract`,
        but: `${missing.length} of them are missing: ${quoted(missing)}`,
        evidence: `to mend it, ${mends[trial.subject.kind]}; the other laws judge the members that are there`,
      });
    }
  },
});

const isUnbound = async (trial: Trial, outer: ToolExecutor, member: ExecutorMember): Promise<boolean> => {
  const tool = trial.names[0] ?? 'tool';
  const call = toolCall({ id: '1', tool });
  const args = new Map<ExecutorMember, readonly unknown[]>([
    ['specs', []],
    ['onSpecsChange', [() => {}]],
    ['forWorker', [scopeFrom(trial.scenario.salt, 1)]],
    ['postDispatch', [call, { output: null }]],
  ]);
  const isAboutName = executorMembers.indexOf(member) < 7;
  const { error } = await answerOf(outer, member, args.get(member) ?? [isAboutName ? tool : call], trial.waiting);
  return error instanceof UnboundMember;
};

/** ADM-02. */
export const membersBound: Law = lawOf({
  id: 'ADM-02',
  slug: 'members-bound',
  subjects: ['wrapper', 'chain'],
  statement: 'A member of the inner is called on the inner.',
  intent: 'An executor may be a class instance: a member that was taken off it has lost its fields.',
  whereToLook: 'members copied as values, such as `specs: inner.specs`, and Proxies that hand them out as they are',
  members: [],
  check: async (trial) => {
    for (const { name, outer } of trial.world({ around: 'none' }).stations) {
      const unbound: ExecutorMember[] = [];
      for (const member of executorMembers) if (await isUnbound(trial, outer, member)) unbound.push(member);
      trial.tell();
      const [member] = unbound;
      if (member === undefined) continue;
      throw new Violation({
        member,
        layer: name,
        clause: 'unbound',
        expected: 'members of the inner to be called on the inner',
        but: `${quoted(unbound)} ${unbound.length === 1 ? 'was' : 'were'} called without it as \`this\``,
        evidence: `to mend it, forward as \`(...args) => inner.${member}(...args)\`, or bind once`,
      });
    }
  },
});
