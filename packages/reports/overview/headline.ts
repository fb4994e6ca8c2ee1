import type { Headline } from '@tallyboard/report-kit/headline.ts';
import { formatCount, formatNumber, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import type { OverviewResult, ProgressLine } from './compute.ts';
import { TREND_DAYS } from './trend.ts';

const LABELS = { resolved: 'Resolved', points: 'Story points', time: 'Time spent' } as const;

/** '1 issue', '12 points', '8h' */
const withUnit = ({ unit }: ProgressLine, text: string) =>
  unit === 'seconds' ? text : `${text} ${text === '1' ? unit.slice(0, -1) : unit}`;

/** How much is done, by issues, points and time. */
export function overviewHeadline({ lines, created, lists }: OverviewResult): Headline {
  const amount = ({ unit }: ProgressLine, value: number | null) =>
    unit === 'seconds'
      ? `${formatCount((value ?? 0) / 3600)}h`
      : formatNumber(value, unit === 'issues' ? 0 : 1);
  const resolved = lines.find(({ id }) => id === 'resolved')?.trend;
  const overdue = lists.find(({ id }) => id === 'overdue')?.figure.value ?? 0;
  const lately = resolved
    ? `${formatCount(created.current.value)} created and ${formatCount(resolved.current.value)} resolved in the last ${TREND_DAYS} days`
    : null;
  const late =
    overdue > 0 ? `${formatCount(overdue)} ${overdue === 1 ? 'is' : 'are'} overdue` : null;
  const said = [lately, late].filter(text => text !== null);
  return {
    inView: true,
    figures: lines.map(line => ({
      // The key of the cell in the table.
      id: `measure:${line.id}/percent`,
      label: LABELS[line.id],
      text: formatPercent(line.percent),
      of: `${amount(line, line.part.value)} of ${withUnit(line, amount(line, line.whole.value))}`,
    })),
    sentence: said.length > 0 ? `${said.join('; ')}.` : undefined,
  };
}
