/**
 * Stored histories and worklogs stay where an issue's record has none. They may be older than the issue: their total is unknown
 * unless the issue has not been updated since.
 */

import { idNumbers } from '@tallyboard/database/engine.ts';
import { find } from '@tallyboard/database/query.ts';
import { readChangelogs } from '../issues/changelogs.ts';
import type { RecordHistory, RecordIssue } from '../records.ts';
import type { WriteContext } from '../segment-changes.ts';
import { asInstant, asNumber, asObject, asObjects, type JsonObject } from '../shapes.ts';
import type { Row } from '../tables.ts';

export interface IssueLists {
  readonly updated: number | null;
  readonly historyTotal: number | null;
  readonly worklogTotal: number | null;
  readonly histories: readonly RecordHistory[];
  readonly worklogs: readonly JsonObject[];
}

/** Whether a list of a record may lack entries: it is missing, or a part of a larger one. */
const isPart = (list: unknown, entries: 'histories' | 'worklogs'): boolean => {
  const holder = asObject(list);
  if (!holder) return true;
  const own = holder[entries];
  const count = Array.isArray(own) ? own.length : 0;
  return holder.total === null || (asNumber(holder.total) ?? 0) > count;
};

const lacksHistories = ({ changelog }: RecordIssue) => isPart(changelog, 'histories');

/** An issue without time spent has no worklogs. */
const lacksWorklogs = ({ fields }: RecordIssue): boolean => {
  const hasNoTime = fields?.timespent !== undefined && !asNumber(fields.timespent);
  return !(hasNoTime && !fields.worklog) && isPart(fields?.worklog, 'worklogs');
};

export const lacksLists = (record: RecordIssue): boolean =>
  lacksHistories(record) || lacksWorklogs(record);

/** By issue id. */
export async function storedLists(
  trx: WriteContext,
  issueIds: readonly number[],
): Promise<Map<number, IssueLists>> {
  if (issueIds.length === 0) return new Map();
  const ids = idNumbers(issueIds.map(String));
  const isOfThese = trx.engine.idIn('issue_id', ids);
  const changelogs = await readChangelogs(trx, isOfThese);
  const worklogs = await find(trx, 'worklogs', isOfThese, 'issue_id', 'started', 'id');
  const worklogsOf = Map.groupBy(worklogs, row => row.issue_id);
  const issues = await find(trx, 'issues', trx.engine.idIn('id', ids));
  return new Map(
    issues.map(issue => [
      issue.id,
      {
        ...totalsOf(issue),
        histories: (changelogs.get(issue.id) ?? []).map(({ id, author, created, items }) => {
          return { id: String(id), author: author ? userNamed(author) : null, created, items };
        }),
        worklogs: (worklogsOf.get(issue.id) ?? []).map(row => JSON.parse(row.document)),
      },
    ]),
  );
}

/** Lists of a record that is about to be written. */
export function listsOf({ changelog, fields }: RecordIssue): IssueLists {
  const worklog = asObject(fields?.worklog);
  const worklogs = asObjects(worklog?.worklogs);
  return {
    updated: asInstant(fields?.updated),
    historyTotal: changelog ? (changelog.total ?? changelog.histories.length) : null,
    worklogTotal: worklog ? (asNumber(worklog.total) ?? worklogs.length) : null,
    histories: changelog?.histories ?? [],
    worklogs,
  };
}

const userNamed = (accountId: string) => ({ accountId }) as RecordHistory['author'];

const totalsOf = ({ updated, history_total, worklog_total }: Row<'issues'>) => ({
  updated,
  historyTotal: history_total,
  worklogTotal: worklog_total,
});

/** The record with the stored entries that it lacks. */
export function withStoredLists(record: RecordIssue, stored: IssueLists | undefined): RecordIssue {
  if (!stored) return record;
  const isUnchanged = asInstant(record.fields.updated) === stored.updated;
  const { changelog, fields } = record;
  const worklog = asObject(fields.worklog);
  const merged = { ...record };
  if (lacksHistories(record) && stored.histories.length > 0) {
    const histories = joined(changelog?.histories ?? [], stored.histories);
    const total = changelog ? changelog.total : isUnchanged ? stored.historyTotal : null;
    merged.changelog = { total: total ?? null, histories };
  }
  if (lacksWorklogs(record) && stored.worklogs.length > 0) {
    const worklogs = joined(asObjects(worklog?.worklogs), stored.worklogs);
    const total = worklog ? worklog.total : isUnchanged ? stored.worklogTotal : null;
    merged.fields = { ...fields, worklog: { total: total ?? null, worklogs } };
  }
  return merged;
}

/** Joins two lists; of entries with the same id the given one counts. */
function joined<Entry extends { id?: unknown }>(
  given: readonly Entry[],
  stored: readonly Entry[],
): Entry[] {
  const ids = new Set(given.map(({ id }) => String(id)));
  return [...stored.filter(({ id }) => !ids.has(String(id))), ...given];
}
