import { fileURLToPath } from 'node:url';
import { atlaskit } from '@tallyboard/ui/vite-atlaskit.ts';
import { defineConfig, mergeConfig, type Rolldown } from 'vite';
import { chunkGroups } from './build/chunks.ts';
import { gadgetPictures } from './build/pictures.ts';
import { routeList } from './build/routes.ts';

export default defineConfig(
  mergeConfig(atlaskit(), {
    plugins: [routeList(), gadgetPictures()],
    root: fileURLToPath(new URL('.', import.meta.url)),
    // Hosts mount the app below a path of theirs; the server rewrites nothing but the routes.
    base: '/',
    worker: {
      format: 'es',
      rolldownOptions: {
        output: {
          // Named by the report, as the page's files are.
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
    // `npm run dev`: everything that is no page and no module comes from the server.
    server: {
      proxy: Object.fromEntries(
        ['/rest', '/replica', '/plugins', '/f_demo', '/browse', '/issues', '/secure', '/jira'].map(
          path => [path, { target: `http://localhost:${process.env.TALLYBOARD_API_PORT}` }],
        ),
      ),
    },
  }),
);
