import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { timeAxis } from '@tallyboard/report-kit/families/by-date/time-axis.ts';
import type { Drill } from '@tallyboard/report-kit/figures/drill.ts';
import { AreaChart, type AreaSeries } from '@tallyboard/ui/charts/area-chart.tsx';
import { formatCount, formatCounted, formatNumber } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import type { GrowthBand, GrowthBands } from '../growth-bands.ts';
import type { ProgrammeSettings } from '../settings.ts';
import { measureUnit } from '../table.ts';
import { dateText, instantOf } from '../timeline/timeline-rows.ts';

interface GrowthChartProps {
  readonly growth: GrowthBands;
  readonly name: string;
  readonly field: string | null;
  readonly settings: ProgrammeSettings;
  readonly context: ReportContext;
  readonly height: number;
  readonly onDrill: (drill: Drill) => void;
}

/** The total of a row over time, a band for each of its children. */
export function GrowthChart(props: GrowthChartProps) {
  const { growth, name, field, settings, context, height, onDrill } = props;
  const { days, totals, bands } = growth;
  const x = useMemo(
    () =>
      timeAxis(
        days.map(day => instantOf(day, context) ?? 0),
        context,
      ),
    [days, context],
  );
  const series = useMemo(() => bands.map(seriesOf).reverse(), [bands]);
  const unit = measureUnit(settings, field);
  const isTime = settings.measure === 'time';
  const format = (value: number) => formatNumber(isTime ? value / 3600 : value, 1);
  const unestimated = (at: number) => sumAt(bands, 'unestimated', at);
  const last = days.length - 1;
  return (
    <>
      <AreaChart
        title={`Scope of ${name}`}
        hideTitle
        summary={`${format(totals[0]?.value ?? 0)} on ${dateText(days[0] ?? null, context)}, ${format(totals[last]?.value ?? 0)} today.`}
        height={height}
        x={x}
        series={series}
        floor={0}
        format={format}
        yTitle={isTime ? 'Hours' : (unit.sign ?? 'Issues')}
        remarksAt={at =>
          unestimated(at) === 0
            ? []
            : [
                `${formatCount(unestimated(at))} of ${formatCounted(sumAt(bands, 'counts', at), 'issue')} not estimated`,
              ]
        }
        onSelect={at => {
          const figure = totals[at];
          if (figure)
            onDrill({
              title: `Scope on ${dateText(days[at] ?? null, context)} · ${name}`,
              reason: 'What made the total on that day.',
              figure,
              part: unit.part,
            });
        }}
      />
      {bands.some(({ unestimated: each }) => each.some(value => value > 0)) && (
        <p className="tb-quiet">
          Hatched: the share of issues without an estimate. Each of them counts 0, so that a band
          grows once it is estimated.
          {unestimated(last) > 0 &&
            ` Today ${formatCount(unestimated(last))} of ${formatCounted(sumAt(bands, 'counts', last), 'issue')} ${unestimated(last) === 1 ? 'has' : 'have'} none.`}
        </p>
      )}
    </>
  );
}

const sumAt = (bands: readonly GrowthBand[], of: 'counts' | 'unestimated', at: number): number =>
  bands.reduce((sum, band) => sum + (band[of][at] ?? 0), 0);

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

function bandName({ id, kind, name }: GrowthBand): string {
  if (kind === 'others') return `${name} others`;
  if (kind === 'own') return `${id} itself`;
  if (id === '') return 'Without a parent';
  return name === '' ? id : `${id} ${name}`;
}
