import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

const conditions = ['@pawl/source', ...defaultServerConditions];

export default defineConfig({
  ssr: { resolve: { conditions } },
  test: {
    include: ['packages/*/{src,test}/**/*.test.ts', 'examples/*/{src,test}/**/*.test.ts', 'test/**/*.test.ts'],
    // A property that shrinks, or a real server that starts, needs more than the default 5 s on two busy cores.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
