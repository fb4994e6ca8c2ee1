import { describeDone } from '@tallyboard/core/model/done.ts';
import { formatInstant } from '@tallyboard/core/time/format.ts';
import { countedOf, countedText, type ReportSnapshot } from './report-run.ts';
import { rulesOf } from './rule-line.tsx';
import { shownCoverage } from './shown-coverage.ts';

/** Query, issue count, time and coverage of a result, for print and files. */
export function resultFacts(shown: ReportSnapshot): string[] {
  const { request, context, loaded, computed } = shown;
  const { fetchedAt } = loaded;
  const coverage = shownCoverage(shown);
  const asOf = context.past ? context.asOf : fetchedAt;
  const when = formatInstant(asOf, context.zone, `${context.dateFormat} HH:mm Z`);
  // Of a report that chooses its issues, the reader's part: what it chooses is in the next line.
  const query = context.query ? context.query.narrowedBy : request.jql || '(empty: all issues)';
  return [
    ...(query ? [`Query: ${query}`] : []),
    `${countedText(countedOf(shown))} as of ${when} (${context.zone}), ${coverage.complete ? 'complete' : 'partial'}.`,
    ...rulesOf(shown).map(rule => `${rule}.`),
    ...(computed.done ? [`Done: ${describeDone(computed.done.rule)}.`] : []),
    ...coverage.reasons,
  ];
}
