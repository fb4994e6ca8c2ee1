import { refusalSentence } from '@tallyboard/core/anonymous/jiras-words.ts';
import type { Count, Coverage } from '@tallyboard/core/model/dataset.ts';
import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import { HttpError, NetworkError } from '@tallyboard/jira/errors.ts';
import type { ReceivedCount } from '@tallyboard/jira/wire/received.ts';
import type { Repair } from '@tallyboard/records/values.ts';

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

const NOT_IMPORTED = 'The import did not have them.';

/** The part that a field of a repaired record belongs to. */
function partOf(field: string): Part | null {
  if (field.startsWith('worklog')) return 'worklogs';
  return /^(?:changelog|histor)/.test(field) ? 'histories' : null;
}

/** Counts what was fetched against what the host named, and keeps why something is missing. */
export class CoverageCounter {
  readonly #fetched: Record<Part, number> = { issues: 0, worklogs: 0, histories: 0 };
  readonly #totals: Record<Part, number | null> = { issues: 0, worklogs: 0, histories: 0 };
  /** How many are missing for each reason, so that a hundred failed batches make one sentence. */
  readonly #missing = new Map<string, Missing>();
  /** Issues of which entries of an unknown number did not come. */
  readonly #unreceived = { worklogs: 0, histories: 0 };
  /** Histories that a host with histories did not send: they may come another time. */
  #doubted = 0;
  /** Other reasons, with the part that they are about. */
  readonly #reasons = new Map<string, Part | null>();
  /** Keys of issues by what could not be read of them. */
  readonly #lost = new Map<string, { readonly part: Part | null; readonly keys: string[] }>();

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
    { fetched, total, isAbsent }: ReceivedCount,
    issueKey: string,
  ): void {
    if (isAbsent) {
      this.doubted();
      return;
    }
    if (total === null) {
      this.#unreceived[part] += 1;
      this.fetched(part, 0, null);
      return;
    }
    this.fetched(part, 0, total - fetched);
    this.missing(part, total - fetched, NOT_IMPORTED, issueKey);
  }

  /** The history of an issue, which must have one. */
  doubted(): void {
    this.#doubted += 1;
    this.fetched('histories', 0, null);
  }

  /** A value that was there and could not be read; of no issue where the key is null. */
  lost({ field, what, done }: Repair, issueKey: string | null): void {
    const text = `${field} ${what}, ${done}.`;
    const entry = this.#lost.get(text) ?? { part: partOf(field), keys: [] };
    this.#lost.set(text, entry);
    if (issueKey !== null) entry.keys.push(issueKey);
  }

  /** How many are known to be missing of a part. */
  missingCount(part: Part): number {
    const entries = [...this.#missing.values()].filter(entry => entry.part === part);
    return entries.reduce((sum, entry) => sum + entry.count, 0);
  }

  /** @param part what is missing; null if that may be issues too. */
  reason(text: string, part: Part | null = null): void {
    this.#reasons.set(text, part);
  }

  result(): Coverage {
    const sentences: [text: string, part: Part | null][] = [];
    const lasting: string[] = [];
    for (const { part, count, why, keys } of this.#missing.values()) {
      const [one, many] = WORDS[part];
      const text = `${formatCount(count)} ${count === 1 ? one : many} missing: ${why}`;
      const sentence = [text, ...inIssues(keys)].join(' ');
      sentences.push([sentence, part]);
      if (why === NOT_IMPORTED) lasting.push(sentence);
    }
    const { worklogs } = this.#unreceived;
    const histories = this.#unreceived.histories + this.#doubted;
    if (histories > 0) {
      const text = `${issueCount(histories)} came without history.`;
      sentences.push([text, 'histories']);
      if (this.#doubted === 0) lasting.push(text);
    }
    if (worklogs > 0) {
      const text = `${issueCount(worklogs)} came without all worklogs.`;
      sentences.push([text, 'worklogs']);
      lasting.push(text);
    }
    for (const [text, { part, keys }] of this.#lost)
      sentences.push([[text, ...inIssues(keys)].join(' '), part]);
    const all = [...sentences, ...this.#reasons];
    const reasonsOf = (part: Part) => all.filter(each => each[1] === part).map(([text]) => text);
    return {
      issues: this.#count('issues'),
      worklogs: this.#count('worklogs'),
      histories: this.#count('histories'),
      reasons: all.map(([text]) => text),
      ...(all.some(([, part]) => part === 'histories' || part === 'worklogs') && {
        reasonsOf: { histories: reasonsOf('histories'), worklogs: reasonsOf('worklogs') },
      }),
      ...(lasting.length > 0 && { lasting }),
      complete: all.length === 0,
    };
  }

  #count(part: Part): Count {
    return { fetched: this.#fetched[part], total: this.#totals[part] };
  }
}

/** The coverage of what a report requires: histories and worklogs that it does not are no matter. */
export function requiredCoverage(
  coverage: Coverage,
  { history, worklogs, worklogsSince }: Requirement,
): Coverage {
  const unused = [
    ...(history.length === 0 ? (['histories'] as const) : []),
    ...(worklogs === 'none' && worklogsSince === null ? (['worklogs'] as const) : []),
  ];
  const others = new Set(unused.flatMap(part => coverage.reasonsOf?.[part] ?? []));
  if (others.size === 0) return coverage;
  const reasons = coverage.reasons.filter(reason => !others.has(reason));
  const without = Object.fromEntries(unused.map(part => [part, { fetched: 0, total: 0 }]));
  const { reasonsOf: of, lasting: all = [], ...rest } = coverage;
  const lasting = all.filter(reason => !others.has(reason));
  const kept = Object.entries(of ?? {}).filter(([part]) => !unused.some(each => each === part));
  const reasonsOf = { ...(kept.length > 0 && { reasonsOf: Object.fromEntries(kept) }) };
  return {
    ...rest,
    ...without,
    ...reasonsOf,
    ...(lasting.length > 0 && { lasting }),
    reasons,
    complete: reasons.length === 0,
  };
}

const formatCount = (count: number): string => count.toLocaleString('en');

export function issueCount(count: number): string {
  return count === 1 ? '1 issue' : `${formatCount(count)} issues`;
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
  if (error instanceof NetworkError) return `${error.server} could not be reached.`;
  if (error instanceof HttpError) return refusalSentence(error.status, error.words);
  return error instanceof Error ? error.message : String(error);
}
