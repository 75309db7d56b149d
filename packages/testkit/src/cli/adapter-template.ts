/** What `pawl-testkit init` writes. */
export const adapterTemplate: string = `// What @pawl/testkit checks: \`pawl-testkit run <this file>\`. The default export is a subject, an array of subjects, or a
// function that returns either. Keep the subject that fits, and put your own code into it.
import { defineExecutor, derivedSpecs, layer } from '@pawl/core';
import { callerSubject, chainSubject, compositeSubject, executorSubject, wrapperSubject } from '@pawl/testkit';

// A layer made with \`layer\`: what it touches is read from it.
const readOnly = layer('read-only', { specs: 'narrows' }, (inner) => ({
  specs: derivedSpecs(inner.specs, (specs) => specs.filter((spec) => spec.annotations?.readOnlyHint === true)),
}));

export default [
  wrapperSubject({
    name: 'read-only',
    // A layer with state takes \`create: () => ({ layer: myLayer() })\` instead: a new one for every run.
    layer: readOnly,
  }),

  // A wrapper that was not made with \`layer\`: say which members it changes, and how; \`{}\` where it changes none.
  // wrapperSubject({ name: 'my class', wrap: (inner) => new MyWrapper(inner), touches: { execute: 'refuses' } }),

  // Several layers, outermost first; each is checked in its place.
  // chainSubject({ name: 'my stack', layers: [redact, readOnly] }),

  // Many executors as one.
  // compositeSubject({ name: 'my registry', create: (sources) => myRegistry(sources) }),

  // A turn loop: go on from \`turn.saved\`, and \`await turn.save(state)\` whatever must survive a crash.
  // callerSubject({ name: 'my loop', run: async (turn) => myLoop(turn) }),

  // An executor that stands alone: a new one for every run, and calls that it can really run. \`cost: 'slow'\` where it
  // starts processes; \`dispose\` ends what it started.
  // executorSubject({
  //   name: 'my tools',
  //   create: () => defineExecutor({ workspace: 'none' }),
  //   sampleCalls: [{ id: '1', tool: 'read_file', args: { path: 'README.md' } }],
  // }),
];

// Only so that the names above are at hand; delete this line with the examples that you do not need.
void [callerSubject, chainSubject, compositeSubject, executorSubject, defineExecutor];
`;
