import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const root = fileURLToPath(new URL('..', import.meta.url));

const env = { FORCE_COLOR: '0', ...process.env, TURBO_TELEMETRY_DISABLED: '1' };

/** Runs a command of the project to its end; `quiet` shows its output only when it fails. Returns whether it succeeded. */
export const run = (command, args, { quiet = false } = {}) => {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    env: { ...env, PATH: `${root}node_modules/.bin:${env.PATH}` },
    stdio: quiet ? 'pipe' : 'inherit',
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (quiet && status !== 0) process.stderr.write(`${stdout ?? ''}${stderr ?? ''}${error ? `${error.message}\n` : ''}`);
  return status === 0;
};

/** Builds what is not built yet; ends the process where that fails. */
export const build = () => {
  if (!run('turbo', ['run', 'build', '--output-logs=errors-only', '--log-order=grouped'], { quiet: true })) {
    process.stderr.write('the build failed: see above\n');
    process.exit(1);
  }
};
