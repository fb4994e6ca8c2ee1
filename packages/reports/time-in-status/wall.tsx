import { DAY, HOUR, type Milliseconds } from '@tallyboard/core/time/units.ts';
import type { Wall } from '@tallyboard/report-kit/contract.ts';
import { cellValue } from '@tallyboard/report-kit/table/report-table.ts';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { timeText } from './calendar.ts';
import type { TimeInStatusResult } from './compute.ts';
import { MEASURE_LABELS, type TimeInStatusSettings } from './settings.ts';
import { shownColumns, type TimeLine, timeInStatusTable } from './table.ts';

/** Rounded to hours from a day on. */
const shortTime = (
  time: Milliseconds,
  settings: TimeInStatusSettings,
  lengths: TimeInStatusResult['lengths'],
) => timeText(time < DAY ? time : Math.round(time / HOUR) * HOUR, settings, lengths);

export default {
  /** The status that takes longest before work is done, then the others in their order. */
  figures({ columns, count, lengths }, settings) {
    const open = shownColumns(columns, settings.columns).flatMap(({ column }) => {
      const time = column.all.figure.value;
      return column.category === 'done' || time === null ? [] : [{ label: column.label, time }];
    });
    const longest = open.reduce((most, each) => Math.max(most, each.time), 0);
    const figures = open.map(({ label, time }) => ({
      label,
      text: shortTime(time, settings, lengths),
      of: `${MEASURE_LABELS[settings.measure].toLowerCase()} of ${formatCount(count.value)} issues`,
      isKey: time === longest,
    }));
    return figures
      .sort((a, b) => Number(b.isKey) - Number(a.isKey))
      .map(({ label, text, of, isKey }) => (isKey ? { label, text, of } : { label, text }));
  },
  table(result, settings) {
    const table = timeInStatusTable(result, settings);
    const text = (value: ReturnType<typeof cellValue>) =>
      typeof value === 'number' ? shortTime(value, settings, result.lengths) : '-';
    const columns = table.columns.map(column =>
      column.id === 'count' || !column.unit
        ? column
        : { ...column, text: (row: TimeLine) => text(cellValue(column, row)) },
    );
    return { ...table, columns };
  },
} satisfies Wall<TimeInStatusSettings, TimeInStatusResult>;
