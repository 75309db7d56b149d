import { type ExecutorMember, type ToolExecutor, type TouchableMember, touchKinds } from '@pawl/core';
import type { Subject } from '../subject/subject.js';
import { type Host, hosts } from './hosts.js';
import { ofCalls } from './of-calls.js';
import { ofCatalogues } from './of-catalogues.js';
import { ofQuestions } from './of-questions.js';
import type { Ask, Operator } from './operator.js';

/** One operator on one member of one right host. */
export interface GeneratedMutant {
  readonly id: string;
  readonly host: string;
  readonly member: ExecutorMember;
  readonly operator: string;
  readonly subject: () => Subject;
}

/** Every way of writing a member wrongly. */
export const operators: readonly Operator[] = [...ofQuestions, ...ofCalls, ...ofCatalogues];

const isRooted = (root: unknown): root is { readonly kind: 'rooted'; readonly executor: ToolExecutor } =>
  typeof root === 'object' && root !== null && Reflect.get(root, 'kind') === 'rooted';

/** The executor with one member broken, in its workers too. */
const broken = (right: ToolExecutor, operator: Operator, member: ExecutorMember): ToolExecutor => {
  // Each member of the contract is a function; an operator sees it without its types.
  const ask: Ask = (...args) => Reflect.apply(right[member] as Ask, right, args);
  const wrong = operator.make({ ask, member, right });
  const withWorkers =
    (asked: Ask): Ask =>
    async (...args) => {
      const root = await asked(...args);
      return isRooted(root) && root.executor !== right
        ? { ...root, executor: broken(root.executor, operator, member) }
        : root;
    };
  const forWorker: Ask = (...args) => Reflect.apply(right.forWorker as Ask, right, args);
  return Object.assign({ ...right }, { forWorker: withWorkers(forWorker), [member]: wrong });
};

const isTouchable = (member: ExecutorMember): member is TouchableMember => Object.hasOwn(touchKinds, member);

/** Why a combination is right by construction, and so no mutant. */
export const rightByConstruction = (host: Host, member: ExecutorMember, { moves }: Operator): string | undefined => {
  const touch = isTouchable(member) ? host.touches[member] : undefined;
  if (moves === 'strict' && touch !== undefined) return 'the host may tighten this member: stricter is never wrong';
  if (moves === 'fewer' && (touch === 'narrows' || touch === 'rewrites')) return 'the host may narrow this member';
  return undefined;
};

const mutantsOf = (host: Host): readonly GeneratedMutant[] =>
  operators.flatMap((operator) =>
    operator.members
      .filter((member) => rightByConstruction(host, member, operator) === undefined)
      .map((member) => {
        const id = `${host.name} / ${member} / ${operator.id}`;
        const subject = (): Subject => host.subject(id, (right) => broken(right, operator, member));
        return { id, host: host.name, member, operator: operator.id, subject };
      }),
  );

/** Every operator on every member of every host, save what is right by construction. */
export const generatedMutants: readonly GeneratedMutant[] = hosts.flatMap(mutantsOf);
