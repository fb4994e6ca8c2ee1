import { cp, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { WITHOUT_TELEMETRY } from '@tallyboard/ui/vite-atlaskit.ts';
import { build, type Plugin } from 'vite';

const apps = join(import.meta.dirname, '..');

/** Bundles the command line and the server with all that they import into `lib`. */
export async function bundleProgram(lib: string, collect: Plugin): Promise<void> {
  const main = join(apps, 'cli/main.ts');
  await build({
    configFile: false,
    root: join(apps, 'cli'),
    logLevel: 'warn',
    plugins: [filesBeside(), collect],
    resolve: { alias: WITHOUT_TELEMETRY },
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: main,
      ssrEmitAssets: true,
      outDir: lib,
      emptyOutDir: true,
      target: 'node24',
      // Stack traces of error reports name functions.
      minify: false,
      rolldownOptions: {
        input: { main },
        // Used where they are installed: an addon of pg, and DuckDB.
        external: ['pg-native', '@duckdb/node-api'],
        // 'use client' says nothing to Node. A parser evaluates names of its own functions, which stay without minification.
        checks: { moduleLevelDirective: false, eval: false, bundlerTimings: false },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  // Styles of pages.
  await rm(join(lib, 'assets'), { recursive: true, force: true });
  await cp(join(apps, 'cli/help'), join(lib, 'help'), { recursive: true });
  await cp(join(apps, '../packages/lake/views'), join(lib, 'views'), { recursive: true });
}

/** Bundles the pages as `npm run build` does. */
export async function bundlePages(outDir: string, collect: Plugin): Promise<void> {
  for (const folder of ['web', 'web/figure-page'])
    await build({
      configFile: join(apps, folder, 'vite.config.ts'),
      logLevel: 'warn',
      plugins: [collect],
      worker: { plugins: () => [collect] },
      build: { outDir },
    });
}

/** Programs of threads and processes, and files that are read when they are needed: `new URL('./file', import.meta.url)`. */
const FILE_BESIDE = /new URL\(\s*'(\.\/[\w/.-]+)',\s*import\.meta\.url\s*\)/g;

/** Puts these files into the folder of the bundle: programs as chunks, others unchanged. */
function filesBeside(): Plugin {
  return {
    name: 'tallyboard-files-beside',
    // Before types are stripped, and quotes changed.
    enforce: 'pre',
    async transform(code, id) {
      if (id.includes('/node_modules/')) return null;
      const paths = new Set(Array.from(code.matchAll(FILE_BESIDE), ([, path = '']) => path));
      if (paths.size === 0) return null;
      const names = new Map<string, string>();
      for (const path of paths) {
        const file = resolve(dirname(id), path);
        const isProgram = file.endsWith('.ts');
        const fileName = isProgram
          ? basename(file, '.ts').concat('.js')
          : `${basename(dirname(file))}-${basename(file)}`;
        names.set(path, fileName);
        if (isProgram) this.emitFile({ type: 'chunk', id: file, fileName });
        else this.emitFile({ type: 'asset', fileName, source: await readFile(file) });
      }
      const named = (_: string, path: string) => `new URL('./${names.get(path)}', import.meta.url)`;
      return { code: code.replace(FILE_BESIDE, named), map: null };
    },
  };
}
