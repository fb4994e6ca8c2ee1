import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import type { CsvTable } from '../report.ts';
import type { BurnResult } from './compute.ts';
import { idealAt } from './ideal.ts';
import type { BurnSettings } from './settings.ts';
import { isBurnup } from './settings.ts';

const rounded = (value: number) => Math.round(value * 100) / 100;

/** How things stood at the end of each day. */
export function burnToCsv(
  { chart }: BurnResult,
  settings: BurnSettings,
  _context: ReportContext,
): CsvTable {
  const up = isBurnup(settings.type);
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
      const ideal = chart && idealAt(chart.work, chart.points[0], up, day.at);
      return [
        dayText(day.day),
        rounded(day.scope),
        rounded(day.completed),
        rounded(day.scope - day.completed),
        ideal === null ? null : rounded(ideal),
        rounded(day.scopeChange),
        rounded(day.completedChange),
      ];
    }),
  };
}
