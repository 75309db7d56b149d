import { type ExecutorMember, NONE, type ToolExecutor } from '@pawl/core';
import { composite } from '../reference/composite.js';
import { toolbox } from '../reference/toolbox.js';
import { compositeSubject } from '../subject/composite-subject.js';
import { executorSubject } from '../subject/executor-subject.js';
import { handmade, type Parts } from './handmade.js';
import type { Mutant } from './mutant.js';
import { written } from './written.js';

const loose: { readonly [M in ExecutorMember]?: ToolExecutor[M] } = {
  specs: () => [{ name: 'surprise', description: '', inputSchema: {} }],
  onSpecsChange: () => undefined as never, // the fault itself
  owns: () => true,
  needsApproval: () => false,
  cacheableApproval: () => true,
  requiredCapabilities: () => NONE,
  ingestsUntrustedContent: () => false,
  preDispatch: async () => ({ verdict: 'allow' }),
  sandboxWouldDeny: async () => true,
  recoverUnadvertised: async () => [{ name: 'surprise', description: '', inputSchema: {} }],
  execute: async () => ({ output: null }),
  executeStream: async () =>
    (async function* () {
      yield { kind: 'done' } as const;
    })(),
  postDispatch: async (_call, outcome) => ({ ...outcome, output: null }),
  forWorker: async () => ({ kind: 'no-workspace' }),
};

// Object.entries gives the members above.
const looseDefaults: readonly Mutant[] = (Object.keys(loose) as ExecutorMember[]).map((member) => ({
  ...written('DEF-01', member, `a base class whose default of ${member} is loose`, {
    subject: (name) =>
      executorSubject({ name, leftOut: [member], create: () => ({ ...toolbox(), [member]: loose[member] }) }),
  }),
  origin: 'generated',
}));

const guessing = (member: ExecutorMember, breaks: string, answer: (tool: string) => unknown): Mutant =>
  written('DEF-02', member, breaks, {
    subject: (name) => executorSubject({ name, create: () => ({ ...toolbox(), [member]: answer }) }),
  });

const swallowing = (member: ExecutorMember, breaks: string, parts: Parts, reference?: string): Mutant =>
  written('DEF-03', member, breaks, {
    subject: (name) => handmade(name, {}, parts),
    ...(reference === undefined ? {} : { reference }),
  });

const attempt = <T>(ask: () => T, otherwise: T): T => {
  try {
    return ask();
  } catch {
    return otherwise;
  }
};

/** Mutants of the laws about what nobody said. */
export const ofDefaults: readonly Mutant[] = [
  ...looseDefaults,
  guessing('owns', 'an executor that owns every name', () => true),
  guessing('needsApproval', 'an executor that waves unknown names through', (tool) => tool === 'write_file'),
  guessing(
    'cacheableApproval',
    'an executor that remembers approvals of unknown names',
    (tool) => tool !== 'read_file',
  ),
  guessing('requiredCapabilities', 'an executor that lets unknown names require nothing', () => NONE),
  guessing('ingestsUntrustedContent', 'an executor that trusts what unknown names return', () => false),
  guessing('owns', 'an executor that takes a longer name for its own', (tool) =>
    ['read_file', 'write_file'].some((own) => tool.startsWith(own)),
  ),
  guessing('owns', 'an executor that trims names before it looks them up', (tool) =>
    ['read_file', 'write_file'].includes(tool.trim()),
  ),
  guessing('owns', 'an executor that looks names up without their case', (tool) =>
    ['read_file', 'write_file'].includes(tool.toLowerCase()),
  ),
  written('DEF-02', 'needsApproval', 'a composite that waves unknown names through', {
    subject: (name) =>
      compositeSubject({
        name,
        create: (sources) => {
          const made = composite(sources);
          return { ...made, needsApproval: (tool) => made.owns(tool) && made.needsApproval(tool) };
        },
      }),
  }),
  written('DEF-02', 'ingestsUntrustedContent', 'a composite that trusts tools that left the catalogue', {
    subject: (name) =>
      compositeSubject({
        name,
        create: (sources) => {
          const made = composite(sources);
          return { ...made, ingestsUntrustedContent: (tool) => made.owns(tool) && made.ingestsUntrustedContent(tool) };
        },
      }),
  }),
  swallowing(
    'preDispatch',
    'a policy hook whose failure is a yes',
    (inner) => ({
      preDispatch: async (call) => {
        try {
          return await inner.preDispatch(call);
        } catch {
          return { verdict: 'allow' };
        }
      },
    }),
    'claude-code#84302, openai/codex#41979',
  ),
  swallowing('preDispatch', 'a policy hook whose rubbish is a yes', (inner) => ({
    preDispatch: async (call) => {
      const decision = await inner.preDispatch(call);
      return typeof decision?.verdict === 'string' ? decision : { verdict: 'allow' };
    },
  })),
  swallowing('requiredCapabilities', 'a gate that takes a failure for nothing required', (inner) => ({
    requiredCapabilities: (tool) => attempt(() => inner.requiredCapabilities(tool), NONE),
  })),
  swallowing(
    'sandboxWouldDeny',
    'a sandbox that is missing and is taken for a yes',
    (inner) => ({
      sandboxWouldDeny: async (call) => {
        try {
          return (await inner.sandboxWouldDeny(call)) === true;
        } catch {
          return false;
        }
      },
    }),
    'claude-agent-sdk-typescript#239',
  ),
  swallowing(
    'postDispatch',
    'a result filter whose failure lets the result through',
    (inner) => ({
      postDispatch: async (call, outcome) => {
        try {
          return (await inner.postDispatch(call, outcome)) ?? outcome;
        } catch {
          return outcome;
        }
      },
    }),
    'BerriAI/litellm#41611',
  ),
  swallowing('owns', 'a router that takes a failure for ownership', (inner) => ({
    owns: (tool) => attempt(() => inner.owns(tool), true) !== false,
  })),
  swallowing('execute', 'a wrapper that makes an empty success of a crash', (inner) => ({
    execute: async (call) => {
      try {
        return await inner.execute(call);
      } catch {
        return { output: null };
      }
    },
  })),
  swallowing('ingestsUntrustedContent', 'a wrapper that trusts where the inner fails', (inner) => ({
    ingestsUntrustedContent: (tool) => attempt(() => inner.ingestsUntrustedContent(tool) === true, false),
  })),
];
