import { idNumbers } from '@tallyboard/database/engine.ts';
import { fold } from '@tallyboard/database/text/words.ts';
import { isOfCustomField } from '@tallyboard/records/history-item.ts';
import { sprintIdsOfNames } from '@tallyboard/records/sprint.ts';
import { sql } from 'kysely';
import { hiddenIssues } from '../access/hidden-issues.ts';
import { issuesInChange } from '../access/named-issues.ts';
import { ofVisibleIssues } from '../access/reader.ts';
import type { Catalogue } from '../catalogue.ts';
import type { StoreContext } from '../context.ts';
import type { RecordHistoryItem } from '../records.ts';
import { asText } from '../shapes.ts';
import { type Changelogs, type HistoryEntry, readChangelogs } from './changelogs.ts';
import { kindOfItem } from './derive-history.ts';
import type { Page, StoredHistory } from './issue-document.ts';

export function historyStore(context: StoreContext) {
  const { engine, catalogue, site, refresh } = context;
  return {
    /**
     * Histories in the order of `issueIds`, oldest first within an issue; `offset` and `limit` count over all issues.
     * With `fieldIds` only histories with such an item, reduced to those items.
     */
    async page(request: {
      issueIds: string[];
      fieldIds?: string[];
      offset?: number;
      limit?: number;
    }): Promise<Page<StoredHistory>> {
      await refresh();
      const ids = idNumbers(request.issueIds);
      const isOfThese = sql`${engine.idIn('issue_id', ids)} and ${ofVisibleIssues(context, 'changelogs')}`;
      const changelogs = await readChangelogs(context, isOfThese);
      for (const watcher of context.watchers) {
        const rows = [...changelogs].map(([issue_id, entries]) => ({ issue_id, entries }));
        watcher.onRows('changelogs', ids, rows);
      }
      if (context.visible()) await removeHidden(context, changelogs);
      const { fieldIds = [], offset = 0, limit = Number.POSITIVE_INFINITY } = request;
      const isWanted = fieldIds.length > 0 ? fieldFilter(fieldIds, catalogue) : null;
      const items: StoredHistory[] = [];
      let total = 0;
      for (const id of new Set(ids)) {
        for (const entry of changelogs.get(id) ?? []) {
          const wanted = isWanted ? entry.items.filter(isWanted) : entry.items;
          if (isWanted && wanted.length === 0) continue;
          if (total >= offset && total < offset + limit)
            items.push(historyOf(id, { ...entry, items: wanted }, site));
          total += 1;
        }
      }
      return { items, total };
    },
  };
}

/** Removes changes that name hidden issues: of links, parents and epics. */
async function removeHidden(context: StoreContext, changelogs: Changelogs): Promise<void> {
  const namedBy = (item: RecordHistoryItem) => issuesInChange(context.site, item);
  const all = [...changelogs.values()].flat();
  const isHidden = await hiddenIssues(
    context,
    all.flatMap(({ items }) => items.flatMap(namedBy)),
  );
  for (const [id, entries] of changelogs) {
    const seen = entries.flatMap(entry => {
      const items = entry.items.filter(item => !namedBy(item).some(isHidden));
      return items.length > 0 || entry.items.length === 0 ? { ...entry, items } : [];
    });
    changelogs.set(id, seen);
  }
}

/** Matches items by field id, or by the field's name where an item has no id. */
function fieldFilter(fieldIds: readonly string[], catalogue: Catalogue) {
  const ids = new Set(fieldIds);
  const namesOf = (all: readonly string[]) =>
    new Set(all.flatMap(id => [id, catalogue.get('field', id)?.name ?? id]).map(fold));
  const names = namesOf(fieldIds);
  const customNames = namesOf(fieldIds.filter(fieldId => isOfCustomField({ field: '', fieldId })));
  return (item: StoredHistory['items'][number]) =>
    item.fieldId
      ? ids.has(item.fieldId)
      : (isOfCustomField(item) ? customNames : names).has(fold(item.field));
}

function historyOf(issueId: number, entry: HistoryEntry, catalogue: Catalogue): StoredHistory {
  const { id, created, items } = entry;
  const author = entry.author === null ? undefined : catalogue.get('user', entry.author);
  return {
    id: String(id),
    issueId: String(issueId),
    created,
    items: items.map(item => withIds(item, catalogue)),
    author: author ? (author.document as unknown as StoredHistory['author']) : null,
  };
}

/** Adds the ids of values that a history item only names: for all readers the same ones, as where Jira wrote them. */
function withIds(item: RecordHistoryItem, catalogue: Catalogue): RecordHistoryItem {
  const kind = kindOfItem(item, catalogue);
  if (!kind) return item;
  const { from, fromString, to } = item;
  const name = asText(item.toString as unknown);
  if ((from !== null || !fromString) && (to !== null || name === null)) return item;
  const ids = (text: string) => catalogue.named(kind, text).map(({ id }) => id);
  const idOf = (id: string | null, text: string | null) => {
    if (id !== null || text === null) return id;
    return kind === 'sprint' ? sprintIdsOfNames(text, ids) : (ids(text)[0] ?? null);
  };
  return { ...item, from: idOf(from, fromString), to: idOf(to, name) };
}
