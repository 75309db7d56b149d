import { expect, it } from 'vitest';
import { minimalEnvironment } from './minimal-environment.js';

it('hands on what programs need to work, and nothing else', () => {
  const host = {
    PATH: '/bin',
    HOME: '/home/a',
    LANG: 'C',
    LC_ALL: 'C.UTF-8',
    TZ: 'UTC',
    AWS_SECRET_ACCESS_KEY: 'secret',
    GITHUB_TOKEN: 'secret',
    NODE_OPTIONS: '--inspect',
    LD_PRELOAD: '/evil.so',
    GIT_DIR: '/repo',
    path: 'no',
  };
  expect({ ...minimalEnvironment(host, {}) }).toEqual({
    PATH: '/bin',
    HOME: '/home/a',
    LANG: 'C',
    LC_ALL: 'C.UTF-8',
    TZ: 'UTC',
  });
});

it('lets what the operator adds win, whatever its name', () => {
  const added = minimalEnvironment({ PATH: '/bin' }, { PATH: '/opt', API_KEY: 'given', __proto__: null } as never);
  expect(Object.entries(added)).toEqual([
    ['PATH', '/opt'],
    ['API_KEY', 'given'],
  ]);
});
