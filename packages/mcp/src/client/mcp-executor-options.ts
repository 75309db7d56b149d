import type { AuthProvider, Implementation, OAuthClientProvider } from '@modelcontextprotocol/client';
import type { CapabilitySet, Clock, ToolExecutor, ToolSpec } from '@pawl/core';

/** A server that is started as a process of its own and spoken to over its stdin and stdout. */
export interface StdioServer {
  /** The program: a path, or a name to look up in `PATH`. No shell reads it. */
  readonly command: string;
  /** Default: none. */
  readonly args?: readonly string[];
  /**
   * Variables to set beside the few that are inherited (`HOME`, `LOGNAME`, `PATH`, `SHELL`, `TERM`, `USER`): a server
   * sees no other variable of this process.
   */
  readonly env?: Readonly<Record<string, string>>;
  /** Working directory. Default: this process's own. */
  readonly cwd?: string;
  /** Bytes of the longest message that is read; a longer one fails its call and is thrown away. Default: 64 MiB. */
  readonly maxMessageBytes?: number;
}

/** A server that is spoken to over Streamable HTTP. */
export interface HttpServer {
  /** The MCP endpoint, `http:` or `https:`. */
  readonly url: string | URL;
  /** Sent with every request, for example `authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The official client's own: `{ token: async () => '…' }` for bearer tokens, or an OAuth provider. */
  readonly authProvider?: AuthProvider | OAuthClientProvider;
  /** Instead of the global `fetch`, for example one with a proxy or other time-outs. */
  readonly fetch?: (url: string | URL, init?: RequestInit) => Promise<Response>;
}

/** Something that did not fail a call and that an operator may want to know. */
export interface McpWarning {
  /** What it is about. */
  readonly code: /** The server wrote something to stdout that is no message; it was ignored. */
    | 'noise'
    /** A tool in the server's list is unusable, or a changed list could not be read. */
    | 'catalogue'
    /** A tool's `outputSchema` cannot be compiled, so its results are not checked against it. */
    | 'output-schema'
    /** The official client reports something amiss with the protocol or the transport. */
    | 'protocol';
  /** What happened, in a sentence; it may quote the server. */
  readonly message: string;
}

/** What `mcpExecutor` takes. */
export interface McpExecutorOptions {
  /** The server to start, or to connect to. */
  readonly server: StdioServer | HttpServer;
  /** What messages call the server. Default: its command, or its host. */
  readonly name?: string;
  /**
   * `'none'`: the server owns no files that two workers could clobber, so they may share it. Only the operator can know.
   * Left out, and without `forWorker`, every worker is refused.
   */
  readonly workspace?: 'none';
  /** Re-roots for a worker, for example by starting another server in the worker's directory. Excludes `workspace`. */
  readonly forWorker?: ToolExecutor['forWorker'];
  /** The operator's word on what a tool requires. Default: `ALL`, whatever the server says of itself. */
  readonly requiredCapabilities?: (spec: ToolSpec) => CapabilitySet;
  /** Tools whose approval may be remembered. Default: none; a server cannot say this of itself. */
  readonly cacheableApproval?: readonly string[];
  /** Milliseconds until the server must be ready, its tools listed; also the limit of each later listing. Default: 30,000. */
  readonly startTimeoutMs?: number;
  /** Milliseconds that a server gets to leave after its stdin has closed, and again after SIGTERM. Default: 2,000. */
  readonly closeTimeoutMs?: number;
  /** How this client introduces itself. Default: `pawl`. */
  readonly clientInfo?: Implementation;
  /** Told of what fails no call. Default: nobody. */
  readonly onWarning?: (warning: McpWarning) => void;
  /** Where deadlines come from. Default: the machine's clock. */
  readonly clock?: Clock;
}
