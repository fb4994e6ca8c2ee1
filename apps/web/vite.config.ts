import { fileURLToPath } from 'node:url';
import { atlaskit } from '@tallyboard/ui/vite-atlaskit.ts';
import { defineConfig, mergeConfig, type Plugin } from 'vite';
import { chunkGroups } from './build/chunks.ts';
import { routeList } from './build/routes.ts';

/** The worker computes and never draws: without this its build would carry every view, and React, a second time. */
function withoutViews(): Plugin {
  const empty = '\0no-view';
  return {
    name: 'tallyboard-without-views',
    enforce: 'pre',
    resolveId: source => (/\/(view|form)\.tsx$/.test(source) ? empty : null),
    load: id => (id === empty ? 'export default null;' : null),
  };
}

/** The page shows and never computes: without this a report's calculation would come twice, here and in the worker. */
function withoutCompute(): Plugin {
  const imports = /import \{([^}]*)\} from '\.\/compute\.ts';/;
  return {
    name: 'tallyboard-without-compute',
    // In development page and worker share one module graph.
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/packages\/reports\/[\w-]+\/index\.ts$/.test(id)) return null;
      return code.replace(imports, (_, list: string) => {
        const names = list.split(',').map(name => name.trim());
        const [compute, ...others] = names.filter(name => name && !name.startsWith('type '));
        // Anything else would be called, and found missing only there.
        if (others.length > 0) this.error(`${others.join(', ')} must not come from compute.ts.`);
        return `const ${compute} = undefined;`;
      });
    },
  };
}

export default defineConfig(
  mergeConfig(atlaskit(), {
    plugins: [withoutCompute(), routeList()],
    root: fileURLToPath(new URL('.', import.meta.url)),
    // Hosts mount the app below a path of theirs; the server rewrites nothing but the routes.
    base: '/',
    worker: { format: 'es', plugins: () => [withoutViews()] },
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
