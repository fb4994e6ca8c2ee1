import { indexOfRow } from '@tallyboard/report-kit/figures/figures.ts';
import type { StatusColumn } from './compute.ts';

export interface ShownColumn {
  readonly column: StatusColumn;
  /** Index among the result's columns and in the cells of groups. */
  readonly at: number;
}

/** The columns of the settings in their order; all columns if none of them exists. */
export function shownColumns(
  columns: readonly StatusColumn[],
  labels: readonly string[],
): readonly ShownColumn[] {
  const all = columns.map((column, at) => ({ column, at }));
  const named = labels.flatMap(label => all.find(each => same(each.column.label, label)) ?? []);
  return named.length > 0 ? named : all;
}

/** The labels after toggling a column; empty if all show in their own order. */
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

/** Returns a function from a row of the dataset to the issue's time in a column; null if never visited. */
export function issueTimes({ all }: StatusColumn): (row: number) => number | null {
  const { issues, parts } = all.figure;
  return row => {
    const at = indexOfRow(issues, row);
    return at < 0 ? null : (parts?.[at] ?? null);
  };
}
