// Installs the proxies when the report needs them: they are no part of the workspaces.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

const isInstalled = ([name, version]) => {
  try {
    return read(`./node_modules/${name}/package.json`).version === version;
  } catch {
    return false;
  }
};

const allInstalled = () => Object.entries(read('./package.json').dependencies).every(isInstalled);

/** Installs what the lock file says, without running scripts of the packages; a sentence where that cannot be done. */
export const installProxies = () => {
  if (allInstalled()) return undefined;
  const folder = fileURLToPath(new URL('./', import.meta.url));
  const args = ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status, stderr, error } = spawnSync('npm', args, { encoding: 'utf8' });
  if (status === 0 && allInstalled()) return undefined;
  const said =
    error?.message ?? stderr.split('\n').find((line) => line.startsWith('npm error')) ?? `exit code ${status}`;
  return `the proxies of npm could not be installed (\`npm ci --prefix field/proxies\`: ${said.trim()})`;
};
