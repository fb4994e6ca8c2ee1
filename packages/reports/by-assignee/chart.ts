import type { Figure } from '@tallyboard/core/model/result.ts';
import type { Drill } from '@tallyboard/report-kit/contract.ts';
import {
  ELAPSED_NAMES,
  resolutionDrill,
} from '@tallyboard/report-kit/families/resolution-time/resolution-table.ts';
import type { BreakdownRow } from '@tallyboard/report-kit/families/status/breakdown-rows.ts';
import { partOf } from '@tallyboard/report-kit/figures/drill.ts';
import { elapsedIn } from '@tallyboard/report-kit/figures/elapsed.ts';
import type { BarSeries } from '@tallyboard/ui/charts/series.ts';
import { formatNumber, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import type { AssigneeTimeRow, ByAssigneeResult } from './compute.ts';
import type { AssigneeChart } from './settings.ts';

const UNITS = { count: 'issues', points: 'points', time: 'seconds' } as const;
const TITLES = { count: 'Issues', points: 'Story Points', time: 'Hours' };
const PERCENTS = { valueTitle: '%', format: formatPercent };
const decimals = (value: number) => formatNumber(value, 2);

/** Returns the bars of a chart type, the largest first. */
export function assigneeBars(result: ByAssigneeResult, chart: AssigneeChart) {
  const compared = chart === 'compared-to-average';
  if (result.mode === 'resolution-time') {
    const { rows, elapsed } = result;
    const mean = measure<AssigneeTimeRow>('mean', 'Average resolution time', 'resolved', row =>
      elapsedIn(row.mean.value ?? 0, elapsed),
    );
    return bars(rows, [compared ? COMPARED : mean], {
      ...(compared ? PERCENTS : { valueTitle: ELAPSED_NAMES[elapsed], format: formatNumber }),
      drill: row => resolutionDrill(row.label, row.mean, elapsed),
    });
  }
  const { rows, label, estimation } = result.table;
  const drillOf =
    (figureOf: (row: BreakdownRow) => Figure) =>
    (row: BreakdownRow): Drill => ({
      title: `${label} · ${row.label}`,
      reason: 'All issues of the assignee.',
      figure: figureOf(row),
      part: partOf(UNITS[estimation]),
    });
  if (compared) {
    const drill = drillOf(row => row.time?.spent ?? row.resolved);
    return bars(rows, [COMPARED], { ...PERCENTS, drill });
  }
  if (chart === 'percent-resolved')
    return bars(rows, [PERCENT], { ...PERCENTS, drill: drillOf(row => row.resolved) });
  return bars(rows, estimation === 'time' ? TIME_MEASURES : COUNT_MEASURES, {
    valueTitle: TITLES[estimation],
    format: decimals,
    drill: drillOf(row => row.time?.total ?? row.created),
  });
}

interface Measure<Row> {
  readonly id: string;
  readonly label: string;
  readonly color: NonNullable<BarSeries['color']>;
  readonly value: (row: Row) => number;
}

const measure = <Row>(
  id: string,
  label: string,
  color: Measure<Row>['color'],
  value: (row: Row) => number,
): Measure<Row> => ({ id, label, color, value });

const PERCENT = measure<BreakdownRow>(
  'percent',
  'Percent resolved',
  'resolved',
  row => row.percentResolved,
);
const COMPARED = measure<{ readonly comparedToAverage: number }>(
  'compared',
  'Compared to average',
  'resolved',
  row => row.comparedToAverage,
);
const hours = (figure: Figure | undefined) => (figure?.value ?? 0) / 3600;
const COUNT_MEASURES: readonly Measure<BreakdownRow>[] = [
  measure('created', 'Assigned', 'neutral', row => row.created.value ?? 0),
  measure('resolved', 'Resolved', 'resolved', row => row.resolved.value ?? 0),
];
const TIME_MEASURES: readonly Measure<BreakdownRow>[] = [
  measure('total', 'Total estimate', 'neutral', row => hours(row.time?.total)),
  measure('spent', 'Time spent', 'resolved', row => hours(row.time?.spent)),
];

interface BarOptions<Row> {
  readonly valueTitle: string;
  readonly format: (value: number) => string;
  readonly drill: (row: Row) => Drill;
}

function bars<Row extends { readonly label: string }>(
  rows: readonly Row[],
  measures: readonly Measure<Row>[],
  { drill, valueTitle, format }: BarOptions<Row>,
) {
  const first = measures[0]?.value ?? (() => 0);
  const shown = rows.toSorted((a, b) => first(b) - first(a));
  return {
    categories: shown.map(row => row.label),
    series: measures.map(
      ({ value, ...series }): BarSeries => ({ ...series, values: shown.map(value) }),
    ),
    valueTitle,
    format,
    /** What the bars of a category open. */
    drills: shown.map(drill),
  };
}
