import { derivedSpecs, layer } from '@pawl/core';
import { wrapperSubject } from '@pawl/testkit';

const isReadOnly = (spec) => spec.annotations?.readOnlyHint === true;

// The broken one makes a new array for each question, against SPC-02.
const broken = process.env.PAWL_SUBJECT === 'broken';

export const subject = wrapperSubject({
  name: 'read-only',
  layer: layer('read-only', { specs: 'narrows' }, (inner) => ({
    specs: broken
      ? () => inner.specs().filter(isReadOnly)
      : derivedSpecs(inner.specs, (specs) => specs.filter(isReadOnly)),
  })),
});
