/** Groups the modules of a worker: those of its start are in its own file, and reports share files. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';
import { type ModuleInfoOf, reachOf } from './chunks.ts';

const engine = fileURLToPath(new URL('../engine/', import.meta.url));
const reports = fileURLToPath(new URL('../../../packages/reports/', import.meta.url));

/** Each worker is a build of its own. */
const ENTRIES = [`${engine}worker.ts`, `${engine}shared-worker.ts`];

const FIRST = 'first-calculations';
/** Modules of the calculations of at least so many reports are shared. */
const MIN_REPORTS = 3;

function planChunks(entry: string, infoOf: ModuleInfoOf): ReadonlyMap<string, string> {
  const overview = reachOf([`${reports}overview/compute.ts`], infoOf);
  const users = new Map<string, number>();
  for (const name of readdirSync(reports)) {
    const compute = `${reports}${name}/compute.ts`;
    if (!infoOf(compute)) continue;
    for (const id of reachOf([compute], infoOf)) users.set(id, (users.get(id) ?? 0) + 1);
  }
  const chunks = new Map<string, string>();
  // The overview is the first report of the page: it loads nothing that it does not need.
  for (const [id, count] of users)
    if (count >= MIN_REPORTS) chunks.set(id, overview.has(id) ? FIRST : 'calculations');
  for (const id of reachOf([entry], infoOf)) chunks.set(id, 'start');
  return chunks;
}

/** The bundler's groups by priority: a group takes the imports of its modules along, unless an earlier one has them. */
export function workerChunkGroups(): Rolldown.CodeSplittingGroup[] {
  const plans = new Map<string, ReadonlyMap<string, string>>();
  const group = (chunk: string, place: number, { length }: readonly string[]) => ({
    debugName: chunk,
    priority: length - place,
    name(id: string, context: Rolldown.ChunkingContext) {
      const infoOf = (module: string) => context.getModuleInfo(module);
      const entry = ENTRIES.find(infoOf) ?? '';
      const plan = plans.get(entry) ?? planChunks(entry, infoOf);
      plans.set(entry, plan);
      return plan.get(id) === chunk ? chunk : null;
    },
  });
  return ['start', FIRST, 'calculations'].map(group);
}
