import type { StoredHistory } from '../../data/issues/issue-document.ts';
import type { RecordHistoryItem } from '../../data/records.ts';
import type { Call } from '../api.ts';
import type { Converter } from './converter.ts';

const userFields = new Set(['assignee', 'reporter', 'creator']);

export function shapeHistory(history: StoredHistory, call: Call, convert: Converter) {
  return {
    id: history.id,
    author: history.author ? convert.user({ ...history.author }) : undefined,
    created: history.created,
    items: history.items.map(item => shapeItem(item, call, convert)),
  };
}

function shapeItem(item: RecordHistoryItem, call: Call, convert: Converter) {
  if (call.flavour === 'cloud') return item;
  // Data Center: no field ids, and users by key.
  const { fieldId: _, ...shaped } = item;
  if (!userFields.has(item.field)) return shaped;
  return { ...shaped, from: convert.userId(item.from), to: convert.userId(item.to) };
}

/** The changelog in an issue. Cloud: newest first, at most `max`; Data Center: all, oldest first. */
export function inlineChangelog(
  oldestFirst: StoredHistory[],
  total: number,
  max: number,
  call: Call,
  convert: Converter,
) {
  const cloud = call.flavour === 'cloud';
  const chosen = cloud ? oldestFirst.slice(-max).reverse() : oldestFirst;
  return {
    startAt: 0,
    maxResults: chosen.length,
    total,
    histories: chosen.map(history => shapeHistory(history, call, convert)),
  };
}
