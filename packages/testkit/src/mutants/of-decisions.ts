import {
  allow,
  type CapabilitySet,
  capabilities,
  difference,
  NONE,
  requireApproval,
  strictest,
  type ToolDecision,
  tighten,
} from '@pawl/core';
import { hash } from '../generate/hash.js';
import { composite } from '../reference/composite.js';
import { toolbox } from '../reference/toolbox.js';
import { compositeSubject } from '../subject/composite-subject.js';
import { executorSubject } from '../subject/executor-subject.js';
import { handmade } from './handmade.js';
import type { Mutant } from './mutant.js';
import { written } from './written.js';

const own = (): ToolDecision => requireApproval('the layer asks');
const some = (tool: string): boolean => hash('decisions', tool) % 2 === 0;

/** Mutants of the laws about capabilities and verdicts. */
export const ofDecisions: readonly Mutant[] = [
  written('CAP-01', 'requiredCapabilities', 'a layer that answers its own capabilities only', {
    subject: (name) =>
      handmade(name, { requiredCapabilities: 'tightens' }, () => ({
        requiredCapabilities: () => capabilities('local-read'),
      })),
  }),
  written('CAP-01', 'requiredCapabilities', 'a layer that takes egress away', {
    subject: (name) =>
      handmade(name, { requiredCapabilities: 'tightens' }, (inner) => ({
        requiredCapabilities: (tool) => difference(inner.requiredCapabilities(tool), capabilities('arbitrary-egress')),
      })),
  }),
  written('CAP-01', 'requiredCapabilities', 'a layer that intersects instead of uniting', {
    // The intersection of two sets is a set.
    subject: (name) =>
      handmade(name, { requiredCapabilities: 'tightens' }, (inner) => ({
        requiredCapabilities: (tool) => (inner.requiredCapabilities(tool) & 0b10101) as CapabilitySet,
      })),
  }),
  written('CAP-01', 'requiredCapabilities', 'a layer that unites bits, and so makes little of nonsense', {
    // What the bitwise operator gives is a number.
    subject: (name) =>
      handmade(name, { requiredCapabilities: 'tightens' }, (inner) => ({
        requiredCapabilities: (tool) =>
          (inner.requiredCapabilities(tool) | capabilities('local-write')) as CapabilitySet,
      })),
  }),
  written('CAP-02', 'requiredCapabilities', 'a wrapper that asks for less once a tool has run', {
    subject: (name) =>
      handmade(name, {}, (inner) => {
        const ran = new Set<string>();
        return {
          execute: (call) => {
            ran.add(call.tool);
            return inner.execute(call);
          },
          requiredCapabilities: (tool) => (ran.has(tool) ? NONE : inner.requiredCapabilities(tool)),
        };
      }),
  }),
  written('CAP-02', 'requiredCapabilities', 'an executor that requires less each time it is asked', {
    subject: (name) =>
      executorSubject({
        name,
        create: () => {
          let asked = 0;
          return toolbox({
            needsApproval: () => false,
            requiredCapabilities: () => (asked++ % 2 === 0 ? capabilities('local-write', 'arbitrary-egress') : NONE),
          });
        },
      }),
  }),
  written('DEC-01', 'preDispatch', "a layer that puts its own verdict in place of the inner's", {
    reference: 'bug-ops/zeph#5906, #5931',
    subject: (name) => handmade(name, { preDispatch: 'tightens' }, () => ({ preDispatch: async () => own() })),
  }),
  written('DEC-01', 'preDispatch', 'a layer that takes the loosest verdict', {
    subject: (name) =>
      handmade(name, { preDispatch: 'tightens' }, (inner) => ({
        preDispatch: async (call) => {
          const decision = await inner.preDispatch(call);
          return decision.verdict === 'allow' || some(call.tool) ? allow() : decision;
        },
      })),
  }),
  written('DEC-01', 'preDispatch', 'a scope on the outside that says need not', {
    reference: 'bug-ops/zeph#5931, mastra-ai/mastra PR16296',
    subject: (name) => handmade(name, { preDispatch: 'rewrites' }, () => ({ preDispatch: async () => allow() })),
  }),
  written('DEC-01', 'preDispatch', 'a memory that also forgets a deny', {
    subject: (name) =>
      handmade(name, { preDispatch: 'remembers' }, (inner) => ({
        preDispatch: async (call) => {
          const decision = await inner.preDispatch(call);
          return some(call.tool) ? allow() : decision;
        },
      })),
  }),
  written('DEC-01', 'needsApproval', 'a layer that lowers a static requirement', {
    reference: 'mastra-ai/mastra PR16296',
    subject: (name) =>
      handmade(name, { needsApproval: 'tightens' }, (inner) => ({
        needsApproval: (tool) => inner.needsApproval(tool) && some(tool),
      })),
  }),
  written('DEC-01', 'cacheableApproval', 'a layer that makes everything cacheable', {
    subject: (name) => handmade(name, { cacheableApproval: 'tightens' }, () => ({ cacheableApproval: () => true })),
  }),
  written('DEC-01', 'ingestsUntrustedContent', 'a layer that trusts what the inner does not', {
    subject: (name) =>
      handmade(name, { ingestsUntrustedContent: 'tightens' }, (inner) => ({
        ingestsUntrustedContent: (tool) => some(tool) && inner.ingestsUntrustedContent(tool),
      })),
  }),
  written('DEC-01', 'sandboxWouldDeny', 'a layer that inherits that the sandbox would not deny', {
    subject: (name) =>
      handmade(name, { sandboxWouldDeny: 'tightens' }, () => ({ sandboxWouldDeny: async () => false })),
  }),
  written('DEC-02', 'preDispatch', 'a wrapper that rebuilds the decision from needsApproval', {
    subject: (name) =>
      handmade(name, { preDispatch: 'tightens' }, (inner) => ({
        preDispatch: async (call) => (inner.needsApproval(call.tool) ? own() : allow()),
      })),
  }),
  written('DEC-02', 'preDispatch', 'a wrapper that keeps the verdict and drops the rest', {
    subject: (name) =>
      handmade(name, { preDispatch: 'tightens' }, (inner) => ({
        preDispatch: async (call) => ({ verdict: (await inner.preDispatch(call)).verdict }),
      })),
  }),
  written('DEC-02', 'preDispatch', 'a wrapper that turns a deny into an ask', {
    subject: (name) =>
      handmade(name, { preDispatch: 'tightens' }, (inner) => ({
        preDispatch: async (call) => {
          const decision = await inner.preDispatch(call);
          return decision.verdict === 'deny' ? { ...decision, verdict: 'ask' } : decision;
        },
      })),
  }),
  written('DEC-02', 'preDispatch', 'a wrapper that loses the rewritten arguments', {
    reference: 'pydantic/pydantic-ai#6968',
    subject: (name) =>
      handmade(name, { preDispatch: 'rewrites' }, (inner) => ({
        preDispatch: async (call) => {
          const { args: _lost, ...rest } = await inner.preDispatch(call);
          return rest;
        },
      })),
  }),
  written('DEC-02', 'preDispatch', "a composite that rebuilds the owner's decision from a flag", {
    subject: (name) =>
      compositeSubject({
        name,
        create: (sources) => {
          const made = composite(sources);
          return { ...made, preDispatch: async (call) => (made.needsApproval(call.tool) ? own() : allow()) };
        },
      }),
  }),
  written('DEC-03', 'preDispatch', 'a memory that answers before the inner can deny', {
    reference: 'pi-mcp-adapter PR536',
    subject: (name) =>
      handmade(name, { preDispatch: 'remembers' }, (inner) => {
        const asked = new Set<string>();
        return {
          preDispatch: async (call) => {
            if (asked.has(call.tool)) return allow();
            const decision = await inner.preDispatch(call);
            if (decision.verdict === 'ask') asked.add(call.tool);
            return decision;
          },
        };
      }),
  }),
  written('DEC-03', 'preDispatch', 'a wrapper that lets a deny be approved', {
    subject: (name) =>
      handmade(name, { preDispatch: 'rewrites' }, (inner) => ({
        preDispatch: async (call) => {
          const decision = await inner.preDispatch(call);
          return decision.verdict === 'deny' ? requireApproval('a person may decide') : decision;
        },
      })),
  }),
  written('DEC-04', 'preDispatch', 'an executor whose per-call answer lowers its static one', {
    reference: 'mastra-ai/mastra PR16296',
    subject: (name) =>
      executorSubject({
        name,
        create: () =>
          toolbox({ needsApproval: () => true, preDispatch: async (call) => (call.args === null ? own() : allow()) }),
      }),
  }),
  written('DEC-04', 'preDispatch', 'a layer that raises needsApproval and not the decision', {
    subject: (name) =>
      handmade(name, { needsApproval: 'tightens' }, (inner) => ({
        needsApproval: (tool) => some(tool) || inner.needsApproval(tool),
      })),
  }),
  written('DEC-04', 'preDispatch', 'a layer that waives approval where the arguments are empty', {
    subject: (name) =>
      handmade(name, { needsApproval: 'tightens', preDispatch: 'tightens' }, (inner) => ({
        needsApproval: () => true,
        preDispatch: (call) =>
          call.args === undefined || call.args === null
            ? inner.preDispatch(call)
            : tighten(call, strictest(own(), allow()), inner),
      })),
  }),
];
