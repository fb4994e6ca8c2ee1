import { find, update } from '@tallyboard/database/query.ts';
import { StoreError } from '@tallyboard/database/store-error.ts';
import { sql } from 'kysely';
import { writeEntities } from '../catalogue.ts';
import { readChangelogs } from '../issues/changelogs.ts';
import { deriveIssue } from '../issues/derive-issue.ts';
import { replaceIssue } from '../issues/issue-rows.ts';
import { readRecords } from '../issues/read-documents.ts';
import { References } from '../issues/references.ts';
import type { RecordHistoryItem, RecordIssue, RecordUser } from '../records.ts';
import { highestId, idCounter } from '../rows.ts';
import type { WriteContext } from '../segment-changes.ts';
import { asObject, asObjects, asText } from '../shapes.ts';

/** By whom and when. */
export interface Authorship {
  author: RecordUser | null;
  /** Epoch milliseconds; also becomes the issue's `updated`. */
  at: number;
}

export interface RecordEdit extends Authorship {
  issueId: string;
  /** Changes the record and returns the items of its history entry; without items there is no entry. */
  edit(record: RecordIssue, newIds: { comment: string; worklog: string }): RecordHistoryItem[];
}

export interface NewIssue {
  projectId: string;
  fields: Record<string, unknown>;
}

/** Jira's form of an instant. */
export const timestamp = (at: number): string => new Date(at).toISOString().replace('Z', '+0000');

export async function editIssue(
  trx: WriteContext,
  { issueId, author, at, edit }: RecordEdit,
): Promise<void> {
  const [record] = await readRecords(trx, [issueId]);
  if (!record) throw new StoreError('not-found', `The issue ${issueId} does not exist.`);
  const changelogs = await readChangelogs(trx, sql`issue_id = ${Number(issueId)}`);
  for (const entry of changelogs.get(Number(issueId)) ?? []) {
    const by = trx.catalogue.get('user', entry.author ?? '')?.document as RecordUser | undefined;
    record.changelog.histories.push({ ...entry, id: String(entry.id), author: by ?? null });
  }
  const items = edit(record, {
    comment: String((await highestId(trx, 'texts', 'part', { field: 'comment' })) + 1),
    worklog: String((await highestId(trx, 'worklogs')) + 1),
  });
  const created = timestamp(at);
  record.fields.updated = created;
  const { changelog } = record;
  if (items.length > 0) {
    if (typeof changelog.total === 'number') changelog.total += 1;
    const id = String((await highestId(trx, 'histories')) + 1);
    changelog.histories.push({ id, author, created, items });
  }
  await writeIssue(trx, record);
  if (items.some(({ field }) => COPIED.includes(field))) await updateCopies(trx, record);
}

/** Fields of an issue that its parent, sub-tasks and linked issues repeat. */
const COPIED = ['summary', 'status', 'priority', 'issuetype'];

async function updateCopies(trx: WriteContext, { key, fields }: RecordIssue) {
  const parent = asText(asObject(fields.parent)?.key);
  const { rows: ids } = await sql<{ id: number }>`
    select id from issues where parent_key = ${key} or key = ${parent}
    union select issue_id from issue_links where other_key = ${key}`.execute(trx.db);
  const isCopy = trx.engine.idIn(
    'issue_id',
    ids.map(({ id }) => id),
  );
  const rows = await find(trx, 'issue_documents', isCopy);
  trx.changes.updated(rows.map(({ issue_id }) => issue_id));
  for (const { issue_id, document } of rows) {
    const other = JSON.parse(document);
    const ends = asObjects(other.issuelinks).flatMap(link => [link.inwardIssue, link.outwardIssue]);
    for (const each of asObjects([other.parent, ...asObjects(other.subtasks), ...ends])) {
      const copy = asObject(each.fields);
      if (!copy || each.key !== key) continue;
      for (const name of COPIED) if (name in copy) copy[name] = fields[name];
    }
    await update(trx, 'issue_documents', { issue_id }, { document: JSON.stringify(other) });
  }
}

/** Creates an issue with the next number of its project. */
export async function createIssue(
  trx: WriteContext,
  { projectId, fields }: NewIssue,
): Promise<Pick<RecordIssue, 'id' | 'key'>> {
  const project = trx.catalogue.get('project', projectId);
  if (!project) throw new StoreError('not-found', `The project ${projectId} does not exist.`);
  const number = (await highestId(trx, 'issues', 'number', { project_id: projectId })) + 1;
  const id = String((await highestId(trx, 'issues')) + 1);
  const key = `${project.document.key}-${number}`;
  const changelog = { total: 0, histories: [] };
  const worklog = { total: 0, worklogs: [] };
  await writeIssue(trx, { id, key, fields: { ...fields, worklog }, changelog });
  return { id, key };
}

/** Rewrites the whole issue, so that all tables agree. */
async function writeIssue(trx: WriteContext, record: RecordIssue): Promise<void> {
  const refs = new References(trx.catalogue);
  const rows = deriveIssue(record, Number(record.id), refs, await idCounter(trx, 'texts'));
  if (refs.changed.size > 0) await writeEntities(trx, refs.changed.values());
  await replaceIssue(trx, Number(record.id), rows);
}
