import { parseDay } from '@tallyboard/core/time/day.ts';
import { formatDay, formatDays } from '@tallyboard/core/time/format.ts';
import type { ViewProps } from '@tallyboard/report-kit/contract.ts';
import { dayPattern } from '@tallyboard/report-kit/families/by-date/time-axis.ts';
import { BarChart } from '@tallyboard/ui/charts/bar-chart.tsx';
import type { BarSeries } from '@tallyboard/ui/charts/series.ts';
import { formatCount, formatSigned } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import type { CumulativeFlowResult, FlowWeek } from './compute.ts';
import type { CumulativeFlowSettings } from './settings.ts';
import { CHANGE_PART, NET_REASON, netFlowIn } from './table.ts';

type Props = Pick<
  ViewProps<CumulativeFlowSettings, CumulativeFlowResult>,
  'result' | 'context' | 'onDrill'
>;

/** Started less finished issues by week. */
export function NetFlowChart({ result, context: { dateFormat }, onDrill }: Props) {
  const { weeks, days } = result;
  const { names, axisLabels, series, beside } = useMemo(() => {
    const values = (id: 'started' | 'finished' | 'net') => weeks.map(week => week[id]);
    const net: BarSeries = {
      id: 'net',
      label: 'Net flow',
      values: values('net'),
      colors: weeks.map(week => (week.net > 0 ? 'created' : 'resolved')),
    };
    const first = weeks.map(({ start }) => dayOf(start));
    const pattern = dayPattern(first[0] ?? 0, first.at(-1) ?? 0);
    return {
      names: weeks.map(({ start, end }) => formatDays(dayOf(start), dayOf(end), dateFormat)),
      axisLabels: first.map(day => formatDay(day, pattern)),
      series: [net],
      beside: [
        { id: 'started', label: 'Started', values: values('started') },
        { id: 'finished', label: 'Finished', values: values('finished') },
      ],
    };
  }, [weeks, dateFormat]);
  const isEmpty = weeks.every(({ started, finished }) => started + finished === 0);
  if (weeks.length < 2 || isEmpty) return null;
  const indexOf = ({ start }: FlowWeek) => days.findIndex(({ day }) => day === start);
  return (
    <BarChart
      title="Net flow by week"
      summary="Started less finished issues: above zero the work in progress grew."
      height={180}
      categories={names}
      axisLabels={axisLabels}
      series={series}
      beside={beside}
      format={formatCount}
      formatLabel={change}
      valueTitle="Started less finished"
      onSelect={at => {
        const week = weeks[at];
        if (!week) return;
        const next = weeks[at + 1];
        const last = (next ? indexOf(next) : days.length) - 1;
        onDrill({
          title: `Net flow · ${names[at]}`,
          reason: NET_REASON,
          figure: netFlowIn(result, indexOf(week), last).net,
          part: CHANGE_PART,
        });
      }}
    />
  );
}

const dayOf = (text: string) => parseDay(text) ?? 0;
const change = (value: number) => formatSigned(value, 0);
