import type { RecordHistory, RecordIssue, StoreRecord } from '../data/records.ts';
import type { Store } from '../store/store.ts';
import type { Attachment } from './recognise.ts';

export interface Place {
  readonly file: string;
  readonly line: number;
}

interface Waiting {
  place: Place;
  histories: RecordHistory[];
  worklogs: Record<string, unknown>[];
}

/** Issues per write. */
const GATHERED = 500;

/**
 * Joins histories and worklogs of separate files with their issues. An entry with a known id replaces the stored one.
 */
export class Attachments {
  readonly #store: Store;
  /** The key of an issue that this import read from the same site; ids of other sites may be equal. */
  readonly #keyOf: (issue: string) => string | undefined;
  readonly #waiting = new Map<string, Waiting>();

  constructor(store: Store, keyOf: (issue: string) => string | undefined) {
    this.#store = store;
    this.#keyOf = keyOf;
  }

  add(attachment: Attachment, place: Place): void {
    const waiting = this.#waiting.get(attachment.issue) ?? { place, histories: [], worklogs: [] };
    waiting.histories.push(...attachment.histories);
    waiting.worklogs.push(...attachment.worklogs);
    this.#waiting.set(attachment.issue, waiting);
  }

  get full(): boolean {
    return this.#waiting.size >= GATHERED;
  }

  /** Unknown issues are reported once, with the number of lost entries. */
  async *complete(
    onUnknown: (place: Place, issue: string, message: string) => void,
  ): AsyncGenerator<{ record: StoreRecord; place: Place }> {
    const all = [...this.#waiting];
    this.#waiting.clear();
    for (const [issue, waiting] of all) {
      const key = this.#keyOf(issue) ?? (/^\d+$/.test(issue) ? null : issue);
      const stored = key === null ? null : await this.#store.issues.byKeyOrId(key);
      if (!stored) {
        const count = waiting.histories.length + waiting.worklogs.length;
        const entries = count === 1 ? '1 entry is' : `${count} entries are`;
        onUnknown(
          waiting.place,
          issue,
          `The import brings no issue ${issue}; ${entries} left out.`,
        );
        continue;
      }
      const histories = await this.#store.histories.page({ issueIds: [stored.id] });
      const worklogs = await this.#store.worklogs.page({ issueId: stored.id });
      const logs = byId([...worklogs.items.map(log => log.document), ...waiting.worklogs]);
      const entries = byId([...histories.items, ...waiting.histories]);
      const value: RecordIssue = {
        id: stored.id,
        key: stored.key,
        fields: {
          ...stored.fields,
          worklog: { total: totalAfter(stored.worklogTotal, waiting.worklogs), worklogs: logs },
        },
        changelog: {
          total: totalAfter(stored.historyTotal, waiting.histories),
          histories: entries,
        },
        watchers: stored.watchers,
        voters: stored.voters,
      };
      yield { record: { kind: 'issue', value }, place: waiting.place };
    }
  }
}

/** A separate list is complete unless the issue names a greater total. */
const totalAfter = (total: number | null, came: readonly unknown[]): number | null =>
  came.length > 0 ? (total ?? 0) : total;

function byId<Entry extends { id?: unknown }>(entries: readonly Entry[]): Entry[] {
  return [...new Map(entries.map(entry => [String(entry.id), entry])).values()];
}
