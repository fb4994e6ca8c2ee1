import { HOUR } from '@tallyboard/core/time/units.ts';
import type { CsvTable } from '@tallyboard/report-kit/contract.ts';
import { statisticOf } from '@tallyboard/report-kit/figures/figures.ts';
import type { TimeInStatusResult } from './compute.ts';
import { MEASURE_REASONS } from './definitions.ts';
import { MEASURE_LABELS, type TimeInStatusSettings } from './settings.ts';
import { issueTimes, shownColumns } from './shown-columns.ts';

/** The table as shown, in hours; an empty cell was never visited. */
export function timeInStatusToCsv(
  result: TimeInStatusResult,
  settings: TimeInStatusSettings,
): CsvTable {
  const shown = shownColumns(result.columns, settings.columns);
  const heads = shown.map(({ column }) => `${column.label} (hours)`);
  const { issues, groupedBy } = result;
  if (issues) {
    const times = shown.map(({ column }) => issueTimes(column));
    return {
      columns: ['Issue Key', 'Summary', ...heads],
      rows: issues.keys.map((key, row) => [
        key,
        issues.summaries[row] ?? '',
        ...times.map(timeOf => hours(timeOf(row))),
      ]),
      behind: (row, column) => {
        const time = times[column - 2]?.(row) ?? null;
        if (time === null) return null;
        const figure = statisticOf('sum', Uint32Array.of(row), [time]);
        return { figure, reason: MEASURE_REASONS.total, part: HOURS, number: { unit: HOUR } };
      },
    };
  }
  const label = MEASURE_LABELS[settings.measure];
  const rows = result.groups.map(group => [
    group.label,
    group.count.value,
    ...shown.map(({ at }) => hours(group.cells[at]?.figure.value ?? null)),
  ]);
  const all = shown.map(({ column }) => hours(column.all.figure.value));
  return {
    columns: [groupedBy?.label ?? '', 'Issues', ...heads.map(head => `${label}: ${head}`)],
    rows: [...rows, ['All issues', result.count.value, ...all]],
    behind: (row, column) => {
      const group = result.groups[row];
      if (column === 1)
        return {
          figure: (group ?? result).count,
          reason: 'All issues of the group.',
          number: { unit: 1 },
        };
      const place = shown[column - 2];
      const cell = place && (group ? group.cells[place.at] : place.column.all);
      if (!cell) return null;
      return {
        figure: cell.figure,
        reason: MEASURE_REASONS[settings.measure],
        part: HOURS,
        number: { unit: HOUR },
      };
    },
  };
}

const HOURS = { label: 'Hours', format: (time: number) => String(hours(time)) };

function hours(time: number | null): number | null {
  return time === null ? null : Math.round((time / HOUR) * 100) / 100;
}
