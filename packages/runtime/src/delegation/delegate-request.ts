import type { ProposedCall } from '../message/message.js';

/** What a model delegates. */
export interface DelegateRequest {
  readonly agent: string;
  readonly task: string;
  readonly context?: string;
  readonly shareIn: readonly string[];
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** The request in the arguments of a delegating call, or what is wrong with them. */
export const delegateRequest = ({ args }: ProposedCall): DelegateRequest | string => {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return 'its arguments must be an object';
  // Not an array, so its members go by name; each is looked at before it is believed.
  const { agent, task, context, share_in: shareIn = [] } = args as { readonly [member: string]: unknown };
  if (!isText(agent)) return '`agent` must be the name of an agent';
  if (!isText(task) || task === '') return '`task` must say what to do';
  if (context !== undefined && !isText(context)) return '`context` must be a text';
  if (!Array.isArray(shareIn) || !shareIn.every(isText)) return '`share_in` must be a list of paths';
  return { agent, task, shareIn, ...(context === undefined ? {} : { context }) };
};
