import type { RecordHistoryItem, RecordUser } from '../../data/records.ts';
import type { Store } from '../store.ts';

interface Assignment {
  issueId: string;
  /** Null: nobody. */
  assignee: RecordUser | null;
  author: RecordUser | null;
  at: number;
}

/** Assigns an issue, with history. */
export const assign = (store: Store, { issueId, assignee, author, at }: Assignment) =>
  store.planning.edit({
    issueId,
    author,
    at,
    edit({ fields }) {
      const before = fields.assignee as RecordUser | null;
      fields.assignee = assignee;
      return [historyItem('assignee', before, assignee)];
    },
  });

/** A history item between two users. */
function historyItem(
  field: string,
  from: RecordUser | null,
  to: RecordUser | null,
): RecordHistoryItem {
  return {
    field,
    fieldtype: 'jira',
    fieldId: field,
    from: from?.accountId ?? null,
    fromString: from?.displayName ?? null,
    to: to?.accountId ?? null,
    toString: to?.displayName ?? null,
  };
}
