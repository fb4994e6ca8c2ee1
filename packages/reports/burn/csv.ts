import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import type { CsvTable } from '@tallyboard/report-kit/contract.ts';
import { partOf } from '@tallyboard/report-kit/figures/drill.ts';
import type { BurnResult } from './compute.ts';
import { idealLine } from './ideal.ts';
import type { BurnSettings } from './settings.ts';
import { isBurnup } from './settings.ts';
import { figureAt } from './states.ts';

const rounded = (value: number) => Math.round(value * 100) / 100;

/** What opens the columns after the day. */
const MEASURES = [
  ['scope', 'In scope at the end of the day.'],
  ['completed', 'In scope at the end of the day, and done.'],
  ['remaining', 'In scope at the end of the day, and not done.'],
] as const;

/** How things stood at the end of each day. */
export function burnToCsv(
  { chart, unit }: BurnResult,
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
    behind: (row, column) => {
      const day = chart?.dayEnds[row];
      const measure = MEASURES[column - 1];
      if (!chart || !day || !measure) return null;
      const [id, reason] = measure;
      const figure = day.figures?.[id] ?? figureAt(chart.states, day.at, id);
      return { figure, reason, part: partOf(unit), number: { unit: 1 } };
    },
  };
}
