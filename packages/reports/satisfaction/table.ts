import { groupWord } from '@tallyboard/report-kit/settings/group-codes.ts';
import {
  figureColumn,
  groupRows,
  type ReportTable,
  type TableColumn,
} from '@tallyboard/report-kit/table/report-table.ts';
import { HOURS, ISSUES, PERCENT, type Unit } from '@tallyboard/report-kit/table/units.ts';
import {
  dashForZero,
  formatCount,
  formatFixed,
  formatNumber,
} from '@tallyboard/ui/text/numbers.ts';
import type { SatisfactionFigures, SatisfactionResult, SatisfactionRow } from './compute.ts';
import type { SatisfactionSettings } from './settings.ts';

type Line = SatisfactionFigures & Partial<Pick<SatisfactionRow, 'id' | 'label' | 'avatarUrl'>>;

const times = (label: string): Unit => ({
  suffix: '',
  scale: 1,
  text: dashForZero(formatCount),
  part: { label, format: formatCount },
});
const HANDOFFS = times('Handoffs');
const REOPENINGS = times('Reopenings');

type HandlingId = 'handoffs' | 'reopenings' | 'withCustomer' | 'afterAgent';

const handled = (
  id: HandlingId,
  header: string,
  unit: Unit,
  reason: string,
): TableColumn<Line> => ({
  id,
  header,
  unit,
  reason,
  figure: row => row[id] ?? undefined,
  folds: true,
});

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
      handled('handoffs', 'Handoffs', HANDOFFS, 'From one assignee to another.'),
      handled('reopenings', 'Reopenings', REOPENINGS, 'Open again after they were resolved.'),
      handled(
        'withCustomer',
        'With the customer, mean',
        HOURS,
        'Time in the statuses in which the customer has to answer.',
      ),
      handled(
        'afterAgent',
        'Waiting after an agent, 50th percentile',
        HOURS,
        'Taken over by a person from an agent.',
      ),
    ],
    first: ['value', 'mean', 'goodShare', 'responseRate'],
    ...groupRows<Line>(rows, total, groupWord(by)),
  };
}
