/** Raw issues of Jira in, one JSON in each line; facts out, one row in each line. Keeps nothing between issues. */
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import { NO_REQUIREMENT, type Requirement } from '@tallyboard/core/model/requirement.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import { recordOf } from '@tallyboard/core/unknown.ts';
import type { BoardData } from '@tallyboard/dataset/load/boards.ts';
import { finish } from '@tallyboard/dataset/load/finish.ts';
import type { Metadata } from '@tallyboard/dataset/load/metadata.ts';
import { openSession } from '@tallyboard/dataset/load/open-session.ts';
import { planReading } from '@tallyboard/dataset/load/session.ts';
import { requireAll } from '@tallyboard/dataset/stream/select-columns.ts';
import { createJiraClient } from '@tallyboard/jira/client.ts';
import type { RequestFunction } from '@tallyboard/jira/http.ts';
import { normalizeIssue, planNormalizing } from '@tallyboard/jira/normalize/issue.ts';
import { Pool } from '@tallyboard/jira/normalize/pool.ts';
import { parseWireIssue } from '@tallyboard/jira/wire/issue.ts';
import { readWireIssues } from '@tallyboard/jira/wire/read-issue.ts';
import { deriveFacts } from '../facts/derive.ts';
import { calendarRows, metaRow } from '../facts/site-facts.ts';
import { type AddRow, columnsOf, engineText, type Row, type TableName } from '../tables.ts';
import type { SiteFile } from './site-file.ts';

/** Issues that are derived together: facts are of one issue and the parents that its line brings, so that any number gives the same. */
const CHUNK = 500;

export type WriteLine = (line: string) => void;

/** A line that is no issue, or one that cannot be read. */
interface Rejected {
  readonly line: number;
  readonly key: string | null;
  readonly reason: string;
}

/** Writes the facts of the lines; those that cannot be read are rows of `rejected`. */
export async function deriveLines(
  lines: AsyncIterable<string>,
  site: SiteFile,
  write: WriteLine,
): Promise<void> {
  const add = rowWriter(site, write);
  const reject = (row: Rejected) => write(`${JSON.stringify({ table: 'rejected', row })}\n`);
  let chunk: RawLine[] = [];
  let line = 0;
  for await (const text of lines) {
    line++;
    if (text.trim() === '') continue;
    try {
      chunk.push({ line, raw: JSON.parse(text) });
    } catch (error) {
      reject({ line, key: null, reason: `not JSON: ${(error as Error).message}` });
    }
    if (chunk.length < CHUNK) continue;
    await deriveChunk(chunk, site, add, reject);
    chunk = [];
  }
  if (chunk.length > 0) await deriveChunk(chunk, site, add, reject);
}

/** Writes the tables of the site: `meta`, `day`, `board`. */
export function deriveSite(site: SiteFile, write: WriteLine): void {
  const { context, version, reasons, firstDay, boards } = site;
  const add = rowWriter(site, write);
  add('meta', metaRow(context, version, reasons));
  for (const row of calendarRows(context, firstDay)) add('day', row);
  for (const { id, name, type, projectKey } of boards)
    add('board', { board_id: id, name, type, project_key: projectKey });
}

interface RawLine {
  readonly line: number;
  readonly raw: unknown;
}

async function deriveChunk(
  chunk: readonly RawLine[],
  site: SiteFile,
  add: AddRow,
  reject: (row: Rejected) => void,
): Promise<void> {
  const dataset = await readDataset(chunk, site, reject);
  const sprints = new Map(site.sprints.map(sprint => [sprint.id, sprint]));
  const parents = chunk.flatMap(({ line, raw }) =>
    parentsOf(raw).map(parent => ({ line, raw: parent })),
  );
  const { issues } = await readDataset(parents, site, () => {});
  deriveFacts(dataset, site.context, add, sprints, issues);
}

/** Raw issues that a line brings beside its own: the parents of a sub-task, whose sprints it has. */
const parentsOf = (raw: unknown): readonly unknown[] => {
  const { parents } = recordOf(raw);
  return Array.isArray(parents) ? parents : [];
};

/** Nothing more can be asked: what a record lacks is missing. */
const offline: RequestFunction = async () => ({ status: 404, headers: {}, body: '{}' });

/** As in front of a Data Center, whose issues have their histories with them. */
async function readDataset(
  chunk: readonly RawLine[],
  site: SiteFile,
  reject: (row: Rejected) => void,
): Promise<Dataset> {
  const statuses = new Map(site.statuses.map(status => [status.id, status]));
  const metadata: Metadata = { ...site.metadata, statuses };
  const requirement = { ...NO_REQUIREMENT, ...requireAll(metadata) };
  const client = createJiraClient({
    flavour: 'data-center',
    request: offline,
    isReplica: true,
  });
  const session = openSession(client, { jql: '', requirement }, new AbortController().signal);
  const plan = planReading(session, metadata);
  const raws = await readWireIssues(chunk.map(({ raw }) => withWorklogs(raw)));
  const ids = new Set<string>();
  for (const [at, raw] of raws.entries()) {
    const [id] = plan.collector.add([raw]);
    const isNew = id !== undefined && !ids.has(id);
    if (isNew) ids.add(id);
    else
      reject({
        line: chunk[at]!.line,
        key: nameOf(raw),
        reason: id === undefined ? whyUnread(raw, requirement, metadata) : 'the issue comes twice',
      });
  }
  return finish(session, plan, [...ids], NO_BOARDS, site.context.asOf);
}

/** Without time spent there is no work logged, as the import reads it. */
function withWorklogs(raw: unknown): unknown {
  const { fields: given, ...issue } = recordOf(raw);
  const fields = recordOf(given);
  if (!given || fields.worklog !== undefined || fields.timespent) return raw;
  return { ...issue, fields: { ...fields, worklog: { total: 0, worklogs: [] } } };
}

/** Boards are of the site. */
const NO_BOARDS: BoardData = {
  boards: new Map(),
  configurations: new Map(),
  boardSprints: new Map(),
  sprints: [],
  warnings: [],
  unread: [],
};

function nameOf(raw: unknown): string | null {
  const { key } = recordOf(raw);
  return typeof key === 'string' ? key : null;
}

function whyUnread(raw: unknown, requirement: Requirement, { fields, special }: Metadata): string {
  try {
    normalizeIssue(parseWireIssue(raw), planNormalizing(requirement, fields, special, new Pool()));
    return 'not understood';
  } catch (error) {
    return (error as Error).message;
  }
}

function rowWriter({ source }: SiteFile, write: WriteLine): AddRow {
  return (table, row) => write(`${JSON.stringify({ table, row: plainRow(table, source, row) })}\n`);
}

/** Instants and days as ISO texts, the source first. */
export function plainRow<T extends TableName>(table: T, source: string, row: Row<T>) {
  const values = row as Readonly<Record<string, string | number | boolean | null>>;
  return Object.fromEntries(
    columnsOf(table).map(({ name, type }, at) => {
      const value = at === 0 ? source : (values[name] ?? null);
      if (value === null) return [name, null];
      if (type === 'time') return [name, new Date(value as number).toISOString()];
      if (type === 'text') return [name, engineText(value as string)];
      return [name, type === 'day' ? dayText(value as number) : value];
    }),
  );
}
