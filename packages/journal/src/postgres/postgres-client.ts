/**
 * What is used of a `pg` client: one connection, connected, and not a pool, because the lock that keeps other writers out
 * belongs to the connection.
 */
export interface PostgresClient {
  /** As in `pg`. */
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
}
