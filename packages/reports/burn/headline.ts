import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { formatDay } from '@tallyboard/core/time/format.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import { partOf } from '@tallyboard/report-kit/figures/drill.ts';
import type { Headline } from '@tallyboard/report-kit/headline.ts';
import { POINTS } from '@tallyboard/report-kit/table/units.ts';
import { formatCount, formatNumber, formatSigned } from '@tallyboard/ui/text/numbers.ts';
import { idealLine } from './chart/ideal.ts';
import type { BurnChart, BurnResult } from './compute.ts';
import { type BurnSettings, isBurnup, isSprintType } from './settings.ts';
import type { BurnTotals } from './states.ts';

interface Line {
  readonly id: keyof BurnTotals;
  readonly label: string;
  readonly reason: string;
  readonly format?: (value: number) => string;
  /** Stands before a figure that may be too small. Removed issues are shown below 0. */
  readonly bound?: '≥' | '≤';
}

const LINES: readonly Line[] = [
  { id: 'remaining', label: 'Remaining', reason: 'In scope and not done.', bound: '≥' },
  { id: 'completed', label: 'Completed', reason: 'In scope and done.', bound: '≥' },
  { id: 'committed', label: 'Committed', reason: 'In scope at the sprint start.', bound: '≥' },
  {
    id: 'added',
    label: 'Added',
    reason: 'Added, created in the sprint, or reopened after the start.',
    format: formatSigned,
    bound: '≥',
  },
  {
    id: 'reEstimated',
    label: 'Re-estimated',
    reason: 'Estimate changed while in scope.',
    format: formatSigned,
  },
  {
    id: 'removed',
    label: 'Removed',
    reason: 'Removed from scope after the start.',
    format: value => formatSigned(-value),
    bound: '≤',
  },
  { id: 'scope', label: 'Scope', reason: 'In scope at the end or now.', bound: '≥' },
];

const plain = (value: number) => formatNumber(value, 2);

/** Remaining or completed work first, the changes of scope, and how far from the ideal pace. */
export function burnHeadline(
  { chart, unit, atLeast }: BurnResult,
  { type }: BurnSettings,
  context: ReportContext,
): Headline | null {
  if (!chart) return null;
  const lines = LINES.filter(({ id }) => {
    if (id === 'reEstimated') return unit === 'points';
    return id !== 'removed' || isSprintType(type);
  });
  if (isBurnup(type))
    lines.sort((a, b) => Number(b.id === 'completed') - Number(a.id === 'completed'));
  const part = partOf(unit);
  // Read alone, in a mail or a terminal, the sentence says of which sprints it is.
  const subject = isSprintType(type) ? `${chart.name}: ` : '';
  const pace = paceText(chart, unit, context);
  return {
    figures: lines.map(({ id, label, reason, format = plain, bound }, at) => {
      const figure = chart.totals[id];
      const sign = atLeast !== null && bound ? `${bound} ` : '';
      return {
        id,
        value: id === 'removed' ? -(figure.value ?? 0) : figure.value,
        unit: unit === 'points' ? POINTS : undefined,
        label,
        text: `${sign}${format(figure.value ?? 0)}`,
        of: at === 0 ? `of ${sign}${amountText(chart.totals.scope.value ?? 0, unit)}` : undefined,
        drill: { title: `${label} · ${chart.name}`, reason, figure, part },
      };
    }),
    sentence: atLeast === null ? pace && subject + pace : `Figures may be too low: ${atLeast}.`,
  };
}

/** '12 issues behind the ideal pace, which ends Dec 4, 2026.' */
function paceText(
  chart: BurnChart,
  unit: BurnResult['unit'],
  { zone, dateFormat, asOf }: ReportContext,
): string | undefined {
  const { committed, added, remaining: open, scope } = chart.totals;
  if (committed.issues.length === 0 && added.issues.length === 0 && open.issues.length === 0)
    return chart.until < asOf ? 'There was no work.' : undefined;
  const remaining = open.value ?? 0;
  const end = formatDay(localDay(chart.to, zone), dateFormat);
  if (chart.until < asOf)
    return remaining === 0 && open.issues.length === 0
      ? `All was done by ${end}.`
      : `${amountText(remaining, unit)} not done by ${end}${unestimatedText(remaining, open.issues.length)}.`;
  if (scope.value === 0 && scope.issues.length > 0)
    return scope.issues.length === 1
      ? 'The only issue has no estimate.'
      : `None of the ${formatCount(scope.issues.length)} issues has an estimate.`;
  const ideal = idealLine(chart.works, chart.points, false)(chart.until);
  if (ideal === null) return undefined;
  const behind = Math.round(remaining - ideal);
  const pace =
    behind === 0
      ? 'On the ideal pace'
      : `${amountText(Math.abs(behind), unit)} ${behind > 0 ? 'behind' : 'ahead of'} the ideal pace`;
  return `${pace}, which ends ${end}.`;
}

/** Open issues without an estimate count nothing. */
const unestimatedText = (remaining: number, count: number): string => {
  if (remaining > 0 || count === 0) return '';
  return count === 1
    ? '; 1 issue without an estimate is open'
    : `; ${count} issues without an estimate are open`;
};

const amountText = (value: number, unit: BurnResult['unit']) =>
  `${plain(value)} ${value === 1 ? unit.slice(0, -1) : unit}`;
