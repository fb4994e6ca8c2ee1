/**
 * Blocked by an inward Blocks link of an issue that is not done.
 *
 *   A-1 is blocked by A-2     Mon --------------- Fri
 *   A-2 not done              Mon --- Tue   Thu -----    done on Tuesday, reopened on Thursday
 *   A-1 blocked               Mon --- Tue   Thu - Fri
 */

import { changesOf } from '../history/field-changes.ts';
import { linkTimelines } from '../history/links.ts';
import { type DoneRule, doneSteps, isDone, isUndated } from '../measure/resolution.ts';
import type { Dataset } from '../model/dataset.ts';
import type { Issue, IssueLink } from '../model/issue.ts';
import type { Interval } from '../time/interval.ts';
import type { Instant } from '../time/units.ts';

export interface BlockedTime {
  /** Spans may overlap. */
  readonly known: readonly Interval[];
  /** Links of issues that are done, and were not until an unknown day. */
  readonly unknown: readonly Interval[];
  /** Links of issues whose history was not received, or not all of it. */
  readonly incomplete: readonly (Interval & { readonly blocker: Issue })[];
}

const NEVER: BlockedTime = { known: [], unknown: [], incomplete: [] };
const ALWAYS: readonly Interval[] = [{ from: -Infinity, to: Infinity }];

/** Needs the part `links`, and changes of links, status and resolution. */
export function blockedTimes(
  { issues }: Pick<Dataset, 'issues'>,
  rule: DoneRule,
  asOf: Instant,
): (issue: Issue) => BlockedTime {
  const linksOf = linkTimelines(issues);
  const find = finder(issues);
  const openSpans = new Map<Issue, readonly Interval[]>();
  /** When the issue at the other end was not done; null if unknown. */
  function open(link: IssueLink, other: Issue | undefined): readonly Interval[] | null {
    if (!other) return link.otherStatus?.category === 'done' ? null : ALWAYS;
    if (isUndated(other, rule)) return null;
    const spans = openSpans.get(other) ?? spansUntilDone(other, rule);
    openSpans.set(other, spans);
    return spans;
  }
  return issue => {
    if (issue.links.length === 0 && changesOf(issue, 'link').length === 0) return NEVER;
    const known: Interval[] = [];
    const unknown: Interval[] = [];
    const incomplete: (Interval & { blocker: Issue })[] = [];
    const steps = linksOf(issue);
    steps.forEach(({ from, value }, at) => {
      const to = Math.min(steps[at + 1]?.from ?? asOf, asOf);
      for (const link of value.filter(isBlocker)) {
        const blocker = find(link);
        if (blocker?.historyComplete === false) incomplete.push({ from, to, blocker });
        const spans = open(link, blocker);
        if (spans === null) unknown.push({ from, to });
        else known.push(...within(spans, { from, to }));
      }
    });
    return { known, unknown, incomplete };
  };
}

/** The keys of the issues that block an issue as of the dataset; null for one that is unknown. */
export function openBlockers(
  { issues }: Pick<Dataset, 'issues'>,
  rule: DoneRule,
  isPast: boolean,
): (issue: Issue) => readonly (string | null)[] {
  const find = finder(issues);
  return ({ links }) => {
    const keys = links.filter(isBlocker).flatMap(link => {
      const other = find(link);
      if (other) return isDone(other, rule) ? [] : [other.key];
      if (link.otherStatus?.category !== 'done') return [link.otherKey];
      // It is done today, and may not have been then.
      return isPast ? [null] : [];
    });
    return [...new Set(keys)].sort();
  };
}

const isBlocker = ({ kind }: IssueLink) => kind === 'blocked-by';

function finder(issues: readonly Issue[]): (link: IssueLink) => Issue | undefined {
  let byId: Map<string, Issue> | null = null;
  return ({ otherId }) => {
    byId ??= new Map(issues.map(issue => [issue.id, issue]));
    return byId.get(otherId);
  };
}

function spansUntilDone(issue: Issue, rule: DoneRule): readonly Interval[] {
  const spans: Interval[] = [];
  let from: Instant | null = issue.created;
  for (const { at, done } of doneSteps(issue, rule)) {
    if (done && from !== null) spans.push({ from, to: at });
    from = done ? null : at;
  }
  return from === null ? spans : [...spans, { from, to: Infinity }];
}

function within(spans: readonly Interval[], bounds: Interval): readonly Interval[] {
  return spans.flatMap(span => {
    const from = Math.max(span.from, bounds.from);
    const to = Math.min(span.to, bounds.to);
    return from < to ? [{ from, to }] : [];
  });
}
