import { groupWord } from '@tallyboard/report-kit/settings/group-codes.ts';
import {
  figureColumn,
  groupRows,
  type ReportTable,
  type TableColumn,
} from '@tallyboard/report-kit/table/report-table.ts';
import { ISSUES, PERCENT, type Unit } from '@tallyboard/report-kit/table/units.ts';
import { formatFixed, formatNumber } from '@tallyboard/ui/text/numbers.ts';
import type { SatisfactionFigures, SatisfactionResult, SatisfactionRow } from './compute.ts';
import type { SatisfactionSettings } from './settings.ts';

type Line = SatisfactionFigures & Partial<Pick<SatisfactionRow, 'id' | 'label' | 'avatarUrl'>>;

const STARS: Unit = {
  suffix: '',
  scale: 1,
  text: value => formatFixed(value, 1),
  part: { label: 'Rating', format: value => formatNumber(value, 1) },
};

export function satisfactionTable(
  { label, rows, total }: SatisfactionResult,
  { by }: SatisfactionSettings,
): ReportTable<Line> {
  const share = (
    id: 'responseRate' | 'goodShare',
    header: string,
    reason: string,
    part: 'rated' | 'good',
    whole: 'resolved' | 'rated',
  ): TableColumn<Line> => ({
    id,
    header,
    unit: PERCENT,
    reason,
    value: row => row[id],
    figure: row => row[part],
    percentOf: row => row[whole],
  });
  return {
    columns: [
      { id: 'value', header: label, value: row => row.label },
      figureColumn('resolved', 'Resolved', ISSUES, 'Resolved in these days.'),
      figureColumn('rated', 'Rated', ISSUES, 'Resolved in these days, and rated.'),
      share(
        'responseRate',
        'Response rate',
        'Resolved in these days, and rated.',
        'rated',
        'resolved',
      ),
      figureColumn('mean', 'Mean rating', STARS, 'Resolved in these days, and rated.'),
      figureColumn('good', 'Rated 4 or 5', ISSUES, 'Resolved in these days, and rated 4 or 5.'),
      share('goodShare', '4 and 5', 'Resolved in these days, and rated 4 or 5.', 'good', 'rated'),
    ],
    first: ['value', 'mean', 'goodShare', 'responseRate'],
    ...groupRows<Line>(rows, total, groupWord(by)),
  };
}
