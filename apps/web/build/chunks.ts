/**
 * Groups modules into files. By default the bundler makes a file for each set of entries that share modules: some sixty
 * for one gadget. Instead: one file for the start, one for what all reports need, and one for each report.
 */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

export type ModuleInfoOf = Rolldown.ChunkingContext['getModuleInfo'];

const web = fileURLToPath(new URL('..', import.meta.url));
const ui = fileURLToPath(new URL('../../../packages/ui/', import.meta.url));
const reports = fileURLToPath(new URL('../../../packages/reports/', import.meta.url));

/** A module of all flow reports. */
const FLOW = fileURLToPath(
  new URL('../../../packages/report-kit/families/flow/flow-settings.ts', import.meta.url),
);
/** Modules of reports with charts. */
const OF_CHARTS = /\/report-kit\/families\/(by-date|sprint-scope)\//;
/** Modules of at least so many reports are shared. */
const MIN_REPORTS = 3;
const COMMON = [
  ...['start', 'frame', 'choices', 'figures', 'controls', 'tables', 'charts', 'flow', 'gadget'],
];

/** These modules and all their static imports. */
export function reachOf(first: readonly string[], infoOf: ModuleInfoOf): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [...first];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...(infoOf(id)?.importedIds ?? []));
  }
  return found;
}

const fileList = (folder: string) => readdirSync(folder).map(name => folder + name);

function planChunks(infoOf: ModuleInfoOf): ReadonlyMap<string, string> {
  const chunks = new Map<string, string>();
  const put = (ids: Iterable<string>, chunk: string) => {
    for (const id of ids) if (!chunks.has(id)) chunks.set(id, chunk);
  };
  const main = `${web}main.tsx`;
  put(
    [...reachOf([main], infoOf)].filter(id => id !== main),
    'start',
  );

  const ofReport = new Map<string, ReadonlySet<string>>();
  for (const { name } of readdirSync(reports, { withFileTypes: true })) {
    const own = [`${reports}${name}/index.ts`, `${reports}${name}/view.tsx`];
    const there = own.filter(id => infoOf(id));
    if (there.length > 0) ofReport.set(name, reachOf(there, infoOf));
  }
  const users = new Map<string, number>();
  for (const id of [...ofReport.values()].flatMap(ids => [...ids]))
    users.set(id, (users.get(id) ?? 0) + 1);

  const page = reachOf([`${web}reports-page/reports-page.tsx`], infoOf);
  const gadget = reachOf(
    ['gadget-page', 'card-gadget'].map(name => `${web}gadget-page/${name}.tsx`),
    infoOf,
  );
  const dashboards = reachOf(
    [`${web}dashboards/dashboard-page.tsx`, `${web}dashboards/wallboard/wallboard-page.tsx`],
    infoOf,
  );
  const isOfFrame = (id: string) => page.has(id) && gadget.has(id);
  put([...gadget].filter(isOfFrame), 'frame');
  put(
    [...gadget].filter(id => id.startsWith(`${web}gadget-page/`)),
    'gadget',
  );
  // Report code that pages need before a report is chosen; gadgets need less of it.
  const ofReports = (ids: ReadonlySet<string>) => [...ids].filter(id => users.has(id));
  put(ofReports(gadget), 'choices');
  // Most pages show no flow report: what only these share is in a file of its own.
  const flow = [...ofReport.values()].filter(ids => ids.has(FLOW));
  const inFlow = (id: string) => flow.filter(ids => ids.has(id)).length;
  const ofFlow = [...users].filter(([id, count]) => count > 1 && count === inFlow(id));
  put(
    ofFlow.map(([id]) => id),
    'flow',
  );
  const common = [...users].filter(([, count]) => count >= MIN_REPORTS).map(([id]) => id);
  const overview = ofReport.get('overview');
  put(
    common.filter(id => overview?.has(id)),
    'figures',
  );
  put([...ofReports(page), ...ofReports(dashboards)], 'controls');
  const table = reachOf([`${ui}table/data-table.tsx`], infoOf);
  const chart = reachOf(fileList(`${ui}charts/`), infoOf);
  put(
    common.filter(id => !table.has(id) && (chart.has(id) || OF_CHARTS.test(id))),
    'charts',
  );
  put(common, 'tables');
  for (const [name, ids] of ofReport)
    put(
      [...ids].filter(id => users.get(id) === 1),
      name,
    );
  const existing = (files: readonly string[]) => files.filter(id => infoOf(id));
  const drawers = [
    ...['drawer/drill-drawer', 'drawer/sprint-drawer', 'how-computed', 'what-if'].map(
      name => `${web}frame/${name}.tsx`,
    ),
    `${web}frame/planning/log-work-dialog.tsx`,
    `${web}snapshot/snapshot-dialog.tsx`,
  ];
  const inDrawers = reachOf(existing(drawers), infoOf);
  put(
    [...inDrawers].filter(id => dashboards.has(id) || page.has(id)),
    'controls',
  );
  put(inDrawers, 'drawers');
  const walls = readdirSync(reports).map(name => `${reports}${name}/wall.tsx`);
  put(reachOf(existing(walls), infoOf), 'walls');
  return chunks;
}

/** The bundler's groups by priority. */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  let plan: ReadonlyMap<string, string> | null = null;
  const group = (debugName: string, priority: number, isOf: (chunk: string) => boolean) => ({
    debugName,
    priority,
    name(id: string, context: Rolldown.ChunkingContext) {
      plan ??= planChunks(module => context.getModuleInfo(module));
      const chunk = plan.get(id);
      return chunk !== undefined && isOf(chunk) ? chunk : null;
    },
  });
  return [
    ...COMMON.map((name, place) => group(name, COMMON.length - place, chunk => chunk === name)),
    group('a report', 0, chunk => !COMMON.includes(chunk)),
  ];
}
