import type { Readable, Writable } from 'node:stream';

/** What a run of the command has to do with the world. */
export interface CliPorts {
  /** The environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where an MCP client's messages come from. */
  readonly stdin: Readable;
  /** Results, and over stdio the messages to an MCP client; nothing else. */
  readonly stdout: Writable;
  /** Everything that is told to people. */
  readonly stderr: Writable;
  /** Reads a text file. */
  readonly readFile: (path: string) => Promise<string>;
  /** Writes a file that must not exist yet, readable for its owner alone. */
  readonly writeNewFile: (path: string, text: string) => Promise<void>;
  /** Calls `listener` when the program is asked to stop; returns the unsubscribe. */
  readonly onStop: (listener: () => void) => () => void;
}
