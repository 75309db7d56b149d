import { type CapabilitySet, type JsonValue, type ToolCall, toolCall } from '@pawl/core';
import { show } from '../compare/show.js';
import {
  differentCapabilities,
  differentDefinitions,
  differentJson,
  differentPrincipals,
  type Principal,
  sweep,
  textPairs,
} from '../differ/index.js';
import { hash } from '../generate/hash.js';
import { specFrom } from '../generate/spec-from.js';
import type { Law } from '../law/law.js';
import { violate } from '../law/violate.js';
import type { ApprovalScope } from '../subject/subject.js';
import type { Trial } from '../world/trial.js';
import { type Asking, asking } from './asking-world.js';
import { lawOf } from './law-of.js';

/** One call that a person approved, and one that differs from it in one thing. */
interface Case {
  readonly what: string;
  readonly approved: ToolCall;
  readonly other: ToolCall;
  readonly scope: ApprovalScope;
  /** Changes the world between the two. */
  readonly change?: () => void;
}

/** `args` of `undefined` are none at all. */
const callWith = (tool: string, principal: Principal, args: JsonValue | undefined): ToolCall =>
  toolCall({ id: 'approved', tool, ...principal, ...(args === undefined ? {} : { args }) });

/** All cases of a run; each is in a session of its own, so that none covers another's. */
const casesOf = function* (made: Asking, tool: string, salt: number): Generator<Case> {
  const { catalogue } = made.world.base;
  const args = { path: 'a' };
  let count = 0;
  const own = (): Principal => ({ caller: 'c', session: `s${count++}` });
  const wide = (): ApprovalScope => (hash(salt, 'scope', count) % 2 === 0 ? 'call' : 'session');
  for (const { what, a, b } of differentJson(salt, 4)) {
    const principal = own();
    yield { what, approved: callWith(tool, principal, a), other: callWith(tool, principal, b), scope: 'call' };
  }
  for (const { what, a, b } of differentPrincipals(salt)) {
    count++;
    yield { what, approved: callWith(tool, a, args), other: callWith(tool, b, args), scope: wide() };
  }
  for (const { what, a, b } of sweep(textPairs, hash(salt, 'names'), 2)) {
    // Nothing but the name differs.
    const { name: _name, ...rest } = specFrom('same', 0);
    for (const name of [a, b]) catalogue.offer(Object.freeze({ ...rest, name }));
    const principal = own();
    const [approved, other] = [callWith(a, principal, args), callWith(b, principal, args)];
    yield { what: `another tool (${what})`, approved, other, scope: wide() };
  }
  for (const { what, a, b } of differentDefinitions(tool, salt)) {
    const call = callWith(tool, own(), args);
    catalogue.offer(a);
    yield { what, approved: call, other: call, scope: wide(), change: () => catalogue.offer(b) };
  }
  for (const drawn of [hash(salt, 0), hash(salt, 1)]) {
    const { what, a, b } = differentCapabilities(drawn);
    const call = callWith(tool, own(), args);
    const require = (required: CapabilitySet): void => void Object.assign(made.state, { required });
    require(a);
    yield { what: `it requires ${what}`, approved: call, other: call, scope: wide(), change: () => require(b) };
  }
};

const check = async (trial: Trial, made: Asking, each: Case): Promise<void> => {
  const { what, approved, other, scope, change } = each;
  if ((await made.approve(approved, scope)) === undefined) return;
  // What is not remembered covers nothing.
  if ((await made.verdict(made.outer, toolCall({ ...approved, id: 'again' }))) !== 'allow') return;
  change?.();
  trial.tell();
  if ((await made.verdict(made.outer, toolCall({ ...other, id: 'other' }))) !== 'allow') return;
  violate('preDispatch', trial.subject.name, {
    expected: `${show(other.tool)} to be asked about: what a person approved${scope === 'session' ? ' for the session' : ''} differs in one thing, ${what}`,
    but: 'it is allowed: both have the same key',
    evidence: `approved with ${show(approved.args)} for caller ${show(approved.caller)} in session ${show(approved.session)}; asked with ${show(other.args)} for ${show(other.caller)} in ${show(other.session)}`,
  });
};

/** APR-05. */
export const oneDifferenceApproved: Law = lawOf({
  id: 'APR-05',
  slug: 'one-difference-one-approval',
  subjects: ['wrapper'],
  statement:
    'A remembered approval covers no call that differs in one thing: in its arguments at any depth, caller, session, tool, definition or required capabilities.',
  intent: 'A key that folds case, sorts lists, joins texts or counts members takes one question for another.',
  whereToLook:
    'the key: canonical JSON (RFC 8785) of a list of all its parts, with a mark of its own for what is absent',
  members: ['preDispatch'],
  needs: [{ kind: 'hook', hook: 'remember' }],
  minimumCoverage: 50,
  check: async (trial) => {
    const made = asking(trial);
    const [tool] = made.tools;
    if (tool === undefined) return;
    for (const each of casesOf(made, tool, trial.scenario.salt)) await check(trial, made, each);
  },
});
