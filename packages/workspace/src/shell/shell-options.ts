/** How `shell_exec` runs commands. */
export interface ShellOptions {
  /** The absolute path of bubblewrap. Default: the first of `bubblewrapPlaces` that is there. */
  readonly bubblewrap?: string;
  /** The shell, as it is called inside the sandbox. Default: `/bin/sh`. */
  readonly program?: string;
  /** Absolute paths that commands may read beside the system's own programs, such as a tool chain. Default: none. */
  readonly readOnly?: readonly string[];
  /** Variables added to the few that every command gets. Nothing of this process's own environment is handed on. */
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds that a command may take. Default: 120,000. */
  readonly timeoutMs?: number;
  /** Bytes of each of stdout and stderr that are kept. Default: 65,536. */
  readonly outputBytes?: number;
  /**
   * Bytes of memory that all processes of a command may use together. /tmp and /dev/shm, which lie in memory, may each hold as
   * many again. Default: 1 GiB.
   */
  readonly memoryBytes?: number;
  /** Processes that a command may have at a time. Default: 256. */
  readonly processes?: number;
  /** Bytes that a command may write to one file. Default: 1 GiB. */
  readonly fileBytes?: number;
}

/** The options with their defaults. */
export type ShellSettings = Required<Omit<ShellOptions, 'bubblewrap'>> & { readonly bubblewrap: string | undefined };

const gibibyte = 1024 ** 3;

const defaults: ShellSettings = {
  bubblewrap: undefined,
  program: '/bin/sh',
  readOnly: [],
  env: {},
  timeoutMs: 120_000,
  outputBytes: 65_536,
  memoryBytes: gibibyte,
  processes: 256,
  fileBytes: gibibyte,
};

const amounts = ['timeoutMs', 'outputBytes', 'memoryBytes', 'processes', 'fileBytes'] as const;

const requireAbsolute = (name: string, path: string): void => {
  if (!path.startsWith('/') || path.includes('\0')) {
    throw new TypeError(`workspace: \`shell.${name}\` must be an absolute path, not ${JSON.stringify(path)}`);
  }
};

/** @throws {TypeError} @throws {RangeError} for an option that cannot be meant. */
export const shellSettings = (options: ShellOptions = {}): ShellSettings => {
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(defaults, name)) {
      throw new TypeError(`workspace: \`shell.${name}\` is no option: use ${Object.keys(defaults).join(', ')}`);
    }
  }
  const settings: ShellSettings = { ...defaults, ...options };
  for (const name of amounts) {
    if (!Number.isSafeInteger(settings[name]) || settings[name] < 1) {
      throw new RangeError(`workspace: \`shell.${name}\` must be a whole number above 0, not ${settings[name]}`);
    }
  }
  requireAbsolute('program', settings.program);
  if (settings.bubblewrap !== undefined) requireAbsolute('bubblewrap', settings.bubblewrap);
  for (const path of settings.readOnly) requireAbsolute('readOnly', path);
  for (const [name, value] of Object.entries(settings.env)) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || typeof value !== 'string' || value.includes('\0')) {
      throw new TypeError(`workspace: \`shell.env\` cannot hold ${JSON.stringify(name)}: give names and strings`);
    }
  }
  return settings;
};
