import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { CountFigure } from '@tallyboard/core/model/result.ts';
import { timeAxis } from '@tallyboard/report-kit/families/by-date/time-axis.ts';
import type { Drill } from '@tallyboard/report-kit/figures/drill.ts';
import { AreaChart, type AreaSeries } from '@tallyboard/ui/charts/area-chart.tsx';
import { cutText } from '@tallyboard/ui/charts/cartesian.tsx';
import { formatCount, formatCounted, formatNumber } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import type { GrowthBand, GrowthBands } from '../growth-bands.ts';
import type { ProgrammeSettings } from '../settings.ts';
import { measureUnit } from '../table.ts';
import { dateText, instantOf } from '../timeline/timeline-rows.ts';

interface GrowthChartProps {
  readonly growth: GrowthBands;
  readonly unestimated: CountFigure;
  readonly name: string;
  readonly field: string | null;
  readonly settings: ProgrammeSettings;
  readonly context: ReportContext;
  readonly height: number;
  readonly onDrill: (drill: Drill) => void;
}

/** The total of a row over time, a band for each of its children; below it, how many issues have an estimate. */
export function GrowthChart(props: GrowthChartProps) {
  const { growth, name, field, settings, context, height, onDrill } = props;
  const { days, totals, bands } = growth;
  const instants = useMemo(() => days.map(day => instantOf(day, context) ?? 0), [days, context]);
  const x = useMemo(() => timeAxis(instants, context), [instants, context]);
  const series = useMemo(() => bands.map(seriesOf).reverse(), [bands]);
  const unit = measureUnit(settings, field);
  const isTime = settings.measure === 'time';
  const format = (value: number) => formatNumber(isTime ? value / 3600 : value, 1);
  const dayText = (at: number) => dateText(days[at] ?? null, context);
  const missing = sums(bands, 'unestimated');
  const counts = sums(bands, 'counts');
  const last = days.length - 1;
  const openDay = (at: number) => {
    const figure = totals[at];
    if (!figure) return;
    const reason = 'What made the total on that day.';
    onDrill({ title: `Scope on ${dayText(at)} · ${name}`, reason, figure, part: unit.part });
  };
  const chart = { hideTitle: true, x, floor: 0, onSelect: openDay } as const;
  return (
    <>
      <AreaChart
        {...chart}
        title={`Scope of ${name}`}
        summary={`${format(totals[0]?.value ?? 0)} on ${dayText(0)}, ${format(totals[last]?.value ?? 0)} today.`}
        height={height}
        series={series}
        format={format}
        yTitle={yTitleOf(settings, field)}
        remarksAt={at =>
          missing[at]
            ? [
                `${formatCount(missing[at])} of ${formatCounted(counts[at] ?? 0, 'issue')} not estimated`,
              ]
            : []
        }
      />
      {missing.some(value => value > 0) && (
        <>
          <p className="tb-quiet">
            An issue without an estimate adds nothing, so that the scope grows once it is estimated.
            Hatched: the share of issues without one.
          </p>
          <AreaChart
            {...chart}
            title={`Issues of ${name} with and without an estimate`}
            summary={`${formatCount(missing[last] ?? 0)} of ${formatCounted(counts[last] ?? 0, 'issue')} not estimated today.`}
            height={130}
            series={estimatedSeries(counts, missing)}
            format={formatCount}
            yTitle="Issues"
            onSelect={at => {
              if (at !== last) return openDay(at);
              const reason = 'Has no estimate: the total may grow.';
              onDrill({ title: `Not estimated · ${name}`, reason, figure: props.unestimated });
            }}
          />
        </>
      )}
    </>
  );
}

function yTitleOf({ measure }: ProgrammeSettings, field: string | null): string {
  if (measure === 'time') return 'Hours';
  if (measure === 'issues') return 'Issues';
  return measure === 'points' ? 'Points' : (field ?? measure);
}

function sums(bands: readonly GrowthBand[], of: 'counts' | 'unestimated'): readonly number[] {
  const [first] = bands;
  if (!first) return [];
  return first[of].map((_, at) => bands.reduce((sum, band) => sum + (band[of][at] ?? 0), 0));
}

const estimatedSeries = (
  counts: readonly number[],
  missing: readonly number[],
): readonly AreaSeries[] => [
  {
    id: 'missing',
    label: 'Not estimated',
    color: 'status-none',
    opacity: 0.6,
    values: missing,
    hatched: missing.map(() => 1),
  },
  {
    id: 'estimated',
    label: 'Estimated',
    color: 'neutral',
    opacity: 0.6,
    values: counts.map((count, at) => count - (missing[at] ?? 0)),
  },
];

function seriesOf(band: GrowthBand, at: number): AreaSeries {
  const { id, kind, values, counts, unestimated } = band;
  const isHatched = unestimated.some(value => value > 0);
  return {
    id: `${kind} ${id}`,
    label: bandName(band),
    color: kind === 'others' ? 'neutral' : at,
    opacity: 0.85,
    values,
    ...(isHatched && {
      hatched: unestimated.map((value, day) => value / Math.max(1, counts[day] ?? 0)),
    }),
  };
}

/** Of names in the legend, px. */
const MAX_NAME_WIDTH = 260;

function bandName({ id, kind, name }: GrowthBand): string {
  if (kind === 'others') return `${name} others`;
  if (kind === 'own') return `${id} itself`;
  if (id === '') return 'Without a parent';
  return cutText(name === '' ? id : `${id} ${name}`, MAX_NAME_WIDTH);
}
