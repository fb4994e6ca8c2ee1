import { sql } from 'kysely';
import { hiddenKeys, ofVisibleIssues } from '../access/reader.ts';
import type { Catalogue } from '../catalogue.ts';
import type { StoreContext } from '../context.ts';
import { idNumbers } from '../engine.ts';
import { find } from '../query.ts';
import type { RecordHistoryItem } from '../records.ts';
import type { Row } from '../schema.ts';
import { asText } from '../shapes.ts';
import { historyKinds } from './derive-history.ts';
import type { Page, StoredHistory } from './issue-document.ts';

export function historyStore(context: StoreContext) {
  const { engine, catalogue, refresh } = context;
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
      const isOfThese = sql`${engine.idIn('issue_id', ids)} and ${ofVisibleIssues(context, 'issue_id')}`;
      const found = await find(context, 'histories', isOfThese, 'issue_id', 'created', 'id');
      const rows = await withoutHidden(context, found);
      const byIssue = Map.groupBy(rows, row => row.issue_id);
      const all = [...new Set(ids)].flatMap(id => byIssue.get(id) ?? []);
      const { fieldIds = [], offset = 0, limit = Number.POSITIVE_INFINITY } = request;
      const end = offset + limit;
      if (fieldIds.length === 0) {
        const items = all.slice(offset, end).map(row => historyOf(row, catalogue));
        return { items, total: all.length };
      }
      const isWanted = fieldFilter(fieldIds, catalogue);
      const matching: StoredHistory[] = [];
      for (const row of all) {
        const history = historyOf(row, catalogue, isWanted);
        if (history.items.length > 0) matching.push(history);
      }
      return { items: matching.slice(offset, end), total: matching.length };
    },
  };
}

/** Removes changes that name hidden issues: of links, parents and epics. */
async function withoutHidden(
  context: StoreContext,
  rows: Row<'histories'>[],
): Promise<Row<'histories'>[]> {
  if (!context.visible()) return rows;
  const histories = rows.map(row => ({ row, history: JSON.parse(row.document) as HistoryParts }));
  const isHidden = await hiddenKeys(
    context,
    histories.map(({ history }) => history.items),
  );
  return histories.flatMap(({ row, history }) => {
    const items = history.items.filter(
      item => ![item.from, item.fromString, item.to, item.toString].some(isHidden),
    );
    if (items.length === history.items.length) return row;
    return items.length > 0 ? { ...row, document: JSON.stringify({ ...history, items }) } : [];
  });
}

type HistoryParts = Pick<StoredHistory, 'created' | 'items'>;

/** Matches items by field id, or by the field's name where an item has no id. */
function fieldFilter(fieldIds: readonly string[], catalogue: Catalogue) {
  const ids = new Set(fieldIds);
  const names = new Set(
    fieldIds.flatMap(id => [
      id.toLowerCase(),
      (catalogue.get('field', id)?.name ?? id).toLowerCase(),
    ]),
  );
  return (item: StoredHistory['items'][number]) =>
    item.fieldId ? ids.has(item.fieldId) : names.has(item.field.toLowerCase());
}

function historyOf(
  row: Row<'histories'>,
  catalogue: Catalogue,
  isWanted: (item: RecordHistoryItem) => boolean = () => true,
): StoredHistory {
  const { created, items } = JSON.parse(row.document) as HistoryParts;
  const author = row.author === null ? undefined : catalogue.get('user', row.author);
  return {
    id: String(row.id),
    issueId: String(row.issue_id),
    createdMs: row.created,
    created,
    items: items.filter(isWanted).map(item => withIds(item, catalogue)),
    author: author ? (author.document as unknown as StoredHistory['author']) : null,
  };
}

/** Adds the ids of values that a history item only names. */
function withIds(item: RecordHistoryItem, catalogue: Catalogue): RecordHistoryItem {
  const kind = historyKinds[item.field.toLowerCase()];
  if (!kind) return item;
  const { from, fromString, to } = item;
  const name = asText(item.toString as unknown);
  if ((from !== null || !fromString) && (to !== null || name === null)) return item;
  const idOf = (id: string | null, text: string | null) =>
    id ?? (text === null ? null : (catalogue.named(kind, text)[0]?.id ?? null));
  return { ...item, from: idOf(from, fromString), to: idOf(to, name) };
}
