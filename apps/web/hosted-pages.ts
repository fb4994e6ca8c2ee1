import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';

/** Builds the pages for a host that serves the files itself, below a path that nobody knows beforehand. */
export async function buildHostedPages(outDir: string): Promise<void> {
  await build({
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    base: './',
    logLevel: 'warn',
    build: { outDir, manifest: false },
  });
  // Pictures of the documentation, which such a host does not show.
  await rm(join(outDir, 'docs'), { recursive: true, force: true });
}
