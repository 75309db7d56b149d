import type { ToolAnnotations, ToolCall, ToolExecutor, ToolSpec, Touches } from '@pawl/core';
import { difference } from '../compare/difference.js';
import { show } from '../compare/show.js';
import { callFrom } from '../generate/call-from.js';
import { answerOf } from '../law/answer-of.js';
import type { Law } from '../law/law.js';
import { violate } from '../law/violate.js';
import type { Trial } from '../world/trial.js';
import { lawOf } from './law-of.js';
import { weakerSchema } from './weaker-schema.js';

/** Each hint with the answer that MCP takes for granted where it is missing: the strict one. */
const hints: readonly (readonly [keyof ToolAnnotations, boolean])[] = [
  ['readOnlyHint', false],
  ['destructiveHint', true],
  ['idempotentHint', false],
  ['openWorldHint', true],
];

const weakerHint = (before: ToolSpec, after: ToolSpec): string | undefined => {
  for (const [hint, strict] of hints) {
    const was = before.annotations?.[hint] ?? strict;
    const is = after.annotations?.[hint] ?? strict;
    if (was === strict && is !== strict)
      return `\`${hint}\` says ${show(is)}, and said ${show(before.annotations?.[hint])}`;
  }
  if (before.cacheableApproval !== true && after.cacheableApproval === true) {
    return `\`cacheableApproval\` says true, and said ${show(before.cacheableApproval)}`;
  }
  return undefined;
};

const judged: ReadonlySet<string> = new Set([
  'name',
  'title',
  'description',
  'inputSchema',
  'outputSchema',
  'cacheableApproval',
  'annotations',
]);

/** What belongs to somebody and has to arrive: members that the contract does not know, `meta`, and the title. */
const lostField = (before: object, after: object): string | undefined => {
  for (const [key, value] of Object.entries(before)) {
    if (judged.has(key)) continue;
    const is: unknown = Reflect.get(after, key);
    // `meta` may be added to.
    const kept =
      key === 'meta'
        ? Object.fromEntries(Object.entries(Object(is)).filter(([at]) => Object.hasOwn(Object(value), at)))
        : is;
    const wrong = difference(value, kept);
    if (wrong !== undefined) return is === undefined ? `\`${key}\` is gone` : `\`${key}\` has changed: ${wrong}`;
  }
  if (Reflect.get(before, 'title') !== undefined && typeof Reflect.get(after, 'title') !== 'string')
    return 'its title is gone';
  return undefined;
};

const lostHint = (before: object = {}, after: object = {}): string | undefined => {
  const names: readonly string[] = hints.map(([hint]) => hint);
  const lost = Object.keys(before).find(
    (key) => !names.includes(key) && difference(Reflect.get(before, key), Reflect.get(after, key)) !== undefined,
  );
  return lost === undefined ? undefined : `\`annotations\` has lost ${show(lost)}`;
};

const weaker = (before: ToolSpec, after: ToolSpec, touches: Touches): string | undefined => {
  const changesArguments = ['preDispatch', 'execute', 'executeStream'].some((member) => Object.hasOwn(touches, member));
  const changesResults = ['postDispatch', 'execute', 'executeStream'].some((member) => Object.hasOwn(touches, member));
  const how = { mayFillIn: changesArguments, required: [] };
  return (
    weakerHint(before, after) ??
    weakerSchema(before.inputSchema, after.inputSchema, { ...how, at: 'inputSchema' }) ??
    (changesResults || before.outputSchema === undefined
      ? undefined
      : weakerSchema(before.outputSchema, after.outputSchema, { ...how, at: 'outputSchema' })) ??
    lostField(before, after) ??
    lostHint(before.annotations, after.annotations)
  );
};

const listOf = (value: unknown): readonly ToolSpec[] => (Array.isArray(value) ? value : []);

/** An executor under test, and the definitions below it. */
interface Rewriting {
  readonly name: string;
  readonly touches: Touches;
  readonly outer: ToolExecutor;
  readonly below: () => readonly (readonly [string, ToolSpec])[];
  /** What the inner recovers for a call, under the names that it is offered by. */
  readonly recovered: (call: ToolCall) => Promise<readonly (readonly [string, ToolSpec])[]>;
}

const recoveredBy = async (
  trial: Trial,
  inner: ToolExecutor,
  call: ToolCall,
  offered: (own: string) => string,
): Promise<readonly (readonly [string, ToolSpec])[]> => {
  const { value } = await answerOf(inner, 'recoverUnadvertised', [call], trial.waiting);
  return listOf(value).map((spec) => [offered(spec.name), spec] as const);
};

const rewritingsOf = async (trial: Trial): Promise<readonly Rewriting[]> => {
  const { subject, scenario } = trial;
  const step = scenario.steps[0];
  if (subject.kind === 'composite') {
    const { outer, sources } = await trial.composite();
    const source = sources[0];
    if (step !== undefined) source?.sentinel.catalogue.change(step);
    const below = (): readonly (readonly [string, ToolSpec])[] =>
      sources.flatMap(({ name, sentinel }) =>
        sentinel.specs().map((spec) => [subject.rename(name, spec.name), spec] as const),
      );
    const recovered: Rewriting['recovered'] = async (call) => {
      const all: (readonly [string, ToolSpec])[] = [];
      for (const { name, sentinel } of sources) {
        all.push(...(await recoveredBy(trial, sentinel, call, (own) => subject.rename(name, own))));
      }
      return all;
    };
    return [{ name: subject.name, touches: subject.touches, outer, below, recovered }];
  }
  const world = trial.world();
  if (step !== undefined) world.base.catalogue.change(step);
  return world.stations.toReversed().map(({ name, touches, outer, probe }) => ({
    name,
    touches,
    outer,
    below: () => probe.specs().map((spec) => [spec.name, spec] as const),
    recovered: (call) => recoveredBy(trial, probe, call, (own) => own),
  }));
};

/** SPC-05. */
export const specsNoWeaker: Law = lawOf({
  id: 'SPC-05',
  slug: 'specs-no-weaker',
  subjects: ['wrapper', 'chain', 'composite'],
  statement:
    "A rewritten definition is no weaker: no hint or flag turns to the loose side, a schema admits no more and loses no keyword, what is nobody's stays.",
  intent:
    'Whoever adds a line to a description copies the rest by hand, and the hint that was left out is read as its opposite.',
  whereToLook: 'the member `specs`: `{ ...spec, description }`, never a new object with the fields that come to mind',
  members: ['specs', 'recoverUnadvertised'],
  minimumCoverage: 50,
  check: async (trial) => {
    for (const { name, touches, outer, below, recovered } of await rewritingsOf(trial)) {
      const known = new Map(below());
      const require = (member: 'specs' | 'recoverUnadvertised', after: ToolSpec): void => {
        const before = known.get(after?.name);
        trial.tell();
        const wrong = before === undefined ? undefined : weaker(before, after, touches);
        if (before === undefined || wrong === undefined) return;
        violate(member, name, {
          expected: `${show(after.name)} to be defined at least as strictly as the inner defines it, and whole`,
          but: wrong,
          evidence: `the inner's definition: ${show(before)}`,
        });
      };
      for (const spec of outer.specs()) require('specs', spec);
      for (const tool of trial.names) {
        const { call } = callFrom(tool, 0);
        for (const [offered, spec] of await recovered(call)) known.set(offered, spec);
        for (const spec of listOf((await answerOf(outer, 'recoverUnadvertised', [call], trial.waiting)).value)) {
          require('recoverUnadvertised', spec);
        }
      }
    }
  },
});
