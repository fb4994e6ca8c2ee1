import { statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const ROOT = join(import.meta.dirname, '..', '..');

/** Modules find their files beside their sources, whose processes and threads run as they are. */
function sourcePlaces(): Plugin {
  return {
    name: 'tallyboard-source-places',
    enforce: 'pre',
    transform: {
      filter: { code: 'import.meta.', id: /\.ts$/ },
      handler: (code, id) =>
        code
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
          .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
          .replaceAll('import.meta.main', 'false'),
    },
  };
}

/** Writes which sources the bundle is made of: bin/tallyboard.mjs uses it as long as they are unchanged. */
function sourceList(): Plugin {
  return {
    name: 'tallyboard-source-list',
    generateBundle() {
      const own = [...this.getModuleIds()].filter(
        id => id.startsWith(ROOT) && !id.includes('node_modules') && !id.includes('?'),
      );
      const files = [...own, join(ROOT, 'package-lock.json')].map(id => {
        const { size, mtimeMs } = statSync(id);
        // Container images keep whole seconds.
        return [relative(ROOT, id), size, Math.floor(mtimeMs / 1000)];
      });
      const source = JSON.stringify({ root: ROOT, files });
      this.emitFile({ type: 'asset', fileName: 'sources.json', source });
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
      /^(@uwdata\/flechette|dayjs|kysely|pg|postgres|temporal|valibot|xtend)/,
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
