import { fileURLToPath } from 'node:url';
import type { WebRoute } from '@tallyboard/hosts/standalone/web-route.ts';
import type { Plugin, Rolldown } from 'vite';
import { PATHS, type Route } from '../router/routes.ts';

const web = fileURLToPath(new URL('..', import.meta.url));
const packages = fileURLToPath(new URL('../../../packages/', import.meta.url));

/** Modules of each screen. The root can be one of several. */
const MODULES: Readonly<Partial<Record<Route['screen'], readonly string[]>>> = {
  docs: [`${web}docs-page/docs-page.tsx`],
  reports: [`${web}reports-page/reports-page.tsx`],
  dashboards: [`${web}dashboards/dashboards-page.tsx`],
  dashboard: [`${web}dashboards/dashboard-page.tsx`],
  wallboard: [`${web}dashboards/wallboard/wallboard-page.tsx`],
  'linked-wall': [`${web}dashboards/wallboard/linked-wall-page.tsx`],
  gadget: [`${web}gadget-page/gadget-page.tsx`],
};

/** Screens without issues, from which no click leads to others without a new page. */
const NO_ISSUES: readonly Route['screen'][] = ['docs'];

/** What everything else on the page of a dashboard waits for. */
const dataOf = (screen: Route['screen']) =>
  screen === 'linked-wall' ? '/wall/:id/dashboard' : '/replica/dashboards/:id';

export function routeList(): Plugin {
  let isHosted = false;
  return {
    name: 'tallyboard-route-list',
    enforce: 'post',
    configResolved({ base }) {
      isHosted = base !== '/';
    },
    generateBundle(_, bundle) {
      // Only our own server reads it.
      if (isHosted) return;
      const chunks = Object.values(bundle).filter(file => file.type === 'chunk');
      const ofFile = new Map(chunks.map(chunk => [chunk.fileName, chunk]));
      const chunkOf = (module: string) => {
        const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(module));
        return chunk ?? this.error(`No file of the build holds ${module}.`);
      };
      const initial = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap(withImports));
      /** The chunk after all its imports, so that its styles win. */
      function withImports(chunk: Rolldown.OutputChunk): Rolldown.OutputChunk[] {
        const found = new Set<Rolldown.OutputChunk>();
        const add = (file: string) => {
          const each = ofFile.get(file);
          if (!each || found.has(each)) return;
          found.add(each);
          each.imports.forEach(add);
          // Moves it behind its imports.
          found.delete(each);
          found.add(each);
        };
        add(chunk.fileName);
        return [...found];
      }
      const routes = PATHS.map(({ path, screen, gadget }): WebRoute => {
        const modules = [...(MODULES[screen] ?? [])];
        // A gadget with several reports preloads none.
        if (gadget && gadget.reportOf.length === 0) {
          const report = `${packages}reports/${gadget.reportOf({})}/`;
          modules.push(`${report}index.ts`, `${report}view.tsx`);
        }
        const needed = new Set(modules.flatMap(module => withImports(chunkOf(module))));
        const files = [...needed].filter(chunk => !initial.has(chunk));
        const styles = files.flatMap(chunk => [...(chunk.viteMetadata?.importedCss ?? [])]);
        return {
          path,
          scripts: files.map(({ fileName }) => `/${fileName}`),
          styles: [...new Set(styles)].map(file => `/${file}`),
          ...(path.includes(':id') && { data: dataOf(screen) }),
          ...(gadget && { gadget: gadget.name }),
          ...(!NO_ISSUES.includes(screen) && { content: 'issues' }),
        };
      });
      this.emitFile({ type: 'asset', fileName: 'routes.json', source: JSON.stringify(routes) });
    },
  };
}
