import { find, remove } from '@tallyboard/database/query.ts';
import type { RawBuilder } from 'kysely';
import type { DbContext } from '../catalogue.ts';
import type { RecordHistoryItem } from '../records.ts';
import type { Row } from '../tables.ts';

/** An entry of a stored changelog; `author` is the id of a user. */
export interface HistoryEntry {
  id: number;
  author: string | null;
  /** As Jira wrote it. */
  created: string;
  items: RecordHistoryItem[];
}

/** Entries by issue, oldest first. */
export type Changelogs = Map<number, HistoryEntry[]>;

/** Lists take half the text of objects, and less time to write and to parse. */
type StoredEntry = [
  id: number,
  author: string | null,
  created: string,
  items: (RecordHistoryItem | StoredItem)[],
];
/** The members of an item that has just those of Jira Cloud, in their order. */
type StoredItem = [
  field: string,
  fieldtype: string,
  fieldId: string,
  from: string | null,
  fromString: string | null,
  to: string | null,
  toString: string | null,
];

/** `condition` is on the rows of `changelogs`. */
export async function readChangelogs(
  context: Pick<DbContext, 'db'>,
  condition: RawBuilder<unknown>,
): Promise<Changelogs> {
  const rows = await find(context, 'changelogs', condition);
  return new Map(
    rows.map(({ issue_id, document }) => [
      issue_id,
      (JSON.parse(document) as StoredEntry[]).map(([id, author, created, items]) => ({
        id,
        author,
        created,
        items: items.map(item => (Array.isArray(item) ? wholeItem(item) : item)),
      })),
    ]),
  );
}

export function changelogRow(
  issue_id: number,
  entries: readonly HistoryEntry[],
): Row<'changelogs'> {
  const stored = entries.map(
    ({ id, author, created, items }): StoredEntry => [id, author, created, items.map(storedItem)],
  );
  return { issue_id, document: JSON.stringify(stored) };
}

function storedItem(item: RecordHistoryItem): RecordHistoryItem | StoredItem {
  const { field, fieldtype, fieldId, from, fromString, to, toString: name } = item;
  const members = [field, fieldtype, fieldId, from, fromString, to, name];
  const isOfCloud =
    Object.keys(item).length === members.length &&
    Object.hasOwn(item, 'toString') &&
    !members.includes(undefined);
  return isOfCloud ? (members as StoredItem) : item;
}

function wholeItem([
  field,
  fieldtype,
  fieldId,
  from,
  fromString,
  to,
  name,
]: StoredItem): RecordHistoryItem {
  return { field, fieldtype, fieldId, from, fromString, to, toString: name };
}

/** Adds entries that are newer than those that their issues have. */
export async function appendEntries(
  context: Pick<DbContext, 'db' | 'engine'>,
  added: Changelogs,
): Promise<void> {
  const isOfThese = context.engine.idIn('issue_id', [...added.keys()]);
  const known = await readChangelogs(context, isOfThese);
  const rows = [...added].map(([id, entries]) =>
    changelogRow(id, [...(known.get(id) ?? []), ...entries]),
  );
  await remove(context, 'changelogs', isOfThese);
  await context.engine.insertMany(context.db, 'changelogs', rows);
}
