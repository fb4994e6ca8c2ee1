import { formatInstant } from '@tallyboard/core/time/format.ts';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import type { Shown } from './report-run.ts';

/** What a result on paper or in a file says of itself: its query, how many issues, as of when, how complete. */
export function resultFacts({ order, context, loaded }: Shown, withQuery = true): string[] {
  const { issueCount, fetchedAt, coverage } = loaded;
  const when = formatInstant(fetchedAt, context.zone, `${context.dateFormat} HH:mm Z`);
  const issues = issueCount === 1 ? '1 issue' : `${formatCount(issueCount)} issues`;
  return [
    ...(withQuery ? [`Query: ${order.jql || '(empty: all issues)'}`] : []),
    `${issues} as of ${when} (${context.zone}), ${coverage.complete ? 'complete' : 'partial'}.`,
    ...coverage.reasons,
  ];
}
