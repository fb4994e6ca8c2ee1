import { formatDay, formatInstant } from '@tallyboard/core/time/format.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import type { ReportResult } from './run-report.ts';

/** The code of its note. */
export const NO_ISSUE_YET = 'no-issue-yet';

/** The answer in place of figures as of a time before the first issue; null where there are figures, or no issues at all. */
export function noIssueYet({
  loaded: { since, issueCount, part },
  context: { past, asOf, zone, dateFormat },
}: Pick<ReportResult, 'loaded' | 'context'>): string | null {
  if (!past || part || issueCount > 0 || since === null || since <= asOf) return null;
  const first = localDay(since, zone);
  return localDay(asOf, zone) < first
    ? `No issue existed on that day; the first is of ${formatDay(first, dateFormat)}.`
    : `No issue existed at that time; the first is of ${formatInstant(since, zone, `${dateFormat} HH:mm`)}.`;
}
