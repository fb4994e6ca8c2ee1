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

export interface Change {
  issueId: string;
  author: RecordUser | null;
  /** Epoch milliseconds; also becomes the issue's `updated`. */
  at: number;
  changes: FieldChange[];
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

/** Changes fields of an issue as one history entry. Rewrites the whole issue, so that all tables agree. */
export async function changeIssue(
  engine: Engine,
  trx: Transaction<Database>,
  catalogue: Catalogue,
  change: Change,
): Promise<void> {
  const record = await issueRecord(engine, trx, catalogue, change.issueId);
  for (const { fieldId, value } of change.changes) record.fields[fieldId] = value;
  record.fields.updated = timestamp(change.at);
  const { changelog } = record;
  if (typeof changelog.total === 'number') changelog.total += 1;
  changelog.histories.push({
    id: String((await highestId(trx, 'histories')) + 1),
    author: change.author,
    created: timestamp(change.at),
    items: change.changes.map(({ item }) => item),
  });
  const refs = new References(catalogue, new Map(), '');
  const rows = deriveIssue(record, Number(change.issueId), refs, await idCounter(trx, 'texts'));
  if (refs.changed.size > 0) await writeEntities(trx, catalogue, refs.changed.values());
  await replaceIssues(engine, trx, [rows]);
}
