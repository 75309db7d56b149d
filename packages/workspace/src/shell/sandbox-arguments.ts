import type { Root } from '../fence/open-root.js';
import { reservedName } from '../fence/reserved.js';
import type { ShellSettings } from './shell-options.js';

/** Where the root lies inside the sandbox: the path on the machine is nobody's business there. */
export const insideRoot = '/workspace';

// What programs need to start. Of /etc only what says where libraries are: no accounts, keys or host names.
const systemPaths = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/nix/store',
  '/etc/alternatives',
  '/etc/ld.so.cache',
  '/etc/ld.so.conf',
  '/etc/ld.so.conf.d',
  '/etc/localtime',
];

// What of /proc changes the machine. The kernel lets the machine's root write there from any namespace, and a command that root
// starts is root for the kernel.
const machineSettings = ['sys', 'sysrq-trigger', 'irq', 'bus', 'fs', 'acpi', 'scsi', 'mtrr'].map(
  (name) => `/proc/${name}`,
);

// `ulimit -d` counts what a process really may write to, so programs that only reserve address space still run.
const program = (settings: ShellSettings): string =>
  [
    'ulimit -c 0',
    `ulimit -d ${Math.ceil(settings.memoryBytes / 1024)}`,
    `ulimit -f ${Math.ceil(settings.fileBytes / 512)}`,
    `exec "$0" -c "$1"`,
  ].join(' && ');

/** What the sandbox is to run. */
export interface SandboxRequest {
  readonly root: Root;
  readonly settings: ShellSettings;
  readonly command: string;
  /** The directory to run in, as names from the root down. */
  readonly directory: readonly string[];
}

/** The environment of a command: nothing of this process's own. */
export const sandboxEnvironment = ({ settings, directory }: SandboxRequest): NodeJS.ProcessEnv => ({
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: '/tmp',
  TMPDIR: '/tmp',
  LANG: 'C.UTF-8',
  TERM: 'dumb',
  ...settings.env,
  PWD: [insideRoot, ...directory].join('/'),
});

/** Bubblewrap's arguments. Descriptor 3 is told how it went. */
export const sandboxArguments = (request: SandboxRequest): readonly string[] => {
  const { root, settings, command, directory } = request;
  const reserved = `${insideRoot}/${reservedName}`;
  const size = String(settings.memoryBytes);
  const readable = [...systemPaths.flatMap((path) => ['--ro-bind-try', path, path])];
  for (const path of settings.readOnly) readable.push('--ro-bind', path, path);
  return [
    ...['--unshare-user', '--unshare-pid', '--unshare-net', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ...['--disable-userns', '--cap-drop', 'ALL', '--hostname', 'workspace'],
    ...['--die-with-parent', '--new-session', '--json-status-fd', '3'],
    ...readable,
    ...['--proc', '/proc', '--dev', '/dev', ...machineSettings.flatMap((path) => ['--ro-bind-try', path, path])],
    ...['--size', size, '--tmpfs', '/dev/shm', '--size', size, '--tmpfs', '/tmp'],
    ...['--bind', root.path, insideRoot],
    // Over the workers' subtrees lies an empty folder that takes nothing.
    ...['--tmpfs', reserved, '--remount-ro', reserved, '--remount-ro', '/'],
    ...['--chdir', [insideRoot, ...directory].join('/')],
    ...['--', '/bin/sh', '-c', program(settings), settings.program, command],
  ];
};
