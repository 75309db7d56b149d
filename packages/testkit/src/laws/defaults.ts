import { type ExecutorMember, isToolFailure, type ToolExecutor } from '@pawl/core';
import { show } from '../compare/show.js';
import { callFrom } from '../generate/call-from.js';
import { scopeFrom } from '../generate/sentinel.js';
import { type Answer, answerOf } from '../law/answer-of.js';
import { byDefault } from '../law/by-default.js';
import type { Law } from '../law/law.js';
import { violate } from '../law/violate.js';
import { lawOf } from './law-of.js';

const onNames = ['owns', 'needsApproval', 'cacheableApproval', 'requiredCapabilities', 'ingestsUntrustedContent'];

const isEmpty = ({ value }: Answer): boolean => Array.isArray(value) && value.length === 0;

const outcome = Object.freeze({ output: 'unchanged' });

/** For the members that are not about a name: what the default answers, in words, and whether an answer is that. */
interface Rule {
  readonly expected: string;
  readonly holds: (answer: Answer, executor: ToolExecutor, tool: string) => boolean;
}

const others: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['specs', { expected: 'no tools', holds: isEmpty }],
  ['onSpecsChange', { expected: 'a function that unsubscribes', holds: ({ value }) => typeof value === 'function' }],
  [
    'preDispatch',
    {
      expected: '`ask` where `needsApproval` says yes',
      holds: ({ value }, executor, tool) =>
        typeof value === 'object' &&
        value !== null &&
        Reflect.get(value, 'verdict') === (executor.needsApproval(tool) ? 'ask' : 'allow'),
    },
  ],
  ['sandboxWouldDeny', { expected: 'false', holds: ({ value }) => value === false }],
  ['recoverUnadvertised', { expected: 'nothing recovered', holds: isEmpty }],
  ['execute', { expected: 'a `ToolFailure`', holds: ({ error }) => isToolFailure(error) }],
  [
    'executeStream',
    {
      expected: 'a `ToolFailure` with code `unsupported`',
      holds: ({ error }) => isToolFailure(error) && error.code === 'unsupported',
    },
  ],
  ['postDispatch', { expected: 'the same object back', holds: ({ value }) => value === outcome }],
  [
    'forWorker',
    {
      expected: '`refused`',
      holds: ({ value }) => typeof value === 'object' && value !== null && Reflect.get(value, 'kind') === 'refused',
    },
  ],
]);

/** DEF-01. */
export const defaultsFailClosed: Law = lawOf({
  id: 'DEF-01',
  slug: 'defaults-fail-closed',
  subjects: ['executor'],
  statement: 'What an executor leaves to the defaults answers as the table of defaults says: it fails closed.',
  intent: 'A default that loosens is a decision that nobody took.',
  whereToLook: 'the base class, or the `defineExecutor`, behind the executor',
  members: [],
  needs: [{ kind: 'hook', hook: 'leftOut' }],
  check: async (trial) => {
    if (trial.subject.kind !== 'executor') return;
    const executor = await trial.executor();
    const specs = new Map(executor.specs().map((spec) => [spec.name, spec]));
    const tools = [...specs.keys(), ...trial.names];
    // The adapter names members of the contract; a name that is none simply has no default to be compared with.
    for (const member of (trial.subject.leftOut ?? []) as readonly ExecutorMember[]) {
      for (const tool of tools) {
        trial.tell();
        if (onNames.includes(member)) {
          const want = byDefault(member, specs.get(tool));
          const { value } = await answerOf(executor, member, [tool], trial.waiting);
          if (value !== want)
            violate(member, trial.subject.name, {
              expected: `${show(want)} for ${show(tool)}, the default`,
              but: `it answers ${show(value)}`,
            });
          continue;
        }
        const rule = others.get(member);
        const { call } = callFrom(tool, trial.scenario.salt);
        const args: readonly unknown[] = new Map<string, readonly unknown[]>([
          ['onSpecsChange', [() => {}]],
          ['forWorker', [scopeFrom(trial.scenario.salt, 1)]],
          ['postDispatch', [call, outcome]],
          ['specs', []],
        ]).get(member) ?? [call];
        const answer = await answerOf(executor, member, args, trial.waiting);
        if (rule !== undefined && !rule.holds(answer, executor, tool)) {
          violate(member, trial.subject.name, {
            expected: `${rule.expected}, the default, for ${show(tool)}`,
            but: `it answers ${show(answer.value ?? answer.error)}`,
          });
        }
      }
    }
  },
});
