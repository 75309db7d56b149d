import {
  type Capability,
  capabilities,
  deny,
  requireApproval,
  strictest,
  type ToolCall,
  type ToolDecision,
  ToolFailure,
  union,
} from '@pawl/core';
import type { Subject } from '../subject/subject.js';
import { handmade } from './handmade.js';

const closed = async (call: ToolCall): Promise<never> => {
  throw new ToolFailure(`${call.tool} is closed`, { code: 'refused', outcome: 'not-started' });
};

const requiring = (capability: Capability): Subject =>
  handmade(`a wrapper that requires ${capability} of every tool`, { requiredCapabilities: 'tightens' }, (inner) => ({
    requiredCapabilities: (tool) => union(inner.requiredCapabilities(tool), capabilities(capability)),
  }));

const stamped = (args: ToolCall['args']): NonNullable<ToolDecision['args']> =>
  typeof args === 'object' && args !== null && !Array.isArray(args) ? { ...args, stamp: 'x' } : { stamp: 'x' };

/** Stricter than any law asks, or rewriting where it may: every law must let them pass. */
export const stricterTwins: readonly Subject[] = [
  handmade('a wrapper that always asks', { needsApproval: 'tightens', preDispatch: 'tightens' }, (inner) => ({
    needsApproval: () => true,
    preDispatch: async (call) => strictest(await inner.preDispatch(call), requireApproval('always')),
  })),
  handmade('a wrapper that denies everything', { preDispatch: 'tightens' }, () => ({
    preDispatch: async () => deny('closed'),
  })),
  handmade('a wrapper that refuses everything', { execute: 'refuses', executeStream: 'refuses' }, () => ({
    execute: closed,
    executeStream: closed,
  })),
  requiring('arbitrary-egress'),
  requiring('grant-admin'),
  handmade('a wrapper that takes every tool for a source', { ingestsUntrustedContent: 'tightens' }, () => ({
    ingestsUntrustedContent: () => true,
  })),
  handmade('a wrapper that lets no approval be kept', { cacheableApproval: 'tightens' }, () => ({
    cacheableApproval: () => false,
  })),
  handmade('a wrapper that expects the sandbox to deny', { sandboxWouldDeny: 'tightens' }, () => ({
    sandboxWouldDeny: async () => true,
  })),
  handmade('a wrapper that stamps the arguments, and has them judged', { preDispatch: 'tightens' }, (inner) => ({
    preDispatch: async (call) => {
      const args = stamped(call.args);
      const decision = await inner.preDispatch(Object.freeze({ ...call, args }));
      return decision.verdict === 'deny' ? decision : { ...decision, args: decision.args ?? args };
    },
  })),
];
