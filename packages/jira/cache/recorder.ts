import type { CollectorListener } from '../load/collector.ts';
import type { ReadPlan } from '../load/session.ts';
import type { WireHistory, WireIssue, WireWorklog } from '../wire/issue.ts';
import { inlinedReceived, type Received, receivedOf } from '../wire/received.ts';
import type { CachedIssue } from './cached-issue.ts';
import { pickFields } from './serve-cached.ts';

/** Records the complete parts of the issues that a load reads, as cache entries. */
export class Recorder implements CollectorListener {
  readonly #issues = new Map<string, WireIssue>();
  readonly #histories = new Map<string, WireHistory[]>();
  readonly #worklogs = new Map<string, readonly WireWorklog[]>();

  readonly #wanted: readonly string[];

  /** `wanted` are the fields of the load itself; the others are read for the cache alone. */
  constructor(wanted: readonly string[]) {
    this.#wanted = wanted;
  }

  issue(wire: WireIssue): WireIssue {
    this.#issues.set(String(wire.id), wire);
    return { ...wire, fields: pickFields(wire.fields, this.#wanted) };
  }

  histories(id: string, fresh: readonly WireHistory[]): void {
    const known = this.#histories.get(id);
    if (known) known.push(...fresh);
    else this.#histories.set(id, [...fresh]);
  }

  worklogs(id: string, all: readonly WireWorklog[]): void {
    this.#worklogs.set(id, all);
  }

  /** The entries that were read under a plan since `at`; `held` has the entries of issues whose histories alone were read. */
  result(plan: ReadPlan, at: number, held?: ReadonlyMap<string, CachedIssue>): CachedIssue[] {
    const asked = [...plan.fields].sort();
    const entries: CachedIssue[] = [];
    for (const wire of this.#issues.values()) entries.push(this.#issue(wire, plan, asked, at));
    // Also issues without any history, which is known now.
    for (const id of plan.collector.wholeHistories) {
      const known = held?.get(id);
      if (known && !this.#issues.has(id)) {
        entries.push({
          ...known,
          histories: this.#historiesOf(id, undefined, plan, known.received),
        });
      }
    }
    return entries;
  }

  #issue(wire: WireIssue, plan: ReadPlan, asked: readonly string[], at: number): CachedIssue {
    const id = String(wire.id);
    const fields: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(wire.fields)) {
      if (value !== null && value !== undefined) fields[name] = value;
    }
    const { worklog } = wire.fields;
    const received = plan.expand.includes('changelog') ? inlinedReceived(wire) : receivedOf(wire);
    const whole = worklog && this.#wholeWorklogs(id, worklog, received);
    if (whole) fields.worklog = { total: whole.length, worklogs: whole };
    else delete fields.worklog;
    const isWhole = whole || (received.worklog && !worklog);
    return {
      id,
      key: wire.key,
      asked: isWhole ? asked : asked.filter(name => name !== 'worklog'),
      fields,
      histories: this.#historiesOf(id, wire.changelog, plan, received),
      received,
      at,
    };
  }

  #wholeWorklogs(
    id: string,
    { total, worklogs }: NonNullable<WireIssue['fields']['worklog']>,
    received: Received,
  ): readonly WireWorklog[] | null {
    const count = received.worklog?.fetched ?? total ?? 0;
    if (count <= worklogs.length) return worklogs;
    const all = this.#worklogs.get(id);
    return all && all.length >= count ? all : null;
  }

  #historiesOf(
    id: string,
    inlined: WireIssue['changelog'],
    { collector, expand, historyFields }: ReadPlan,
    received: Received,
  ): CachedIssue['histories'] {
    const count = received.changelog?.fetched ?? inlined?.total ?? 0;
    if (collector.wholeHistories.has(id)) {
      const list = this.#histories.get(id) ?? [];
      // Fewer than the host counted: incomplete.
      if (inlined && list.length < count) return null;
      return { scope: historyFields ?? 'all', list };
    }
    // Requested inline and absent: the issue has no history.
    if (!inlined) return expand.includes('changelog') ? { scope: 'all', list: [] } : null;
    return count > inlined.histories.length ? null : { scope: 'all', list: inlined.histories };
  }
}
