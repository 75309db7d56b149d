import type { ToolExecutor } from '@pawl/core';
import { show } from '../compare/show.js';
import type { Sentinel } from '../generate/sentinel.js';
import { Violation } from '../law/violation.js';
import type { Trial } from '../world/trial.js';

const fail = (layer: string, expected: string, but: string, evidence?: string): never => {
  throw new Violation({
    member: 'onSpecsChange',
    layer,
    expected,
    but,
    ...(evidence === undefined ? {} : { evidence }),
  });
};

/** One change, one call of each listener; no change, no call; after unsubscribing, never. */
export const checkListening = (trial: Trial, base: Sentinel, outer: ToolExecutor, layer: string): void => {
  let first = 0;
  let second = 0;
  let stop: unknown;
  let stopSecond: unknown;
  try {
    stop = outer.onSpecsChange(() => void first++);
    stopSecond = outer.onSpecsChange(() => void second++);
  } catch (error) {
    fail(layer, 'to subscribe', `it threw ${show(error)}`);
  }
  if (typeof stop !== 'function' || typeof stopSecond !== 'function') {
    fail(layer, 'a function that unsubscribes', `it answered ${show(stop)}`);
    return;
  }
  if (first + second > 0) fail(layer, 'no call before the catalogue changes', 'a listener was called on subscribing');
  let changes = 0;
  for (const step of trial.scenario.steps) {
    base.catalogue.change(step);
    changes++;
    if (first !== changes || second !== changes) {
      const inner =
        base.catalogue.listenerCount === 0
          ? 'no listener reached the base'
          : `${base.catalogue.listenerCount} listeners reached the base`;
      fail(
        layer,
        `each listener to be called once for each of ${changes} changes`,
        `they were called ${first} and ${second} times`,
        inner,
      );
    }
    trial.tell();
  }
  Reflect.apply(stop, undefined, []);
  for (const step of trial.scenario.steps) base.catalogue.change(step);
  if (first !== changes)
    fail(layer, 'no call after unsubscribing', `the listener was called ${first - changes} times more`);
  if (second !== changes + trial.scenario.steps.length) {
    fail(
      layer,
      'the other listener to stay subscribed',
      `it was called ${second - changes} times for ${trial.scenario.steps.length} changes`,
    );
  }
  Reflect.apply(stopSecond, undefined, []);
};
