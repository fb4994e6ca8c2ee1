import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';

/** Modules that only our own server uses. */
const OWN_SERVER =
  /\/web\/(docs-page\/docs|dashboards\/(.*\/)?\w+)-page\.tsx$|\/hosts\/(demo\/demo|connect\/open-connect)-host\.ts$/;

/** Small lazy modules that share a file. */
const SHARED_FILES: readonly (readonly [name: string, modules: RegExp])[] = [
  ['own-server', OWN_SERVER],
  ['host', /\/web\/start\/|\/packages\/hosts\//],
  ['records', /\/packages\/records\//],
  ['form', /\/(form|flow-form|settings-form|field-options|promotion)\.tsx?$/],
  ['parts', /\/web\/.*\/(as-of-bar|data-age-line|filter-box|stored-text|unknown-page)\.tsx?$/],
  [
    'tools',
    /\/(csv-file|csv-format|filter-text|csv-format-dialog|run-badge|scope-line|status-visits|workflow-dialog)\.tsx?$/,
  ],
];

/** Builds the pages for a host with an unknown base path, in few files. `errorReports`: where pages report errors. */
export async function buildHostedPages(
  outDir: string,
  errorReports: string | null = null,
): Promise<void> {
  await build({
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    base: './',
    logLevel: 'warn',
    plugins: [withoutOwnServer(), errorReportsTo(errorReports)],
    worker: { rolldownOptions: { output: { codeSplitting: false } } },
    build: { outDir, cssCodeSplit: false, rolldownOptions: { output: { codeSplitting } } },
  });
  // Only our own server uses these.
  await rm(join(outDir, 'docs'), { recursive: true, force: true });
}

const codeSplitting = {
  groups: [
    {
      debugName: 'files of a host',
      priority: -1,
      name: (id: string) => SHARED_FILES.find(([, modules]) => modules.test(id))?.[0] ?? null,
    },
  ],
};

const errorReportsTo = (address: string | null): Plugin => ({
  name: 'tallyboard-error-reports',
  transformIndexHtml: () =>
    address === null
      ? []
      : [{ tag: 'meta', attrs: { name: 'tallyboard-error-reports', content: address } }],
});

function withoutOwnServer(): Plugin {
  return {
    name: 'tallyboard-without-own-server',
    load: id => (OWN_SERVER.test(id) ? 'export default null;' : undefined),
  };
}
