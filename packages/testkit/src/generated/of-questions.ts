import { ALL, defineExecutor, type ExecutorMember, executorMembers, NONE } from '@pawl/core';
import { type Ask, after, answering, asking, callMembers, nameMembers, type Operator } from './operator.js';

const closed = defineExecutor({});
const yesOrNo: readonly ExecutorMember[] = [
  'owns',
  'needsApproval',
  'cacheableApproval',
  'ingestsUntrustedContent',
  'sandboxWouldDeny',
];
const capable: readonly ExecutorMember[] = ['requiredCapabilities'];
const asked: readonly ExecutorMember[] = ['needsApproval', 'ingestsUntrustedContent', 'sandboxWouldDeny'];
const keyed = [...nameMembers, ...callMembers];

/** The name that a question or a call is about. */
const toolOf = (first: unknown): string =>
  typeof first === 'string' ? first : String(Reflect.get(Object(first), 'tool'));

const fieldOf = (first: unknown, name: string): string =>
  typeof first === 'object' && first !== null ? String(JSON.stringify(Reflect.get(first, name))) : '';

const memoised = (id: string, members: readonly ExecutorMember[], key: (first: unknown) => string): Operator => ({
  id,
  members,
  make: ({ ask }) => {
    const kept = new Map<string, unknown>();
    return (first, ...rest) => {
      const at = key(first);
      if (!kept.has(at)) kept.set(at, ask(first, ...rest));
      return kept.get(at);
    };
  },
});

const coalesced = (id: string, key: (first: unknown) => string): Operator => ({
  id,
  members: [...callMembers, 'forWorker'],
  make: ({ ask }) => {
    const open = new Map<string, unknown>();
    return async (first, ...rest) => {
      const at = key(first);
      const waiting = open.get(at) ?? ask(first, ...rest);
      open.set(at, waiting);
      try {
        return await waiting;
      } finally {
        open.delete(at);
      }
    };
  },
});

// Each member of the contract is a function; an operator sees it without its types.
const closedAsk = (member: ExecutorMember): Ask => closed[member] as Ask;

const swaps: readonly (readonly [ExecutorMember, ExecutorMember])[] = [
  ['owns', 'needsApproval'],
  ['owns', 'cacheableApproval'],
  ['needsApproval', 'ingestsUntrustedContent'],
  ['needsApproval', 'cacheableApproval'],
  ['cacheableApproval', 'owns'],
  ['ingestsUntrustedContent', 'needsApproval'],
  ['ingestsUntrustedContent', 'cacheableApproval'],
];

const swapped = swaps.map(
  ([member, other]): Operator => ({
    id: `swapped with ${other}`,
    members: [member],
    make:
      ({ right }) =>
      (...args) =>
        (right[other] as Ask)(...args), // another member of the same kind
  }),
);

const number = (value: unknown): number => Number(value);

/** Wrong answers to questions, and right answers to other questions. */
export const ofQuestions: readonly Operator[] = [
  {
    id: 'defaulted',
    members: executorMembers.filter((member) => member !== 'onSpecsChange' && !nameMembers.includes(member)),
    make: ({ member }) => closedAsk(member),
  },
  // The closed default of a question about a name is its strictest answer.
  {
    id: 'defaulted',
    members: nameMembers,
    moves: 'strict',
    make: ({ member }) => closedAsk(member),
  },
  answering('dropped', [...keyed, 'specs', 'forWorker', 'onSpecsChange'], () => undefined),
  answering('negated', yesOrNo, (value) => value !== true),
  answering('always yes', asked, () => true, 'strict'),
  answering('always yes', ['owns', 'cacheableApproval'], () => true),
  answering('always no', asked, () => false),
  answering('always no', ['cacheableApproval'], () => false, 'strict'),
  answering('always no', ['owns'], () => false, 'fewer'),
  answering('answered as a text', [...nameMembers, 'sandboxWouldDeny'], (value) => String(value)),
  answering('answered later', nameMembers, async (value) => value),
  answering('needs nothing', capable, () => NONE),
  answering('needs everything', capable, () => ALL, 'strict'),
  // A capability set is a branded number.
  answering('one capability fewer', capable, (value) => number(value) & (number(value) - 1)),
  answering('one capability more', capable, (value) => number(value) | (number(value) + 1), 'strict'),
  answering('complemented', capable, (value) => number(ALL) ^ number(value)),
  answering('highest capability lost', capable, (value) =>
    number(value) === 0 ? value : number(value) ^ (1 << (31 - Math.clz32(number(value)))),
  ),
  ...swapped,
  memoised('memoised by name', keyed, toolOf),
  memoised('memoised once', [...keyed, 'specs', 'forWorker'], () => ''),
  memoised('memoised by length of the name', nameMembers, (first) => String(toolOf(first).length)),
  memoised('memoised by folded name', nameMembers, (first) => toolOf(first).toLowerCase()),
  memoised('memoised by id', callMembers, (first) => fieldOf(first, 'id')),
  memoised('memoised by arguments', callMembers, (first) => toolOf(first) + fieldOf(first, 'args')),
  memoised('memoised by session', callMembers, (first) => toolOf(first) + fieldOf(first, 'session')),
  memoised('memoised by worker', ['forWorker'], (first) => fieldOf(first, 'workerId')),
  coalesced('coalesced', () => ''),
  coalesced('coalesced by name', toolOf),
  coalesced('coalesced by arguments', (first) => toolOf(first) + fieldOf(first, 'args')),
  {
    id: 'one answer behind',
    members: keyed,
    make: ({ ask }) => {
      let before: { readonly answer: unknown } | undefined;
      return (...args) => {
        const answer = ask(...args);
        const given = before ?? { answer };
        before = { answer };
        return given.answer;
      };
    },
  },
  {
    id: 'shared: the last question is answered',
    members: callMembers,
    make: ({ ask }) => {
      let last: readonly unknown[] = [];
      return async (...args) => {
        last = args;
        await Promise.resolve();
        return ask(...last);
      };
    },
  },
  {
    id: 'doubled',
    members: keyed,
    make:
      ({ ask }) =>
      (...args) =>
        after(ask(...args), () => ask(...args)),
  },
  {
    id: 'kept in a plain object',
    members: nameMembers,
    make: ({ ask }) => {
      const kept: Record<string, unknown> = {};
      return (tool) => {
        const name = toolOf(tool);
        kept[name] ??= ask(tool);
        return kept[name];
      };
    },
  },
  {
    id: 'silent after the third',
    members: callMembers,
    make: ({ ask, member }) => {
      let times = 0;
      return (...args) => (++times > 3 ? closedAsk(member)(...args) : ask(...args));
    },
  },
  {
    id: 'known only where advertised',
    members: nameMembers,
    moves: 'strict',
    make:
      ({ ask, right, member }) =>
      (tool) =>
        right.specs().some(({ name }) => name === tool) ? ask(tool) : closedAsk(member)(tool),
  },
  {
    id: 'throws',
    members: [...keyed, 'specs', 'onSpecsChange', 'forWorker'],
    make:
      ({ member }) =>
      () => {
        throw new Error(`${member} is out of order`);
      },
  },
  asking('the name in lower case', nameMembers, (name) => toolOf(name).toLowerCase()),
  asking('the name cut short', nameMembers, (name) => toolOf(name).slice(0, -1)),
  asking('the name prefixed', nameMembers, (name) => `x_${toolOf(name)}`),
  asking('the name trimmed of its separators', nameMembers, (name) => toolOf(name).replaceAll(/[_-]/g, '')),
  asking('no name', nameMembers, () => undefined),
];
