import { callerSubject } from '../subject/caller-subject.js';
import type { CallerReport } from '../subject/caller-turn.js';
import type { Subject } from '../subject/subject.js';

/** Things that are hardly callers: none may come out as conformant. */
export const nullCallers: readonly Subject[] = [
  callerSubject({ name: 'a caller that does nothing', run: async () => ({ pending: [], results: [] }) }),
  // It answers nothing, which is the point.
  callerSubject({ name: 'a caller without a report', run: async () => undefined as unknown as CallerReport }),
  callerSubject({
    name: 'a caller that always throws',
    run: () => {
      throw new Error('always');
    },
  }),
  callerSubject({ name: 'a caller that never settles', run: () => new Promise(() => {}) }),
  callerSubject({
    name: 'a caller that says that all is done',
    run: async ({ batches }) => ({
      pending: [],
      results: batches
        .flat()
        .map(({ id: callId, tool }) => ({ callId, tool, status: 'executed', output: 'done', untrusted: true })),
    }),
  }),
  callerSubject({
    name: 'a caller that calls every tool straight',
    run: async ({ batches, executor, session, caller }) => {
      const results: CallerReport['results'][number][] = [];
      for (const call of batches.flat()) {
        const { id: callId, tool } = call;
        const untrusted = executor.ingestsUntrustedContent(tool);
        try {
          const { output } = await executor.execute(Object.freeze({ ...call, session, caller, attempt: 1 }));
          results.push({ callId, tool, status: 'executed', output, untrusted });
        } catch {
          results.push({ callId, tool, status: 'failed', output: 'failed', untrusted });
        }
      }
      return { pending: [], results };
    },
  }),
];
