import { type Layer, type ToolCall, type ToolSpec, unknownTool } from '@pawl/core';
import { hash } from '../generate/hash.js';
import { narrowerOf } from '../layers/narrower.js';
import { retrieverOf } from '../layers/retriever.js';
import { composite } from '../reference/composite.js';
import { toolbox } from '../reference/toolbox.js';
import { compositeSubject } from '../subject/composite-subject.js';
import { executorSubject } from '../subject/executor-subject.js';
import type { WrapperSubject } from '../subject/subject.js';
import { wrapperSubject } from '../subject/wrapper-subject.js';
import { handmade, type Parts } from './handmade.js';
import type { Mutant } from './mutant.js';
import { written } from './written.js';

const withheld = (tool: string): boolean => hash('mutant', tool) % 2 === 0;

/** A correct layer, some members of which are replaced; workers are wrapped in the correct layer. */
export const over = (name: string, layer: Layer, parts: Parts): WrapperSubject =>
  wrapperSubject({ name, touches: layer.touches, wrap: (inner) => ({ ...layer(inner), ...parts(inner, undefined) }) });

const narrowed = (name: string, parts: Parts): WrapperSubject => over(name, narrowerOf(withheld), parts);
const gated = (name: string, parts: Parts): WrapperSubject => over(name, retrieverOf(withheld), parts);
const plain = (name: string, parts: Parts): WrapperSubject => handmade(name, {}, parts);

const refuse = (call: ToolCall): Promise<never> => Promise.reject(unknownTool(call.tool));

/** Mutants of the laws about the catalogue and its names. */
export const ofCatalogue: readonly Mutant[] = [
  written('SPC-01', 'specs', 'a filter that rebuilds the definitions it keeps', {
    reference: 'vercel/ai#6732',
    subject: (name) =>
      handmade(name, { specs: 'narrows' }, (inner) => ({
        specs: () =>
          inner.specs().map(({ name: own, description, inputSchema }) => ({ name: own, description, inputSchema })),
      })),
  }),
  written('SPC-01', 'specs', 'a filter that sorts what it keeps', {
    subject: (name) =>
      handmade(name, { specs: 'narrows' }, (inner) => ({
        specs: () => inner.specs().toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      })),
  }),
  written('SPC-01', 'specs', 'a filter that adds a tool of its own', {
    subject: (name) =>
      handmade(name, { specs: 'narrows' }, (inner) => ({
        specs: () => [...inner.specs(), { name: 'extra', description: '', inputSchema: {} }],
      })),
  }),
  written('SPC-01', 'specs', 'a filter that lists a tool twice', {
    subject: (name) =>
      handmade(name, { specs: 'narrows' }, (inner) => ({ specs: () => [...inner.specs(), ...inner.specs()] })),
  }),
  written('SPC-02', 'specs', 'a filter that makes a new array each time', {
    subject: (name) => gated(name, (inner) => ({ specs: () => inner.specs().filter((spec) => !withheld(spec.name)) })),
  }),
  written('SPC-02', 'specs', 'a filter that reads the catalogue once', {
    reference: 'anthropics/claude-code#79826, maximhq/bifrost#6885',
    subject: (name) =>
      gated(name, (inner) => {
        let kept: readonly ToolSpec[] | undefined;
        return { specs: () => (kept ??= inner.specs().filter((spec) => !withheld(spec.name))) };
      }),
  }),
  written('SPC-02', 'specs', 'a filter that notices a change by the number of tools', {
    subject: (name) =>
      gated(name, (inner) => {
        let count = -1;
        let kept: readonly ToolSpec[] = [];
        return {
          specs: () => {
            const now = inner.specs();
            if (now.length !== count) {
              count = now.length;
              kept = now.filter((spec) => !withheld(spec.name));
            }
            return kept;
          },
        };
      }),
  }),
  written('SPC-02', 'specs', 'a composite that captures the catalogue when it is built', {
    reference: 'pydantic/pydantic-ai#7380',
    subject: (name) =>
      compositeSubject({
        name,
        create: (sources) => {
          const made = composite(sources);
          const kept = made.specs();
          return { ...made, specs: () => kept };
        },
      }),
  }),
  written('SPC-02', 'specs', 'an executor that lists its tools anew each time', {
    subject: (name) =>
      executorSubject({
        name,
        create: () => {
          const made = toolbox();
          return { ...made, specs: () => [...made.specs()] };
        },
      }),
  }),
  written('SPC-03', 'onSpecsChange', 'a wrapper that fires twice for one change', {
    reference: 'Kuadrant/mcp-gateway#555',
    subject: (name) =>
      plain(name, (inner) => ({
        onSpecsChange: (listener) =>
          inner.onSpecsChange(() => {
            listener();
            listener();
          }),
      })),
  }),
  written('SPC-03', 'onSpecsChange', 'a wrapper that nobody downstream hears from', {
    reference: 'stacklok/toolhive#5748',
    subject: (name) => plain(name, () => ({ onSpecsChange: () => () => {} })),
  }),
  written('SPC-03', 'onSpecsChange', 'a wrapper that fires on subscribing', {
    subject: (name) =>
      plain(name, (inner) => ({
        onSpecsChange: (listener) => {
          listener();
          return inner.onSpecsChange(listener);
        },
      })),
  }),
  written('SPC-03', 'onSpecsChange', 'a wrapper that cannot be unsubscribed from', {
    subject: (name) =>
      plain(name, (inner) => ({
        onSpecsChange: (listener) => {
          inner.onSpecsChange(listener);
          return () => {};
        },
      })),
  }),
  written('SPC-03', 'onSpecsChange', 'a wrapper with room for one listener', {
    subject: (name) =>
      plain(name, (inner) => {
        let only = (): void => {};
        let listening = false;
        return {
          onSpecsChange: (listener) => {
            only = listener;
            if (!listening) inner.onSpecsChange(() => only());
            listening = true;
            return () => {
              only = () => {};
            };
          },
        };
      }),
  }),
  written('SPC-03', 'onSpecsChange', 'a composite that listens to its first source only', {
    subject: (name) =>
      compositeSubject({
        name,
        create: (sources) => ({
          ...composite(sources),
          onSpecsChange: (listener) => sources[0]?.executor.onSpecsChange(listener) ?? (() => {}),
        }),
      }),
  }),
  written('SPC-04', 'execute', 'a narrowing that sits on the list only', {
    reference: 'vercel/ai#13448, github/gh-aw-mcpg#3332',
    subject: (name) => narrowed(name, (inner) => ({ execute: (call) => inner.execute(call) })),
  }),
  written('SPC-04', 'executeStream', 'a narrowing that forgets the stream path', {
    reference: 'langchain-ai/langchain#35011, mastra-ai/mastra#14996',
    subject: (name) => narrowed(name, (inner) => ({ executeStream: (call) => inner.executeStream(call) })),
  }),
  written('SPC-04', 'execute', 'a narrowing that refuses by look-alike of the name', {
    subject: (name) =>
      narrowed(name, (inner) => ({
        execute: (call) => (withheld(call.tool) && call.tool.length < 8 ? refuse(call) : inner.execute(call)),
      })),
  }),
  written('SPC-04', 'recoverUnadvertised', 'a gate that recovers a tool and refuses to run it', {
    reference: 'hermes-agent#84772, openai-agents-js#1518',
    subject: (name) =>
      gated(name, (inner) => ({ execute: (call) => (withheld(call.tool) ? refuse(call) : inner.execute(call)) })),
  }),
  written('SPC-04', 'execute', 'a wrapper that runs only the tools it saw when it was made', {
    reference: 'timothy-agent/timothy#732',
    subject: (name) =>
      handmade(name, { execute: 'refuses' }, (inner) => {
        const seen = new Set(inner.specs().map((spec) => spec.name));
        return { execute: (call) => (seen.has(call.tool) ? inner.execute(call) : refuse(call)) };
      }),
  }),
  written('SPC-04', 'execute', 'an executor that runs whatever it is asked', {
    subject: (name) => executorSubject({ name, create: () => toolbox({ execute: async () => ({ output: 'ran' }) }) }),
  }),
  written('OWN-01', 'owns', 'a narrowing that still owns what it withholds', {
    subject: (name) => narrowed(name, (inner) => ({ owns: (tool) => inner.owns(tool) })),
  }),
  written('OWN-01', 'owns', 'a gate that disowns what it hides from the model', {
    subject: (name) => gated(name, (inner) => ({ owns: (tool) => !withheld(tool) && inner.owns(tool) })),
  }),
  written('OWN-01', 'owns', 'an executor that owns nothing it advertises', {
    subject: (name) => executorSubject({ name, create: () => toolbox({ owns: () => false }) }),
  }),
  written('OWN-02', 'owns', 'an executor whose table of tools is a plain object', {
    reference: 'google/adk-js PR790, claude-code#41311',
    subject: (name) => {
      const table: Record<string, unknown> = { read_file: 1, write_file: 1 };
      return executorSubject({ name, create: () => toolbox({ owns: (tool) => tool in table }) });
    },
  }),
  written('OWN-02', 'needsApproval', 'a wrapper whose list of free tools is a plain object', {
    subject: (name) => {
      const free: Record<string, unknown> = {};
      return plain(name, (inner) => ({
        needsApproval: (tool) => free[tool] === undefined && inner.needsApproval(tool),
      }));
    },
  }),
  written('OWN-02', 'owns', 'a composite that routes by a plain object', {
    subject: (name) =>
      compositeSubject({
        name,
        create: (sources) => {
          const table: Record<string, unknown> = {};
          const made = composite(sources);
          return {
            ...made,
            owns: (tool) => {
              for (const spec of made.specs()) table[spec.name] = true;
              return table[tool] !== undefined || made.owns(tool);
            },
          };
        },
      }),
  }),
];
