import type { CalendarDefinition } from '@tallyboard/core/model/context.ts';
import { formatInstant } from '@tallyboard/core/time/format.ts';
import type { Instant, ZoneId } from '@tallyboard/core/time/units.ts';
import { endOfDay, localDay, startOfDay } from '@tallyboard/core/time/zone.ts';
import { partOf } from '@tallyboard/report-kit/figures/drill.ts';
import { LineChart } from '@tallyboard/ui/charts/line-chart.tsx';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { SectionMessage } from '@tallyboard/ui/feedback/states.tsx';
import { formatNumber } from '@tallyboard/ui/text/numbers.ts';
import { useMemo, useState } from 'react';
import type { BurnChart } from '../compute.ts';
import { isBurnup } from '../settings.ts';
import { figureAt } from '../states.ts';
import type { ChartProps } from '../table.ts';
import { burnLines } from './chart-lines.ts';
import { burnWorkingDays } from './ideal.ts';

/** The lines over time, with shaded days off, marked scope changes and today. */
export function BurnPicture(
  props: Pick<ChartProps, 'chart' | 'settings' | 'context' | 'result' | 'onDrill'> & {
    readonly compact?: boolean;
    /** By the density by default, px. */
    readonly height?: number;
  },
) {
  const { chart, settings, context, result, compact, onDrill } = props;
  const { zone, calendar } = context;
  const dateFormat = settings.dateFormat ?? context.dateFormat;
  const { instants, series } = useMemo(
    () => burnLines(chart, settings, zone),
    [chart, settings, zone],
  );
  const days = useMemo(
    () => ({
      ticks: dayStarts(chart, zone),
      shaded: dayShades(chart, settings.workingDays, calendar, zone),
    }),
    [chart, settings.workingDays, calendar, zone],
  );
  const measure = isBurnup(settings.type) ? 'completed' : 'remaining';
  const name = measure === 'completed' ? 'Completed' : 'Remaining';
  const left = chart.totals[measure].value ?? 0;
  const open = (index: number) => {
    const at = Math.min(instants[index] ?? chart.until, chart.until);
    const when = formatInstant(at, zone, `${dateFormat} HH:mm`);
    onDrill({
      title: `${name} · ${when}`,
      reason:
        measure === 'completed'
          ? 'In scope and done at this time.'
          : 'In scope and not done at this time.',
      figure: figureAt(chart.states, at, measure),
      part: partOf(result.unit),
    });
  };
  return (
    <div>
      {chart.today !== null && <TodayHint />}
      <LineChart
        title={chart.name}
        summary={`${name} ${formatNumber(left, 2)} ${result.unit} of ${formatNumber(chart.totals.scope.value, 2)} in scope.`}
        height={props.height ?? (compact ? 240 : 340)}
        x={{
          kind: 'time',
          values: instants,
          ticks: days.ticks,
          format: at => formatInstant(at, zone, 'MMM D'),
          formatLong: at => formatInstant(at, zone, `${dateFormat} HH:mm`),
        }}
        series={series}
        shaded={days.shaded}
        format={value => formatNumber(value, 1)}
        yTitle={result.unit === 'points' ? 'Story Points' : 'Issue Count'}
        today={chart.today ?? undefined}
        onSelect={open}
      />
    </div>
  );
}

const HINT_KEY = 'sr-hide-today-hint';

/** False where the frame's storage is blocked. */
function stored(): boolean {
  try {
    return localStorage.getItem(HINT_KEY) !== null;
  } catch {
    return false;
  }
}

function TodayHint() {
  const [hidden, setHidden] = useState(stored);
  if (hidden) return null;
  const hide = () => {
    setHidden(true);
    try {
      localStorage.setItem(HINT_KEY, 'true');
    } catch {
      // Storage is blocked: hidden until the page is closed.
    }
  };
  return (
    <div className="tb-burn__hint tb-no-print">
      <SectionMessage
        kind="information"
        actions={
          <Button appearance="link" onClick={hide}>
            Got it
          </Button>
        }
      >
        Actuals stop at today.
      </SectionMessage>
    </div>
  );
}

const MAX_DAYS = 400;

/** The start of the axis and of each later day. */
function dayStarts({ from, to }: BurnChart, zone: ZoneId): readonly Instant[] {
  const first = localDay(from, zone);
  const days = Math.min(MAX_DAYS, localDay(to, zone) - first);
  const later = Array.from({ length: days }, (_, index) => startOfDay(first + index + 1, zone));
  return [from, ...later.filter(at => at < to)];
}

/** Consecutive days off are one span. Empty for long charts, which would be mostly grey. */
function dayShades(
  { from, to }: BurnChart,
  flags: readonly boolean[],
  calendar: CalendarDefinition | null,
  zone: ZoneId,
): readonly { readonly from: Instant; readonly to: Instant }[] {
  const isWorking = burnWorkingDays(flags, calendar);
  const first = localDay(from, zone);
  const last = localDay(to - 1, zone);
  if (last - first > MAX_DAYS) return [];
  const spans: { from: Instant; to: Instant }[] = [];
  for (let day = first; day <= last; day++) {
    if (isWorking(day)) continue;
    const start = Math.max(from, startOfDay(day, zone));
    const end = Math.min(to, endOfDay(day, zone));
    const before = spans.at(-1);
    if (before?.to === start) before.to = end;
    else spans.push({ from: start, to: end });
  }
  return spans;
}
