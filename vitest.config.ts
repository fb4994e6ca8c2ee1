import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { useMemoryFolder } from './scripts/lib/memory-folder.ts';

useMemoryFolder();

// Half an hour off the hour and with daylight saving: a test that leans on UTC or on the machine's zone fails here.
process.env.TZ = 'America/St_Johns';
// Compiled code of packages, for the workers of the tests and for the servers that tests start.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
  new URL('node_modules/.cache/node', import.meta.url),
);

const exclude = ['**/node_modules/**', '**/dist/**', 'e2e/**'];
/** Files that replace modules which others import: each has its own process. */
const replacing = [
  'apps/cli/commands/import.test.ts',
  'apps/cli/mirror/run.test.ts',
  'apps/cli/mirror/spoiled-replies.test.ts',
  'packages/service-kit/columns/write-in-process.test.ts',
  'packages/reports/figure-mutations.test.ts',
];
const replacingInDom = [
  'apps/web/dashboards/dashboard-page.test.tsx',
  'apps/web/gadget-page/gadget-page.test.tsx',
];

/** Test files run one after another in the same processes, which load what they import once. */
const shared = {
  isolate: false,
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
  // A machine that is busy is slow, and nothing that is tested is a limit of time: these are for what hangs.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 120_000 } },
};
const node = {
  ...shared,
  environment: 'node' as const,
  exclude: [...exclude, ...replacing],
};
const dom = {
  ...shared,
  environment: 'jsdom' as const,
  setupFiles: ['packages/ui/testing/setup.ts'],
};
const of = (folders: string) => [`{packages,apps}/${folders}/**/*.test.ts`];

export default defineConfig({
  test: {
    // The default leaves one core unused: half of them on two.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          ...node,
          name: 'node',
          include: [
            'scripts/**/*.test.ts',
            ...of('!(cli|server|replica|service-kit|server-store)'),
          ],
        },
      },
      {
        test: {
          ...node,
          name: 'server',
          include: of('{cli,server,replica,service-kit,server-store}'),
          globalSetup: 'packages/replica/store/testing/postgres-setup.ts',
          setupFiles: ['packages/replica/store/testing/empty-folder.ts'],
        },
      },
      { test: { ...node, name: 'replacing', include: replacing, exclude, isolate: true } },
      {
        test: {
          ...dom,
          name: 'dom',
          include: ['{packages,apps}/**/*.test.tsx'],
          exclude: [...exclude, ...replacingInDom],
        },
      },
      { test: { ...dom, name: 'replacing in dom', include: replacingInDom, isolate: true } },
    ],
  },
});
