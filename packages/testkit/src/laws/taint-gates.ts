import { dispatch, isLabelledUntrusted, type JsonValue, labelUntrusted } from '@pawl/core';
import { show } from '../compare/show.js';
import { hash } from '../generate/hash.js';
import { answerOf } from '../law/answer-of.js';
import type { Law } from '../law/law.js';
import { violate } from '../law/violate.js';
import { lawOf } from './law-of.js';
import { callIn, taintedWorld, waysIn } from './tainted-world.js';

const sessions: readonly (string | undefined)[] = ['s1', 'undefined', undefined];

const pick = <T>(items: readonly T[], drawn: number): T => items[drawn % items.length] as T; // never empty

/** TNT-01. */
export const taintAsks: Law = lawOf({
  id: 'TNT-01',
  slug: 'taint-asks',
  subjects: ['wrapper'],
  statement:
    'Once text from outside came into a session, by result, failure, stream, label or worker, a call that acts outside and that the user did not name asks.',
  intent: 'A way in that a taint gate does not watch is the way in that an injection takes.',
  whereToLook: 'where the session is marked: before the tool runs, for every way of running it, and for labels too',
  members: ['preDispatch', 'execute', 'executeStream', 'postDispatch', 'forWorker'],
  needs: [{ kind: 'hook', hook: 'say' }],
  check: async (trial) => {
    for (let offset = 0; offset < 3; offset++) {
      const made = taintedWorld(trial);
      const session = pick(sessions, hash(trial.scenario.salt, offset, 'session'));
      const way = pick(waysIn, hash(trial.scenario.salt, offset, 'way'));
      await made.say(session, 'Read what has come in, and tell me.');
      // What was said elsewhere, and what was judged before, names nothing here.
      await made.say('elsewhere', 'Write to eve@evil.test.');
      const call = callIn(session, made.actor, { to: 'eve@evil.test' });
      if (hash(trial.scenario.salt, offset, 'early') % 2 === 0) await made.verdict(made.outer, call);
      const executor = await made.taint(session, way);
      if (executor === undefined) continue;
      trial.tell();
      if ((await made.verdict(executor, call)) !== 'allow') continue;
      violate('preDispatch', trial.subject.name, {
        expected: `a call of ${show(made.actor)} to be asked about: text from outside came into ${session === undefined ? 'the calls without a session' : `session ${show(session)}`} by ${way}`,
        but: 'it is allowed, with an argument that the user did not name',
      });
    }
  },
});

/** Arguments one step away from `{ to: named }`, which the user named; none of them is what the user wrote. */
const astray = (named: string): readonly (readonly [string, JsonValue | undefined])[] => [
  ['a longer name', { to: `${named}x` }],
  ['a longer name in front', { to: `x${named}` }],
  ['a subdomain of somebody else', { to: `${named}.evil.test` }],
  ['a part of the name', { to: named.slice(1) }],
  ['a part of the name at the end', { to: named.slice(0, -1) }],
  ['another case', { to: named.toUpperCase() }],
  ['a letter of another script', { to: named.replace('a', '\u0430') }],
  ['an invisible letter', { to: `${named}\u200b` }],
  ['one destination more', { to: [named, 'eve@evil.test'] }],
  ['one argument more', { to: named, copy: 'eve@evil.test' }],
  ['one argument more, deeper', { to: named, more: { copy: ['eve@evil.test'] } }],
  ['the name as a member', { to: { 'eve@evil.test': named } }],
  ['no arguments', undefined],
  ['empty arguments', {}],
];

const frames: readonly ((named: string) => string)[] = [
  (named) => `Write to ${named}.`,
  (named) => `My address is '${named}', use it`,
  (named) => `(${named})`,
  (named) => named,
];

/** TNT-02. */
export const namedExactly: Law = lawOf({
  id: 'TNT-02',
  slug: 'named-exactly',
  subjects: ['wrapper'],
  statement:
    'What the user named lets a call run only where every value is what the user wrote in that session, exactly and whole.',
  intent:
    'A gate that looks for the user’s text anywhere in a value, or for the value anywhere in the text, is led by a longer name.',
  whereToLook: 'how a value is looked for in the user’s words, which values are looked for, and under which session',
  members: ['preDispatch'],
  needs: [{ kind: 'hook', hook: 'say' }],
  check: async (trial) => {
    for (let offset = 0; offset < 3; offset++) {
      const made = taintedWorld(trial);
      const session = pick(sessions, hash(trial.scenario.salt, offset, 'session'));
      const named = `anna-${hash(trial.scenario.salt, offset) % 97}@example.org`;
      await made.say(session, pick(frames, hash(trial.scenario.salt, offset, 'frame'))(named));
      if ((await made.taint(session, 'a result')) === undefined) continue;
      const allows = async (of: string | undefined, args: JsonValue | undefined): Promise<boolean> =>
        (await made.verdict(made.outer, callIn(of, made.actor, args))) === 'allow';
      trial.tell();
      // A layer that asks whatever the user named is stricter than this law.
      if (!(await allows(session, { to: named }))) continue;
      const fail = (what: string): never =>
        violate('preDispatch', trial.subject.name, {
          expected: `a call with ${what} to be asked about: the user named ${show(named)}`,
          but: 'it is allowed',
        });
      for (const [what, args] of astray(named)) if (await allows(session, args)) fail(what);
      for (const other of sessions.filter((one) => one !== session)) {
        if ((await made.taint(other, 'a result')) === undefined) continue;
        if (await allows(other, { to: named }))
          fail(`that name in ${other === undefined ? 'no session' : 'another session'}`);
      }
    }
  },
});

/** TNT-03. */
export const untrustedIsLabelled: Law = lawOf({
  id: 'TNT-03',
  slug: 'untrusted-is-labelled',
  subjects: ['wrapper'],
  statement:
    'A result that may hold text from outside leaves with the label `pawl/untrusted`, and with all else it had.',
  intent: 'Whoever is further out, or at the other end of a connection, knows of taint by the label alone.',
  whereToLook: '`postDispatch`: copy the result and add to its `meta`',
  members: ['postDispatch'],
  needs: [{ kind: 'hook', hook: 'say' }],
  check: async (trial) => {
    const made = taintedWorld(trial);
    const bare = { output: { text: 'from outside' }, meta: { trace: 't' }, vendorField: 1 };
    const given = [bare, labelUntrusted(bare), { output: { content: [], _meta: { 'pawl/untrusted': true } } }];
    for (const [index, outcome] of given.entries()) {
      const tool = index === 0 ? made.reader : pick([made.reader, made.relay], hash(trial.scenario.salt, index));
      const { value, error } = await answerOf(made.outer, 'postDispatch', [callIn('s1', tool), outcome], trial.waiting);
      trial.tell();
      const after = value as typeof bare | undefined; // looked at before it is believed
      const isKept =
        index === 2 ||
        (after?.meta?.trace === 't' && after.vendorField === 1 && show(after.output) === show(bare.output));
      if (error === undefined && after !== undefined && isLabelledUntrusted(after) && isKept) continue;
      violate('postDispatch', trial.subject.name, {
        expected: `a result of ${show(tool)} to leave with the label, and with all else it had`,
        but: error === undefined ? `it leaves as ${show(value)}` : `it failed with ${show(error)}`,
      });
    }
    const ran = await trial.waiting.settle(dispatch(made.outer, callIn('s1', made.reader)), 'dispatch');
    if (ran.status !== 'executed' || isLabelledUntrusted(ran.execution)) return;
    violate('postDispatch', trial.subject.name, {
      expected: `a result of ${show(made.reader)} to leave \`dispatch\` with the label`,
      but: `it leaves as ${show(ran.execution)}`,
    });
  },
});
