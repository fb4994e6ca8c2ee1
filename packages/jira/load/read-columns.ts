import type { NameOf } from '@tallyboard/columns/change-columns.ts';
import type { Adopt } from '@tallyboard/columns/entity.ts';
import { fromArrow } from '@tallyboard/columns/from-arrow.ts';
import type { ColumnPlan, IssueColumns } from '@tallyboard/columns/issue-columns.ts';
import { IssueRow } from '@tallyboard/columns/issue-row.ts';
import { longAt, type Read } from '@tallyboard/columns/readers.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { IssuePart } from '@tallyboard/core/model/requirement.ts';
import { BULK_SIZE } from '../endpoints/search.ts';
import { readableQuery } from '../jql/compose.ts';
import { createAdopter } from '../normalize/adopt.ts';
import { nameChanges } from '../normalize/changes.ts';
import { type Metadata, storedFields } from './metadata.ts';
import { type LoadSession, planReading, type ReadPlan } from './session.ts';

/** Of the built-in Jira only: not part of Jira's API. */
export const COLUMNS_PATH = '/rest/tallyboard/1/columns';

export interface QueryColumns {
  /** Of the query's issues, in order. */
  readonly ids: readonly string[];
  /** Arrow streams that have these issues among others. */
  readonly segments: readonly Uint8Array[];
}

/** Null where the host sends the issues of a query as JSON alone. */
export type FetchColumns = (jql: string, signal: AbortSignal) => Promise<QueryColumns | null>;

export interface ColumnsRead {
  readonly plan: ReadPlan;
  /** In the order of the query. */
  readonly issues: readonly Issue[];
}

/** Reads the issues of a load from columns. Null where they must be read as JSON. */
export async function readColumns(
  session: LoadSession,
  metadata: Metadata,
  fetchColumns: FetchColumns,
): Promise<ColumnsRead | null> {
  const { client, requirement, signal } = session;
  const custom = new Set(storedFields(metadata));
  if (!requirement.customFields.every(id => custom.has(id))) return null;
  const found = await fetchColumns(readableQuery(session.jql, client.flavour), signal);
  if (found === null) return null;
  const plan = planReading(session, metadata);
  const { adopt, hasConflict } = createAdopter(plan.pool);
  const issues = issuesOf(found, columnPlanOf(session, plan, adopt));
  if (issues === null) return null;
  adoptEntities(session, plan, issues);
  if (hasConflict()) return null;
  count(session, plan, issues);
  return { plan, issues };
}

function issuesOf({ ids, segments }: QueryColumns, plan: ColumnPlan): readonly IssueRow[] | null {
  const places = new Map(ids.map((id, place) => [Number(id), place]));
  const issues = new Array<IssueRow>(ids.length);
  let count = 0;
  for (const bytes of segments) {
    const columns = fromArrow(bytes, plan);
    for (let row = 0; row < columns.length; row++) {
      const place = places.get(longAt(columns.ids, row));
      if (place === undefined) continue;
      issues[place] = new IssueRow(columns, row);
      count++;
    }
  }
  return count === ids.length ? issues : null;
}

function columnPlanOf({ requirement }: LoadSession, plan: ReadPlan, adopt: Adopt): ColumnPlan {
  const { customFields, worklogs } = requirement;
  return {
    adopt,
    nameOf: plan.wantsHistories ? changeNames(requirement, plan) : null,
    customFields,
    worklogs,
  };
}

function changeNames(
  requirement: LoadSession['requirement'],
  { metadata, historyFields }: ReadPlan,
): NameOf {
  const { fields, special } = metadata;
  const names = nameChanges(requirement, fields, special);
  const nameOf: NameOf = (fieldId, field) =>
    names({ fieldId, field, from: null, fromString: null, to: null });
  if (historyFields === null) return nameOf;
  // As the host narrows histories: items without an id match by the names of the fields.
  const ids = new Set<string>(historyFields);
  const known = fields.filter(({ id }) => ids.has(id)).map(({ name }) => name);
  const texts = new Set([...historyFields, ...known].map(text => text.toLowerCase()));
  return (fieldId, field) =>
    (fieldId === null ? texts.has(field.toLowerCase()) : ids.has(fieldId))
      ? nameOf(fieldId, field)
      : null;
}

/** The first issue that names an entity describes it: adopts what issues name in the order in which loads read them. */
function adoptEntities(
  { requirement: { parts, customFields } }: LoadSession,
  { pool, metadata, wantsHistories }: ReadPlan,
  issues: readonly IssueRow[],
): void {
  const { sprint } = metadata.special;
  const asked = new Set<IssuePart | null>([null, ...parts]);
  if (customFields.some(id => sprint.includes(id))) asked.add('sprints');
  const ordered = inLoadOrder(issues);
  const adopters = new Map<IssueColumns, readonly Read<void>[]>();
  for (const { columns, row } of ordered) {
    const own =
      adopters.get(columns) ??
      [...columns.adopters].flatMap(([part, adopt]) => (asked.has(part) ? adopt : []));
    adopters.set(columns, own);
    for (const adopt of own) adopt(row);
  }
  const adopt = (id: string | null, name: string | null) => void pool.historyStatus(id, name);
  if (wantsHistories)
    for (const { columns, row } of ordered) columns.changes.forEachStatus(row, adopt);
  pool.settleCategories();
}

/** Batches of issues come in the order of their ids. */
function inLoadOrder(issues: readonly IssueRow[]): readonly IssueRow[] {
  const ordered: IssueRow[] = [];
  for (let at = 0; at < issues.length; at += BULK_SIZE)
    ordered.push(...issues.slice(at, at + BULK_SIZE).sort((a, b) => a.idNumber - b.idNumber));
  return ordered;
}

function count(
  { coverage, requirement }: LoadSession,
  { historyFields, wantsHistories }: ReadPlan,
  issues: readonly IssueRow[],
): void {
  let histories = 0;
  let worklogs = 0;
  for (const { columns, row } of issues) {
    if (wantsHistories)
      histories +=
        historyFields === null ? columns.historyCount(row) : columns.changes.countHistories(row);
    worklogs += columns.worklogCount(row);
  }
  coverage.fetched('issues', issues.length, issues.length);
  if (wantsHistories) coverage.fetched('histories', histories, histories);
  if (requirement.worklogs !== 'none') coverage.fetched('worklogs', worklogs, worklogs);
}
