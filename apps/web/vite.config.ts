import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { GADGETS } from '@tallyboard/reports/catalogue/gadgets.ts';
import { atlaskit } from '@tallyboard/ui/vite-atlaskit.ts';
import { defineConfig, mergeConfig, type Plugin, type Rolldown } from 'vite';
import { chunkGroups } from './build/chunks.ts';
import { FORGE, leaveOut } from './build/leave-out.ts';
import { routeList } from './build/routes.ts';
import { isFromSources } from './build/sources.ts';
import { workerChunkGroups } from './build/worker-chunks.ts';

const reports = fileURLToPath(new URL('../../packages/reports/', import.meta.url));

const OWN_BASE = '/';

/** That of all gadgets without a picture of their own. */
const DEFAULT_PICTURE = `${reports}catalogue/gadget.svg`;

function pictureOf(report: string): string {
  const own = `${reports}${report}/gadget.svg`;
  return existsSync(own) ? own : DEFAULT_PICTURE;
}

/** Picture files of gadgets by URL. */
const FILES = new Map(GADGETS.map(({ picturePath, report }) => [picturePath, pictureOf(report)]));

/** Serves gadget pictures without a hash, since manifests name them. */
function gadgetPictures(): Plugin {
  return {
    name: 'tallyboard-gadget-pictures',
    generateBundle() {
      for (const [path, file] of FILES)
        this.emitFile({ type: 'asset', fileName: path.slice(1), source: readFileSync(file) });
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const file = FILES.get(request.url ?? '');
        if (file === undefined) return next();
        response.setHeader('Content-Type', 'image/svg+xml').end(readFileSync(file));
      });
    },
  };
}

export default defineConfig(
  mergeConfig(atlaskit(), {
    plugins: [routeList(), gadgetPictures(), leaveOut(FORGE, base => base === OWN_BASE)],
    root: fileURLToPath(new URL('.', import.meta.url)),
    // Builds for hosts override this.
    base: OWN_BASE,
    worker: {
      format: 'es',
      rolldownOptions: {
        output: {
          codeSplitting: { groups: workerChunkGroups() },
          chunkFileNames: ({ facadeModuleId }: Rolldown.PreRenderedChunk) => {
            const report = /\/reports\/([\w-]+)\/compute\.ts$/.exec(facadeModuleId ?? '')?.[1];
            return `assets/${report ?? '[name]'}-[hash].js`;
          },
        },
      },
    },
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      target: 'es2022',
      // Small files as data: addresses would need a wider content security policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } },
      chunkSizeWarningLimit: 800,
    },
    // `npm run dev`: what is not built from the sources comes from the server.
    server: {
      proxy: {
        '^/': {
          target: `http://localhost:${process.env.TALLYBOARD_API_PORT}`,
          bypass: ({ url = '/' }) => (isFromSources(url) ? url : undefined),
        },
      },
    },
  }),
);
