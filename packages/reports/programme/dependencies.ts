/** What the issues of a row wait for outside of it, and since when its issues are blocked at all. */

import { type BlockedTime, blockedTimes } from '@tallyboard/core/flow/blocked.ts';
import { changesOf } from '@tallyboard/core/history/field-changes.ts';
import { type DoneRule, isDone } from '@tallyboard/core/measure/resolution.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import type { Day, Instant } from '@tallyboard/core/time/units.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';

/** By the days on which both are due: 'undated' where one has none. */
export type Health = 'conflict' | 'risk' | 'healthy' | 'undated';

export interface Dependency {
  /** The row of the issue that waits. */
  readonly row: number;
  readonly key: string;
  readonly blocker: string;
  /** The row of the blocker; null if it was not loaded. */
  readonly blockerRow: number | null;
  readonly health: Health;
  /** The end of its sprint, else its due date; null for neither. */
  readonly day: string | null;
  readonly blockerDay: string | null;
}

export interface Blocked {
  readonly row: number;
  readonly key: string;
  /** Days since it is blocked, today included; null if that is unknown. */
  readonly days: number | null;
}

export function dependencyTools(dataset: Dataset, { asOf, zone }: ReportContext, rule: DoneRule) {
  const { issues } = dataset;
  const rows = new Map<string, number>(issues.map(({ id }, row) => [id, row]));
  const dayOf = (issue: Issue): Day | null => {
    const ends = issue.sprints.flatMap(({ state, end }) =>
      state === 'closed' || end === null ? [] : localDay(end, zone),
    );
    return ends.length > 0 ? Math.max(...ends) : issue.due;
  };
  let known: ((issue: Issue) => BlockedTime) | null = null;
  const text = (day: Day | null) => (day === null ? null : dayText(day));

  return {
    /** Open issues of a row that wait for open ones outside of it; `isWithin` tells which are in it. */
    of(open: Iterable<number>, isWithin: (row: number) => boolean): readonly Dependency[] {
      const found: Dependency[] = [];
      for (const row of open) {
        const issue = issues[row];
        if (!issue) continue;
        for (const { kind, otherId, otherKey, otherStatus } of issue.links) {
          if (kind !== 'blocked-by') continue;
          const blockerRow = rows.get(otherId) ?? null;
          if (blockerRow === null ? otherStatus?.category === 'done' : isWithin(blockerRow))
            continue;
          const blocker = blockerRow === null ? undefined : issues[blockerRow];
          if (blocker && isDone(blocker, rule)) continue;
          const [day, blockerDay] = [dayOf(issue), blocker ? dayOf(blocker) : null];
          found.push({
            row,
            key: issue.key,
            blocker: otherKey,
            blockerRow,
            health: healthOf(day, blockerDay),
            day: text(day),
            blockerDay: text(blockerDay),
          });
        }
      }
      return found.filter(
        ({ row, blocker }, at) =>
          found.findIndex(each => each.row === row && each.blocker === blocker) === at,
      );
    },
    /** The open issue that is blocked or flagged longest; null for none. */
    oldestBlocked(open: Iterable<number>): Blocked | null {
      let oldest: { readonly row: number; readonly issue: Issue; readonly since: Instant } | null =
        null;
      for (const row of open) {
        const issue = issues[row];
        if (!issue) continue;
        if (!issue.flagged && issue.links.every(({ kind }) => kind !== 'blocked-by')) continue;
        known ??= blockedTimes(dataset, rule, asOf);
        const since = Math.min(flaggedSince(issue), blockedSince(known(issue), asOf));
        if (since < (oldest?.since ?? Infinity)) oldest = { row, issue, since };
      }
      if (oldest === null) return null;
      const { row, issue, since } = oldest;
      const days = since === -Infinity ? null : localDay(asOf, zone) - localDay(since, zone) + 1;
      return { row, key: issue.key, days };
    },
  };
}

function healthOf(day: Day | null, blockerDay: Day | null): Health {
  if (day === null || blockerDay === null) return 'undated';
  return blockerDay > day ? 'conflict' : blockerDay === day ? 'risk' : 'healthy';
}

/** Infinity if it is not flagged, -Infinity if since when is unknown. */
function flaggedSince(issue: Issue): Instant {
  if (!issue.flagged) return Infinity;
  const changes = changesOf(issue, 'flagged');
  for (let index = changes.length - 1; index >= 0; index--)
    if (!(changes.from(index) || changes.fromText(index))) return changes.at(index);
  return changes.length === 0 && issue.historyComplete ? issue.created : -Infinity;
}

/** The begin of the span that lasts until now, with those that it overlaps; Infinity for none. */
function blockedSince({ known }: BlockedTime, asOf: Instant): Instant {
  let since = known.some(({ to }) => to >= asOf) ? asOf : Infinity;
  if (since === Infinity) return since;
  for (const { from, to } of [...known].sort((a, b) => b.to - a.to))
    if (to >= since) since = Math.min(since, from);
  return since;
}
