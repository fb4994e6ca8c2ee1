import type { WireHistory, WireIssue, WireWorklog } from '@tallyboard/jira/wire/issue.ts';
import { inlinedReceived, type Received, receivedOf } from '@tallyboard/jira/wire/received.ts';
import type { CollectorListener } from '../load/collector.ts';
import type { ReadPlan } from '../load/session.ts';
import type { CachedIssue } from './cached-issue.ts';
import { pickFields } from './serve-cached.ts';

/**
 * Records the complete parts of the issues that a load reads, as cache entries. `wanted` are the fields of the load
 * itself; the others are read for the cache alone.
 */
export function createRecorder(wanted: readonly string[]) {
  const issues = new Map<string, WireIssue>();
  const histories = new Map<string, WireHistory[]>();
  const worklogs = new Map<string, readonly WireWorklog[]>();

  function entryOf(
    wire: WireIssue,
    plan: ReadPlan,
    asked: readonly string[],
    at: number,
  ): CachedIssue {
    const id = String(wire.id);
    const fields: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(wire.fields)) {
      if (value !== null && value !== undefined) fields[name] = value;
    }
    const { worklog } = wire.fields;
    const received = plan.expand.includes('changelog') ? inlinedReceived(wire) : receivedOf(wire);
    const whole = worklog && wholeWorklogs(id, worklog, received);
    if (whole) fields.worklog = { total: whole.length, worklogs: whole };
    else delete fields.worklog;
    const isWhole = whole || (received.worklog && !worklog);
    return {
      id,
      key: wire.key,
      asked: isWhole ? asked : asked.filter(name => name !== 'worklog'),
      fields,
      histories: historiesOf(id, wire.changelog, plan, received),
      received,
      at,
    };
  }

  function wholeWorklogs(
    id: string,
    { total, worklogs: inlined }: NonNullable<WireIssue['fields']['worklog']>,
    received: Received,
  ): readonly WireWorklog[] | null {
    const count = received.worklog?.fetched ?? total ?? 0;
    if (count <= inlined.length) return inlined;
    const all = worklogs.get(id);
    return all && all.length >= count ? all : null;
  }

  function historiesOf(
    id: string,
    inlined: WireIssue['changelog'],
    { collector, expand, historyFields }: ReadPlan,
    received: Received,
  ): CachedIssue['histories'] {
    // Entries that could not be read are asked for again.
    if (collector.shortHistories.has(id)) return null;
    const count = received.changelog?.fetched ?? inlined?.total ?? 0;
    if (collector.wholeHistories.has(id)) {
      const list = histories.get(id) ?? [];
      // Fewer than the host counted: incomplete.
      return inlined && list.length < count ? null : { scope: historyFields ?? 'all', list };
    }
    // Requested inline and absent: the issue has no history.
    if (!inlined) return expand.includes('changelog') ? { scope: 'all', list: [] } : null;
    return count > inlined.histories.length ? null : { scope: 'all', list: inlined.histories };
  }

  const listener: CollectorListener = {
    issue(wire) {
      issues.set(String(wire.id), wire);
      return { ...wire, fields: pickFields(wire.fields, wanted) };
    },
    histories(id, fresh) {
      const known = histories.get(id);
      if (known) known.push(...fresh);
      else histories.set(id, [...fresh]);
    },
    worklogs: (id, all) => worklogs.set(id, all),
  };

  return {
    listener,
    /** The issues read under a plan since `at`. */
    issues(plan: ReadPlan, at: number): CachedIssue[] {
      const asked = [...plan.fields].sort();
      return Array.from(issues.values(), wire => entryOf(wire, plan, asked, at));
    },
    /** The histories read by calls of their own, also of issues that have none. */
    histories(plan: ReadPlan): Map<string, NonNullable<CachedIssue['histories']>> {
      const scope = plan.historyFields ?? 'all';
      const { wholeHistories, shortHistories } = plan.collector;
      const ids = [...wholeHistories].filter(id => !issues.has(id) && !shortHistories.has(id));
      return new Map(ids.map(id => [id, { scope, list: histories.get(id) ?? [] }]));
    },
  };
}
