import type { KnipConfig } from 'knip';

/** `knip --production` finds what tests alone keep alive: it reads the patterns that end with '!'. */
const isProduction = process.argv.includes('--production');

const config: KnipConfig = {
  workspaces: {
    '.': {
      entry: [
        'scripts/*.mjs!',
        'scripts/*.test.ts',
        'e2e/**/*.spec.ts',
        'e2e/connect/host-page.js',
        'e2e/data-center/dashboard.js',
      ],
      project: [
        'scripts/**!',
        'e2e/**',
        '!e2e/newcomer/cycle-time-fixture/**',
        '!scripts/**/*.test.ts!',
      ],
      ignoreBinaries: ['vite'],
    },
    'packages/*': {
      entry: ['**/*.test.{ts,tsx}', '**/*.bench.ts'],
      project: ['**/*.{ts,tsx}!', '!**/*.test.{ts,tsx}!', '!**/testing/**!', '!**/bench/**!'],
    },
    'packages/reports': {
      entry: ['*/index.ts!', '*/compute.ts!', '**/*.test.{ts,tsx}', '*/*.bench.ts'],
      project: ['**/*.{ts,tsx}!', '!**/*.test.{ts,tsx}!', '!**/testing/**!', '!**/bench/**!'],
    },
    'apps/server': {
      entry: ['main.ts!', '**/*.test.ts'],
      project: ['**/*.ts!', '!**/*.test.{ts,tsx}!', '!**/testing/**!', '!**/bench/**!'],
      ignoreBinaries: ['systemd-notify'],
    },
    'apps/cli': {
      entry: [
        'bin/*.mjs!',
        'main.ts!',
        '**/*.test.ts',
        'bench/*.bench.ts',
        'testing/write-pairs.ts',
      ],
      project: ['**/*.ts!', '!**/*.test.{ts,tsx}!', '!**/testing/**!', '!**/bench/**!'],
      ignoreBinaries: ['systemd-analyze', 'nginx', 'caddy', 'openssl'],
    },
    'apps/forge': {
      entry: ['src/index.ts!', 'pack.ts!', '**/*.test.ts'],
      project: ['**/*.ts!', '!**/*.test.{ts,tsx}!', '!**/testing/**!', '!**/bench/**!'],
    },
    'apps/data-center': {
      entry: ['src/modules.ts!', 'pack.ts!', '**/*.test.ts'],
      project: ['**/*.ts!', '!**/*.test.{ts,tsx}!', '!**/testing/**!', '!**/bench/**!'],
    },
    'apps/web': {
      entry: ['engine/worker.ts!', 'build/*.ts!', '**/*.test.{ts,tsx}', 'bench/*.bench.ts'],
      project: ['**/*.{ts,tsx}!', '!**/*.test.{ts,tsx}!', '!**/testing/**!', '!**/bench/**!'],
    },
    'packages/ui': {
      entry: ['vite-atlaskit.ts!', 'stubs/*.ts!', '**/*.test.{ts,tsx}'],
      project: ['**/*.{ts,tsx}!', '!**/*.test.{ts,tsx}!', '!**/testing/**!', '!**/bench/**!'],
      ignoreDependencies: ['jsdom', '@atlaskit/platform-feature-flags'],
    },
    'packages/hosts': {
      entry: ['**/*.test.ts'],
      project: ['**/*.ts!', '!**/*.test.{ts,tsx}!', '!**/testing/**!', '!**/bench/**!'],
      ignoreDependencies: ['atlassian-connect-js'],
    },
    'packages/replica': {
      entry: ['**/*.test.ts', 'bench/*.bench.ts', 'store/testing/*-child.ts'],
      project: ['**/*.ts!', '!**/*.test.{ts,tsx}!', '!**/testing/**!', '!**/bench/**!'],
    },
  },
  // Tests may reach into a file for a function that the file itself needs.
  ignoreExportsUsedInFile: isProduction || { interface: true, type: true },
};

export default config;
