import { formatInstant } from '@tallyboard/core/time/format.ts';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { narrowedTo, type Shown } from './report-run.ts';

/** What a result on paper or in a file says of itself: its query, how many issues, as of when, how complete. */
export function resultFacts(shown: Shown, withQuery = true): string[] {
  const { order, context, loaded } = shown;
  const { issueCount, fetchedAt, coverage } = loaded;
  const when = formatInstant(fetchedAt, context.zone, `${context.dateFormat} HH:mm Z`);
  const count = issueCount === 1 ? '1 issue' : `${formatCount(issueCount)} issues`;
  const narrowed = narrowedTo(shown);
  const issues = narrowed === null ? count : `${count} ${narrowed}`;
  return [
    ...(withQuery ? [`Query: ${order.jql || '(empty: all issues)'}`] : []),
    `${issues} as of ${when} (${context.zone}), ${coverage.complete ? 'complete' : 'partial'}.`,
    ...coverage.reasons,
  ];
}
