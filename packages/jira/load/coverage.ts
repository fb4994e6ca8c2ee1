import type { Count, Coverage } from '@tallyboard/core/model/dataset.ts';
import { HttpError, NetworkError } from '../errors.ts';

type Part = 'issues' | 'worklogs' | 'histories';

const WORDS: Readonly<Record<Part, readonly [one: string, many: string]>> = {
  issues: ['issue', 'issues'],
  worklogs: ['worklog', 'worklogs'],
  histories: ['history entry', 'history entries'],
};

/** Counts what was fetched against what the host named, and keeps why something is missing. */
export class CoverageCounter {
  readonly #fetched: Record<Part, number> = { issues: 0, worklogs: 0, histories: 0 };
  readonly #totals: Record<Part, number | null> = { issues: 0, worklogs: 0, histories: 0 };
  /** How many are missing for each reason, so that a hundred failed batches make one sentence. */
  readonly #missing = new Map<string, { part: Part; count: number; why: string }>();
  readonly #reasons = new Set<string>();

  fetched(part: Part, count: number, total: number | null): void {
    this.#fetched[part] += count;
    const before = this.#totals[part];
    this.#totals[part] = before === null || total === null ? null : before + total;
  }

  missing(part: Part, count: number, why: string): void {
    const key = `${part} ${why}`;
    const known = this.#missing.get(key);
    if (known) known.count += count;
    else this.#missing.set(key, { part, count, why });
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
    const sentences = [...this.#missing.values()].map(({ part, count, why }) => {
      const [one, many] = WORDS[part];
      return `${count} ${count === 1 ? one : many} missing: ${why}`;
    });
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

/** Why a call failed, as the end of a sentence. */
export function whyFailed(error: unknown): string {
  if (error instanceof NetworkError) return 'Jira could not be reached.';
  if (error instanceof HttpError) {
    const words = error.messages.join(' ') || error.heading || '';
    return `Jira answered with status ${error.status}${words ? ` (${words.replace(/\.$/, '')})` : ''}.`;
  }
  return error instanceof Error ? error.message : String(error);
}
