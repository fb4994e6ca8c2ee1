import type { RecordIssue, StoreRecord } from '../data/records.ts';
import { asObject, asText } from '../data/shapes.ts';
import { areTwoSites } from '../data/source.ts';
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
  /** Entries at the source; null for more than here. */
  historyTotal?: number | null;
  worklogTotal?: number | null;
}

const MAX_ISSUES_PER_WRITE = 500;

/** `total` without entries is that of a list that was added before. */
type NamedAttachment = Attachment & {
  readonly issue: string;
  readonly of?: 'histories' | 'worklogs';
};

interface Site {
  /** The key of an issue that this import read from the same site; ids of other sites may be equal. */
  readonly keyOf: (issue: string) => string | undefined;
  readonly source: string;
}

interface PartOfIssue {
  readonly place: Place;
  readonly text: string;
}

/**
 * Joins histories and worklogs of separate files with their issues. An entry with a known id replaces the stored one.
 */
export function pendingAttachments(store: Store, { keyOf, source }: Site) {
  let pendingOf = new Map<string, PendingIssue>();

  async function storedIssue(issue: string) {
    const key = keyOf(issue) ?? (/^\d+$/.test(issue) ? null : issue);
    if (key !== null) return store.issues.byKeyOrId(key);
    const found = await store.issues.byKeyOrId(issue);
    if (!found) return null;
    const projects = await store.catalogue.all('project');
    const own = projects.find(({ id }) => id === found.projectId)?.source;
    const isOnly = projects.every(project => project.source === own);
    return own === source || (isOnly && !areTwoSites(own ?? '', source)) ? found : null;
  }

  return {
    add(attachment: NamedAttachment, place: Place): void {
      const { issue, histories, worklogs, total, of } = attachment;
      const pending = pendingOf.get(issue) ?? { place, histories: [], worklogs: [] };
      for (const history of histories) pending.histories.push(history);
      for (const worklog of worklogs) pending.worklogs.push(worklog);
      if (total !== undefined) {
        const name = of === 'worklogs' || worklogs.length > 0 ? 'worklogTotal' : 'historyTotal';
        const known = pending[name];
        pending[name] = total === null ? (known ?? null) : Math.max(total, known ?? 0);
      }
      pendingOf.set(issue, pending);
    },

    get full(): boolean {
      return pendingOf.size >= MAX_ISSUES_PER_WRITE;
    },

    /**
     * In lists to be written at once. Unknown issues may still come; at the end of the file they are reported once, with the
     * number of lost entries.
     */
    async *complete(
      isEnd: boolean,
      onUnknown: (place: Place, issue: string, message: string) => void,
      onPart: (list: string, part: PartOfIssue | null) => void,
    ): AsyncGenerator<{ record: StoreRecord; place: Place }[]> {
      let completed: { record: StoreRecord; place: Place }[] = [];
      const all = pendingOf;
      pendingOf = new Map();
      for (const [issue, pending] of all) {
        const stored = await storedIssue(issue);
        if (!stored) {
          if (!isEnd) {
            pendingOf.set(issue, pending);
            continue;
          }
          const count = pending.histories.length + pending.worklogs.length;
          if (count === 0) continue;
          const entries = count === 1 ? '1 entry is' : `${count} entries are`;
          const message = `Issue ${issue} is not in this import: ${entries} left out.`;
          onUnknown(pending.place, issue, message);
          continue;
        }
        const histories = await store.histories.page({ issueIds: [stored.id] });
        const worklogs = await store.worklogs.page({ issueId: stored.id });
        // The first of a repeated entry counts.
        const logs = distinct([...pending.worklogs, ...worklogs.items.map(log => log.document)]);
        const entries = distinct([...pending.histories, ...histories.items]);
        const totals = {
          worklogs: totalAfter(stored.worklogTotal, pending.worklogTotal, pending.worklogs, logs),
          history: totalAfter(
            stored.historyTotal,
            pending.historyTotal,
            pending.histories,
            entries,
          ),
        };
        const note = (list: 'worklogs' | 'history', isGiven: boolean, count: number) => {
          if (!isGiven) return;
          const total = totals[list];
          const isPart = total === null || (total !== undefined && total > count);
          const text = partText(stored.key, list === 'history' ? 'changes' : list, count, total);
          onPart(`${stored.key} ${list}`, isPart ? { place: pending.place, text } : null);
        };
        const { worklogTotal, historyTotal } = pending;
        note('worklogs', worklogTotal !== undefined || pending.worklogs.length > 0, logs.length);
        note('history', historyTotal !== undefined || pending.histories.length > 0, entries.length);
        const value = {
          id: stored.id,
          key: stored.key,
          fields: { ...stored.fields, worklog: { total: totals.worklogs, worklogs: logs } },
          changelog: { total: totals.history, histories: entries },
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

/** 'CASE-1: 2 of its 5 worklogs.' */
const partText = (key: string, what: string, count: number, total?: number | null): string => {
  const came = count.toLocaleString('en');
  return typeof total === 'number'
    ? `${key}: ${came} of its ${total.toLocaleString('en')} ${what}.`
    : `${key}: ${came} of its ${what}; there are more.`;
};

/** Entries once by their ids. */
function distinct(entries: readonly unknown[]): unknown[] {
  const seen = new Set<unknown>();
  return entries.filter(entry => {
    const id = asText(asObject(entry)?.id);
    if (id === null) return true;
    const isNew = !seen.has(id);
    seen.add(id);
    return isNew;
  });
}

/** A separate list is complete unless it, or else the issue, names a greater total. */
function totalAfter(
  stored: number | null,
  given: number | null | undefined,
  added: readonly unknown[],
  all: readonly unknown[],
): number | null | undefined {
  if (given === null) return null;
  if (given === undefined && added.length === 0) return stored;
  const total = given ?? stored;
  return total !== null && total > all.length ? total : undefined;
}
