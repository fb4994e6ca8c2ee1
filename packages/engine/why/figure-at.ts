/** A figure of a computed report by its key, as the number that programs get and the issues that make it. */
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import {
  cellValue,
  figureName,
  fileColumns,
  fileLines,
  plainFields,
  type TableColumn,
  unitIn,
} from '@tallyboard/report-kit/table/report-table.ts';
import { unitName } from '@tallyboard/report-kit/table/units.ts';
import { figureKey } from '../ask/answer-schema.ts';
import type { FoundFigure } from './found-figure.ts';

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
      const { name = '', type, unit } = fields[at] ?? {};
      if (type !== 'number' || figureKey(row, name) !== key) continue;
      const value = cellValue(column, line.row);
      if (value === undefined) continue;
      return {
        name: figureName(column, line.name),
        unit: unitName(unitIn(column, line.row)) ?? unit,
        ...inTable(column, line.row),
      };
    }
  }
  const found = report.headline?.(result, settings, context)?.figures.find(({ id }) => id === key);
  if (!found) return null;
  const { label, drill, unit, value = drill?.figure.value ?? null } = found;
  const own = {
    name: label,
    value,
    scale: unit?.scale ?? 1,
    unit: unitName(unit),
    whole: null,
  };
  const per = drill ? periodsIn(drill.figure, value) : null;
  return { ...own, figure: per === null ? null : (drill?.figure ?? null), per: per ?? 1 };
}

/** How often the value is in its figure: 1 where it is the same, 12 for the average of twelve weeks; null where it is another number. */
function periodsIn({ kind, value: made }: Figure, value: number | null): number | null {
  if (made === value) return 1;
  const isSum = kind === 'count' || kind === 'sum';
  return isSum && made && value ? made / value : null;
}

/** The key of a figure whose number is that of a cell or of the headline, and what divides it for programs; null where it has none. */
export function keyOfFigure(
  report: AnyReport,
  result: unknown,
  settings: unknown,
  context: ReportContext,
  figure: Figure,
): { readonly key: string; readonly scale: number } | null {
  // Figures that views create are found by their issues.
  const isIt = (other: Figure | null | undefined) =>
    other === figure || (other?.issues === figure.issues && other.value === figure.value);
  const table = report.table(result, settings, context);
  const fields = plainFields(table);
  const columns = fileColumns(table);
  for (const line of fileLines(table))
    for (const [at, column] of columns.entries()) {
      const { name = '', type } = fields[at] ?? {};
      if (type !== 'number' || !isIt(column.figure?.(line.row))) continue;
      // A share has another number than its figure.
      if (cellValue(column, line.row) !== figure.value) continue;
      const key = figureKey(line.isTotal ? '' : line.key, name);
      return { key, scale: unitIn(column, line.row)?.scale ?? 1 };
    }
  const found = report
    .headline?.(result, settings, context)
    ?.figures.find(
      ({ drill, value }) => isIt(drill?.figure) && (value ?? figure.value) === figure.value,
    );
  return found ? { key: found.id, scale: found.unit?.scale ?? 1 } : null;
}

const isOfRow = (key: string, row: string): boolean =>
  row === '' ? !key.includes('/') : key.startsWith(`${row}/`);

function inTable<Row>(column: TableColumn<Row>, row: Row): Omit<FoundFigure, 'name' | 'unit'> {
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
  return { value, scale, figure: isOwn ? figure : null, whole: isOwn ? whole : null, per: 1 };
}

const shareOf = (figure: Figure | null, whole: Figure): number =>
  whole.value ? (100 * (figure?.value ?? 0)) / whole.value : 0;
