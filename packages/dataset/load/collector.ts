import { compareChanges, orderChanges } from '@tallyboard/core/history/order.ts';
import type { Change } from '@tallyboard/core/model/change.ts';
import type { StatusId } from '@tallyboard/core/model/ids.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import { WireError } from '@tallyboard/jira/errors.ts';
import { normalizeHistories } from '@tallyboard/jira/normalize/changes.ts';
import {
  type NormalizePlan,
  normalizeIssue,
  unreadNumbers,
} from '@tallyboard/jira/normalize/issue.ts';
import { normalizeWorklogs } from '@tallyboard/jira/normalize/worklog.ts';
import type { WireHistory, WireIssue, WireWorklog } from '@tallyboard/jira/wire/issue.ts';
import { parseWireIssue, rawIssueId } from '@tallyboard/jira/wire/issue.ts';
import type { WireHistories } from '@tallyboard/jira/wire/read-issue.ts';
import {
  inlinedReceived,
  type Received,
  type ReceivedCount,
  receivedOf,
} from '@tallyboard/jira/wire/received.ts';
import type { Repair } from '@tallyboard/records/values.ts';
import type { CoverageCounter } from './coverage.ts';
import { showsChange } from './history-evidence.ts';

const NO_NUMBER = { what: 'is not a number', done: 'left empty', isLoss: true };

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** An issue of which the host inlined only a part of its worklogs or histories. */
export interface CutIssue {
  readonly id: string;
  readonly key: string;
  readonly inlined: number;
  readonly total: number;
}

/** Receives the raw issues, histories and worklogs of a load. */
export interface CollectorListener {
  /** Returns the part of the issue that the load itself uses. */
  issue(wire: WireIssue): WireIssue;
  histories(id: string, fresh: readonly WireHistory[]): void;
  worklogs(id: string, all: readonly WireWorklog[]): void;
}

interface CollectorSettings {
  readonly inlineHistories: boolean;
  /** Data Center: an absent changelog that was asked for was not received by the host. */
  readonly absentIsUnreceived: boolean;
}

/** The lists of an issue that a load reads. */
export interface AskedLists {
  readonly histories: boolean;
  readonly worklogs: boolean;
}

/** Where something was read from. */
export type Origin = 'host' | 'cache';

/** Normalizes raw issues page by page, each once, and tracks what is still missing of them. */
export class Collector {
  readonly cutHistories: CutIssue[] = [];
  readonly cutWorklogs: CutIssue[] = [];
  /** Issues whose histories were read to the end by separate calls. */
  readonly wholeHistories = new Set<string>();
  /** Issues with fewer entries than the host counts, or with some that could not be read. */
  readonly shortHistories = new Set<string>();
  /** Issues that came with a history without entries. */
  readonly #emptyHistories = new Set<string>();
  /** Lists that the replica has not received whole, by issue. */
  readonly #received = new Map<string, Received>();
  readonly #issues = new Map<string, Mutable<Issue>>();
  readonly #changes = new Map<string, Change[]>();
  /** By issue; sets would take twice the memory. */
  readonly #seenHistories = new Map<string, readonly string[]>();
  /** Issues with histories of some fields, read from the host. */
  readonly #isNarrowed = new Set<string>();
  /** What could not be read of histories that came by separate calls, by issue. */
  readonly #lost = new Map<string, readonly Repair[]>();
  /** Issues that could not be parsed: missing, but not hidden. */
  readonly #broken = new Set<string>();
  #plan: NormalizePlan;
  readonly #coverage: CoverageCounter;
  readonly #settings: CollectorSettings;
  /** Receives all that is read from the host. */
  listener: CollectorListener | null = null;

  constructor(plan: NormalizePlan, coverage: CoverageCounter, settings: CollectorSettings) {
    this.#plan = plan;
    this.#coverage = coverage;
    this.#settings = settings;
  }

  get size(): number {
    return this.#issues.size;
  }

  has(id: string): boolean {
    return this.#issues.has(id) || this.#broken.has(id);
  }

  /** Adds a page of issues and returns their ids, in order. Issues that cannot be parsed are left out. */
  add(raws: readonly unknown[], origin: Origin = 'host'): readonly string[] {
    return raws.map(raw => this.#add(raw, origin)).filter(id => id !== null);
  }

  #add(raw: unknown, origin: Origin): string | null {
    try {
      const wire = parseWireIssue(raw);
      const id = String(wire.id);
      if (this.#issues.has(id)) return id;
      const taken = (origin === 'host' && this.listener?.issue(wire)) || wire;
      this.#issues.set(id, normalizeIssue(taken, this.#plan));
      this.#countInlined(taken, id, origin);
      return id;
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      const id = rawIssueId(raw);
      if (id !== null && this.#broken.has(id)) return null;
      if (id !== null) this.#broken.add(id);
      this.#coverage.missing('issues', 1, `not understood (${error.message}).`);
      return null;
    }
  }

  #countInlined(wire: WireIssue, id: string, origin: Origin): void {
    const { changelog, key } = wire;
    const received =
      origin === 'host' && this.#settings.absentIsUnreceived
        ? inlinedReceived(wire)
        : receivedOf(wire);
    if (received.changelog || received.worklog) this.#received.set(id, received);
    const lost = unreadNumbers(wire, this.#plan).map(field => ({ ...NO_NUMBER, field }));
    for (const repair of [...(received.lost ?? []), ...lost]) this.#coverage.lost(repair, key);
    const count = (
      part: 'histories' | 'worklogs',
      inlined: number,
      total: number,
      cut: CutIssue[],
    ) => {
      if (total > inlined) cut.push({ id, key, inlined, total });
      else this.#coverage.fetched(part, inlined, inlined);
    };
    if (this.#settings.inlineHistories && changelog) {
      const { length } = changelog.histories;
      const total = received.changelog?.fetched ?? changelog.total ?? 0;
      if (length === 0) this.#emptyHistories.add(id);
      count('histories', length, total, this.cutHistories);
    }
    const { worklog } = wire.fields;
    if (worklog) {
      const { length } = worklog.worklogs;
      const total = received.worklog?.fetched ?? worklog.total ?? 0;
      count('worklogs', length, total, this.cutWorklogs);
    }
  }

  /**
   * Adds histories of an issue, each once; `finish` puts them in place. Returns how many are new, and how many could
   * not be read.
   */
  addHistories(id: string, read: WireHistories, origin: Origin = 'host') {
    const seen = new Set(this.#seenHistories.get(id));
    const fresh: WireHistory[] = [];
    if (read.lost.length > 0) {
      this.shortHistories.add(id);
      this.#lost.set(id, [...(this.#lost.get(id) ?? []), ...read.lost]);
    }
    for (const history of read.histories) {
      const historyId = String(history.id);
      if (!seen.has(historyId)) fresh.push(history);
      seen.add(historyId);
    }
    this.#seenHistories.set(id, [...seen]);
    if (origin === 'host') {
      this.listener?.histories(id, fresh);
      if (!this.#settings.inlineHistories) this.#isNarrowed.add(id);
    }
    const changes = normalizeHistories(fresh, this.#plan.changeNames, this.#plan.pool);
    const known = this.#changes.get(id);
    if (known) known.push(...changes);
    else this.#changes.set(id, [...changes]);
    return { fresh: fresh.length, unread: read.unread };
  }

  /**
   * Issues whose histories of some fields begin in the middle of the work: their first change leaves a status that is not
   * To Do. Histories from the cache were checked when they were read.
   */
  lateBeginnings(): readonly { readonly id: string; readonly key: string }[] {
    return [...this.#issues.values()].filter(({ id }) => {
      if (!this.#isNarrowed.has(id) || this.#received.get(id)?.changelog) return false;
      const [first] = (this.#changes.get(id) ?? [])
        .filter(({ field }) => field === 'status')
        .sort(compareChanges);
      const from = this.#plan.pool.statuses.get(first?.from as StatusId)?.category;
      return from === 'in-progress' || from === 'done';
    });
  }

  /** Number of histories of an issue from separate calls. */
  historyCount(id: string): number {
    return this.#seenHistories.get(id)?.length ?? 0;
  }

  /** An issue that has changed has a history: none for it was not received, whatever the host says. */
  doubtEmptyHistories(fields: readonly string[] | null): void {
    for (const [id, issue] of this.#issues) {
      const isEmpty = this.wholeHistories.has(id)
        ? this.historyCount(id) === 0
        : this.#emptyHistories.has(id);
      if (!isEmpty || this.shortHistories.has(id) || this.#received.get(id)?.changelog) continue;
      if (!showsChange(issue, fields)) continue;
      this.shortHistories.add(id);
      issue.historyComplete = false;
      this.#coverage.doubted();
    }
  }

  /** Replaces inlined histories by whole ones, and counts entries of requested lists that the replica has not received. */
  finish(asked: AskedLists): void {
    for (const id of this.wholeHistories) {
      const issue = this.#issues.get(id);
      if (issue === undefined) continue;
      const changes = (this.#changes.get(id) ?? []).sort(compareChanges);
      issue.changes = orderChanges(changes, issue);
      issue.historyComplete = !this.shortHistories.has(id) && !this.#received.get(id)?.changelog;
    }
    for (const [id, lost] of this.#lost)
      for (const repair of lost) this.#coverage.lost(repair, this.#issues.get(id)?.key ?? null);
    this.#lost.clear();
    for (const repair of this.#plan.pool.lost.splice(0)) this.#coverage.lost(repair, null);
    if (asked.histories) this.#countUnreceived('histories', ({ changelog }) => changelog);
    if (asked.worklogs) this.#countUnreceived('worklogs', ({ worklog }) => worklog);
  }

  #countUnreceived(
    part: 'histories' | 'worklogs',
    countOf: (received: Received) => ReceivedCount | undefined,
  ): void {
    for (const [id, received] of this.#received) {
      const count = countOf(received);
      const key = this.#issues.get(id)?.key;
      if (count && key !== undefined) this.#coverage.unreceived(part, count, key);
    }
  }

  /** Whether the replica has not received all worklogs of an issue: `finish` counts the missing ones. */
  hasMissingWorklogs(id: string): boolean {
    return this.#received.get(id)?.worklog !== undefined;
  }

  /** Replaces the inlined worklogs of an issue. */
  setWorklogs(id: string, worklogs: readonly WireWorklog[], isComplete: boolean): void {
    this.listener?.worklogs(id, worklogs);
    const issue = this.#issues.get(id);
    if (issue === undefined) return;
    issue.worklogs = normalizeWorklogs(worklogs, this.#plan.pool);
    issue.worklogsComplete = isComplete && !this.hasMissingWorklogs(id);
  }

  /** About how many issues `readable` returns, without looking at each. */
  readableCount(asked: AskedLists): number {
    const waits = asked.histories && !this.#settings.inlineHistories;
    return waits ? Math.min(this.size, this.wholeHistories.size) : this.size;
  }

  /** Copies of the issues whose requested lists are there, while the others are read. */
  readable(asked: AskedLists): readonly Issue[] {
    const issues: Issue[] = [];
    for (const [id, issue] of this.#issues) {
      const received = this.#received.get(id);
      const hasWorklogs = issue.worklogsComplete || received?.worklog !== undefined;
      if (asked.worklogs && !hasWorklogs) continue;
      if (asked.histories && this.wholeHistories.has(id)) {
        const sorted = (this.#changes.get(id) ?? []).toSorted(compareChanges);
        const changes = orderChanges(sorted, issue);
        const historyComplete = !this.shortHistories.has(id) && !received?.changelog;
        issues.push({ ...issue, changes, historyComplete });
        continue;
      }
      const hasHistory =
        issue.historyComplete || (this.#settings.inlineHistories && received?.changelog);
      if (!asked.histories || hasHistory) issues.push({ ...issue });
    }
    return issues;
  }

  /** The changes of an issue that are read so far, in no order. */
  changesOf(id: string): readonly Change[] {
    return this.#changes.get(id) ?? this.#issues.get(id)?.changes ?? [];
  }

  /** The issues in the order of the ids. */
  issues(ids: Iterable<string>): readonly Mutable<Issue>[] {
    const issues: Mutable<Issue>[] = [];
    for (const id of ids) {
      const issue = this.#issues.get(id);
      if (issue) issues.push(issue);
    }
    return issues;
  }
}
