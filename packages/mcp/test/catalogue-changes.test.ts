import { specsByName } from '@pawl/core';
import { describe, expect, it } from 'vitest';
import { callOf, openFixture } from './open-fixture.js';

describe('a catalogue that changes', () => {
  it('lists every page, with any name, and runs it', async () => {
    await using server = await openFixture('changing');
    const { executor } = server;
    expect(executor.specs().map(({ name }) => name)).toEqual(['probe', 'constructor', '__proto__']);
    for (const name of ['constructor', '__proto__']) {
      expect(executor.owns(name)).toBe(true);
      const { output } = await executor.execute(callOf(name, {}));
      expect(output).toHaveProperty('content.0.text', `I am ${name}`);
    }
    expect(executor.owns('hasOwnProperty')).toBe(false);
  });

  it('is one and the same array until it changes, and tells of a storm once', async () => {
    await using server = await openFixture('changing');
    const { executor } = server;
    let told = 0;
    const changed = new Promise<void>((resolve) => {
      executor.onSpecsChange(() => {
        told += 1;
        resolve();
      });
    });
    const gone = executor.onSpecsChange(() => {
      throw new Error('never called: unsubscribed');
    });
    gone();
    const before = executor.specs();
    expect(executor.specs()).toBe(before);
    await executor.execute(callOf('probe', { add: 'new', storm: 500 }));
    await changed;
    expect(executor.specs()).not.toBe(before);
    expect(specsByName(executor.specs()).has('new')).toBe(true);
    // The lists that the storm asked for are read before the answer to a later call.
    let lists = Number.NaN;
    for (let round = 0; round < 12; round += 1) {
      const { output } = await executor.execute(callOf('probe', {}));
      lists = Number((output as { content: { text: string }[] }).content[0]?.text); // what the fixture answers
    }
    expect(told).toBe(1);
    expect(lists).toBeLessThanOrEqual(3);
  });

  it('tells nobody of a notice without a change', async () => {
    await using server = await openFixture('changing');
    const { executor } = server;
    let told = 0;
    executor.onSpecsChange(() => {
      told += 1;
    });
    const before = executor.specs();
    await executor.execute(callOf('probe', { storm: 1 }));
    for (let round = 0; round < 12; round += 1) await executor.execute(callOf('probe', {}));
    expect(told).toBe(0);
    expect(executor.specs()).toBe(before);
  });

  it('stays as it was where the new list cannot be used', async () => {
    let warned = (): void => {};
    const warning = new Promise<void>((resolve) => {
      warned = resolve;
    });
    await using server = await openFixture('changing', {
      onWarning: ({ code }) => (code === 'catalogue' ? warned() : undefined),
    });
    const before = server.executor.specs();
    await server.executor.execute(callOf('probe', { add: 'probe', storm: 1 }));
    await warning;
    expect(server.executor.specs()).toBe(before);
  });

  it('does not let one listener keep another from hearing', async () => {
    await using server = await openFixture('changing');
    server.executor.onSpecsChange(() => {
      throw new Error('mine');
    });
    const changed = new Promise<void>((resolve) => void server.executor.onSpecsChange(resolve));
    await server.executor.execute(callOf('probe', { add: 'new', storm: 1 }));
    await changed;
  });
});
