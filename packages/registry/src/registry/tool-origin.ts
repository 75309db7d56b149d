/**
 * Where tools come from, in the operator's word.
 *
 * `local-sandbox`: works inside the conversation's own sandbox. `fetcher`: sends and fetches bytes at addresses that the
 * model chooses. `first-party`, `registered-connector`: a fixed service, the operator's own or one the operator
 * registered. `access-grant`, `access-revoke`, `admin-manage`, `admin-grant`: changes who may do what, so every call goes
 * to a person. `unknown`: nobody vouches for it.
 */
export type ToolOrigin =
  | 'local-sandbox'
  | 'fetcher'
  | 'first-party'
  | 'registered-connector'
  | 'access-grant'
  | 'access-revoke'
  | 'admin-manage'
  | 'admin-grant'
  | 'unknown';

const known: Readonly<Record<ToolOrigin, true>> = {
  'local-sandbox': true,
  fetcher: true,
  'first-party': true,
  'registered-connector': true,
  'access-grant': true,
  'access-revoke': true,
  'admin-manage': true,
  'admin-grant': true,
  unknown: true,
};

/** Every origin there is. */
export const toolOrigins: readonly ToolOrigin[] = Object.freeze(Object.keys(known) as ToolOrigin[]); // the keys of the record above

/** Says whether a value is an origin. */
export const isToolOrigin = (value: unknown): value is ToolOrigin => toolOrigins.some((origin) => origin === value);
