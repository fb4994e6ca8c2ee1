import type { Count, Coverage } from '@tallyboard/core/model/dataset.ts';
import type { Repair } from '@tallyboard/records/values.ts';
import { HttpError, NetworkError } from '../errors.ts';
import type { ReceivedCount } from '../wire/received.ts';

type Part = 'issues' | 'worklogs' | 'histories';

const WORDS: Readonly<Record<Part, readonly [one: string, many: string]>> = {
  issues: ['issue', 'issues'],
  worklogs: ['worklog', 'worklogs'],
  histories: ['history entry', 'history entries'],
};

/** What is missing for one reason, and of which issues where that is known. */
interface Missing {
  readonly part: Part;
  readonly why: string;
  readonly keys: string[];
  count: number;
}

const MAX_KEYS = 5;

/** Counts what was fetched against what the host named, and keeps why something is missing. */
export class CoverageCounter {
  readonly #fetched: Record<Part, number> = { issues: 0, worklogs: 0, histories: 0 };
  readonly #totals: Record<Part, number | null> = { issues: 0, worklogs: 0, histories: 0 };
  /** How many are missing for each reason, so that a hundred failed batches make one sentence. */
  readonly #missing = new Map<string, Missing>();
  /** Issues of which entries of an unknown number did not come. */
  readonly #unreceived = { worklogs: 0, histories: 0 };
  readonly #reasons = new Set<string>();
  /** Keys of issues by what could not be read of them. */
  readonly #lost = new Map<string, string[]>();

  fetched(part: Part, count: number, total: number | null): void {
    this.#fetched[part] += count;
    const before = this.#totals[part];
    this.#totals[part] = before === null || total === null ? null : before + total;
  }

  missing(part: Part, count: number, why: string, issueKey?: string): void {
    const name = `${part} ${why}`;
    const entry = this.#missing.get(name) ?? { part, why, keys: [], count: 0 };
    this.#missing.set(name, entry);
    entry.count += count;
    if (issueKey !== undefined) entry.keys.push(issueKey);
  }

  /** Entries of an issue that the host did not receive itself; of an unknown number where the total is null. */
  unreceived(
    part: 'worklogs' | 'histories',
    { fetched, total }: ReceivedCount,
    issueKey: string,
  ): void {
    if (total === null) {
      this.#unreceived[part] += 1;
      this.fetched(part, 0, null);
      return;
    }
    this.fetched(part, 0, total - fetched);
    this.missing(part, total - fetched, 'The import did not have them.', issueKey);
  }

  /** A value that was there and could not be read; of no issue where the key is null. */
  lost({ field, what, done }: Repair, issueKey: string | null): void {
    const text = `${field} ${what}, ${done}.`;
    const keys = this.#lost.get(text) ?? [];
    this.#lost.set(text, keys);
    if (issueKey !== null) keys.push(issueKey);
  }

  /** How many are known to be missing of a part. */
  missingCount(part: Part): number {
    const entries = [...this.#missing.values()].filter(entry => entry.part === part);
    return entries.reduce((sum, entry) => sum + entry.count, 0);
  }

  reason(text: string): void {
    this.#reasons.add(text);
  }

  result(): Coverage {
    const sentences = [...this.#missing.values()].map(({ part, count, why, keys }) => {
      const [one, many] = WORDS[part];
      return [`${count} ${count === 1 ? one : many} missing: ${why}`, ...inIssues(keys)].join(' ');
    });
    const { histories, worklogs } = this.#unreceived;
    if (histories > 0) sentences.push(`${issueCount(histories)} came without history.`);
    if (worklogs > 0) sentences.push(`${issueCount(worklogs)} came without all worklogs.`);
    for (const [text, keys] of this.#lost) sentences.push([text, ...inIssues(keys)].join(' '));
    const reasons = [...sentences, ...this.#reasons];
    return {
      issues: this.#count('issues'),
      worklogs: this.#count('worklogs'),
      histories: this.#count('histories'),
      reasons,
      complete: reasons.length === 0,
    };
  }

  #count(part: Part): Count {
    return { fetched: this.#fetched[part], total: this.#totals[part] };
  }
}

export function issueCount(count: number): string {
  return count === 1 ? '1 issue' : `${count} issues`;
}

function inIssues(given: readonly string[]): readonly string[] {
  const keys = [...new Set(given)];
  if (keys.length === 0) return [];
  const more = keys.length - MAX_KEYS;
  const inOrder = keys.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const named = inOrder.slice(0, MAX_KEYS).join(', ');
  return [more > 0 ? `In ${named} and ${issueCount(more)} more.` : `In ${named}.`];
}

/** Why a call failed, as the end of a sentence. */
export function whyFailed(error: unknown): string {
  if (error instanceof NetworkError) return 'Jira could not be reached.';
  if (error instanceof HttpError) {
    const { words } = error;
    return `Jira answered with status ${error.status}${words ? ` (${words.replace(/\.$/, '')})` : ''}.`;
  }
  return error instanceof Error ? error.message : String(error);
}
