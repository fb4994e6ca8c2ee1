import type { Kysely, Transaction } from 'kysely';
import { type Catalogue, writeEntities } from '../catalogue.ts';
import type { Engine } from '../engine.ts';
import { deriveIssue } from '../issues/derive-issue.ts';
import { replaceIssues } from '../issues/issue-rows.ts';
import { readDocuments } from '../issues/read-documents.ts';
import { References } from '../issues/references.ts';
import { find, highestId, idCounter } from '../query.ts';
import type { RecordHistory, RecordHistoryItem, RecordIssue, RecordUser } from '../records.ts';
import type { Database } from '../schema.ts';
import { StoreError } from '../store-error.ts';

type Db = Kysely<Database>;

/** A changed field: its new value in the document, and its history item. */
export interface FieldChange {
  /** Id of the field in the document: 'assignee', 'customfield_10020', ... */
  fieldId: string;
  /** Null: empty. */
  value: unknown;
  item: RecordHistoryItem;
}

interface Edit {
  issueId: string;
  author: RecordUser | null;
  /** Epoch milliseconds; also becomes the issue's `updated`. */
  at: number;
}

export interface Change extends Edit {
  changes: FieldChange[];
}

export interface RecordEdit extends Edit {
  /** Changes the record and returns the items of its history entry; without items there is no entry. */
  edit(record: RecordIssue, newIds: NewIds): RecordHistoryItem[];
}

interface NewIds {
  comment: string;
  worklog: string;
}

export interface NewIssue {
  projectId: string;
  fields: Record<string, unknown>;
}

/** Jira's form of an instant. */
export const timestamp = (at: number): string => new Date(at).toISOString().replace('Z', '+0000');

async function issueRecord(
  engine: Engine,
  trx: Db,
  catalogue: Catalogue,
  issueId: string,
): Promise<RecordIssue & Required<Pick<RecordIssue, 'changelog'>>> {
  const [document] = await readDocuments(engine, trx, catalogue, [issueId]);
  if (!document) throw new StoreError('not-found', `The issue ${issueId} does not exist.`);
  const ofIssue = { issue_id: Number(issueId) };
  const histories = await find(trx, 'histories', ofIssue, 'created', 'id');
  const worklogs = await find(trx, 'worklogs', ofIssue, 'started', 'id');
  return {
    id: issueId,
    key: document.key,
    fields: {
      ...document.fields,
      worklog: {
        total: document.worklogTotal,
        worklogs: worklogs.map(row => JSON.parse(row.document)),
      },
    },
    changelog: {
      total: document.historyTotal,
      histories: histories.map(
        (row): RecordHistory => ({
          ...JSON.parse(row.document),
          id: String(row.id),
          author: catalogue.get('user', row.author ?? '')?.document as unknown as RecordUser,
        }),
      ),
    },
    watchers: document.watchers,
    voters: document.voters,
  };
}

/** Changes fields of an issue as one history entry. */
export const changeIssue = (
  engine: Engine,
  trx: Transaction<Database>,
  catalogue: Catalogue,
  { changes, ...rest }: Change,
): Promise<void> =>
  editIssue(engine, trx, catalogue, {
    ...rest,
    edit(record) {
      for (const { fieldId, value } of changes) record.fields[fieldId] = value;
      return changes.map(({ item }) => item);
    },
  });

export async function editIssue(
  engine: Engine,
  trx: Transaction<Database>,
  catalogue: Catalogue,
  { issueId, author, at, edit }: RecordEdit,
): Promise<void> {
  const record = await issueRecord(engine, trx, catalogue, issueId);
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
  await writeIssue(engine, trx, catalogue, record);
}

/** Creates an issue with the next number of its project. */
export async function createIssue(
  engine: Engine,
  trx: Transaction<Database>,
  catalogue: Catalogue,
  { projectId, fields }: NewIssue,
): Promise<Pick<RecordIssue, 'id' | 'key'>> {
  const project = catalogue.get('project', projectId);
  if (!project) throw new StoreError('not-found', `The project ${projectId} does not exist.`);
  const number = (await highestId(trx, 'issues', 'number', { project_id: projectId })) + 1;
  const id = String((await highestId(trx, 'issues')) + 1);
  const key = `${project.document.key}-${number}`;
  const changelog = { total: 0, histories: [] };
  const worklog = { total: 0, worklogs: [] };
  await writeIssue(engine, trx, catalogue, { id, key, fields: { ...fields, worklog }, changelog });
  return { id, key };
}

/** Rewrites the whole issue, so that all tables agree. */
async function writeIssue(
  engine: Engine,
  trx: Transaction<Database>,
  catalogue: Catalogue,
  record: RecordIssue,
): Promise<void> {
  const refs = new References(catalogue, new Map(), '');
  const rows = deriveIssue(record, Number(record.id), refs, await idCounter(trx, 'texts'));
  if (refs.changed.size > 0) await writeEntities(trx, catalogue, refs.changed.values());
  await replaceIssues(engine, trx, [rows]);
}
