/** Writes the facts of a site into a folder, and again only those that may have changed. */
import { createHash } from 'node:crypto';
import { rowsBySprint } from '@tallyboard/core/history/scope.ts';
import { SprintHistory } from '@tallyboard/core/history/sprint-history.ts';
import type { Board } from '@tallyboard/core/model/board.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { SprintId } from '@tallyboard/core/model/ids.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import type { Day } from '@tallyboard/core/time/units.ts';
import { deriveFacts } from '../facts/derive.ts';
import { calendarRows, metaRow } from '../facts/site-facts.ts';
import { tableMetadata } from '../iceberg/table-metadata.ts';
import { type AddRow, FORMAT, type Row, TABLE_NAMES, TABLES, type TableName } from '../tables.ts';
import {
  beginExport,
  type Export,
  type LakeFile,
  type Manifest,
  type ManifestPart,
} from './lake-files.ts';
import { TableFileWriter } from './parquet-file.ts';
import { readRows } from './read-rows.ts';

/** Tables of all parts together: small, and with rows that several parts name. */
const SHARED = [
  'project',
  'person',
  'status',
  'issue_type',
  'sprint',
  'version',
  'workflow_column',
] as const;
type Shared = (typeof SHARED)[number];
const isShared = (table: TableName): table is Shared =>
  (SHARED as readonly string[]).includes(table);

export interface LakePart {
  readonly id: string;
  readonly name: string;
  /** Another one where issues may have changed; null where that is unknown. */
  readonly revision: string | null;
  /** All issues with all that is known of them. */
  readonly open: () => Promise<Dataset>;
}

export interface LakeSite {
  readonly source: string;
  readonly version: string;
  readonly context: ReportContext;
  /** Why issues may be missing. */
  readonly reasons: readonly string[];
  readonly boards: readonly Board[];
  readonly sprints: ReadonlyMap<SprintId, Sprint>;
  readonly parts: readonly LakePart[];
}

export interface LakeSummary {
  readonly written: number;
  readonly parts: number;
  readonly rows: Readonly<Record<string, number>>;
  readonly bytes: number;
  readonly reasons: readonly string[];
}

export interface WriteSettings {
  readonly onPart?: (done: number, name: string) => void;
  /** Each table is one of Apache Iceberg too. */
  readonly iceberg?: boolean | undefined;
}

/** Throws LakeError; a failure leaves the last export as it was. */
export async function writeLake(
  lake: string,
  site: LakeSite,
  settings: WriteSettings = {},
): Promise<LakeSummary> {
  const out = await beginExport(lake);
  try {
    return await writeAll(out, site, settings);
  } catch (error) {
    await out.abandon();
    throw error;
  }
}

async function writeAll(
  out: Export,
  site: LakeSite,
  { onPart = () => {}, iceberg = false }: WriteSettings,
): Promise<LakeSummary> {
  const { context, source } = site;
  const settings = settingsOf(site);
  const last = out.last?.settings === settings ? out.last : null;
  const shared = await readShared(out, last);
  const known = new Map(last?.parts.map(part => [part.id, part]));
  const parts: ManifestPart[] = [];
  let written = 0;
  for (const [done, part] of site.parts.entries()) {
    onPart(done, part.name);
    const before = known.get(part.id);
    if (before && isSame(before, part, site.sprints)) {
      await Promise.all(before.files.map(({ path }) => out.keep(path)));
      parts.push(before);
      continue;
    }
    parts.push(await writePart(out, site, part, shared));
    written++;
  }
  const reasons = [
    ...new Set([...site.reasons, ...parts.flatMap(({ coverage }) => coverage.reasons)]),
  ];
  const firstDay = parts.reduce<Day | null>(
    (first, { firstDay: day }) => (first === null || (day !== null && day < first) ? day : first),
    null,
  );
  const files = [
    ...(await writeShared(out, source, shared)),
    await writeTable(out, source, 'board', boardRows(site)),
    await writeTable(out, source, 'day', calendarRows(context, firstDay)),
    await writeTable(out, source, 'meta', [metaRow(context, site.version, reasons)]),
  ];
  const byTable = Map.groupBy(
    [...files, ...parts.flatMap(part => part.files)],
    ({ table }) => table,
  );
  for (const table of TABLE_NAMES) {
    if (byTable.has(table)) continue;
    // Engines read no folder without files.
    const empty = await writeTable(out, source, table, []);
    files.push(empty);
    byTable.set(table, [empty]);
  }
  if (iceberg)
    for (const [table, own] of byTable) {
      const at = { folder: out.folder, atMs: context.asOf };
      for (const { path, bytes } of tableMetadata(table, own, at)) await out.write(path, bytes);
    }
  await out.finish({
    format: FORMAT,
    version: site.version,
    source,
    asOf: new Date(context.asOf).toISOString(),
    timeZone: context.zone,
    complete: reasons.length === 0,
    reasons,
    settings,
    files,
    parts,
  });
  const all = [...byTable.values()].flat();
  return {
    written,
    parts: parts.length,
    rows: Object.fromEntries(
      TABLE_NAMES.map(table => [
        table,
        all.reduce((sum, file) => sum + (file.table === table ? file.rows : 0), 0),
      ]),
    ),
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
    reasons,
  };
}

const hash = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url');

const settingsOf = ({ source, version, context }: LakeSite): string => {
  const { zone, weekStart, calendar, doneRule, workflows = {} } = context;
  return hash([FORMAT, TABLES, version, source, zone, weekStart, calendar, doneRule, workflows]);
};

const sprintState = (ids: readonly number[], sprints: LakeSite['sprints']): string =>
  hash(ids.map(id => sprints.get(id as SprintId) ?? null));

const isSame = (before: ManifestPart, { revision, name }: LakePart, sprints: LakeSite['sprints']) =>
  revision !== null &&
  before.revision === revision &&
  before.name === name &&
  !before.volatile &&
  before.sprints === sprintState(before.sprintIds, sprints);

interface SharedRows {
  readonly rows: { readonly [T in Shared]: Map<string, Row<T>> };
  /** What this export has described: the first description counts, and any more than that of the last export. */
  readonly fresh: Set<string>;
}

/** The rows of unchanged parts: those of the last export. */
async function readShared(out: Export, last: Manifest | null): Promise<SharedRows> {
  const rows = Object.fromEntries(SHARED.map(table => [table, new Map()])) as SharedRows['rows'];
  const shared = { rows, fresh: new Set<string>() };
  for (const { table, path } of last?.files ?? []) {
    if (!isShared(table)) continue;
    for (const row of await readRows(table, await out.readLast(path)))
      addShared(shared, table, row);
  }
  shared.fresh.clear();
  return shared;
}

function addShared<T extends Shared>({ rows, fresh }: SharedRows, table: T, row: Row<T>): void {
  const values = row as Readonly<Record<string, unknown>>;
  const key = TABLES[table].key.map(name => String(values[name])).join('\u0000');
  const name = `${table} ${key}`;
  const known = rows[table] as Map<string, Row<T>>;
  const before = known.get(key) as Readonly<Record<string, unknown>> | undefined;
  // Histories name people without more: an account says more.
  const isName = table === 'person' && values.active === null;
  const wasName = table === 'person' && before?.active === null;
  if (before && (isName || (fresh.has(name) && !wasName))) return;
  known.set(key, row);
  fresh.add(name);
}

/** Sorted by key, so that the same facts are the same bytes. */
async function writeShared(out: Export, source: string, shared: SharedRows): Promise<LakeFile[]> {
  const files: LakeFile[] = [];
  for (const table of SHARED) {
    const rows = [...shared.rows[table]].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
    files.push(await writeTable(out, source, table, rows as Row<typeof table>[]));
  }
  return files;
}

async function writeTable<T extends TableName>(
  out: Export,
  source: string,
  table: T,
  rows: readonly Row<T>[],
): Promise<LakeFile> {
  const writer = new TableFileWriter(table, source);
  for (const row of rows) writer.add(row);
  return writeFile(out, table, `${table}/${table}.parquet`, writer);
}

async function writeFile<T extends TableName>(
  out: Export,
  table: T,
  path: string,
  writer: TableFileWriter<T>,
): Promise<LakeFile> {
  const { bytes, rows } = writer.finish();
  await out.write(path, bytes);
  return { table, path, rows, bytes: bytes.length };
}

async function writePart(
  out: Export,
  { source, context, sprints }: LakeSite,
  part: LakePart,
  shared: SharedRows,
): Promise<ManifestPart> {
  const dataset = inOrder(await part.open());
  const writers = new Map<TableName, TableFileWriter<TableName>>();
  const add: AddRow = (table, row) => {
    if (isShared(table)) return addShared(shared, table, row as never);
    let writer = writers.get(table);
    if (!writer) {
      writer = new TableFileWriter<TableName>(table, source);
      writers.set(table, writer);
    }
    writer.add(row as never);
  };
  const derived = deriveFacts(dataset, context, add, sprints);
  const files: LakeFile[] = [];
  for (const [table, writer] of writers)
    files.push(
      await writeFile(out, table, `${table}/${folderOf(part)}/${part.id}.parquet`, writer),
    );
  const sprintIds = [...rowsBySprint(dataset, new SprintHistory(dataset.issues)).keys()].filter(
    id => sprints.has(id),
  );
  const { complete, reasons } = dataset.coverage;
  return {
    id: part.id,
    name: part.name,
    revision: part.revision,
    firstDay: derived.firstDay,
    volatile: derived.volatile,
    sprintIds,
    sprints: sprintState(sprintIds, sprints),
    coverage: { complete, reasons },
    files,
  };
}

/** By creation: engines skip groups of rows by their least and greatest time. */
const inOrder = (dataset: Dataset): Dataset => ({
  ...dataset,
  issues: dataset.issues.toSorted((a, b) => a.created - b.created || Number(a.id) - Number(b.id)),
});

const folderOf = ({ name }: LakePart): string => `project=${encodeURIComponent(name)}`;

const boardRows = ({ boards }: LakeSite): readonly Row<'board'>[] =>
  boards.map(({ id, name, type, projectKey }) => {
    return { board_id: id, name, type, project_key: projectKey };
  });
