import type { Wall } from '@tallyboard/report-kit/contract.ts';
import { cellValue } from '@tallyboard/report-kit/table/report-table.ts';
import type { TimeInStatusResult } from './compute.ts';
import { shortTime } from './headline.ts';
import type { TimeInStatusSettings } from './settings.ts';
import { type TimeLine, timeInStatusTable } from './table.ts';

export default {
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
