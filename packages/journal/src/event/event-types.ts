import type { JournalEventType } from './event-map.js';

// A record, so that the compiler notices a type that is missing here.
const types: Readonly<Record<JournalEventType, true>> = {
  call: true,
  decision: true,
  'approval-request': true,
  'approval-response': true,
  'approval-consumed': true,
  'approval-revoked': true,
  modify: true,
  inject: true,
  redaction: true,
  delegation: true,
  result: true,
  checkpoint: true,
  'key-rotation': true,
  custom: true,
};

/** Says whether a value is a type of event. */
export const isEventType = (value: unknown): value is JournalEventType =>
  typeof value === 'string' && Object.hasOwn(types, value);
