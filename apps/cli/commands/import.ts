import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Gaps } from '@tallyboard/replica/data/issues/issues.ts';
import type {
  ImportProgress,
  ImportResult,
  ImportSettings,
} from '@tallyboard/replica/import/import-files.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { readArguments } from '../arguments.ts';
import { CommandError, type ExitCode, type Streams, UsageError } from '../command.ts';
import { auditChange, DEFAULT_FOLDER, isThere, withFolder } from '../data-folder.ts';
import { count, counted, progressLine, rateAndTimeLeft } from '../progress.ts';
import { fillWithColumns } from '../write-columns.ts';

export async function run(args: readonly string[], streams: Streams): Promise<ExitCode> {
  const { values, positionals } = readArguments(args, {
    data: { type: 'string' },
    strict: { type: 'boolean' },
  });
  if (positionals.length === 0) throw new UsageError('The files are missing.');
  for (const path of positionals)
    if (!isThere(path)) throw new CommandError(`There is no file or folder '${path}'.`);
  if (values.strict && !(await isClean(positionals, streams))) {
    streams.err.write('Nothing was imported: --strict allows no problems.\n');
    return 1;
  }
  const folder = values.data ?? DEFAULT_FOLDER;
  const importAll = async (store: Store) => {
    if ((await store.mirror.state()) !== null)
      throw new CommandError(
        'This folder is the mirror of a Jira, whose next round would undo the import. Import into another folder with --data.',
      );
    const onWritten = ({ counts, problems }: ImportResult) =>
      auditChange(
        store,
        'files imported',
        positionals.join(', '),
        JSON.stringify({ counts, problems }),
      );
    const result = await fillWithColumns(store, folder, streams, beside =>
      importInto(store, positionals, streams, { beside, onWritten }),
    );
    const { counts } = result;
    for (const { file, why } of result.ignored.slice(0, MAX_LINES))
      streams.err.write(`${short(file)}: ignored: ${why}.\n`);
    streams.out.write(summaryOf(result));
    const hint = unnamedHint(result);
    if (hint !== null) streams.err.write(`${hint}\n`);
    const gaps = describeGaps(await store.issues.gaps());
    if (gaps !== null) streams.err.write(`The folder now holds ${gaps}\n`);
    const hidden = await describeHidden(store, counts);
    if (hidden !== null) streams.err.write(`${hidden}\n`);
    return Object.keys(counts).length > 0 ? 0 : 1;
  };
  // The end of an import reads the whole database.
  const inBounds = (store: Store) => store.segments.withBoundedMemory(() => importAll(store));
  return withFolder(folder, inBounds, { create: true });
}

/** Imports into a temporary store, which reports all problems. */
async function isClean(paths: readonly string[], streams: Streams): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-strict-'));
  const { openStore } = await import('@tallyboard/server-store/store.ts');
  const store = await openStore({ file: join(folder, 'check.db') });
  try {
    const { problems, repairs, ignored } = await importInto(store, paths, streams);
    for (const { file, why } of ignored.slice(0, MAX_LINES))
      streams.err.write(`${short(file)}: ignored: ${why}.\n`);
    return problems + repairs + ignored.length === 0;
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
}

async function importInto(
  store: Store,
  paths: readonly string[],
  streams: Streams,
  steps: Pick<ImportSettings, 'beside' | 'onWritten'> = {},
): Promise<ImportResult> {
  const { importFiles } = await import('@tallyboard/replica/import/import-files.ts');
  const line = progressLine(streams);
  const startedMs = performance.now();
  const kinds = new Map<string, number>();
  /** Prints the first lines of a kind and counts the others. */
  const report = (kind: string, file: string, at: number, text: string) => {
    const seen = (kinds.get(kind) ?? 0) + 1;
    kinds.set(kind, seen);
    if (seen > MAX_LINES) return;
    line.clear();
    streams.err.write(`${short(file)}${at > 0 ? `:${at}` : ''}: ${text}\n`);
  };
  try {
    return await importFiles(store, paths, {
      ...steps,
      onProgress: progress => line.show(describeProgress(progress, performance.now() - startedMs)),
      onProblem: ({ file, line: at, record, message }) =>
        report(message, file, at, record === '?' ? message : `${record}: ${message}`),
      onRepair: ({ file, line: at, record, field, what, done }) => {
        const kind = `${field}: ${what}, ${done}`;
        report(kind, file, at, `${record} ${kind}`);
      },
    });
  } finally {
    line.clear();
    for (const [kind, seen] of kinds)
      if (seen > MAX_LINES) streams.err.write(`and ${count(seen - MAX_LINES)} more: ${kind}\n`);
  }
}

const MAX_LINES = 10;

/** How to get the names of fields that the files leave out. */
function unnamedHint({ unnamedFields: n, counts }: ImportResult): string | null {
  if (n === 0 || !counts.issue) return null;
  const what =
    n === 1 ? 'The name of 1 custom field is' : `The names of ${count(n)} custom fields are`;
  return `${what} not known, so reports may miss story points and epics: add the reply of /rest/api/2/field, or export with expand=names,schema.`;
}

/** '42 %  84,000 records  3,412/s  1:05 left  issues.json'. */
export function describeProgress(progress: ImportProgress, elapsedMs: number): string {
  const { bytes, totalBytes, records, file, isIndexing } = progress;
  const part = totalBytes === 0 ? 1 : bytes / totalBytes;
  const texts = [`${Math.floor(part * 100)} %`, `${count(records)} records`];
  if (isIndexing) return [...texts, 'building the indexes'].join('  ');
  texts.push(...rateAndTimeLeft(part, records, elapsedMs));
  return [...texts, short(file)].join('  ');
}

/** '10,052 issues: 8,216 with a resolution but no date, none with history.' Null if nothing is missing. */
function describeGaps(gaps: Gaps): string | null {
  const isAll = (n: number) => n > 1 && n === gaps.issues;
  const some = (n: number, what: string) =>
    n === 0 ? [] : [`${isAll(n) ? 'all' : count(n)} ${what}`];
  const parts = [
    ...some(gaps.noResolutionDate, 'with a resolution but no date'),
    ...some(gaps.noStatusCategory, 'in a status of unknown category'),
    ...(isAll(gaps.noHistory) ? ['none with history'] : some(gaps.noHistory, 'without history')),
    ...some(gaps.partOfHistory, 'with a part of their history'),
    ...some(gaps.noWorklogs, 'with time spent but no worklogs'),
    ...some(gaps.partOfWorklogs, 'with a part of their worklogs'),
  ];
  if (gaps.issues === 0 || parts.length === 0) return null;
  return `${counted(gaps.issues, 'issue')}: ${parts.join(', ')}.`;
}

/** What imported permission schemes hide; null for nothing. */
async function describeHidden(
  store: Store,
  { permissionScheme, projectAccess }: ImportResult['counts'],
): Promise<string | null> {
  if (!permissionScheme && !projectAccess) return null;
  const linked = await store.catalogue.all('projectAccess');
  if (linked.length === 0)
    return 'No project is linked to the permission schemes: they hide nothing.';
  let hidden = 0;
  for (const { id } of linked)
    hidden += (await store.issues.count(id)) - (await store.as(null).issues.count(id));
  if (hidden === 0) return null;
  const { projectsWithoutScheme } = await import('@tallyboard/replica/data/access/grants.ts');
  let closed = 0;
  for (const id of await projectsWithoutScheme(store)) closed += await store.issues.count(id);
  if (closed > 0)
    return `${counted(closed, 'issue')} of projects whose permission scheme is not in the folder: 'serve' shows them to nobody. Import the scheme too.`;
  const are = hidden === 1 ? 'is' : 'are';
  return `${counted(hidden, 'issue')} ${are} shown by 'serve' only to users with the permission; the command line shows all.`;
}

function short(file: string): string {
  const path = relative('.', file);
  return path.startsWith('..') ? file : path;
}

const NAMES: Readonly<Record<string, string>> = {
  issue: 'issues',
  field: 'fields',
  status: 'statuses',
  issueType: 'issue types',
  priority: 'priorities',
  resolution: 'resolutions',
  user: 'users',
  project: 'projects',
  version: 'versions',
  component: 'components',
  board: 'boards',
  sprint: 'sprints',
  filter: 'filters',
  role: 'roles',
  permissionScheme: 'permission schemes',
  securityScheme: 'security schemes',
  projectAccess: 'schemes of projects',
};

function summaryOf({ counts, problems, repairs, ignored }: ImportResult): string {
  const rows: readonly (readonly [number | undefined, string])[] = [
    ...Object.entries(NAMES).map(([kind, name]) => [counts[kind], name] as const),
    [problems, 'problems'],
    [repairs, 'repairs'],
    [ignored.length, 'files without records of Jira'],
  ];
  const lines = rows.flatMap(([n, what]) => (n ? [`${String(n).padStart(9)}  ${what}`] : []));
  return `${lines.join('\n') || 'Nothing was read.'}\n`;
}
