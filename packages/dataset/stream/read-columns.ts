import type { Issue } from '@tallyboard/core/model/issue.ts';
import {
  type IssuePart,
  mayHaveWorklogs,
  type Requirement,
} from '@tallyboard/core/model/requirement.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { BULK_SIZE } from '@tallyboard/jira/endpoints/search.ts';
import { readableQuery } from '@tallyboard/jira/jql/compose.ts';
import type { Adopter } from '../columns/adopter.ts';
import type { ColumnSelection } from '../columns/column-selection.ts';
import { type ColumnStream, fromArrow } from '../columns/from-arrow.ts';
import type { ColumnPlan, IssueColumns } from '../columns/issue-columns.ts';
import { IssueRow } from '../columns/issue-row.ts';
import type { Read } from '../columns/readers.ts';
import { type Metadata, storedFields } from '../load/metadata.ts';
import { type LoadSession, planReading, type ReadPlan } from '../load/session.ts';
import { createAdopter } from './adopt.ts';
import { selectColumns } from './select-columns.ts';

/** The issues of a query as Arrow. */
export interface QueryColumns {
  /** Ids of the query's issues, in order. Null where the streams have these issues alone, with their positions. */
  readonly ids: readonly string[] | null;
  /**
   * An issue in several streams is read from the first. Null in place of a stream: the issues must be read as JSON. The bytes
   * of a stream are there until the next one is asked for.
   */
  readonly streams: AsyncIterable<Uint8Array | null> | Iterable<Uint8Array>;
}

export interface ColumnsRequest {
  readonly jql: string;
  /** What is needed of the issues. */
  readonly requirement: Pick<Requirement, 'parts' | 'customFields' | 'history' | 'worklogs'>;
}

/** Null where the host sends the issues of a query as JSON alone. */
export type FetchColumns = (
  request: ColumnsRequest,
  signal: AbortSignal,
) => Promise<QueryColumns | null>;

export interface ColumnsRead {
  readonly plan: ReadPlan;
  /** In the order of the query. */
  readonly issues: readonly Issue[];
  /** Names this state of the query's issues, where the host names it. */
  readonly revision?: string;
  /** When the host had this state; the start of the load by default. */
  readonly at?: Instant;
}

/** Whether columns have the custom fields that are required. */
export function hasColumns({ customFields }: Requirement, metadata: Metadata): boolean {
  const stored = new Set(storedFields(metadata));
  return customFields.every(id => stored.has(id));
}

/** Reads the issues of a load from columns. Null where they must be read as JSON. */
export async function readColumns(
  session: LoadSession,
  metadata: Metadata,
  fetchColumns: FetchColumns,
): Promise<ColumnsRead | null> {
  const { client, requirement, signal } = session;
  if (!hasColumns(requirement, metadata)) return null;
  const { parts, customFields, history, worklogs } = requirement;
  const jql = readableQuery(session.jql, client.flavour);
  const needed = { parts, customFields, history, worklogs };
  const found = await fetchColumns({ jql, requirement: needed }, signal);
  return found && decodeColumns(session, metadata, found);
}

/**
 * The issues of a load from columns that have what it requires, among others. Null where they must be read as JSON; throws
 * for streams of another format.
 */
export async function decodeColumns(
  session: LoadSession,
  metadata: Metadata,
  found: QueryColumns,
): Promise<ColumnsRead | null> {
  const { requirement } = session;
  const plan = planReading(session, metadata);
  const { adopt, hasConflict } = createAdopter(plan.pool);
  const selection = selectColumns(requirement, metadata);
  const issues = await issuesOf(found, { ...selection, adopt });
  if (issues === null) return null;
  adoptEntities(selection, plan, issues);
  if (hasConflict()) return null;
  count(session, plan, issues);
  return { plan, issues };
}

/** Null where some are missing. */
async function issuesOf(
  { ids, streams }: QueryColumns,
  plan: ColumnPlan,
): Promise<readonly IssueRow[] | null> {
  const placeOf = ids && placesOf(ids);
  const decoded: ColumnStream[] = [];
  for await (const bytes of streams) {
    if (bytes === null) return null;
    decoded.push(fromArrow(bytes, plan));
  }
  const total = ids?.length ?? decoded.reduce((sum, { issueCount }) => sum + (issueCount ?? 0), 0);
  // Allocated at once: an array that is filled out of order would become a slow dictionary in V8.
  const issues = new Array<IssueRow>(total);
  let count = 0;
  for (const { columns, places } of decoded.flatMap(({ batches }) => batches))
    for (let row = 0; row < columns.length; row++) {
      const place = placeOf === null ? places?.[row] : placeOf(columns.ids.at(row));
      if (place === undefined || issues[place] !== undefined) continue;
      issues[place] = new IssueRow(columns, row);
      count++;
    }
  return count === total && issues.length === total ? issues : null;
}

/** The place of each id. Ids of a store lie close together: as numbers in a table they take a tenth of a map's time. */
function placesOf(ids: readonly string[]): Read<number | undefined> {
  const numbers = new Float64Array(ids.length);
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (let place = 0; place < ids.length; place++) {
    const id = Number(ids[place]);
    numbers[place] = id;
    if (id < first) first = id;
    if (id > last) last = id;
  }
  if (last - first > MAX_SPREAD * numbers.length) {
    const places = new Map(Array.from(numbers, (id, place) => [id, place]));
    return id => places.get(id);
  }
  const places = new Int32Array(numbers.length > 0 ? last - first + 1 : 0);
  for (let place = 0; place < numbers.length; place++) places[numbers[place]! - first] = place + 1;
  return id => {
    const place = places[id - first];
    return place ? place - 1 : undefined;
  };
}

/** The numbers between the first and the last id, by id. */
const MAX_SPREAD = 32;

/** The first issue that names an entity describes it: adopts what issues name in the order in which loads read them. */
function adoptEntities(
  { parts }: ColumnSelection,
  { pool, wantsHistories }: ReadPlan,
  issues: readonly IssueRow[],
): void {
  const asked = new Set<IssuePart | null>([null, ...parts]);
  const adopters = new Map<IssueColumns, readonly Adopter[]>();
  const adoptersOf = (columns: IssueColumns) => {
    const own =
      adopters.get(columns) ??
      [...columns.adopters].flatMap(([part, create]) => (asked.has(part) ? create() : []));
    adopters.set(columns, own);
    return own;
  };
  const isLeft = ({ left }: Adopter) => left > 0;
  visitInLoadOrder(
    issues,
    ({ columns, row }) => adoptersOf(columns).some(adopter => adopter.isNew(row)),
    ({ columns, row }) => {
      const own = adoptersOf(columns);
      for (const adopter of own) adopter.adopt(row);
      if (!own.every(isLeft)) adopters.set(columns, own.filter(isLeft));
    },
  );
  const adopt = (id: string | null, name: string | null) => void pool.historyStatus(id, name);
  if (wantsHistories)
    visitInLoadOrder(
      issues,
      ({ columns, row }) => columns.changes.namesNewStatus(row, pool.statuses),
      ({ columns, row }) => columns.changes.forEachStatus(row, adopt),
    );
  pool.settleCategories();
}

/** Visits issues that name something new, as batches of all issues come: each in the order of its ids. */
function visitInLoadOrder(
  issues: readonly IssueRow[],
  isNew: (issue: IssueRow) => boolean,
  visit: (issue: IssueRow) => void,
): void {
  for (let from = 0; from < issues.length; from += BULK_SIZE) {
    const batch: IssueRow[] = [];
    const end = Math.min(from + BULK_SIZE, issues.length);
    for (let at = from; at < end; at++) {
      const issue = issues[at]!;
      if (isNew(issue)) batch.push(issue);
    }
    for (const issue of batch.sort((a, b) => a.idNumber - b.idNumber)) visit(issue);
  }
}

function count(
  { coverage, requirement }: LoadSession,
  { historyFields, wantsHistories }: ReadPlan,
  issues: readonly IssueRow[],
): void {
  const { worklogsSince: since } = requirement;
  let histories = 0;
  let worklogs = 0;
  for (const issue of issues) {
    const { columns, row } = issue;
    if (wantsHistories)
      histories +=
        historyFields === null ? columns.historyCount(row) : columns.changes.countHistories(row);
    if (since === null || mayHaveWorklogs(issue, since)) worklogs += columns.worklogCount(row);
  }
  coverage.fetched('issues', issues.length, issues.length);
  if (wantsHistories) coverage.fetched('histories', histories, histories);
  if (requirement.worklogs !== 'none') coverage.fetched('worklogs', worklogs, worklogs);
}
