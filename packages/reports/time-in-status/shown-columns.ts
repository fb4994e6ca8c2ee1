import { indexOfRow } from '@tallyboard/report-kit/figures/figures.ts';
import type { StatusColumn } from './compute.ts';

export interface ShownColumn {
  readonly column: StatusColumn;
  /** Its place in the result, by which groups hold their cells. */
  readonly at: number;
}

/** The columns that the settings name, in their order; all of them where none is named, or none of those named is there. */
export function shownColumns(
  columns: readonly StatusColumn[],
  labels: readonly string[],
): readonly ShownColumn[] {
  const all = columns.map((column, at) => ({ column, at }));
  const named = labels.flatMap(label => all.find(each => same(each.column.label, label)) ?? []);
  return named.length > 0 ? named : all;
}

/** The labels after one column is shown or hidden: empty once more when all of them show in their own order. */
export function toggledColumns(
  columns: readonly StatusColumn[],
  labels: readonly string[],
  toggled: string,
): readonly string[] {
  const shown = shownColumns(columns, labels).map(each => each.column.label);
  const next = shown.includes(toggled)
    ? shown.filter(label => label !== toggled)
    : columns.map(each => each.label).filter(label => label === toggled || shown.includes(label));
  const all = columns.every(({ label }, at) => next[at] === label);
  return all ? [] : next;
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Gives how long each issue was in a column, by row of the dataset: null where it never was. */
export function issueTimes({ all }: StatusColumn): (row: number) => number | null {
  const { issues, parts } = all.figure;
  return row => {
    const at = indexOfRow(issues, row);
    return at < 0 ? null : (parts?.[at] ?? null);
  };
}
