import type { RecordIssue, StoreRecord } from '../data/records.ts';
import type { Store } from '../store/store.ts';
import type { Attachment } from './recognise.ts';

export interface Place {
  readonly file: string;
  /** First line of the record; 0 for the whole file. */
  readonly line: number;
}

interface PendingIssue {
  place: Place;
  histories: unknown[];
  worklogs: unknown[];
}

const MAX_ISSUES_PER_WRITE = 500;

/**
 * Joins histories and worklogs of separate files with their issues. An entry with a known id replaces the stored one.
 * `keyOf` gives the key of an issue that this import read from the same site; ids of other sites may be equal.
 */
export function pendingAttachments(store: Store, keyOf: (issue: string) => string | undefined) {
  const pendingOf = new Map<string, PendingIssue>();
  return {
    add(attachment: Attachment, place: Place): void {
      const pending = pendingOf.get(attachment.issue) ?? { place, histories: [], worklogs: [] };
      pending.histories.push(...attachment.histories);
      pending.worklogs.push(...attachment.worklogs);
      pendingOf.set(attachment.issue, pending);
    },

    get full(): boolean {
      return pendingOf.size >= MAX_ISSUES_PER_WRITE;
    },

    /** In lists to be written at once. Unknown issues are reported once, with the number of lost entries. */
    async *complete(
      onUnknown: (place: Place, issue: string, message: string) => void,
    ): AsyncGenerator<{ record: StoreRecord; place: Place }[]> {
      let completed: { record: StoreRecord; place: Place }[] = [];
      const all = [...pendingOf];
      pendingOf.clear();
      for (const [issue, pending] of all) {
        const key = keyOf(issue) ?? (/^\d+$/.test(issue) ? null : issue);
        const stored = key === null ? null : await store.issues.byKeyOrId(key);
        if (!stored) {
          const count = pending.histories.length + pending.worklogs.length;
          const entries = count === 1 ? '1 entry is' : `${count} entries are`;
          const message = `Issue ${issue} is not in this import: ${entries} left out.`;
          onUnknown(pending.place, issue, message);
          continue;
        }
        const histories = await store.histories.page({ issueIds: [stored.id] });
        const worklogs = await store.worklogs.page({ issueId: stored.id });
        // The first of a repeated entry counts.
        const logs = [...pending.worklogs, ...worklogs.items.map(log => log.document)];
        const entries = [...pending.histories, ...histories.items];
        const value = {
          id: stored.id,
          key: stored.key,
          fields: {
            ...stored.fields,
            worklog: {
              total: totalAfter(stored.worklogTotal, pending.worklogs, logs),
              worklogs: logs,
            },
          },
          changelog: {
            total: totalAfter(stored.historyTotal, pending.histories, entries),
            histories: entries,
          },
          watchers: stored.watchers,
          voters: stored.voters,
        } as RecordIssue;
        completed.push({ record: { kind: 'issue', value }, place: pending.place });
        if (completed.length < MAX_ISSUES_PER_WRITE) continue;
        yield completed;
        completed = [];
      }
      if (completed.length > 0) yield completed;
    },
  };
}

/** A separate list is complete unless the issue names a greater total. */
function totalAfter(
  total: number | null,
  added: readonly unknown[],
  all: readonly unknown[],
): number | null | undefined {
  if (added.length === 0) return total;
  return total !== null && total > all.length ? total : undefined;
}
