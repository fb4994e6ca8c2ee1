import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const ROOT = join(import.meta.dirname, '..', '..');

/** Modules read their files beside their sources. Processes and threads run from the bundle: they start in less than half the time. */
function sourcePlaces(): Plugin {
  return {
    name: 'tallyboard-source-places',
    enforce: 'pre',
    transform: {
      filter: { code: 'import.meta.', id: /\.ts$/ },
      handler(code, id) {
        const bundled = (_: string, name: string) => {
          const module = join(dirname(id), `${name}.ts`);
          // Without a hash in its name: a running server starts it after another build too.
          const file = { type: 'chunk', id: module, fileName: `${name}.js` } as const;
          return `import.meta.ROLLUP_FILE_URL_${this.emitFile(file)}`;
        };
        return code
          .replaceAll(/new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g, bundled)
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
          .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
          .replaceAll('import.meta.main', 'false');
      },
    },
    resolveFileUrl: ({ relativePath }) => `new URL('${relativePath}', import.meta.url)`,
  };
}

/** Writes which sources the bundle is made of: bin/tallyboard.mjs uses it as long as they are unchanged. */
function sourceList(): Plugin {
  const files = new Map<string, readonly [path: string, size: number, seconds: number]>();
  let list = '';
  const add = (id: string) => {
    const { size, mtimeMs } = statSync(id);
    // Container images keep whole seconds.
    files.set(id, [relative(ROOT, id), size, Math.floor(mtimeMs / 1000)]);
  };
  return {
    name: 'tallyboard-source-list',
    enforce: 'pre',
    configResolved({ root, build }) {
      list = resolve(root, build.outDir, 'sources.json');
    },
    buildStart() {
      // Without its list a bundle that is only partly written is not used.
      rmSync(list, { force: true });
      files.clear();
      add(join(ROOT, 'package-lock.json'));
    },
    load: {
      filter: { id: /^[^?]+$/ },
      handler(id) {
        // Before it is read: a later change must not count as bundled.
        if (id.startsWith(ROOT) && !id.includes('node_modules')) add(id);
      },
    },
    writeBundle() {
      const written = `${list}.new`;
      writeFileSync(written, JSON.stringify({ root: ROOT, files: [...files.values()] }));
      renameSync(written, list);
    },
  };
}

/** Commands load hundreds of modules; as one file each they start in half the time. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [sourcePlaces(), sourceList()],
  ssr: {
    noExternal: [
      /^@tallyboard\//,
      /^(@uwdata\/flechette|dayjs|kysely|pg|postgres|stemmer|temporal|valibot|xtend)/,
    ],
    // Not installed.
    external: ['pg-native'],
  },
  build: {
    ssr: 'main.ts',
    outDir: 'dist',
    target: 'node24',
    // Pages are drawn in browsers alone.
    rolldownOptions: { external: /\.tsx$/ },
  },
});
