import {
  ALL,
  allow,
  type CapabilitySet,
  canonicalJson,
  derivedSpecs,
  requireApproval,
  specsByName,
  type ToolExecution,
  type ToolExecutor,
  type ToolSpec,
  type ToolStreamChunk,
  tighten,
  unknownTool,
} from '@pawl/core';
import { composite } from '../reference/composite.js';
import { compositeSubject } from '../subject/composite-subject.js';
import type { CompositeSource, Subject } from '../subject/subject.js';
import { wrapperSubject } from '../subject/wrapper-subject.js';
import { forwarding, handmade, type Parts } from './handmade.js';
import type { Mutant } from './mutant.js';
import { written } from './written.js';

const lived = (
  member: Mutant['member'],
  breaks: string,
  touches: Parameters<typeof handmade>[1],
  parts: Parts,
): Mutant => written('LIV-01', member, breaks, { subject: (name) => handmade(name, touches, parts) });

const joined = (
  member: Mutant['member'],
  breaks: string,
  parts: (made: ToolExecutor, sources: readonly CompositeSource[]) => Partial<ToolExecutor>,
): Mutant =>
  written('LIV-01', member, breaks, {
    subject: (name) =>
      compositeSubject({
        name,
        create: (sources) => {
          const made = composite(sources);
          return { ...made, ...parts(made, sources) };
        },
      }),
  });

const memo = <T>(answer: (tool: string) => T): ((tool: string) => T) => {
  const known = new Map<string, T>();
  return (tool) => {
    if (!known.has(tool)) known.set(tool, answer(tool));
    return known.get(tool) as T; // set above
  };
};

/** A wrapper whose first answer about a name is its last. */
class Memoising {
  readonly #owned = new Map<string, boolean>();
  readonly #inner: ToolExecutor;

  constructor(inner: ToolExecutor) {
    this.#inner = inner;
  }

  owns(tool: string): boolean {
    const known = this.#owned.get(tool) ?? this.#inner.owns(tool);
    this.#owned.set(tool, known);
    return known;
  }
}

const firstOwner = (sources: readonly CompositeSource[]): ((tool: string) => ToolExecutor | undefined) => {
  const owners = new Map<string, ToolExecutor>();
  return (tool) => {
    const owner = owners.get(tool) ?? sources.find(({ executor }) => executor.owns(tool))?.executor;
    if (owner !== undefined) owners.set(tool, owner);
    return owner;
  };
};

const keyOf = (parts: readonly unknown[]): string =>
  canonicalJson(parts.map((part) => (part === undefined ? [] : [part])) as never); // arguments of a call are JSON

/** Mutants of the laws about what a wrapper remembers. */
export const ofLived: readonly Mutant[] = [
  lived('owns', 'a class that keeps its first answer about a name', {}, (inner) => {
    const made = new Memoising(inner);
    return { owns: (tool) => made.owns(tool) };
  }),
  lived('requiredCapabilities', 'a wrapper that looks capabilities up once', {}, (inner) => ({
    requiredCapabilities: memo((tool) => inner.requiredCapabilities(tool)),
  })),
  lived('needsApproval', 'a memo that is emptied when the number of tools changes', {}, (inner) => {
    let count = -1;
    let ask = memo((tool: string) => inner.needsApproval(tool));
    return {
      needsApproval: (tool) => {
        const now = inner.specs().length;
        if (now !== count) ask = memo((other) => inner.needsApproval(other));
        count = now;
        return ask(tool);
      },
    };
  }),
  lived(
    'requiredCapabilities',
    'a layer that keys what a tool requires by its description',
    { requiredCapabilities: 'tightens' },
    (inner) => {
      const known = new Map<string, CapabilitySet>();
      return {
        requiredCapabilities: (tool) => {
          const key = keyOf([tool, specsByName(inner.specs()).get(tool)?.description]);
          const required = known.get(key) ?? inner.requiredCapabilities(tool);
          known.set(key, required);
          return required;
        },
      };
    },
  ),
  lived('preDispatch', 'a layer that asks the first time only', { preDispatch: 'tightens' }, (inner) => {
    const asked = new Set<string>();
    return {
      preDispatch: (call) => {
        if (asked.has(call.tool)) return inner.preDispatch(call);
        asked.add(call.tool);
        return tighten(call, requireApproval('for the first time'), inner);
      },
    };
  }),
  lived('preDispatch', 'a layer that lets go once the inner has failed', { preDispatch: 'rewrites' }, (inner) => {
    let isBroken = false;
    return {
      preDispatch: async (call) => {
        if (isBroken) return allow();
        try {
          return await inner.preDispatch(call);
        } catch (error) {
          isBroken = true;
          throw error;
        }
      },
    };
  }),
  lived('execute', 'a cache that answers for a tool that left', { execute: 'answers' }, (inner) => {
    const known = new Map<string, ToolExecution>();
    return {
      execute: async (call) => {
        const key = keyOf([call.tool, call.args, call.session, call.caller]);
        const execution = known.get(key) ?? (await inner.execute(call));
        known.set(key, execution);
        return execution;
      },
    };
  }),
  lived(
    'postDispatch',
    'a wrapper that looks at the last call it decided on',
    { postDispatch: 'rewrites' },
    (inner) => {
      let last: string | undefined;
      return {
        preDispatch: (call) => {
          last = call.tool;
          return inner.preDispatch(call);
        },
        postDispatch: async (call, outcome) => {
          const after = await inner.postDispatch(call, outcome);
          return last === undefined || last === call.tool || after instanceof Error
            ? after
            : { ...after, output: last };
        },
      };
    },
  ),
  lived('executeStream', 'a wrapper that goes on with a stream that was abandoned', {}, (inner) => {
    const open = new Map<string, AsyncIterator<ToolStreamChunk>>();
    return {
      executeStream: async (call) => {
        const iterator = open.get(call.tool) ?? (await inner.executeStream(call))[Symbol.asyncIterator]();
        open.set(call.tool, iterator);
        const next = async (): Promise<IteratorResult<ToolStreamChunk>> => {
          const step = await iterator.next();
          if (step.done === true) open.delete(call.tool);
          return step;
        };
        return { [Symbol.asyncIterator]: () => ({ next }) };
      },
    };
  }),
  lived(
    'recoverUnadvertised',
    'a gate that recovers from the catalogue it first saw',
    { recoverUnadvertised: 'extends' },
    (inner) => {
      let first: readonly ToolSpec[] | undefined;
      return {
        recoverUnadvertised: async (call) => {
          first ??= inner.specs();
          const listed = new Set(inner.specs().map(({ name }) => name));
          const found = await inner.recoverUnadvertised(call);
          return [...found, ...first.filter(({ name }) => name === call.tool && !listed.has(name))];
        },
      };
    },
  ),
  lived('specs', 'a layer that annotates a definition once for each name', { specs: 'rewrites' }, (inner) => {
    const known = new Map<string, ToolSpec>();
    return {
      specs: derivedSpecs(
        () => inner.specs(),
        (specs) =>
          specs.map((spec) => {
            const made = known.get(spec.name) ?? { ...spec, description: `${spec.description} (checked)` };
            known.set(spec.name, made);
            return made;
          }),
      ),
    };
  }),
  joined('requiredCapabilities', 'a composite that keeps the first owner of a name', (_made, sources) => {
    const owner = firstOwner(sources);
    return { requiredCapabilities: (tool) => owner(tool)?.requiredCapabilities(tool) ?? ALL };
  }),
  joined('execute', 'a composite that runs a call where the name was first found', (_made, sources) => {
    const owner = firstOwner(sources);
    return { execute: (call) => owner(call.tool)?.execute(call) ?? Promise.reject(unknownTool(call.tool)) };
  }),
  joined('owns', 'a composite that owns what it once owned', (made) => {
    const seen = new Set<string>();
    return {
      owns: (tool) => {
        if (made.owns(tool)) seen.add(tool);
        return seen.has(tool);
      },
    };
  }),
  written('LIV-02', 'specs', 'a filter that fills one array again and again', {
    subject: (name) =>
      handmade(name, { specs: 'narrows' }, (inner) => {
        const kept: ToolSpec[] = [];
        return {
          specs: () => {
            kept.splice(0, kept.length, ...inner.specs().filter((spec) => spec.name !== 'search'));
            return kept;
          },
        };
      }),
  }),
  written('LIV-02', 'specs', 'a composite that appends to the catalogue it handed out', {
    subject: (name) =>
      compositeSubject({
        name,
        create: (sources) => {
          const all: ToolSpec[] = [];
          return {
            ...composite(sources),
            specs: () => {
              const now = sources.flatMap(({ executor }) => executor.specs());
              all.length = 0;
              all.push(...now);
              return all;
            },
          };
        },
      }),
  }),
  written('LIV-02', 'preDispatch', 'a layer that writes its notes into one decision', {
    subject: (name) =>
      handmade(name, { preDispatch: 'tightens' }, (inner) => {
        const notes: string[] = [];
        return {
          preDispatch: async (call) => {
            const decision = await inner.preDispatch(call);
            notes.splice(0, notes.length, ...(decision.notes ?? []), `about ${call.id}`);
            return { ...decision, notes };
          },
        };
      }),
  }),
];

/** Right ones, in other styles: what they remember is true, or declared. */
export const livedTwins: readonly Subject[] = [
  wrapperSubject({
    name: 'a memo that belongs to a definition',
    touches: { specs: 'rewrites' },
    wrap: (inner) => {
      const made = new WeakMap<ToolSpec, ToolSpec>();
      const annotated = (spec: ToolSpec): ToolSpec => {
        const known = made.get(spec) ?? Object.freeze({ ...spec, description: `${spec.description} (checked)` });
        made.set(spec, known);
        return known;
      };
      const wrap = (executor: ToolExecutor): ToolExecutor => ({
        ...forwarding(executor),
        specs: derivedSpecs(
          () => executor.specs(),
          (specs) => specs.map(annotated),
        ),
        forWorker: async (scope) => {
          const root = await executor.forWorker(scope);
          return root.kind === 'rooted' ? { ...root, executor: wrap(root.executor) } : root;
        },
      });
      return wrap(inner);
    },
  }),
  handmade('a limit on calls', { execute: 'refuses', executeStream: 'refuses' }, (inner) => {
    let left = 40;
    return {
      execute: (call) => (left-- > 0 ? inner.execute(call) : Promise.reject(unknownTool(call.tool))),
      executeStream: (call) => (left-- > 0 ? inner.executeStream(call) : Promise.reject(unknownTool(call.tool))),
    };
  }),
  handmade('a guard that asks after a failure', { preDispatch: 'tightens' }, (inner) => {
    let failures = 0;
    return {
      execute: async (call) => {
        try {
          return await inner.execute(call);
        } catch (error) {
          failures++;
          throw error;
        }
      },
      preDispatch: (call) =>
        failures > 3 ? tighten(call, requireApproval('it fails'), inner) : inner.preDispatch(call),
    };
  }),
  handmade('a cache that asks whether the tool is still the same', { execute: 'answers' }, (inner) => {
    const known = new Map<string, { readonly spec: ToolSpec; readonly execution: ToolExecution }>();
    return {
      execute: async (call) => {
        const spec = specsByName(inner.specs()).get(call.tool);
        if (spec?.annotations?.readOnlyHint !== true || !inner.owns(call.tool)) return inner.execute(call);
        const key = keyOf([call.tool, call.args, call.session, call.caller]);
        const earlier = known.get(key);
        if (earlier?.spec === spec) return earlier.execution;
        const execution = await inner.execute(call);
        known.set(key, { spec, execution });
        return execution;
      },
    };
  }),
];
