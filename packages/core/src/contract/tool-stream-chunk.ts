import type { JsonValue } from '../json/json-value.js';
import type { ToolFailure } from './tool-failure.js';
import type { ToolExecution } from './tool-outcome.js';

/**
 * One piece of a streamed result. `done` and `error` are terminal: nothing follows them, and a stream that ends without
 * one has failed. Fields that are not listed here belong to somebody and are kept.
 */
export type ToolStreamChunk =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'data'; readonly data: JsonValue }
  | { readonly kind: 'progress'; readonly fraction?: number; readonly message?: string }
  | { readonly kind: 'done'; readonly result?: ToolExecution }
  | { readonly kind: 'error'; readonly failure: ToolFailure };
