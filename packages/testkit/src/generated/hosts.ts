import { executorMembers, stack, type ToolExecutor, type Touches } from '@pawl/core';
import { annotator } from '../layers/annotator.js';
import { narrower } from '../layers/narrower.js';
import { passThrough } from '../layers/pass-through.js';
import { retriever } from '../layers/retriever.js';
import { tightener } from '../layers/tightener.js';
import { forwarding, handWrapped } from '../mutants/handmade.js';
import { plantedSecrets } from '../mutants/of-redaction.js';
import { rememberingLayer } from '../reference/approval-memory.js';
import { composite } from '../reference/composite.js';
import { redactor } from '../reference/redactor.js';
import { compositeSubject } from '../subject/composite-subject.js';
import type { Subject, WrappedInstance } from '../subject/subject.js';
import { wrapperSubject } from '../subject/wrapper-subject.js';

/** Changes a right executor into a wrong one. */
export type Break = (right: ToolExecutor) => ToolExecutor;

/** Something right, of which wrong ones are made. */
export interface Host {
  readonly name: string;
  readonly touches: Touches;
  readonly subject: (name: string, wrong: Break) => Subject;
}

const wrapping = (
  name: string,
  touches: Touches,
  wrap: (inner: ToolExecutor) => WrappedInstance,
  hooks: { readonly secrets?: readonly string[]; readonly holdBack?: number; readonly remembers?: boolean } = {},
): Host => ({
  name,
  touches,
  subject: (title, wrong) =>
    wrapperSubject({
      ...hooks,
      name: title,
      touches,
      wrap: (inner) => {
        const instance = wrap(inner);
        return { ...instance, executor: wrong(instance.executor) };
      },
    }),
});

const shapes = [passThrough, narrower, tightener, retriever, annotator].map((make) => make(7).layer);

const stacked = [
  stack(narrower(7).layer, narrower(8).layer),
  stack(tightener(7).layer, passThrough().layer),
  stack(retriever(7).layer, tightener(8).layer),
];

const composed = (name: string, around: (made: ToolExecutor) => ToolExecutor): Host => ({
  name,
  touches: {},
  subject: (title, wrong) => compositeSubject({ name: title, create: (sources) => wrong(around(composite(sources))) }),
});

/** A class whose members need no `this`, in another style than the kit's own layers. */
const lazily = (inner: ToolExecutor): ToolExecutor => {
  const handed = handWrapped(inner, () => ({}));
  return Object.fromEntries(
    executorMembers.map((member) => [member, (...args: never[]) => Reflect.apply(handed[member], handed, args)]),
  ) as unknown as ToolExecutor; // `executorMembers` lists every member
};

/** The right layers and composites. */
export const hosts: readonly Host[] = [
  ...shapes.map((layer) => wrapping(layer.name, layer.touches, (inner) => ({ executor: layer(inner) }))),
  ...stacked.map((layer) => wrapping(`stack ${layer.name}`, layer.touches, (inner) => ({ executor: layer(inner) }))),
  wrapping('arrow functions', {}, (inner) => ({ executor: handWrapped(inner, () => ({})) })),
  wrapping('members looked up late', {}, (inner) => ({ executor: lazily(inner) })),
  wrapping(
    'approval memory',
    rememberingLayer().layer.touches,
    (inner) => {
      const { layer, remember } = rememberingLayer();
      return { executor: layer(inner), ...(remember === undefined ? {} : { remember }) };
    },
    { remembers: true },
  ),
  wrapping('redactor', redactor(plantedSecrets).touches, (inner) => ({ executor: redactor(plantedSecrets)(inner) }), {
    secrets: plantedSecrets,
    holdBack: 64,
  }),
  composed('composite', (made) => made),
  composed('composite written out', forwarding),
];
