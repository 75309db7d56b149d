/** What is used of a `redis` client (node-redis 5): connected, and with the default mapping of replies to text. */
export interface RedisClient {
  /** As in `redis`. */
  eval(script: string, options: { readonly keys: string[]; readonly arguments: string[] }): Promise<unknown>;
}
