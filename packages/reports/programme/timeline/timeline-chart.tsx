import { formatInstant } from '@tallyboard/core/time/format.ts';
import type { WallPictureProps } from '@tallyboard/report-kit/contract.ts';
import { calendarTicks } from '@tallyboard/report-kit/families/by-date/time-axis.ts';
import { TimelinePlot } from '@tallyboard/ui/charts/timeline/timeline-plot.tsx';
import { formatCounted } from '@tallyboard/ui/text/numbers.ts';
import { useCallback, useMemo } from 'react';
import type { ProgrammeResult, ProgrammeRow } from '../result.ts';
import type { ProgrammeSettings } from '../settings.ts';
import {
  instantOf,
  rowState,
  TIMELINE_COLUMNS,
  timelineCells,
  timelineReading,
  timelineRow,
  timelineSpan,
} from './timeline-rows.ts';

/** Of saved pictures; on the page the marks themselves stand above the chart. */
const PICTURE_LEGEND = [
  { id: 'done', label: 'Progress', color: 'var(--ds-chart-blue-bold)' },
  {
    id: 'bar',
    label: 'Start to target, else to the 50% date',
    color: 'var(--ds-background-accent-gray-subtler)',
  },
  { id: 'late', label: 'After the target', color: 'var(--ds-chart-danger)' },
  { id: 'target', label: 'Target (flag)', color: 'var(--ds-text-accent-purple)' },
  { id: 'dates', label: '○ 50%, ◆ 85% date', color: 'var(--ds-text)' },
];

/** A bar for each of the rows. `all` decides the span, so that pages have one. */
export function TimelineChart(
  props: Pick<WallPictureProps<ProgrammeSettings, ProgrammeResult>, 'result' | 'context'> & {
    readonly rows: readonly ProgrammeRow[];
    readonly all: readonly ProgrammeRow[];
    /** Which of all rows these are, for saved pictures; '' for all. */
    readonly part?: string;
    readonly large?: boolean;
    readonly onOpen: (id: string) => void;
  },
) {
  const { result, context, rows, all, part = '', large = false, onOpen } = props;
  const { zone } = context;
  const today = instantOf(result.today, context) ?? context.asOf;
  const span = useMemo(
    () =>
      timelineSpan(
        all.map(row => timelineRow(row, context)),
        today,
      ),
    [all, context, today],
  );
  const bars = useMemo(() => rows.map(row => timelineRow(row, context)), [rows, context]);
  const ticks = useCallback(
    (width: number) => calendarTicks({ from: span[0], to: span[1] }, zone, width),
    [span, zone],
  );
  const late = all.filter(row => rowState(row)?.tone === 'bad').length;
  return (
    <TimelinePlot
      title={part === '' ? 'Timeline' : `Timeline: ${part}`}
      hideTitle
      legend={PICTURE_LEGEND}
      summary={`${formatCounted(all.length, 'open row')}, ${late} overdue, off track or likely late.`}
      rows={bars}
      today={today}
      todayLabel={context.past ? formatInstant(today, zone, 'MMM D') : 'Today'}
      span={span}
      ticks={ticks}
      large={large}
      columns={TIMELINE_COLUMNS}
      row={at => (rows[at] ? timelineCells(rows[at], context) : [])}
      reading={at => (rows[at] ? timelineReading(rows[at], context) : { title: '', lines: [] })}
      onSelect={at => rows[at] && onOpen(rows[at].id)}
    />
  );
}
