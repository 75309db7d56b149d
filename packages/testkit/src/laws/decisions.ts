import { dispatch, strictness, type ToolCall, type ToolDecision, toolCall } from '@pawl/core';
import { difference } from '../compare/difference.js';
import { show } from '../compare/show.js';
import { callFrom } from '../generate/call-from.js';
import { obliging } from '../generate/obliging.js';
import { type Answer, answerOf } from '../law/answer-of.js';
import type { Law } from '../law/law.js';
import { touchOf } from '../law/stations-of.js';
import { violate } from '../law/violate.js';
import type { Trial } from '../world/trial.js';
import type { Station } from '../world/world.js';
import { lawOf } from './law-of.js';
import { outersOf } from './outer-of.js';

const isDecision = (value: unknown): value is ToolDecision =>
  typeof value === 'object' &&
  value !== null &&
  ['allow', 'ask', 'deny'].includes(String(Reflect.get(value, 'verdict')));

/** What a station decides, and what its inner said when the station asked, or says when nobody did. */
const decided = async (
  trial: Trial,
  station: Station,
  call: ToolCall,
): Promise<{ own: ToolDecision; inner: ToolDecision; asked: boolean }> => {
  station.probe.clear();
  const { value, error } = await answerOf(station.outer, 'preDispatch', [call], trial.waiting);
  if (!isDecision(value)) {
    return violate('preDispatch', station.name, {
      expected: 'a decision',
      but: error === undefined ? `it answers ${show(value)}` : `it failed with ${show(error)}`,
    });
  }
  const answers = station.probe
    .of('preDispatch')
    .flatMap(({ answer }) => (answer !== undefined && 'value' in answer ? [answer.value] : []));
  const heard = answers.filter(isDecision).toSorted((a, b) => strictness(b.verdict) - strictness(a.verdict))[0];
  if (heard !== undefined) return { own: value, inner: heard, asked: true };
  const { value: below }: Answer = await answerOf(station.probe, 'preDispatch', [call], trial.waiting);
  return { own: value, inner: isDecision(below) ? below : { verdict: 'deny' }, asked: false };
};

/** DEC-01. */
export const verdictsTighten: Law = lawOf({
  id: 'DEC-01',
  slug: 'verdicts-tighten',
  subjects: ['wrapper', 'chain'],
  statement: 'A layer moves a verdict only towards deny, save a licensed `remembers`.',
  intent: 'A chain is as strict as its strictest layer, whoever put which one where.',
  whereToLook:
    "the member `preDispatch` and the name questions: combine with `tighten`, `||`, `&&`, never replace the inner's answer",
  members: ['preDispatch', 'needsApproval', 'cacheableApproval', 'ingestsUntrustedContent', 'sandboxWouldDeny'],
  minimumCoverage: 50,
  check: async (trial) => {
    for (const station of trial.world().stations) {
      const { name, outer, probe } = station;
      for (const seed of trial.scenario.calls) {
        const { call } = callFrom(trial.toolOf(seed), seed.salt);
        const { own, inner, asked } = await decided(trial, station, call);
        if (inner.verdict !== 'allow') trial.tell();
        const licensed = touchOf(station, 'preDispatch') === 'remembers' && inner.verdict === 'ask';
        if (strictness(own.verdict) < strictness(inner.verdict) && !licensed) {
          violate('preDispatch', name, {
            expected: `at least the inner's verdict on ${show(call.tool)}, ${inner.verdict}`,
            but: `it answers ${own.verdict}`,
            evidence: asked ? 'the inner was asked, and overruled' : 'the inner was never asked',
          });
        }
        const below = await answerOf(probe, 'sandboxWouldDeny', [call], trial.waiting);
        const above = await answerOf(outer, 'sandboxWouldDeny', [call], trial.waiting);
        if (below.value === true && above.value !== true) {
          violate('sandboxWouldDeny', name, {
            expected: `true for ${show(call.tool)}, as the inner says`,
            but: `it answers ${show(above.value)}`,
          });
        }
      }
      for (const tool of trial.names) {
        const loosened = (
          member: 'needsApproval' | 'cacheableApproval' | 'ingestsUntrustedContent',
          strict: boolean,
        ): void => {
          if (probe[member](tool) === strict && outer[member](tool) !== strict) {
            violate(member, name, {
              expected: `${strict} for ${show(tool)}, as the inner says`,
              but: `it answers ${show(outer[member](tool))}`,
            });
          }
        };
        loosened('needsApproval', true);
        loosened('cacheableApproval', false);
        loosened('ingestsUntrustedContent', true);
      }
    }
  },
});

/** DEC-02. */
export const decisionsPassWhole: Law = lawOf({
  id: 'DEC-02',
  slug: 'decisions-pass-whole',
  subjects: ['wrapper', 'chain', 'composite'],
  statement: 'Decisions made on arguments pass as decisions; they are not rebuilt from a boolean.',
  intent:
    'A deny that depends on the arguments becomes a mere ask when a wrapper rebuilds it from `needsApproval`, and a person clicks yes.',
  whereToLook: "the member `preDispatch`: hand the inner's decision on, or combine with `tighten`",
  members: ['preDispatch'],
  minimumCoverage: 50,
  check: async (trial) => {
    const { subject } = trial;
    if (subject.kind === 'composite') {
      const { outer, tools } = await trial.composite();
      for (const { offered, own, source } of tools) {
        const { call } = callFrom(offered, trial.scenario.calls[0]?.salt ?? 0);
        const want = await source.sentinel.preDispatch(toolCall({ ...call, tool: own }));
        const { value, error } = await answerOf(outer, 'preDispatch', [call], trial.waiting);
        trial.tell();
        const tightened = new Map(Object.entries(subject.touches)).has('preDispatch');
        const wrong =
          tightened && isDecision(value) && strictness(value.verdict) > strictness(want.verdict)
            ? undefined
            : difference(want, value);
        if (wrong !== undefined) {
          violate('preDispatch', subject.name, {
            expected: `the owner's decision on ${show(offered)}: ${show(want)}`,
            but: error === undefined ? wrong : `it failed with ${show(error)}`,
          });
        }
      }
      return;
    }
    for (const station of trial.world().stations) {
      for (const seed of trial.scenario.calls) {
        const { call } = callFrom(trial.toolOf(seed), seed.salt);
        const { own, inner, asked } = await decided(trial, station, call);
        trial.tell();
        const fail = (expected: string, but: string): never =>
          violate('preDispatch', station.name, {
            expected,
            but,
            evidence: asked ? 'the inner was asked, and its decision rebuilt' : 'the inner was never asked',
          });
        if (inner.verdict === 'deny' && own.verdict !== 'deny')
          fail(
            `the inner's deny of ${show(call.tool)}, a decision on its arguments, to stay a deny`,
            `it became ${own.verdict}`,
          );
        // A layer that denies on its own need not ask what the inner thinks.
        if (own.verdict !== inner.verdict || (own.verdict === 'deny' && !asked)) continue;
        const lostNote = (inner.notes ?? []).find((note) => own.notes?.includes(note) !== true);
        if (lostNote !== undefined) fail(`the inner's note ${show(lostNote)} to be kept`, 'it is gone');
        if (inner.args !== undefined && own.args === undefined)
          fail(`the inner's rewrite of the arguments, ${show(inner.args)}, to be kept`, 'it is gone');
        if (inner.reason !== undefined && own.reason === undefined)
          fail(`a reason, as the inner gives one: ${show(inner.reason)}`, 'it is gone');
      }
    }
  },
});

/** DEC-03. */
export const denyIsFinal: Law = lawOf({
  id: 'DEC-03',
  slug: 'deny-is-final',
  subjects: ['wrapper', 'chain'],
  statement: 'No approval lifts a deny.',
  intent: 'A person said yes to a call that was asked about, not to one that policy forbids.',
  whereToLook: 'the order in `preDispatch`: ask the inner first, and let its deny win over anything remembered',
  members: ['preDispatch', 'execute', 'executeStream'],
  check: async (trial) => {
    let verdict: 'ask' | 'deny' = 'ask';
    const world = trial.world({
      around: 'none',
      answers: {
        ...obliging,
        cacheableApproval: () => true,
        preDispatch: () => ({ verdict, reason: `the base says ${verdict}` }),
      },
    });
    for (const { name: tool } of world.top.specs()) {
      const call = toolCall({ id: 'first', tool, args: { path: 'a' }, session: 's', caller: 'c' });
      verdict = 'ask';
      const asked = await trial.waiting.settle(dispatch(world.top, call), 'dispatch');
      // What is denied already is denied more than this law asks.
      if (asked.status === 'denied') trial.tell();
      if (asked.status !== 'pending') continue;
      for (const { instance } of world.stations) await instance.remember?.(asked.request, 'session');
      verdict = 'deny';
      trial.tell();
      for (const approved of [undefined, asked.request]) {
        const before = world.base.log.ran.length;
        const outcome = await trial.waiting.settle(
          dispatch(world.top, call, approved === undefined ? {} : { approved }),
          'dispatch',
        );
        if (outcome.status === 'denied' && world.base.log.ran.length === before) continue;
        violate('preDispatch', trial.subject.name, {
          expected: `${show(tool)} to be denied, as the inner denies it now`,
          but: `it is ${outcome.status}, because a person once approved it`,
        });
      }
    }
  },
});

/** DEC-04. */
export const needsApprovalIsKept: Law = lawOf({
  id: 'DEC-04',
  slug: 'needs-approval-is-kept',
  subjects: ['executor', 'wrapper', 'chain', 'composite'],
  statement:
    'Where `needsApproval` says yes, `preDispatch` asks or denies for every argument, save a licensed `remembers`.',
  intent: 'A static requirement that a per-call answer can lower is no requirement.',
  whereToLook: '`preDispatch` beside `needsApproval`: both must come from the same rule',
  members: ['needsApproval', 'preDispatch'],
  minimumCoverage: 20,
  check: async (trial) => {
    const { subject } = trial;
    const remembers = subject.kind === 'wrapper' && subject.touches.preDispatch === 'remembers' && subject.remembers;
    for (const { name, outer } of await outersOf(trial)) {
      const listed = outer.specs().map((spec) => spec.name);
      for (const seed of trial.scenario.calls) {
        const tool = listed[seed.tool % Math.max(1, listed.length)] ?? trial.toolOf(seed);
        if (outer.needsApproval(tool) !== true) {
          if (subject.kind === 'executor') trial.tell();
          continue;
        }
        trial.tell();
        const { call } = callFrom(tool, seed.salt);
        const { value, error } = await answerOf(outer, 'preDispatch', [call], trial.waiting);
        if (error === undefined && isDecision(value) && (value.verdict !== 'allow' || remembers)) continue;
        violate('preDispatch', name, {
          expected: `ask or deny for ${show(tool)} with ${show(call.args)}, which needs approval`,
          but: error === undefined ? `it answers ${show(value)}` : `it failed with ${show(error)}`,
        });
      }
    }
  },
});
