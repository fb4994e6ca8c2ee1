import type { Progress } from '@tallyboard/core/forest/progress.ts';
import { NO_VALUE } from '@tallyboard/core/measure/group-by.ts';
import { percent } from '@tallyboard/core/measure/statistics.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import {
  figureColumn,
  groupRows,
  type ReportTable,
  type TableColumn,
} from '@tallyboard/report-kit/table/report-table.ts';
import { HOURS, ISSUES, PERCENT, POINTS, type Unit } from '@tallyboard/report-kit/table/units.ts';
import type { IssuesByFigures, IssuesByResult, IssuesByRow } from './compute.ts';
import type { IssuesBySettings } from './settings.ts';
import type { ValueId } from './values.ts';

/** A value of the field, or the totals. */
export type IssuesByLine = IssuesByFigures & Partial<IssuesByRow>;

const HAS_VALUE = 'The issue has this value now.';
const RESOLVED = 'Resolved by the done rule.';

/** After all sprints that have a start. */
const NOT_PLANNED = 8.64e15;

/** By when a sprint sorts; null for the issues without one. */
const timeOf = ({ id, start }: Partial<IssuesByRow>) =>
  id === NO_VALUE ? null : (start ?? NOT_PLANNED);

/** The rows as a chart has them: sprints by time, latest first; others in their own order. */
export const charted = ({ kind, rows }: IssuesByResult): readonly IssuesByRow[] =>
  kind === 'sprints' ? rows.toSorted((a, b) => (timeOf(b) ?? -1) - (timeOf(a) ?? -1)) : rows;

/** One row a value, the totals last. */
export function issuesByTable(
  { label, kind, rows, total }: IssuesByResult,
  { field, measure }: Pick<IssuesBySettings, 'field' | 'measure'>,
): ReportTable<IssuesByLine> {
  return {
    columns: [
      {
        id: 'value',
        header: label,
        // Numbers and dates sort by value, sprints by time, names by text.
        value: row =>
          row.order ?? (kind === 'sprints' ? timeOf(row) : row.id === NO_VALUE ? null : row.label),
        file: {
          value: ({ label: shown = '', order = null }) =>
            kind === 'days' && order !== null ? dayText(order) : shown,
        },
      },
      figureColumn('count', 'Issues', ISSUES, HAS_VALUE, 96),
      {
        id: 'share',
        header: 'Share of issues',
        file: { header: `Percentage${PERCENT.suffix}` },
        unit: PERCENT,
        width: 136,
        folds: true,
        value: row => row.share,
        figure: row => row.count,
        percentOf: () => total.count,
        reason: HAS_VALUE,
      },
      figureColumn('resolved', 'Resolved', ISSUES, RESOLVED, 112),
      {
        id: 'percentResolved',
        header: 'Resolved',
        title: 'Percent resolved',
        file: { header: `Percent Resolved${PERCENT.suffix}` },
        unit: PERCENT,
        width: 160,
        value: row => row.percentResolved,
        figure: row => row.resolved,
        percentOf: row => row.count,
        reason: RESOLVED,
        bar: { tone: 'resolved', percent: value => value },
      },
      ...(total.values ? valueColumns(measure) : []),
    ],
    first: ['value', 'count', 'share'],
    ...groupRows<IssuesByLine>(rows, total, field),
  };
}

/** The head says it. */
const { sign: _, ...STORY_POINTS } = POINTS;

const VALUES: Readonly<
  Record<ValueId, { readonly header: string; readonly unit: Unit; readonly reason: string }>
> = {
  points: { header: 'Story points', unit: STORY_POINTS, reason: 'What makes the total.' },
  original: { header: 'Original estimate', unit: HOURS, reason: 'What makes the total.' },
  remaining: { header: 'Remaining estimate', unit: HOURS, reason: 'What makes the total.' },
  spent: { header: 'Time spent', unit: HOURS, reason: 'The time logged on the issue.' },
};

/** Null without issues. */
function shareOf({ done, whole }: Progress): number | null {
  if (whole.issues.length === 0) return null;
  return percent(done.value ?? 0, whole.value ?? 0);
}

const SHOWN: Readonly<Record<IssuesBySettings['measure'], readonly ValueId[]>> = {
  issues: [],
  points: ['points'],
  time: ['original', 'remaining', 'spent'],
};

const valueColumns = (
  measure: IssuesBySettings['measure'],
): readonly TableColumn<IssuesByLine>[] => [
  ...SHOWN[measure].map(id => ({
    id,
    ...VALUES[id],
    width: 128,
    figure: (row: IssuesByLine) => row.values?.[id] ?? undefined,
    value: (row: IssuesByLine) => row.values?.[id]?.value ?? null,
  })),
  {
    id: 'progress',
    header: 'Progress',
    file: { header: `Progress${PERCENT.suffix}` },
    unit: { ...PERCENT, part: measure === 'time' ? HOURS.part : POINTS.part },
    width: 160,
    figure: row => row.progress?.done,
    value: ({ progress }) => progress && shareOf(progress),
    percentOf: row => row.progress?.whole ?? row.count,
    reason: 'Done by the done rule.',
    bar: { tone: 'resolved', percent: value => value },
  },
];
