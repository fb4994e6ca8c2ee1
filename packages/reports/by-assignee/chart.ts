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
import type { AssigneeCounts, AssigneeTimes, ByAssigneeResult } from './compute.ts';
import type { AssigneeChart } from './settings.ts';

export interface AssigneeBars {
  readonly categories: readonly string[];
  readonly series: readonly BarSeries[];
  readonly valueTitle: string;
  readonly format: (value: number) => string;
  /** What the bars of a category open. */
  readonly drills: readonly Drill[];
  /** People in the result, also those without a bar. */
  readonly people: number;
}

/** Fits on one screen. */
export const FIRST_BARS = 15;

/** Returns the bars of a chart type, the `most` largest first. */
export function assigneeBars(
  result: ByAssigneeResult,
  chart: AssigneeChart,
  most: number,
): AssigneeBars {
  return result.mode === 'created-resolved'
    ? countBars(result, chart, most)
    : timeBars(result, chart, most);
}

interface Measure<Row> {
  readonly id: string;
  readonly label: string;
  readonly color: NonNullable<BarSeries['color']>;
  readonly value: (row: Row) => number;
}

function countBars({ table }: AssigneeCounts, chart: AssigneeChart, most: number): AssigneeBars {
  const unit = ({ count: 'issues', points: 'points', time: 'seconds' } as const)[table.estimation];
  const drill = (row: BreakdownRow): Drill => ({
    title: `${table.label} · ${row.label}`,
    reason: 'All issues of the assignee.',
    figure: mainFigure(row),
    part: partOf(unit),
  });
  if (chart === 'percent-resolved' || chart === 'compared-to-average') {
    const percents = chart === 'percent-resolved';
    return bars(table.rows, [percents ? PERCENT : COMPARED], {
      most,
      valueTitle: '%',
      format: formatPercent,
      drill: row => ({ ...drill(row), figure: percents ? row.resolved : comparedFigure(row) }),
    });
  }
  const measures = table.estimation === 'time' ? TIME_MEASURES : COUNT_MEASURES;
  const valueTitle = { count: 'Issues', points: 'Story Points', time: 'Hours' }[table.estimation];
  return bars(table.rows, measures, {
    most,
    valueTitle,
    format: value => formatNumber(value, 2),
    drill,
  });
}

function timeBars(
  { rows, elapsed }: AssigneeTimes,
  chart: AssigneeChart,
  most: number,
): AssigneeBars {
  const compared = chart === 'compared-to-average';
  const average: Measure<AssigneeTimes['rows'][number]> = {
    id: 'mean',
    label: 'Average resolution time',
    color: 'resolved',
    value: row => elapsedIn(row.mean.value ?? 0, elapsed),
  };
  return bars(rows, [compared ? COMPARED : average], {
    most,
    valueTitle: compared ? '%' : ELAPSED_NAMES[elapsed],
    format: compared ? formatPercent : value => formatNumber(value, 2),
    drill: row => resolutionDrill(row.label, row.mean, elapsed),
  });
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
  measure('created', 'Created', 'created', row => row.created.value ?? 0),
  measure('resolved', 'Resolved', 'resolved', row => row.resolved.value ?? 0),
];
const TIME_MEASURES: readonly Measure<BreakdownRow>[] = [
  measure('total', 'Total estimate', 'created', row => hours(row.time?.total)),
  measure('spent', 'Time spent', 'resolved', row => hours(row.time?.spent)),
];

const mainFigure = (row: BreakdownRow): Figure => row.time?.total ?? row.created;
const comparedFigure = (row: BreakdownRow): Figure => row.time?.spent ?? row.resolved;

function bars<Row extends { readonly label: string }>(
  rows: readonly Row[],
  measures: readonly Measure<Row>[],
  rest: Pick<AssigneeBars, 'valueTitle' | 'format'> & {
    readonly most: number;
    readonly drill: (row: Row) => Drill;
  },
): AssigneeBars {
  const { most, drill, valueTitle, format } = rest;
  const first = measures[0]?.value ?? (() => 0);
  const shown = rows.toSorted((a, b) => first(b) - first(a)).slice(0, most);
  return {
    categories: shown.map(row => row.label),
    series: measures.map(({ value, ...series }) => ({ ...series, values: shown.map(value) })),
    valueTitle,
    format,
    drills: shown.map(drill),
    people: rows.length,
  };
}
