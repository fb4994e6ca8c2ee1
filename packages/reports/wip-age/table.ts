import { NO_COLUMN } from '@tallyboard/core/flow/workflow.ts';
import { statisticOf } from '@tallyboard/core/measure/figures.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import { whyNoneInProgress } from '@tallyboard/report-kit/families/flow/flow-scope.ts';
import { flowUnit } from '@tallyboard/report-kit/families/flow/flow-units.ts';
import {
  figureColumn,
  type ReportTable,
  type TableColumn,
} from '@tallyboard/report-kit/table/report-table.ts';
import { keyOfRow } from '@tallyboard/report-kit/table/row-key.ts';
import { ISSUES } from '@tallyboard/report-kit/table/units.ts';
import type { AgingIssues, PaceColumn, WipAgeResult } from './compute.ts';

/** An issue in progress; times in days or seconds by the unit, null or NaN if unknown. */
export interface AgingIssue {
  readonly id: string;
  readonly row: number;
  readonly key: string;
  readonly summary: string;
  readonly start: Instant;
  readonly age: Figure;
  /** Null for a status without a column. */
  readonly column: string | null;
  readonly columnSince: Instant;
  readonly inColumn: Figure;
  readonly olderThan: number;
  readonly assignee: string | null;
  readonly flagged: boolean;
  readonly blockedBy: readonly string[];
}

/** The places of the issues in progress, the oldest first, then those of unknown age. */
export function oldestFirst({ rows, start }: AgingIssues): readonly number[] {
  const places = Array.from(rows.keys());
  const startOf = (place: number) => {
    const known = start[place]!;
    return Number.isNaN(known) ? Number.MAX_VALUE : known;
  };
  return places.sort((a, b) => startOf(a) - startOf(b) || a - b);
}

export function agingIssues({ inProgress, workflow }: WipAgeResult): readonly AgingIssue[] {
  const { rows, start } = inProgress;
  return oldestFirst(inProgress).map(at => {
    const row = rows[at]!;
    return {
      id: inProgress.ids[at] ?? '',
      row,
      key: inProgress.keys[at] ?? '',
      summary: inProgress.summaries[at] ?? '',
      start: start[at]!,
      age: ofOne(row, inProgress.age[at]!),
      column: workflow.columns[inProgress.column[at]!] ?? null,
      columnSince: inProgress.columnSince[at]!,
      inColumn: ofOne(row, inProgress.inColumn[at]!),
      olderThan: inProgress.olderThan[at]!,
      assignee: inProgress.assignees[at] ?? null,
      flagged: inProgress.flagged[at] === 1,
      blockedBy: inProgress.blockedBy[row] ?? [],
    };
  });
}

/** NaN is unknown. */
const ofOne = (row: number, value: number): Figure =>
  Number.isNaN(value)
    ? statisticOf('max', new Uint32Array(0), [])
    : statisticOf('sum', Uint32Array.of(row), [value], value);

/** An issue, or the medians of all. */
export type AgingRow = Partial<AgingIssue> & Pick<AgingIssue, 'age' | 'inColumn'>;

export const whyEmpty = whyNoneInProgress;

export function wipAgeTable(result: WipAgeResult): ReportTable<AgingRow> {
  const { total, unit } = result;
  const time = (id: 'age' | 'inColumn', header: string, reason: string): TableColumn<AgingRow> => ({
    id,
    header,
    unit: flowUnit(unit),
    figure: row => row[id],
    reason,
    folds: id === 'inColumn',
    opens: ({ row }) => row === undefined,
  });
  return {
    columns: [
      { id: 'key', header: 'Issue', file: { header: 'Issue Key' }, value: row => row.key },
      { id: 'summary', header: 'Summary', only: 'file', value: row => row.summary },
      time('age', 'Age', 'Started and not finished.'),
      {
        id: 'column',
        header: 'Column',
        value: ({ row, column }) => nameOf(row, column, NO_COLUMN),
      },
      time('inColumn', 'In column', 'Started and not finished; the time in its column.'),
      {
        id: 'olderThan',
        header: 'Above percentile',
        folds: 'phone',
        help: 'Share of finished issues that had left this column at a lower age.',
        value: ({ olderThan }) => (olderThan ? `${olderThan}%` : undefined),
      },
      {
        id: 'assignee',
        header: 'Assignee',
        folds: true,
        value: ({ row, assignee }) => nameOf(row, assignee, 'Unassigned'),
      },
      { id: 'blocked', header: 'Blocked', value: blockedText, folds: 'phone' },
    ],
    rows: agingIssues(result),
    rowId: row => row.id ?? '',
    rowKey: ({ id = '' }) => keyOfRow('issue', id),
    nameOf: row => row.key ?? '',
    total: { label: '50th percentile', row: total, only: 'screen' },
  };
}

/** Empty in the total. */
const nameOf = (row: number | undefined, name: string | null | undefined, none: string) =>
  row === undefined ? undefined : (name ?? none);

/** 'Flagged, by A-1 and A-2'. */
export function blockedText({
  flagged,
  blockedBy = [],
}: Partial<Pick<AgingIssue, 'flagged' | 'blockedBy'>>): string | undefined {
  const by = blockedBy.length > 0 ? [`by ${blockedBy.join(', ')}`] : [];
  const texts = [...(flagged ? ['Flagged'] : []), ...by];
  return texts.length > 0 ? texts.join(', ') : undefined;
}

/** The pace of finished issues by column. */
export function paceTable({ pace, unit }: WipAgeResult): ReportTable<PaceColumn> {
  const rank = (share: 50 | 70 | 85 | 95): TableColumn<PaceColumn> => ({
    ...figureColumn(
      `percentile${share}` as const,
      `${share}th percentile`,
      flowUnit(unit),
      `Finished; ${share}% of these issues were no older at their last exit from the column.`,
    ),
    folds: share === 50 || share === 85 ? undefined : 'phone',
  });
  return {
    columns: [
      { id: 'column', header: 'Column', value: row => row.column },
      figureColumn('count', 'In progress', ISSUES, 'Started and not finished, in this column.'),
      rank(50),
      rank(70),
      rank(85),
      rank(95),
    ],
    rows: pace,
    rowId: row => row.id,
    rowKey: ({ id }) => keyOfRow('column', id),
    nameOf: row => row.column,
  };
}
