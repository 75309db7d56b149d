import type { Readable, Writable } from 'node:stream';
import type { Implementation, Transport } from '@modelcontextprotocol/server';
import type { ApprovalRequest, DispatchContext } from '@pawl/core';

/** Serves one client over this process's stdin and stdout; ends when stdin does. */
export interface StdioServing {
  /** Which kind of transport it is. */
  readonly kind: 'stdio';
  /** Where messages come from. Default: `process.stdin`. */
  readonly stdin?: Readable;
  /** Where messages go, and nothing else may. Default: `process.stdout`. */
  readonly stdout?: Writable;
  /** Bytes of the longest message that is read; a longer one ends the connection. Default: 64 MiB. */
  readonly maxMessageBytes?: number;
}

/** Serves many clients over Streamable HTTP, each with a session of its own. */
export interface HttpServing {
  /** Which kind of transport it is. */
  readonly kind: 'http';
  /** The address to listen at. Anything but loopback needs a `token`. Default: `127.0.0.1`. */
  readonly host?: string;
  /** The port to listen at; 0 takes a free one, which the handle tells. Default: 0. */
  readonly port?: number;
  /** The path of the endpoint. Default: `/mcp`. */
  readonly path?: string;
  /** What every request must bring as `Authorization: Bearer …`, at least 16 characters. Default: none is asked for. */
  readonly token?: string;
  /** Names, without port, that a request's `Host` may give beside loopback's and `host`. Default: none. */
  readonly allowedHosts?: readonly string[];
  /** Origins, as in `https://app.example`, whose pages may call beside the endpoint's own. Default: none. */
  readonly allowedOrigins?: readonly string[];
  /** Bytes of the longest request body that is read; a longer one is answered with 413. Default: 4 MiB. */
  readonly maxBodyBytes?: number;
  /** Sessions at a time. At the limit the one that has been idle longest ends; with none idle, 503. Default: 256. */
  readonly maxSessions?: number;
}

/** Serves one client over a transport of the official server package. */
export interface TransportServing {
  /** Which kind of transport it is. */
  readonly kind: 'transport';
  /** Not yet started; it is closed with the serving. */
  readonly transport: Transport;
}

/** How widely a person's yes counts: this call, these arguments for the session, or this tool for the session. */
export type ServedApprovalScope = 'once' | 'call' | 'session';

/** Something that did not fail a call and that an operator may want to know. */
export interface ServeWarning {
  /** What it is about: the protocol or transport, the catalogue, or the memory of approvals. */
  readonly code: 'protocol' | 'catalogue' | 'approval';
  /** What happened, in a sentence. */
  readonly message: string;
}

/** What of a dispatch context a server's operator can state for all calls. */
export type ServedContext = Pick<
  DispatchContext,
  'policy' | 'escalateSandboxDenials' | 'validate' | 'clock' | 'memberTimeoutMs' | 'callTimeoutMs'
>;

/** What `serveMcp` takes. */
export interface ServeMcpOptions {
  /** How clients reach it. */
  readonly transport: StdioServing | HttpServing | TransportServing;
  /** How the server introduces itself. Default: `pawl`. */
  readonly serverInfo?: Implementation;
  /** How the tools want to be used, for the client's model. Default: nothing. */
  readonly instructions?: string;
  /** Settings of `dispatch` for every call. Default: its own defaults. */
  readonly context?: ServedContext;
  /** On whose behalf all calls are made. Default: not said. */
  readonly caller?: string;
  /** `'session'`: a result that may hold foreign text taints the rest of its session. `'off'`: never. Default: `'session'`. */
  readonly taint?: 'session' | 'off';
  /** `'offer'`: a name that is not advertised is answered with what it may have meant. Default: `'none'`. */
  readonly recovery?: 'offer' | 'none';
  /** Milliseconds that a person gets to answer. Default: 600,000. */
  readonly approvalTimeoutMs?: number;
  /**
   * Told of a yes before the call runs. With it, a person may let a cacheable approval count for longer than `once`; the
   * scope is what they chose. Default: every yes counts once.
   */
  readonly onApproval?: (request: ApprovalRequest, scope: ServedApprovalScope) => void | Promise<void>;
  /** Told when a session has ended, so that what is kept for it can be forgotten. Default: nobody. */
  readonly onSessionEnd?: (session: string) => void | Promise<void>;
  /** Milliseconds that running calls get to let go when the serving closes. Default: 5,000. */
  readonly closeTimeoutMs?: number;
  /** Makes the ids of sessions. Default: random UUIDs. */
  readonly newSessionId?: () => string;
  /** Told of what fails no call. Default: nobody. */
  readonly onWarning?: (warning: ServeWarning) => void;
}
