import { statisticOf } from '@tallyboard/core/measure/figures.ts';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { useIssueRows } from '@tallyboard/report-kit/figures/issue-rows.tsx';
import { ComparisonPlot } from '@tallyboard/ui/charts/comparison-plot.tsx';
import { formatDuration } from '@tallyboard/ui/text/durations.ts';
import { formatCount, formatPercent } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import type { EstimationResult } from './compute.ts';
import type { EstimationSettings } from './settings.ts';

type Props = ViewProps<EstimationSettings, EstimationResult>;

/** As many as a chart draws without delay. */
const MAX_POINTS = 2_000;
const HOUR = 3600;
/** In hours: of a day, of weeks of 40 hours, of a year. */
const TICKS = [0, 0.5, 1, 2, 4, 8, 16, 40, 80, 160, 320, 640, 1000, 2000, 4000, 8000, 16_000].map(
  hours => hours * HOUR,
);
const TITLE = 'Spent + remaining against original estimate';
const SIDES = {
  above: 'Over estimate',
  equal: 'As estimated',
  below: 'Under estimate',
};

/** Each estimated issue as a point, above the line where it took longer. */
export function Comparison({ result, settings, context, dataset, onDrill }: Props) {
  const { comparison } = result;
  const { over, under } = comparison;
  const shown = useMemo(() => largest(comparison), [comparison]);
  const rows = useIssueRows(dataset, shown.rows);
  const format = useMemo(
    () => (seconds: number) =>
      formatDuration(seconds, { ...context, style: settings.style, zero: '0h' }),
    [context, settings.style],
  );
  const points = useMemo(() => {
    const issues = new Map(rows.map(issue => [issue.row, issue]));
    return Array.from(shown.rows, (row, index) => {
      const x = shown.original[index] ?? 0;
      const y = shown.actual[index] ?? 0;
      const issue = issues.get(row);
      return { x, y, label: issue?.key ?? '', remark: remarkOf(x, y, issue?.summary) };
    });
  }, [shown, rows]);
  const open = (index: number) => {
    const row = shown.rows[index];
    const point = points[index];
    if (row === undefined || !point) return;
    onDrill({
      title: `Spent + remaining · ${point.label}`,
      reason: remarkOf(point.x, point.y),
      figure: statisticOf('sum', Uint32Array.of(row), [point.y]),
      part: { label: 'Time', format },
    });
  };
  return (
    <section aria-label={TITLE}>
      <ComparisonPlot
        title={TITLE}
        summary={`${formatCount(over.value)} issues are over their estimate, ${formatCount(under.value)} under.`}
        points={points}
        unit={HOUR}
        ticks={TICKS}
        format={format}
        xTitle="Original estimate"
        yTitle="Spent + remaining"
        sides={SIDES}
        onSelect={open}
      />
      {shown.rows.length < comparison.rows.length && (
        <p className="tb-quiet">
          The {formatCount(shown.rows.length)} largest estimates of{' '}
          {formatCount(comparison.rows.length)}. Numbers and table count all.
        </p>
      )}
    </section>
  );
}

/** '50% over estimate. Write it' */
function remarkOf(original: number, actual: number, summary = ''): string {
  const percent = (100 * (actual - original)) / original;
  const difference =
    percent === 0
      ? SIDES.equal
      : `${formatPercent(Math.abs(percent))} ${percent > 0 ? 'over' : 'under'} estimate`;
  return summary === '' ? difference : `${difference}. ${summary}`;
}

function largest({ rows, original, actual }: EstimationResult['comparison']) {
  if (rows.length <= MAX_POINTS) return { rows, original, actual };
  const places = Uint32Array.from(rows.keys())
    .sort((a, b) => (original[b] ?? 0) - (original[a] ?? 0))
    .slice(0, MAX_POINTS)
    .sort();
  return {
    rows: places.map(place => rows[place] ?? 0),
    original: Float64Array.from(places, place => original[place] ?? 0),
    actual: Float64Array.from(places, place => actual[place] ?? 0),
  };
}
