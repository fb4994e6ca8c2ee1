import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import type { CsvTable } from '../report.ts';
import type { BurnResult } from './compute.ts';
import { idealLine } from './ideal.ts';
import type { BurnSettings } from './settings.ts';
import { isBurnup } from './settings.ts';

const rounded = (value: number) => Math.round(value * 100) / 100;

/** How things stood at the end of each day. */
export function burnToCsv(
  { chart }: BurnResult,
  settings: BurnSettings,
  _context: ReportContext,
): CsvTable {
  const ideal = chart && idealLine(chart.works, chart.points, isBurnup(settings.type));
  return {
    columns: [
      'Day',
      'Scope',
      'Completed',
      'Remaining',
      'Ideal',
      'Scope change',
      'Completed on the day',
    ],
    rows: (chart?.dayEnds ?? []).map(day => {
      const even = ideal?.(day.at) ?? null;
      return [
        dayText(day.day),
        rounded(day.scope),
        rounded(day.completed),
        rounded(day.scope - day.completed),
        even === null ? null : rounded(even),
        rounded(day.scopeChange),
        rounded(day.completedChange),
      ];
    }),
  };
}
