import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Half an hour off the hour and with daylight saving: a test that leans on UTC or on the machine's zone fails here.
process.env.TZ = 'America/St_Johns';

const exclude = ['**/node_modules/**', '**/dist/**', 'e2e/**'];

export default defineConfig({
  test: {
    // The default leaves one core unused: half of them on two.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['{packages,apps,scripts}/**/*.test.ts'],
          exclude,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'dom',
          environment: 'jsdom',
          include: ['{packages,apps}/**/*.test.tsx'],
          exclude,
          setupFiles: ['packages/ui/testing/setup.ts'],
          testTimeout: 30_000,
        },
      },
    ],
  },
});
