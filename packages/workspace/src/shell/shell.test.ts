import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bareScope, type Clock, dispatchStream, type ToolStreamChunk, toolCall } from '@pawl/core';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { callTool, failureOf } from '../../test/call-tool.js';
import { temporaryRoot } from '../../test/temporary-root.js';
import { type ShellOptions, workspace } from '../index.js';
import { BoundedOutput } from './bounded-output.js';
import { findBubblewrap } from './find-bubblewrap.js';

const missing = findBubblewrap(undefined) === undefined;
const sandbox = missing ? 'the sandbox (skipped: bubblewrap is not installed here)' : 'the sandbox';

const open = (shell: ShellOptions = {}, files: Readonly<Record<string, string>> = {}) => {
  const { root, outside } = temporaryRoot(files);
  const executor = workspace({ root, shell });
  const run = (command: string, more: object = {}) => callTool(executor, 'shell_exec', { command, ...more });
  return { root, outside, executor, run };
};

/** Whether a process whose arguments hold a text is running on this machine. */
const isRunning = (text: string): boolean =>
  readdirSync('/proc').some((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text);
    } catch {
      return false;
    }
  });

let markers = 0;
const marker = (): string => {
  markers += 1;
  return `${process.pid}${markers}.77`;
};

describe.skipIf(missing)(sandbox, () => {
  it('runs commands in the root, with PWD right and nothing of the environment', async () => {
    process.env['GIT_DIR'] = '/secret';
    process.env['PAWL_TEST_SECRET'] = 'secret';
    const { run } = open({ env: { EXTRA: 'yes' } }, { 'dir/a.txt': 'x' });
    const { stdout } = await run('echo $PWD; pwd; env; cat /proc/1/environ');
    expect(String(stdout).split('\n').slice(0, 2)).toEqual(['/workspace', '/workspace']);
    expect(stdout).toContain('EXTRA=yes');
    expect(stdout).not.toMatch(/secret|GIT_|PAWL/i);
    expect(await run('echo $PWD; ls', { cwd: 'dir' })).toEqual({
      exit_code: 0,
      stdout: '/workspace/dir\na.txt\n',
      stderr: '',
    });
  });

  it('hands back how a command ended', async () => {
    const { run } = open();
    expect(await run('echo out; echo err >&2; exit 7')).toEqual({ exit_code: 7, stdout: 'out\n', stderr: 'err\n' });
    expect(await run('kill -9 $$')).toMatchObject({ exit_code: 137 });
    expect(await run('no-such-command')).toMatchObject({ exit_code: 127 });
  });

  it('lets the root be written to, and nothing else', async () => {
    const { run, root, outside } = open();
    writeFileSync(join(outside, 'secret'), 'secret');
    symlinkSync(outside, join(root, 'out'));
    expect(await run('echo in > a.txt')).toMatchObject({ exit_code: 0 });
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('in\n');
    // Asked, not tried: where it failed to hold, trying would change the machine.
    const settings =
      '/proc/sys/kernel/hostname /proc/sys/kernel/core_pattern /proc/sysrq-trigger /proc/irq/default_smp_affinity';
    expect(await run(`for file in ${settings}; do test -w $file && echo $file; done`)).toMatchObject({ stdout: '' });
    const tries = ['/x', '/usr/x', '/etc/x', '/workspace/../x', 'out/x', `${outside}/x`];
    for (const path of tries) {
      const { stdout } = await run(`(echo x > ${path}) 2>/dev/null || echo refused`);
      expect([path, stdout]).toEqual([path, 'refused\n']);
    }
    expect(await run(`cat out/secret ${outside}/secret /etc/passwd /etc/shadow; ls /home /root`)).toMatchObject({
      stdout: '',
    });
    expect(readdirSync(outside)).toEqual(['secret']);
  });

  it('has no network, its own processes and users, and no way to more namespaces', async () => {
    const { run } = open();
    const { stdout } = await run(
      'cat /proc/net/dev | tail -n +3 | cut -d: -f1 | tr -d " "; ls /proc | grep -c "^[0-9]"',
    );
    const [device, processes] = String(stdout).split('\n');
    expect(device).toBe('lo');
    expect(Number(processes)).toBeLessThan(10);
    expect(await run('unshare -U true 2>/dev/null || echo refused')).toMatchObject({ stdout: 'refused\n' });
    expect(await run('kill -9 -1; echo on')).not.toMatchObject({ stderr: 'x' });
    const { stdout: namespaces } = await run('readlink /proc/self/ns/user /proc/self/ns/net /proc/self/ns/pid');
    const { readlinkSync } = await import('node:fs');
    for (const kind of ['user', 'net', 'pid']) expect(namespaces).not.toContain(readlinkSync(`/proc/self/ns/${kind}`));
  });

  it('shows nothing of the workers, and leaves nothing in their folder', async () => {
    const { run, executor, root } = open();
    const made = await executor.forWorker(bareScope('w'));
    if (made.kind !== 'rooted') throw new Error(made.kind);
    await callTool(made.executor, 'file_write', { path: 's.txt', content: 'secret' });
    const { stdout } = await run(
      'ls -A .pawl; touch .pawl/x; rm -rf .pawl; mv .pawl away; grep -r secret . ; echo end',
    );
    expect(stdout).toBe('end\n');
    expect(readFileSync(join(root, '.pawl/workers/w/s.txt'), 'utf8')).toBe('secret');
    expect(await callTool(made.executor, 'shell_exec', { command: 'ls; ls ..; pwd' })).toMatchObject({
      stdout: expect.stringMatching(/^s\.txt\n[\s\S]*\/workspace\n$/),
    });
  });

  it('ends everything that a command started, when the command ends', async () => {
    const { run } = open();
    const mark = marker();
    await run(`(sleep ${mark} >/dev/null 2>&1 &) ; setsid sleep ${mark} >/dev/null 2>&1 & echo started`);
    await vi.waitFor(() => expect(isRunning(`sleep\0${mark}`)).toBe(false));
  });

  it('ends everything at the deadline, also what hears no signal', async () => {
    const { run } = open();
    const mark = marker();
    const command = `trap '' TERM INT HUP; echo before; setsid sleep ${mark} & sleep ${mark}`;
    const failure = await failureOf(run(command, { timeout_ms: 1_000 }));
    expect(failure).toMatchObject({ code: 'timeout', outcome: 'unknown', output: { stdout: 'before\n' } });
    await vi.waitFor(() => expect(isRunning(`sleep\0${mark}`)).toBe(false));
  });

  it('ends everything when nobody waits any more', async () => {
    const { executor } = open();
    const mark = marker();
    const stop = new AbortController();
    const running = failureOf(callTool(executor, 'shell_exec', { command: `sleep ${mark}` }, { signal: stop.signal }));
    await vi.waitFor(() => expect(isRunning(`sleep\0${mark}`)).toBe(true), { timeout: 10_000 });
    stop.abort();
    expect(await running).toMatchObject({ code: 'cancelled', outcome: 'unknown' });
    await vi.waitFor(() => expect(isRunning(`sleep\0${mark}`)).toBe(false));
    const late = failureOf(callTool(executor, 'shell_exec', { command: 'true' }, { signal: AbortSignal.abort() }));
    expect((await late).code).toBe('cancelled');
  });

  it('bounds memory, processes, files and output', async () => {
    const { run, root } = open({ memoryBytes: 64 * 1024 ** 2, processes: 20, fileBytes: 4096, outputBytes: 1_000 });
    // One process is stopped by its own limit, many together by the watch.
    const one = await run('head -c 200000000 /dev/zero | tail -c 150000000 | wc -c').catch(
      (error: Error) => error.message,
    );
    expect(JSON.stringify(one)).not.toContain('150000000');
    const many = `for i in 1 2 3; do (head -c 40000000 /dev/zero; sleep 50) | tail -c 40000000 > /dev/null & done; wait`;
    expect((await failureOf(run(many))).message).toContain('of memory');
    expect((await failureOf(run('for i in $(seq 100); do sleep 50 & done; wait'))).message).toContain(
      'more than 20 processes',
    );
    expect(await run('head -c 9999 /dev/zero > big; wc -c < big')).toMatchObject({ stdout: '4096\n' });
    expect(existsSync(join(root, 'big'))).toBe(true);
    const { stdout, cut } = await run('seq 1 10000');
    expect(String(stdout)).toMatch(/^1\n2\n[\s\S]*\n\[… \d+ bytes cut …\]\n[\s\S]*9999\n10000\n$/);
    expect(String(stdout).length).toBeLessThan(1_100);
    expect(cut).toContain('bytes of output are not shown');
  });

  it('streams what is written as it is written, and ends with the whole result', async () => {
    const { executor } = open();
    const call = toolCall({ id: 's', tool: 'shell_exec', args: { command: 'echo é; echo err >&2; echo 2' } });
    const chunks: ToolStreamChunk[] = [];
    for await (const chunk of await executor.executeStream(call)) chunks.push(chunk);
    const text = chunks.flatMap((chunk) => (chunk.kind === 'text' ? [chunk.text] : [])).join('');
    expect(text).toBe('é\n2\n');
    expect(chunks.filter(({ kind }) => kind === 'data')).toEqual([{ kind: 'data', data: { stderr: 'err\n' } }]);
    expect(chunks.at(-1)).toEqual({
      kind: 'done',
      result: { output: { exit_code: 0, stdout: 'é\n2\n', stderr: 'err\n' } },
    });
  });

  it('ends a command whose stream is left', async () => {
    const { executor } = open();
    const mark = marker();
    const call = toolCall({ id: 's', tool: 'shell_exec', args: { command: `echo on; sleep ${mark}` } });
    for await (const chunk of await executor.executeStream(call)) {
      expect(chunk).toEqual({ kind: 'text', text: 'on\n' });
      break;
    }
    await vi.waitFor(() => expect(isRunning(`sleep\0${mark}`)).toBe(false));
  });

  it('goes through dispatch', async () => {
    const { executor } = open();
    const outcome = await dispatchStream(executor, { id: 'c', tool: 'shell_exec', args: { command: 'true' } });
    expect(outcome.status).toBe('pending');
  });

  it('takes its deadlines from the clock that it is given', async () => {
    const { root } = temporaryRoot();
    const waits: number[] = [];
    const clock: Clock = {
      setTimeout: (callback, ms) => {
        waits.push(ms);
        if (ms > 1_000) setImmediate(callback);
        return () => {};
      },
    };
    const executor = workspace({ root, clock, shell: { timeoutMs: 5_000 } });
    const failure = await failureOf(callTool(executor, 'shell_exec', { command: 'sleep 60' }));
    expect([failure.code, waits.includes(5_000)]).toEqual(['timeout', true]);
  });

  it('refuses a directory that leads out, or is none', async () => {
    const { run, root, outside } = open({}, { 'a.txt': '' });
    symlinkSync(outside, join(root, 'out'));
    for (const cwd of ['..', 'out', '/tmp', '.pawl'])
      expect((await failureOf(run('true', { cwd }))).code).toBe('refused');
    expect((await failureOf(run('true', { cwd: 'a.txt' }))).message).toContain('no directory');
    expect((await failureOf(run('a\0b'))).code).toBe('invalid-arguments');
  });

  it('is refused where something lies in the place of its own folder', async () => {
    const { run, root, outside } = open();
    symlinkSync(outside, join(root, '.pawl'));
    expect((await failureOf(run('true'))).message).toContain('move it away');
    expect(readdirSync(outside)).toEqual([]);
  });

  it('is refused where it cannot be set up', async () => {
    const { run } = open({ readOnly: ['/no/such/tool-chain'] });
    const failure = await failureOf(run('touch made'));
    expect(failure).toMatchObject({ code: 'refused', outcome: 'not-started' });
    expect(failure.message).toContain('could not set up the sandbox');
  });
});

describe('shell_exec without a sandbox', () => {
  it('is refused, says what to install, and runs nothing', async () => {
    const { run, executor, root } = open({ bubblewrap: '/no/such/bwrap' });
    const failure = await failureOf(run('touch made'));
    expect(failure).toMatchObject({ code: 'refused', outcome: 'not-started' });
    expect(failure.message).toMatch(/bubblewrap.*(install|Linux)/);
    expect(readdirSync(root)).toEqual([]);
    const call = toolCall({ id: 'c', tool: 'shell_exec', args: { command: 'true' } });
    expect(await executor.sandboxWouldDeny(call)).toBe(true);
    expect((await failureOf(executor.executeStream(call))).code).toBe('refused');
  });
});

describe('bounded output', () => {
  it('keeps all that fits, and start and end of the rest, in whole characters', () => {
    const chunks = fc.array(fc.string({ unit: 'binary', maxLength: 20 }).map((text) => Buffer.from(text)));
    fc.assert(
      fc.property(chunks, fc.integer({ min: 1, max: 64 }), fc.nat(7), (whole, limit, size) => {
        const all = Buffer.concat(whole);
        const output = new BoundedOutput(limit);
        let live = '';
        for (let at = 0; at < all.length; at += size + 1) live += output.push(all.subarray(at, at + size + 1));
        const text = output.text();
        expect(text.startsWith(live)).toBe(true);
        if (all.length <= limit) expect([text, output.cut]).toEqual([all.toString(), 0]);
        else expect(output.cut).toBe(all.length - limit);
      }),
    );
  });
});
