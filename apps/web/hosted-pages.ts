import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { FORGE, leaveOut } from './build/leave-out.ts';

/** Modules that only our own server uses. */
const OWN_SERVER =
  /\/web\/(docs-page\/docs|dashboards\/(.*\/)?\w+)-page\.tsx$|\/hosts\/(demo\/demo|connect\/open-connect)-host\.ts$/;

type SharedFile = readonly [name: string, modules: RegExp];

/** Small lazy modules that share a file. */
const SHARED_FILES: readonly SharedFile[] = [
  ['own-server', OWN_SERVER],
  ['host', /\/web\/start\/|\/packages\/hosts\//],
  ['records', /\/packages\/records\//],
  ['form', /\/(form|flow-form|settings-form|field-options|promotion)\.tsx?$/],
  [
    'saved',
    /\/web\/(reports-page\/saved\/(saved-\w+|save-dialog|open-saved|pin-\w+|(subscribe|alert)-\w+|recipient-names|remove-button|when-fields)|frame\/drawer\/pinned-values|find\/[\w-]+|dashboards\/(dialogs|dashboards-api)|share\/[\w-]+)\.tsx?$|\/engine\/pins\/[\w-]+\.ts$/,
  ],
  [
    'parts',
    /\/web\/(.*\/)?(as-of-bar|data-age-line|filter-box|stored-text|unknown-page|rule-form)\.tsx?$/,
  ],
  [
    'tools',
    /\/(csv-file|file-table|csv-format|filter-text|csv-format-dialog|run-badge|scope-line|status-visits|workflow-dialog|save-workflow|past-requirement|watch-errors|snapshot\/anonymous-\w+)\.tsx?$/,
  ],
];

/** Parts of reports, which the files of small reports must not contain. */
const PARTS_OF_REPORTS: readonly SharedFile[] = [
  ['charts', /\/packages\/(ui\/charts|report-kit\/figures)\/|\/node_modules\/(d3-[\w-]+|@visx)\//],
  ['tables', /\/packages\/(ui|report-kit)\/table\/|\/node_modules\/@tanstack\//],
];

/** Small reports that share a file. */
const SMALL_REPORTS: readonly SharedFile[] = [
  [
    'counts',
    /\/packages\/reports\/(created-resolved|resolution-time|age|text)\/(index|view)\.tsx?$/,
  ],
  ['work-lists', /\/packages\/reports\/(by-assignee|issues-by|estimation)\/(index|view)\.tsx?$/],
  [
    'flow-reports',
    /\/packages\/reports\/(wip-age|throughput|cycle-time|time-in-status|flow-efficiency)\/(index|view)\.tsx?$/,
  ],
  [
    'desk-reports',
    /\/packages\/reports\/(sla|desk-backlog|satisfaction|first-response)\/(index|view)\.tsx?$/,
  ],
];

interface HostedPageSettings {
  /** Where pages report errors. */
  readonly errorReports?: string | null;
  /** Pages change nothing in Jira. */
  readonly readOnly?: boolean;
  /** With the host of Forge. */
  readonly forge?: boolean;
}

/** Builds the pages for a host with an unknown base path, in few files. */
export async function buildHostedPages(
  outDir: string,
  { errorReports = null, readOnly = false, forge = false }: HostedPageSettings = {},
): Promise<void> {
  await build({
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    base: './',
    logLevel: 'warn',
    plugins: [
      leaveOut(OWN_SERVER),
      ...(forge ? [] : [leaveOut(FORGE)]),
      metaTag('tallyboard-error-reports', errorReports),
      metaTag('tallyboard-read-only', readOnly ? 'true' : null),
    ],
    worker: { rolldownOptions: { output: { codeSplitting: false } } },
    build: { outDir, cssCodeSplit: false, rolldownOptions: { output: { codeSplitting } } },
  });
  await build({
    configFile: join(import.meta.dirname, 'figure-page/vite.config.ts'),
    logLevel: 'warn',
    build: { outDir },
  });
  // Only our own server uses these.
  await rm(join(outDir, 'docs'), { recursive: true, force: true });
}

const groupOf = (files: readonly SharedFile[], priority: number) => ({
  debugName: 'files of a host',
  priority,
  name: (id: string) => files.find(([, modules]) => modules.test(id))?.[0] ?? null,
});

const codeSplitting = {
  groups: [groupOf(SHARED_FILES, -1), groupOf(PARTS_OF_REPORTS, -2), groupOf(SMALL_REPORTS, -3)],
};

const metaTag = (name: string, content: string | null): Plugin => ({
  name,
  transformIndexHtml: () => (content === null ? [] : [{ tag: 'meta', attrs: { name, content } }]),
});
