import type { ArgumentRule } from '@pawl/decorators/narrowing';
import type { PolicyRule } from '@pawl/decorators/policy';
import type { ToolOrigin } from '@pawl/registry';

/** Which of a server's tools ask: see the schema. */
export type ApprovalPolicy = 'writes' | 'hints' | 'always' | 'never';

/** One server, in the shape that MCP clients use, and the operator's word on it. */
export interface ServerConfig {
  /** The program of a server that is started. */
  readonly command?: string;
  /** Its arguments. Default: none. */
  readonly args?: readonly string[];
  /** Variables beside the few that are inherited. Default: none. */
  readonly env?: Readonly<Record<string, string>>;
  /** Its working directory. Default: that of pawl. */
  readonly cwd?: string;
  /** Bytes of the longest message that is read from it. Default: 64 MiB. */
  readonly maxMessageBytes?: number;
  /** The endpoint of a server that is connected to. */
  readonly url?: string;
  /** Sent with every request. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Leaves the server out. Default: `false`. */
  readonly disabled?: boolean;
  /** Where its tools come from. Default: `unknown`, which requires everything. */
  readonly origin?: ToolOrigin;
  /** Put before the names of its tools. Default: nothing. */
  readonly prefix?: string;
  /** It owns no files that two workers could clobber. Default: not said. */
  readonly workspace?: 'none';
  /** Its tools whose approval may be remembered. Default: none. */
  readonly cacheableApproval?: readonly string[];
  /** Which of its tools ask. Default: `writes`. */
  readonly approval?: ApprovalPolicy;
  /** Milliseconds until it must be ready. Default: 30,000. */
  readonly startTimeoutMs?: number;
  /** Milliseconds for it to leave. Default: 2,000. */
  readonly closeTimeoutMs?: number;
}

/** One layer: exactly one member. */
export interface LayerConfig {
  /** Withholds tools, and restricts arguments. */
  readonly narrowing?: {
    readonly allow?: readonly string[];
    readonly deny?: readonly string[];
    readonly args?: readonly ArgumentRule[];
    readonly whenUnmatched?: 'error' | 'ignore';
  };
  /** Decides by rules that are data. */
  readonly policy?: {
    readonly rules: readonly PolicyRule[];
    readonly otherwise?: 'allow' | 'ask' | 'deny';
    readonly whenUnmatched?: 'error' | 'ignore';
  };
  /** Hands out earlier results of tools that only read. */
  readonly cache?: { readonly ttlMs: number; readonly maxEntries?: number; readonly tools?: readonly string[] };
  /** Replaces secrets and personal data in whatever comes back. */
  readonly redaction?: {
    readonly personalData?: 'redact' | 'keep';
    readonly secrets?: readonly string[];
    readonly without?: readonly string[];
  };
  /** Remembers what a person said yes to. */
  readonly approvalCache?: { readonly recallTimeoutMs?: number };
  /** Lists the tools that fit a query. */
  readonly retrievalGate?: {
    readonly query: string;
    readonly k: number;
    readonly pinned?: readonly string[];
    readonly fill?: boolean;
    readonly leastScore?: number;
    readonly recoverLimit?: number;
    readonly whenUnmatched?: 'error' | 'ignore';
  };
}

/** How clients reach the stack. */
export interface ServeConfig {
  /** Default: `stdio`. */
  readonly transport?: 'stdio' | 'http';
  /** Default: `127.0.0.1`. */
  readonly host?: string;
  /** Default: 0, a free one. */
  readonly port?: number;
  /** Default: `/mcp`. */
  readonly path?: string;
  /** What every request must bring as a bearer token. Default: none. */
  readonly token?: string;
  /** Names that a request's `Host` may give beside loopback's. Default: none. */
  readonly allowedHosts?: readonly string[];
  /** Origins whose pages may call. Default: none but the endpoint's own. */
  readonly allowedOrigins?: readonly string[];
  /** Bytes of the longest request. Default: 4 MiB. */
  readonly maxBodyBytes?: number;
  /** Sessions at a time. Default: 256. */
  readonly maxSessions?: number;
  /** Whether foreign text taints the rest of a session. Default: `session`. */
  readonly taint?: 'session' | 'off';
  /** Whether a name that is not listed is answered with what it may have meant. Default: `none`. */
  readonly recovery?: 'offer' | 'none';
  /** Milliseconds that a person may take to answer. Default: 600,000. */
  readonly approvalTimeoutMs?: number;
  /** Milliseconds that a call may take. Default: 300,000. */
  readonly callTimeoutMs?: number;
  /** What the client's model is told of the tools. Default: nothing. */
  readonly instructions?: string;
}

/** A configuration file, checked, with the environment filled in. */
export interface PawlConfig {
  /** The servers by name. */
  readonly mcpServers: Readonly<Record<string, ServerConfig>>;
  /** Outermost first. Default: none. */
  readonly layers?: readonly LayerConfig[];
  /** How clients reach the stack. Default: over stdio. */
  readonly serve?: ServeConfig;
  /** What a name means that two servers list. Default: `error`. */
  readonly onDuplicate?: 'error' | 'first';
}
