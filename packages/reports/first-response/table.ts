import { CYCLES } from '@tallyboard/report-kit/families/service-desk/sla-figures.ts';
import { groupWord } from '@tallyboard/report-kit/settings/group-codes.ts';
import {
  figureColumn,
  groupRows,
  type ReportTable,
} from '@tallyboard/report-kit/table/report-table.ts';
import { HOURS, ISSUES, PERCENT } from '@tallyboard/report-kit/table/units.ts';
import type { FirstResponseFigures, FirstResponseResult, FirstResponseRow } from './compute.ts';
import type { FirstResponseSettings } from './settings.ts';

type Line = FirstResponseFigures & Partial<Pick<FirstResponseRow, 'id' | 'label' | 'avatarUrl'>>;

const ANSWERED = 'Answered in these days.';

export function firstResponseTable(
  { label, rows, total }: FirstResponseResult,
  { by }: FirstResponseSettings,
): ReportTable<Line> {
  return {
    columns: [
      { id: 'value', header: label, value: row => row.label },
      figureColumn('answered', 'Answered', CYCLES, ANSWERED),
      figureColumn('percentile50', '50th percentile', HOURS, ANSWERED),
      figureColumn('percentile85', '85th percentile', HOURS, ANSWERED),
      figureColumn('met', 'Met', CYCLES, 'Answered in these days, within the goal.'),
      {
        ...figureColumn('breached', 'Breached', CYCLES, 'Answered in these days, too late.'),
        bad: true,
      },
      {
        id: 'attainment',
        header: 'Attainment',
        unit: PERCENT,
        reason: 'Answered in these days, within the goal.',
        value: row => row.attainment,
        figure: row => row.met,
        percentOf: row => row.decided,
        part: CYCLES.part,
      },
      figureColumn('waiting', 'Waiting', CYCLES, 'The SLA is running or paused.'),
      {
        ...figureColumn(
          'unknown',
          'Not known',
          ISSUES,
          'Created in these days, and this SLA is missing or never started.',
        ),
        folds: true,
      },
    ],
    first: ['value', 'percentile50', 'percentile85', 'attainment', 'waiting'],
    ...groupRows<Line>(rows, total, groupWord(by)),
  };
}
