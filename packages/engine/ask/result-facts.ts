import { describeDone } from '@tallyboard/core/model/done.ts';
import { WEEKDAY_NAMES } from '@tallyboard/core/time/day.ts';
import { formatInstant } from '@tallyboard/core/time/format.ts';
import { loadArgs, type ReportResult } from '../run-report.ts';
import { shownCoverage } from './shown-coverage.ts';

/** A number in the form of files; pages have that of their readers. */
const plainCount = (value: number) => value.toLocaleString('en');

/** Query, issue count, time and coverage of a result, for print and files. */
export function resultFacts(shown: ReportResult, formatCount = plainCount): string[] {
  const { request, context, loaded, computed } = shown;
  const { fetchedAt } = loaded;
  const coverage = shownCoverage(shown);
  const asOf = context.past ? context.asOf : fetchedAt;
  const when = formatInstant(asOf, context.zone, `${context.dateFormat} HH:mm Z`);
  // Of a report that chooses its issues, the reader's part: what it chooses is in the next line.
  const query = context.query ? context.query.narrowedBy : request.jql || '(empty: all issues)';
  return [
    ...(query ? [`Query: ${query}`] : []),
    `${countedText(countedOf(shown), formatCount)} as of ${when} (${context.zone}), ${coverage.complete ? 'complete' : 'partial'}.`,
    ...rulesOf(shown).map(rule => `${rule}.`),
    ...(computed.done ? [`Done: ${describeDone(computed.done.rule)}.`] : []),
    ...coverage.reasons,
  ];
}

/** What decides the figures of a report besides a done rule: its own rule, and where weeks begin. */
export function rulesOf({ request, context, computed }: ReportResult): readonly string[] {
  const { report, settings } = request;
  const rule = report.rule?.(computed.result);
  const weekStart = report.weekStart?.(settings, context, computed.result) ?? null;
  return [
    ...(rule === undefined ? [] : [rule]),
    ...(weekStart === null ? [] : [`Weeks from ${WEEKDAY_NAMES[weekStart]}`]),
  ];
}

/**
 * The issue count of a result, as in the report's total. `words`: 'unresolved'; '' for all issues of the query. `of`: issues
 * that match the query; null if only a part was loaded, absent if the report chose them.
 */
export function countedOf({ request, context, loaded, computed }: ReportResult) {
  const { issueCount } = loaded;
  const counted = request.report.counted?.(computed.result);
  if (!counted) return { count: issueCount, words: '', of: issueCount };
  const { issues, words, alone } = counted;
  if (alone) return { count: issues.length, words };
  const { written } = loadArgs(request, context.asOf);
  return { count: issues.length, words, of: written === undefined ? issueCount : null };
}

/** '117 of 660 issues unresolved'. */
export function countedText(
  counted: {
    readonly count: number;
    readonly words: string;
    readonly of?: number | null;
  },
  formatCount = plainCount,
): string {
  const { count, words, of } = counted;
  const issues = (of ?? count) === 1 ? 'issue' : 'issues';
  const whole = typeof of === 'number' ? `of ${formatCount(of)} ` : '';
  if (words === '') return `${formatCount(count)} ${issues}`;
  return `${formatCount(count)} ${whole}${issues} ${words}`;
}
