import { readFileSync } from 'node:fs';
import { ToolFailure } from '@pawl/core';
import { afterEach, describe, expect, it } from 'vitest';
import type { SubprocessExecutor } from '../src/index.js';
import { groupAlive } from '../src/process-group/index.js';
import { manualClock } from './manual-clock.js';
import { ask, fixture, open } from './program.js';
import { failureOf, start } from './settle.js';

const opened: SubprocessExecutor[] = [];
const pids = new Set<number>();
const track = (tools: SubprocessExecutor): SubprocessExecutor => {
  opened.push(tools);
  return tools;
};
const pidOf = (tools: SubprocessExecutor): number => {
  const pid = tools.stats()[0]?.pids[0];
  if (pid === undefined) throw new Error('no process runs');
  pids.add(pid);
  return pid;
};

/** Whether a process runs; one that has ended and waits for its parent does not. */
const runs = (pid: number): boolean => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return !['Z', 'X'].includes(stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3));
  } catch {
    return false;
  }
};

afterEach(async () => {
  await Promise.all(opened.splice(0).map((tools) => tools.close()));
  for (const pid of pids) expect(groupAlive(pid)).toBe(false);
  pids.clear();
});

describe('a call that is stopped', () => {
  it('tells the program why, takes its word on what became of it, and keeps the process', async () => {
    const tools = track(open({ cancelGraceMs: 60_000 }));
    const controller = new AbortController();
    const { started, execution } = start(tools, 'hold', { signal: controller.signal });
    await started;
    const pid = pidOf(tools);
    controller.abort();
    expect(await failureOf(execution)).toMatchObject({ code: 'cancelled', outcome: 'failed', reason: 'cancelled' });
    expect((await tools.execute(ask('pid'))).output).toMatchObject({ pid });
  });

  it('by its deadline is told so, not a millisecond before', async () => {
    const clock = manualClock();
    const tools = track(open({ clock }));
    const { started, execution } = start(tools, 'hold', { timeoutMs: 1000 });
    await started;
    pidOf(tools);
    clock.advance(999);
    expect(clock.pending).toBe(1);
    clock.advance(1);
    expect(await failureOf(execution)).toMatchObject({ code: 'timeout', reason: 'deadline' });
    expect(clock.pending).toBe(0);
    const closing = tools.close();
    await closing;
  });

  it('has 300 s where nobody says otherwise', async () => {
    const clock = manualClock();
    const tools = track(open({ clock }));
    const { started, execution } = start(tools, 'hold');
    await started;
    clock.advance(299_999);
    expect(clock.pending).toBe(1);
    clock.advance(1);
    expect(await failureOf(execution)).toMatchObject({ code: 'timeout' });
  });

  it('by a signal that says that the time is up passes that on', async () => {
    const tools = track(open({ cancelGraceMs: 60_000 }));
    const controller = new AbortController();
    const { started, execution } = start(tools, 'hold', { signal: controller.signal });
    await started;
    controller.abort(new ToolFailure('too slow', { code: 'timeout', outcome: 'unknown' }));
    expect(await failureOf(execution)).toMatchObject({ code: 'timeout', reason: 'deadline' });
  });

  it('and does not react loses its process, and the next call gets a new one', async () => {
    const tools = track(open({ cancelGraceMs: 20 }));
    const controller = new AbortController();
    const { started, execution } = start(tools, 'hang', { signal: controller.signal });
    await started;
    const pid = pidOf(tools);
    controller.abort();
    expect(await failureOf(execution)).toMatchObject({ code: 'cancelled', outcome: 'unknown' });
    expect(groupAlive(pid)).toBe(false);
    expect((await tools.execute(ask('pid'))).output).toMatchObject({ calls: 1 });
    expect(tools.stats()[0]).toMatchObject({ started: 2, running: 1 });
  });

  it('before its turn was never started', async () => {
    const tools = track(open());
    const first = start(tools, 'hold');
    await first.started;
    const controller = new AbortController();
    const waiting = tools.execute(ask('pid', {}, { signal: controller.signal }));
    controller.abort();
    expect(await failureOf(waiting)).toMatchObject({ code: 'cancelled', outcome: 'not-started' });
    const aborted = tools.execute(ask('pid', {}, { signal: AbortSignal.abort() }));
    expect(await failureOf(aborted)).toMatchObject({ code: 'cancelled', outcome: 'not-started' });
  });

  it('gets the full time from the moment it is its turn', async () => {
    const clock = manualClock();
    const tools = track(open({ clock }));
    const first = start(tools, 'hold', { timeoutMs: 1000 });
    await first.started;
    const second = start(tools, 'hold', { timeoutMs: 1500 });
    clock.advance(1000);
    await failureOf(first.execution);
    await second.started;
    clock.advance(1499);
    expect(clock.pending).toBe(1);
    clock.advance(1);
    expect(await failureOf(second.execution)).toMatchObject({ code: 'timeout', outcome: 'failed' });
  });
});

describe('a program that ends', () => {
  it.each([
    ['die', 'exited with code 3'],
    ['halfReply', 'exited with code 0'],
    ['closeStdout', ''],
  ])('in the middle of a call (%s) leaves its effect unknown', async (act, reason) => {
    const tools = track(open());
    const execution = tools.execute(ask(act));
    const failure = await failureOf(execution);
    expect(failure).toMatchObject({
      code: 'source-lost',
      outcome: 'unknown',
      message: expect.stringContaining(reason),
    });
    expect((await tools.execute(ask('pid'))).output).toMatchObject({ calls: 1 });
  });

  it('is quoted with the end of what it wrote to stderr', async () => {
    const tools = track(open());
    const { message } = await failureOf(tools.execute(ask('crash')));
    expect(message).toContain('Error: the disk is on fire');
    expect(message.length).toBeLessThan(1000);
  });

  it.each(['replyThenDie', 'replyWithoutLineFeed'])('after its answer has answered (%s)', async (act) => {
    const tools = track(open());
    expect((await tools.execute(ask(act))).output).toEqual(expect.any(String));
  });

  it('by a signal from elsewhere settles the call', async () => {
    const tools = track(open());
    const { started, execution } = start(tools, 'hang');
    await started;
    process.kill(pidOf(tools), 'SIGKILL');
    const failure = await failureOf(execution);
    expect(failure.outcome).toBe('unknown');
    expect(failure.message).toContain('was ended by SIGKILL');
  });

  it('takes the other calls of its process with it, each settled', async () => {
    const tools = track(open({}, { concurrency: 3 }));
    const calls = [start(tools, 'hang'), start(tools, 'hang')];
    await Promise.all(calls.map(({ started }) => started));
    const lost = tools.execute(ask('die'));
    for (const execution of [...calls.map((call) => call.execution), lost]) {
      expect(await failureOf(execution)).toMatchObject({ code: 'source-lost', outcome: 'unknown' });
    }
    expect(tools.stats()[0]?.started).toBe(1);
  });
});

describe('a program that does not start', () => {
  it.each([
    ['an unknown command', { command: 'no-such-command-anywhere' }, 'ENOENT'],
    ['an unknown folder', { cwd: '/no/such/folder' }, 'ENOENT'],
    ['a file that is no program', { command: fixture('program.mjs') }, 'EACCES'],
    ['an argument that cannot be', { args: ['a\0b'] }, 'ERR_INVALID_ARG_VALUE'],
  ])('fails clearly, not started: %s', async (_what, tool, code) => {
    const tools = track(open({}, tool));
    const failure = await failureOf(tools.execute(ask('pid')));
    expect(failure).toMatchObject({
      code: 'source-lost',
      outcome: 'not-started',
      message: expect.stringContaining(code),
    });
    expect(await failureOf(tools.execute(ask('pid')))).toMatchObject({ outcome: 'not-started' });
  });

  it('gives every call that waits its failure', async () => {
    const tools = track(open({}, { command: 'no-such-command-anywhere' }));
    const failures = await Promise.all(['a', 'b', 'c'].map((id) => failureOf(tools.execute(ask('pid', { id })))));
    expect(failures.map(({ outcome }) => outcome)).toEqual(['not-started', 'not-started', 'not-started']);
  });

  it('or never reads tells a request that it could not take from one that it may have taken', async () => {
    // `true` leaves at once: the request is bigger than a pipe holds, so it cannot have been read whole.
    const tools = track(open({}, { command: 'true', args: [] }));
    const failure = await failureOf(tools.execute(ask('pid', { text: 'x'.repeat(1_000_000) })));
    expect(failure).toMatchObject({ code: 'source-lost', outcome: 'not-started' });
  });
});

describe('closing', () => {
  it('ends a grandchild that ignores SIGTERM and holds the pipe open', async () => {
    const tools = track(open());
    const { started, execution } = start(tools, 'grandchild');
    const grandchild = Number(await started);
    const pid = pidOf(tools);
    expect(runs(grandchild)).toBe(true);
    await tools.close();
    expect(await failureOf(execution)).toMatchObject({ code: 'source-lost', outcome: 'unknown' });
    expect(runs(grandchild)).toBe(false);
    expect(groupAlive(pid)).toBe(false);
  });

  it('ends the grandchild also when its parent is killed under it', async () => {
    const tools = track(open());
    const { started, execution } = start(tools, 'grandchild');
    const grandchild = Number(await started);
    process.kill(pidOf(tools), 'SIGKILL');
    expect(await failureOf(execution)).toMatchObject({ code: 'source-lost', outcome: 'unknown' });
    expect(runs(grandchild)).toBe(false);
  });

  it('stops what runs, refuses what waits and what comes later, and may be repeated', async () => {
    const tools = track(open());
    const running = start(tools, 'hold');
    await running.started;
    const waiting = tools.execute(ask('pid'));
    waiting.catch(() => {});
    pidOf(tools);
    await Promise.all([tools.close(), tools.close(), tools[Symbol.asyncDispose]()]);
    expect(await failureOf(running.execution)).toMatchObject({ code: 'source-lost', reason: 'closing' });
    expect(await failureOf(waiting)).toMatchObject({ code: 'source-lost', outcome: 'not-started' });
    expect(await failureOf(tools.execute(ask('pid')))).toMatchObject({ code: 'source-lost', outcome: 'not-started' });
    expect(tools.stats()[0]?.running).toBe(0);
  });

  it('lets an idle program leave by itself when its stdin ends', async () => {
    const clock = manualClock();
    const tools = track(open({ clock }));
    await tools.execute(ask('pid'));
    // Nothing moves this clock, so no signal is ever sent.
    await tools.close();
  });

  it('starts nothing that was never called', async () => {
    const tools = track(open());
    await tools.close();
    expect(tools.stats()[0]?.started).toBe(0);
  });
});
