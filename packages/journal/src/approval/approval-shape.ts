import type { SignedApprovalRequest } from './signed-request.js';
import type { SignedApprovalResponse } from './signed-response.js';

type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const areStrings = (value: Members, ...names: readonly string[]): boolean =>
  names.every((name) => typeof value[name] === 'string');

const isInstant = (value: unknown): boolean => typeof value === 'string' && Number.isFinite(Date.parse(value));

const isBinding = (value: unknown): boolean =>
  isObject(value) &&
  areStrings(value, 'callId', 'tool', 'fingerprint', 'argsDigest') &&
  ['caller', 'session', 'worker'].every((name) => !(name in value) || typeof value[name] === 'string');

const isAsked = (value: unknown): boolean =>
  isObject(value) &&
  areStrings(value, 'callId', 'tool', 'reason') &&
  isObject(value['spec']) &&
  typeof value['spec']['name'] === 'string' &&
  Array.isArray(value['required']) &&
  Array.isArray(value['missing']) &&
  typeof value['sandboxEscalation'] === 'boolean';

/** Whether a value from outside has the shape of a request; whether it is to be believed, its signature says. */
export const isSignedRequest = (value: unknown): value is SignedApprovalRequest =>
  isObject(value) &&
  value['v'] === 1 &&
  areStrings(value, 'id', 'key', 'sig') &&
  isInstant(value['issuedAt']) &&
  isInstant(value['expiresAt']) &&
  isBinding(value['binding']) &&
  isAsked(value['request']);

/** Whether a value from outside has the shape of a response; whether it is to be believed, its signature says. */
export const isSignedResponse = (value: unknown): value is SignedApprovalResponse =>
  isObject(value) &&
  value['v'] === 1 &&
  areStrings(value, 'requestId', 'requestDigest', 'approver', 'key', 'sig') &&
  (value['answer'] === 'approve' || value['answer'] === 'refuse') &&
  (value['scope'] === 'once' || value['scope'] === 'call' || value['scope'] === 'session') &&
  isInstant(value['answeredAt']) &&
  isInstant(value['expiresAt']) &&
  isBinding(value['binding']);
