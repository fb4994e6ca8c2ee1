import { find, update } from '@tallyboard/database/query.ts';
import { fold } from '@tallyboard/database/text/words.ts';
import { sql } from 'kysely';
import { fieldTypeOf } from '../issues/field-type.ts';
import type { WriteContext } from '../segment-changes.ts';
import { asObject, asObjects, asText, type JsonObject } from '../shapes.ts';

export interface MovedKey {
  readonly from: string;
  readonly to: string;
}

/**
 * Gives issues that name one which moved to another project its new key, as Jira does: as parent, sub-task, end of a link, or by Epic
 * Link or Parent Link. A mirror does not read them again, for nothing of theirs has changed.
 */
export async function moveKeys(trx: WriteContext, moved: readonly MovedKey[]): Promise<void> {
  if (moved.length === 0) return;
  const { engine, db, catalogue, changes } = trx;
  const links = catalogue
    .all('field')
    .flatMap(({ id, document }) => (/^(epic|parent)Link$/.test(fieldTypeOf(document)) ? id : []));
  for (const { from, to } of moved) {
    const { rows: naming } = await sql<{ id: number }>`
      select id from issues where parent_key = ${from}
      union select issue_id from issue_links where other_key = ${from}
      union select issue_id from issue_values
        where ${engine.idIn('field', links)} and value = ${fold(from)}`.execute(db);
    const ids = naming.map(({ id }) => id);
    await update(trx, 'issues', { parent_key: from }, { parent_key: to });
    await update(trx, 'issue_links', { other_key: from }, { other_key: to });
    const isNaming = engine.idIn('issue_id', ids);
    const isLink = sql<boolean>`${isNaming} and ${engine.idIn('field', links)} and value = ${fold(from)}`;
    await update(trx, 'issue_values', isLink, { value: fold(to) });
    for (const { issue_id, document } of await find(trx, 'issue_documents', isNaming)) {
      const fields: JsonObject = JSON.parse(document);
      rename(fields, links, { from, to });
      await update(trx, 'issue_documents', { issue_id }, { document: JSON.stringify(fields) });
    }
    changes.updated(ids);
  }
}

function rename(fields: JsonObject, links: readonly string[], { from, to }: MovedKey): void {
  const isIt = (key: unknown) => asText(key)?.toUpperCase() === from;
  const ends = asObjects(fields.issuelinks).flatMap(link => [link.inwardIssue, link.outwardIssue]);
  const named = [fields.parent, fields.epic, ...asObjects(fields.subtasks), ...ends];
  for (const each of named) {
    const issue = asObject(each);
    if (issue && isIt(issue.key)) issue.key = to;
  }
  for (const id of links) {
    const value = asObject(asObject(fields[id])?.data);
    if (isIt(fields[id])) fields[id] = to;
    else if (value && isIt(value.key)) value.key = to;
  }
}
