import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';

/** Builds the pages for a host with an unknown base path. */
export async function buildHostedPages(outDir: string): Promise<void> {
  await build({
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    base: './',
    logLevel: 'warn',
    build: { outDir },
  });
  // Only our own server uses these.
  for (const name of ['docs', 'routes.json']) {
    await rm(join(outDir, name), { recursive: true, force: true });
  }
}
