import { fileURLToPath } from 'node:url';
import { atlaskit } from '@tallyboard/ui/vite-atlaskit.ts';
import { defineConfig, mergeConfig, type Rolldown } from 'vite';
import { chunkGroups } from './build/chunks.ts';
import { gadgetPictures } from './build/pictures.ts';
import { routeList } from './build/routes.ts';
import { isFromSources } from './build/sources.ts';

export default defineConfig(
  mergeConfig(atlaskit(), {
    plugins: [routeList(), gadgetPictures()],
    root: fileURLToPath(new URL('.', import.meta.url)),
    // Builds for hosts override this.
    base: '/',
    worker: {
      format: 'es',
      rolldownOptions: {
        output: {
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
