import { DAY, HOUR, type Milliseconds } from '@tallyboard/core/time/units.ts';
import type { Headline } from '@tallyboard/report-kit/headline.ts';
import { formatCounted } from '@tallyboard/ui/text/numbers.ts';
import { timeText } from './calendar.ts';
import type { TimeInStatusResult } from './compute.ts';
import { MEASURE_LABELS, type TimeInStatusSettings } from './settings.ts';
import { HOURS, shownColumns } from './table.ts';

/** Rounded to hours from a day on. */
export const shortTime = (
  time: Milliseconds,
  settings: TimeInStatusSettings,
  lengths: TimeInStatusResult['lengths'],
) => {
  const text = timeText(time < DAY ? time : Math.round(time / HOUR) * HOUR, settings, lengths);
  // No column names the unit.
  return settings.display === 'decimal-hours' && time > 0 ? `${text} h` : text;
};

/** The status that takes longest before work is done, then the others in their order. */
export function timeInStatusHeadline(
  { columns, count, lengths, working }: TimeInStatusResult,
  settings: TimeInStatusSettings,
): Headline | null {
  const open = shownColumns(columns, settings.columns).flatMap(({ column }) => {
    const { figure } = column.all;
    return column.category === 'done' || figure.value === null
      ? []
      : [{ id: column.id, label: column.label, time: figure.value, figure }];
  });
  if (open.length === 0) return null;
  const longest = open.reduce((most, each) => Math.max(most, each.time), 0);
  const measure = MEASURE_LABELS[settings.measure].toLowerCase();
  const words = working ? `${measure} working time` : measure;
  const part = {
    label: 'Time',
    format: (time: number) => timeText(time, settings, lengths),
  };
  return {
    figures: open
      .toSorted((a, b) => Number(b.time === longest) - Number(a.time === longest))
      .map(({ id, label, time, figure }, at) => ({
        id,
        value: time,
        unit: HOURS,
        label,
        text: shortTime(time, settings, lengths),
        of: at === 0 ? `${words} of ${formatCounted(count.value, 'issue')}` : undefined,
        drill: { reason: 'The issue was in this status.', figure, part },
      })),
  };
}
