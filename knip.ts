import type { KnipConfig } from 'knip';

/** `knip --production` finds what tests alone keep alive: it reads the patterns that end with '!'. */
const isProduction = process.argv.includes('--production');

const project = ['**/*.{ts,tsx}!', '!**/*.test.{ts,tsx}!', '!**/testing/**!', '!**/bench/**!'];
const workspace = (entry: readonly string[], more: object = {}) => {
  return { entry: [...entry, '**/*.test.{ts,tsx}', '**/*.bench.ts'], project, ...more };
};

const config: KnipConfig = {
  workspaces: {
    '.': {
      entry: [
        'scripts/*.mjs!',
        // Named to the runner by its path.
        'scripts/lib/skipped-reporter.mjs!',
        // Of the settings of the test runners.
        'scripts/lib/memory-folder.ts!',
        'scripts/*.test.ts',
        'e2e/**/*.spec.ts',
        'e2e/connect/host-page.js',
        'e2e/data-center/dashboard.js',
      ],
      project: ['scripts/**!', 'e2e/**', '!e2e/newcomer/*-fixture/**', '!scripts/**/*.test.ts!'],
      ignoreBinaries: ['vite'],
      // Its files are served to the pictures of browser tests.
      ignoreDependencies: ['@fontsource/rubik'],
    },
    'packages/*': workspace([]),
    'packages/reports': workspace([
      ...['*/index.ts!', '*/compute.ts!'],
      ...['*/form.tsx!', '*/wall.tsx!'],
    ]),
    'packages/replica': workspace(['store/testing/*-child.ts', 'bench/*-child.ts']),
    'packages/hosts': workspace([], { ignoreDependencies: ['atlassian-connect-js'] }),
    'packages/ui': workspace(['vite-atlaskit.ts!', 'stubs/*.ts!'], {
      ignoreDependencies: ['jsdom', '@atlaskit/platform-feature-flags'],
    }),
    'apps/server': workspace(['main.ts!', 'testing/*-child.ts'], {
      ignoreBinaries: ['systemd-notify'],
      // A test writes a program that uses it.
      ignoreDependencies: ['openapi-fetch'],
    }),
    'apps/cli': workspace(
      ['bin/*.mjs!', 'main.ts!', 'testing/write-pairs.ts', 'bench/*-child.ts'],
      {
        ignoreBinaries: [
          'systemd-analyze',
          'nginx',
          'caddy',
          'openssl',
          'helm',
          'java',
          'spark-submit',
        ],
      },
    ),
    'apps/forge': workspace(['src/index.ts!', 'pack.ts!']),
    'apps/npm': workspace(['pack.ts!', 'bin/*.mjs!'], { ignoreUnresolved: ['../lib/main.js'] }),
    'apps/data-center': workspace(['src/modules.ts!', 'pack.ts!']),
    'apps/web': workspace([
      // Stand in for packages by an alias.
      'figure-page/no-*.ts!',
      ...['engine/worker.ts!', 'figure-page/main.tsx!', 'figure-page/vite.config.ts!'],
      ...['build/*.ts!', 'bench/*-child.ts'],
    ]),
  },
  // Tests may reach into a file for a function that the file itself needs.
  ignoreExportsUsedInFile: isProduction || { interface: true, type: true },
};

export default config;
