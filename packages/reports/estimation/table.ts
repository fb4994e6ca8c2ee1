import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import { contribution } from '@tallyboard/report-kit/figures/figures.ts';
import {
  groupRows,
  type ReportTable,
  type TableColumn,
} from '@tallyboard/report-kit/table/report-table.ts';
import { durations, SIGNED_PERCENT, type Unit } from '@tallyboard/report-kit/table/units.ts';
import { formatDuration } from '@tallyboard/ui/text/durations.ts';
import type { EstimationFigures, EstimationResult, EstimationRow } from './compute.ts';
import {
  COLUMN_LABELS,
  type EstimationColumn,
  type EstimationSettings,
  shownColumns,
} from './settings.ts';

/** A group, or the totals. */
export type EstimationLine = EstimationFigures & Partial<EstimationRow>;

type Column = TableColumn<EstimationLine>;

/** The numbers of a column: of a group, and of one of its issues (resolved is 100 or 0 percent). */
interface Numbers {
  value(row: EstimationLine): number | null;
  figure(row: EstimationLine): Figure;
  percentOf?(row: EstimationLine): Figure;
  ofIssue(row: EstimationLine, issue: number): number | null;
  readonly reason: string;
}

const time = (
  id: 'spent' | 'actual' | 'actualOfEstimated' | 'original' | 'remaining',
  reason: string,
): Numbers => ({
  value: row => row[id].value,
  figure: row => row[id],
  ofIssue: (row, issue) => contribution(row[id], issue),
  reason,
});

const NUMBERS: Readonly<Record<EstimationColumn, Numbers>> = {
  percentResolved: {
    value: row => row.percentResolved,
    figure: row => row.resolved,
    percentOf: row => row.count,
    ofIssue: (row, issue) => 100 * contribution(row.resolved, issue),
    reason: 'Resolved by the done rule.',
  },
  spent: time('spent', 'The time logged on each issue.'),
  actual: time('actual', 'Time spent and remaining estimate of each issue.'),
  actualOfEstimated: time(
    'actualOfEstimated',
    'Time spent and remaining estimate of each issue that has an original estimate.',
  ),
  original: time('original', 'The original estimate of each issue.'),
  error: {
    value: row => row.error,
    figure: row => row.saved,
    percentOf: row => row.original,
    ofIssue(row, issue) {
      const original = contribution(row.original, issue);
      return original === 0 ? null : (100 * contribution(row.saved, issue)) / original;
    },
    reason:
      'Original estimate less spent + remaining of each issue that has an original estimate; below zero is more time than estimated.',
  },
  remaining: time('remaining', 'The remaining estimate of each issue.'),
};

/** First where the error is shown. */
const OF_ERROR: readonly EstimationColumn[] = ['error', 'original', 'actualOfEstimated'];
/** With more columns, the minor ones fold in a card. */
const MAX_CARD_COLUMNS = 4;
const FOLDED_ON_PHONES: readonly EstimationColumn[] = ['percentResolved', 'actual'];

/** One row a group, and the totals, which are the overview. */
export function estimationTable(
  { rows, total, label, groupBy }: EstimationResult,
  settings: EstimationSettings,
  context: ReportContext,
): ReportTable<EstimationLine> {
  const text = (value: number | null) =>
    value === null ? '-' : formatDuration(value, { ...context, style: settings.style, zero: '-' });
  const columns = shownColumns(settings);
  const { error } = settings.columns;
  const minor: readonly EstimationColumn[] =
    columns.length <= MAX_CARD_COLUMNS
      ? []
      : error
        ? ['spent', 'actual', 'remaining']
        : ['actualOfEstimated', 'remaining'];
  const times: Unit = { ...durations(text), part: { label: 'Time', format: text } };
  const column = (id: EstimationColumn): Column => {
    const numbers = NUMBERS[id];
    const title = COLUMN_LABELS[id];
    const unit = numbers.percentOf ? SIGNED_PERCENT : times;
    const isShort = id === 'actualOfEstimated';
    // The scale of the bars.
    const largest = rows.reduce((most, row) => Math.max(most, numbers.value(row) ?? 0), 1);
    return {
      ...numbers,
      id,
      header: isShort ? 'Spent + remaining' : title,
      title,
      file: { header: title + unit.suffix },
      unit,
      part: times.part,
      help: `${isShort ? `${title}. ` : ''}${numbers.reason} Bars are drawn against the largest group.`,
      width: 120,
      folds: minor.includes(id) || (FOLDED_ON_PHONES.includes(id) ? 'phone' : false),
      bar: {
        tone: id === 'percentResolved' ? 'resolved' : 'neutral',
        percent: (value, of) => (of === 'row' ? (100 * value) / largest : 0),
      },
    };
  };
  return {
    columns: [
      { id: 'value', header: label || 'Issues', value: row => row.label },
      ...columns.map(column),
    ],
    first: error ? ['value', ...OF_ERROR] : [],
    ...groupRows<EstimationLine>(rows, total, groupBy),
  };
}

/** Otherwise a percent. */
export const isTime = ({ percentOf }: Column): boolean => percentOf === undefined;

/** Without any time the shares of resolved issues are another report's. */
export const whyEmpty = ({ total: { spent, remaining, original } }: EstimationResult) =>
  spent.value || remaining.value || original.value
    ? null
    : 'No issue has an estimate or logged time. Widen the query, or check that Jira tracks time.';
