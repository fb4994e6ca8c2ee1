/** A figure of a computed report by its key, as the number that programs get and the issues that make it. */
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { IssueId } from '@tallyboard/core/model/ids.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import { type Entry, type FigureKind, NO_ENTRY } from '@tallyboard/core/why/figure-state.ts';
import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import {
  cellValue,
  fileColumns,
  fileLines,
  plainFields,
  type TableColumn,
  unitIn,
} from '@tallyboard/report-kit/table/report-table.ts';
import { figureKey } from '../ask/answer-schema.ts';

export interface FoundFigure {
  /** 'Completed · Sprint 14' */
  readonly name: string;
  /** In the unit of the result; null is not available. */
  readonly value: number | null;
  /** Divides numbers for programs: 3,600 for seconds as hours. */
  readonly scale: number;
  readonly figure: Figure | null;
  /** What the figure is a share of, in percent. */
  readonly whole: Figure | null;
}

/** Null where the report has no figure of the key. */
export function figureAt(
  report: AnyReport,
  result: unknown,
  settings: unknown,
  context: ReportContext,
  key: string,
): FoundFigure | null {
  const table = report.table(result, settings, context);
  const fields = plainFields(table);
  const columns = fileColumns(table);
  for (const line of fileLines(table)) {
    const row = line.isTotal ? '' : line.key;
    if (!isOfRow(key, row)) continue;
    for (const [at, column] of columns.entries()) {
      const { name = '', type } = fields[at] ?? {};
      if (type !== 'number' || figureKey(row, name) !== key) continue;
      const value = cellValue(column, line.row);
      if (value === undefined) continue;
      return {
        name: `${column.title ?? column.header} · ${line.name}`,
        ...inTable(column, line.row),
      };
    }
  }
  const found = report.headline?.(result, settings, context)?.figures.find(({ id }) => id === key);
  if (!found) return null;
  const { label, drill, unit, value = drill?.figure.value ?? null } = found;
  const own = { name: label, value, scale: unit?.scale ?? 1, whole: null };
  return { ...own, figure: drill?.figure.value === value ? drill.figure : null };
}

const isOfRow = (key: string, row: string): boolean =>
  row === '' ? !key.includes('/') : key.startsWith(`${row}/`);

function inTable<Row>(column: TableColumn<Row>, row: Row): Omit<FoundFigure, 'name'> {
  const cell = cellValue(column, row);
  const value = typeof cell === 'number' ? cell : null;
  const figure = column.figure?.(row) ?? null;
  const scale = unitIn(column, row)?.scale ?? 1;
  const whole = figure && column.percentOf ? column.percentOf(row) : null;
  const isSum =
    column.comparedTo === undefined &&
    (whole === null || (figure?.kind !== 'mean' && whole.kind !== 'mean'));
  // A number that is computed in another way has no issues that make it.
  const made = whole === null ? figure?.value : shareOf(figure, whole);
  const isOwn = isSum && Math.abs((made ?? 0) - (value ?? 0)) < 1e-6;
  return { value, scale, figure: isOwn ? figure : null, whole: isOwn ? whole : null };
}

const shareOf = (figure: Figure | null, whole: Figure): number =>
  whole.value ? (100 * (figure?.value ?? 0)) / whole.value : 0;

export const kindOf = ({ figure, whole }: FoundFigure): FigureKind | null =>
  figure === null ? null : whole === null ? figure.kind : 'share';

/** What each issue has in the figure. */
export function entriesOf(
  found: FoundFigure | null,
  { issues }: Pick<Dataset, 'issues'>,
): ReadonlyMap<IssueId, Entry> {
  const entries = new Map<IssueId, Entry>();
  const add = (figure: Figure | null | undefined, member: 'n' | 'd') => {
    figure?.issues.forEach((row, at) => {
      const id = issues[row]?.id;
      if (id === undefined) return;
      const value = figure.parts ? (figure.parts[at] ?? 0) : 1;
      entries.set(id, { ...(entries.get(id) ?? NO_ENTRY), [member]: value });
    });
  };
  add(found?.figure, 'n');
  add(found?.whole, 'd');
  return entries;
}
