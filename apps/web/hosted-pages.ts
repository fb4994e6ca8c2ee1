import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';

/** Builds the pages for a host that serves the files below an unknown path. */
export async function buildHostedPages(outDir: string): Promise<void> {
  await build({
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    base: './',
    logLevel: 'warn',
    build: { outDir },
  });
  // Such a host shows no documentation, and has no server of ours to read the routes.
  for (const name of ['docs', 'routes.json']) {
    await rm(join(outDir, name), { recursive: true, force: true });
  }
}
