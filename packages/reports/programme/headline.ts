import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { parseDay } from '@tallyboard/core/time/day.ts';
import { formatDay } from '@tallyboard/core/time/format.ts';
import type { Headline } from '@tallyboard/report-kit/headline.ts';
import { formatCount, formatCounted, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import type { ProgrammeResult, ProgrammeRow } from './result.ts';

/** Less likely than not. */
const isUnlikely = ({ chance }: ProgrammeRow): boolean => chance !== null && chance < 50;

export function programmeHeadline(
  { rows, all, measure }: ProgrammeResult,
  _settings: unknown,
  { dateFormat }: Pick<ReportContext, 'dateFormat'>,
): Headline | null {
  if (rows.length === 0) return null;
  const overdue = rows.filter(({ isOverdue }) => isOverdue);
  const open = rows.filter(({ status }) => status !== 'done');
  const ahead = open.filter(({ isOverdue, chance }) => !isOverdue && chance !== null);
  const unlikely = ahead.filter(isUnlikely);
  const unclear = rows.filter(({ dependencies }) =>
    dependencies.some(({ health }) => health === 'undated'),
  ).length;
  const conflicts = rows.filter(({ dependencies }) =>
    dependencies.some(({ health }) => health === 'conflict'),
  );
  const undated = open.filter(
    ({ target, chance, isOverdue, isReleased }) =>
      target !== null && chance === null && !isOverdue && !isReleased,
  ).length;
  const { progress, count, unestimated } = all;
  return {
    figures: [
      {
        id: 'progress',
        label: 'Progress',
        text: progress === null ? '-' : formatPercent(100 * progress.share),
        of: `${formatCount(rows.length - open.length)} of ${formatCount(rows.length)} rows done`,
        ...(progress && { drill: { reason: 'Done by the done rule.', figure: progress.part } }),
      },
      ...(overdue.length + ahead.length > 0
        ? [
            {
              id: 'late',
              value: overdue.length + unlikely.length,
              label: 'Late or likely late',
              text: formatCount(overdue.length + unlikely.length),
              of: `of ${formatCount(overdue.length + ahead.length)} that can be judged by a target`,
              bad: true,
            },
          ]
        : []),
      {
        id: 'conflicts',
        value: conflicts.length,
        label: 'With conflicts',
        text: formatCount(conflicts.length),
        of: `wait for what is due later${unclear === 0 ? '' : `; ${formatCount(unclear)} wait for what has no date`}`,
        bad: true,
      },
      ...(measure !== 'issues'
        ? [
            {
              id: 'unestimated',
              label: 'Not estimated',
              text: formatCount(unestimated.value),
              of: `of ${formatCounted(count.value, 'issue')}`,
              drill: { reason: 'Has no estimate: the total may grow.', figure: unestimated },
            },
          ]
        : []),
    ],
    sentence:
      [
        overdueSentence(overdue, dateFormat),
        dateSentence(ahead, unlikely, overdue.length > 0),
        ...unknownSentences(undated, rows),
      ]
        .filter(Boolean)
        .join(' ') || undefined,
  };
}

/** What the dates and sums do not tell. */
function unknownSentences(undated: number, rows: readonly ProgrammeRow[]): readonly string[] {
  const unread = rows.filter(({ isPart }) => isPart).length;
  return [
    ...(undated === 0
      ? []
      : [
          undated === 1
            ? '1 row with a target has no dates.'
            : `${formatCount(undated)} rows with a target have no dates.`,
        ]),
    ...(unread === 0
      ? []
      : [
          `Not all issues below ${unread === 1 ? '1 row' : `${formatCount(unread)} rows`} were read: progress and dates may be wrong.`,
        ]),
  ];
}

const nameOf = ({ kind, key, name }: ProgrammeRow): string => (kind === 'issue' ? key : name);

/** A target that has passed has no chance: it was missed. */
function overdueSentence(overdue: readonly ProgrammeRow[], dateFormat: string): string | undefined {
  const [first] = overdue.toSorted((a, b) => (a.target ?? '').localeCompare(b.target ?? ''));
  const day = parseDay(first?.target ?? '');
  if (!first || day === null) return undefined;
  const target = formatDay(day, dateFormat);
  if (overdue.length === 1) return `${nameOf(first)} is open after its target, ${target}.`;
  const others = overdue.filter(row => row.target === first.target).length - 1;
  const whose = others === 0 ? nameOf(first) : `${nameOf(first)} and ${formatCount(others)} more`;
  return `${formatCount(overdue.length)} rows are open after their targets, the earliest of which was ${target} (${whose}).`;
}

/** `ahead`: rows whose targets are still to come. */
function dateSentence(
  ahead: readonly ProgrammeRow[],
  late: readonly ProgrammeRow[],
  hasOverdue: boolean,
): string | undefined {
  const latest = late.toSorted((a, b) => (a.chance ?? 0) - (b.chance ?? 0))[0];
  if (!latest) {
    if (ahead.length === 0) return undefined;
    const what =
      ahead.length === 1
        ? `the ${hasOverdue ? 'other ' : ''}row`
        : `each ${hasOverdue ? `of the ${formatCount(ahead.length)} other rows` : 'row'}`;
    return `By its pace, ${what} with a target and dates is over by then at least as likely as not.${keptSentence(ahead)}`;
  }
  const more = late.length - 1;
  const others =
    more === 0
      ? ''
      : `, and ${formatCount(more)} more ${more === 1 ? 'is' : 'are'} less likely than not`;
  return `By its pace, ${nameOf(latest)} is over by its target with a chance of ${formatPercent(latest.chance ?? 0)}${others}.${keptSentence([latest])}`;
}

/** How often such dates were kept: from the row with the least to the one with the most. */
function keptSentence(rows: readonly ProgrammeRow[]): string {
  const known = rows
    .filter(({ kept50 }) => kept50 !== null)
    .toSorted((a, b) => (a.kept50 ?? 0) - (b.kept50 ?? 0));
  const [least, most] = [known[0], known.at(-1)];
  if (!least || !most) return ' Too few earlier ones to tell how often such dates were kept.';
  const [from, to] = [least, most].map(({ kept50 }) => formatPercent(kept50 ?? 0));
  if (from !== to)
    return ` Of earlier ones, ${from} to ${to}, by row, were over by their 50% date.`;
  return ` Of ${formatCount(least.keptOf ?? 0)} earlier ones, ${from} were over by their 50% date.`;
}
