/** What figures and cells come to by their kinds alone, from issues and parts. Shares no code with the reports. */

import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Figure, Statistic } from '@tallyboard/core/model/result.ts';
import {
  drillOf,
  fileCell,
  fileColumns,
  fileLines,
  type TableColumn,
  unitIn,
} from '@tallyboard/report-kit/table/report-table.ts';
import type { AnyComputingReport } from './find-computing-report.ts';

export interface Recomputed {
  /** The kinds of the figures, and the two ratios of cells. */
  readonly kinds: ReadonlySet<string>;
  /** Every figure and every cell that is not what its issues make. */
  readonly faults: readonly string[];
}

/** Computes a report, and each of its figures and of the cells of its table once more. */
export function recompute(
  report: AnyComputingReport,
  data: Dataset,
  stored: unknown,
  context: ReportContext,
): Recomputed {
  const settings = report.settings.parse(stored).value;
  const { result } = report.compute(data, settings, context);
  const kinds = new Set<string>();
  const faults: string[] = [];
  const check = (fault: string | null, place: string) => fault && faults.push(`${place}: ${fault}`);
  for (const figure of figuresOf(result)) {
    kinds.add(figure.kind);
    check(faultOf(figure), 'figure');
    if ((figure.issues.at(-1) ?? -1) >= data.issues.length) faults.push('A row of no issue.');
  }
  const table = report.table(result, settings, context);
  for (const line of fileLines(table))
    for (const column of fileColumns(table)) {
      const cell = fileCell(column, line);
      const drill = drillOf(column, line.row, line.name);
      if (typeof cell !== 'number' || !drill) continue;
      const number = numberOf(column, line.row);
      const place = `${line.id} ${column.id}`;
      kinds.add(drill.figure.kind);
      if (!('unit' in number)) kinds.add(Object.keys(number).join());
      check(faultOf(drill.figure), place);
      check(faultOfCell(cell * scaleOf(column, line.row), drill.figure, number), place);
      if (drill.reason === '') faults.push(`${place}: no reason`);
    }
  return { kinds, faults };
}

/**
 * How the number of a file comes from its figure: the value in units of `unit` (3600 writes seconds as hours), percent
 * of another figure, or how far it lies from the mean of several figures, in percent of that mean.
 */
type CellNumber =
  | { readonly unit: number }
  | { readonly percentOf: Figure }
  | { readonly comparedTo: readonly Figure[] };

function numberOf<Row>(column: TableColumn<Row>, row: Row): CellNumber {
  if (column.comparedTo) return { comparedTo: column.comparedTo };
  return column.percentOf
    ? { percentOf: column.percentOf(row) }
    : { unit: unitIn(column, row)?.scale ?? 1 };
}

/** 100 where a file has a share from 0 to 1 for a percentage. */
const scaleOf = <Row>(column: TableColumn<Row>, row: Row): number =>
  column.percentOf ? (unitIn(column, row)?.scale ?? 1) : 1;

/** Cells have two decimals, or whole percents. */
function faultOfCell(cell: number, figure: Figure, number: CellNumber): string | null {
  const value = figure.value ?? Number.NaN;
  if ('unit' in number)
    return Math.abs(cell - value / number.unit) < 0.006 ? null : `${cell} of ${value}`;
  const percent =
    'percentOf' in number
      ? percentOf(value, number.percentOf.value ?? 0)
      : fromMean(value, number.comparedTo);
  const decimals = Number.isInteger(cell) ? 0.51 : 0.006;
  return Math.abs(cell - percent) < decimals ? null : `${cell} %, not ${percent} %`;
}

const percentOf = (value: number, whole: number) => (whole === 0 ? 0 : (100 * value) / whole);

function fromMean(value: number, figures: readonly Figure[]): number {
  const mean = figures.reduce((sum, each) => sum + (each.value ?? 0), 0) / figures.length;
  return percentOf(value - mean, mean);
}

/** Returns why the figure is not what its issues make; null where it is. */
function faultOf(figure: Figure): string | null {
  const { kind, value, issues, parts } = figure;
  for (let i = 1; i < issues.length; i++)
    if (issues[i]! <= issues[i - 1]!) return 'Its rows do not ascend.';
  if (kind === 'count')
    return value === issues.length ? null : `A count of ${issues.length} is ${value}.`;
  if (parts.length !== issues.length) return `${parts.length} parts of ${issues.length} issues.`;
  const expected = statistic(kind, [...parts]);
  return sameNumber(value, expected) ? null : `The ${kind} is ${expected}, not ${value}.`;
}

function statistic(kind: Statistic, parts: number[]): number | null {
  const sum = parts.reduce((all, part) => all + part, 0);
  if (kind === 'sum') return sum;
  if (parts.length === 0) return null;
  const sorted = parts.toSorted((a, b) => a - b);
  const rank = (number: number) => sorted[number - 1]!;
  const { length } = sorted;
  if (kind === 'mean') return sum / length;
  if (kind === 'max') return rank(length);
  if (kind === 'median')
    return (rank(Math.ceil(length / 2)) + rank(Math.floor(length / 2) + 1)) / 2;
  const percent = Number(/^percentile(\d+)$/.exec(kind)?.[1]);
  return rank(Math.ceil((percent * length) / 100));
}

function sameNumber(a: number | null, b: number | null): boolean {
  if (a === null || b === null) return a === b;
  return Math.abs(a - b) < 1e-6 * Math.max(1, Math.abs(b));
}

/** Every figure of a result. */
export function* figuresOf(at: unknown): Generator<Figure> {
  if (typeof at !== 'object' || at === null || ArrayBuffer.isView(at)) return;
  if ('kind' in at && 'issues' in at && at.issues instanceof Uint32Array) yield at as Figure;
  else for (const below of Object.values(at)) yield* figuresOf(below);
}
