import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { StatusId } from '@tallyboard/core/model/ids.ts';
import {
  CATEGORY_LABELS,
  type Status,
  type StatusCategory,
} from '@tallyboard/core/model/status.ts';
import type { FlowSettings, WorkflowDefinition } from './flow-settings.ts';

/** Columns in the order of work; the clock runs from column `start` until column `finish`. */
export interface Workflow {
  readonly source: 'settings' | 'board' | 'categories';
  readonly columns: readonly string[];
  readonly start: number;
  readonly finish: number;
}

/** A workflow for the statuses of a dataset. */
export interface ColumnOfStatus extends Workflow {
  /** -1 for a status without a column. */
  columnOf(status: StatusId | string | null): number;
}

const CATEGORIES: readonly StatusCategory[] = ['to-do', 'in-progress', 'done'];

/** The workflow of the settings; else of the board; else the status categories. */
export function workflowOf(
  dataset: Pick<Dataset, 'statuses' | 'boardConfigurations'>,
  { workflow, board }: Pick<FlowSettings, 'workflow' | 'board'>,
): ColumnOfStatus {
  if (workflow) return ofDefinition(dataset, workflow);
  const configuration = board === null ? undefined : dataset.boardConfigurations.get(board);
  if (!configuration || configuration.columns.length === 0) return ofCategories(dataset);
  const columns = configuration.columns.map(({ name, statusIds }) => ({ name, ids: statusIds }));
  const categoryOf = (at: number) =>
    columns[at]?.ids.map(id => dataset.statuses.get(id)?.category) ?? [];
  const finish = columns.length - 1;
  const start = columns.findIndex((_, at) => categoryOf(at).includes('in-progress'));
  return ofColumns('board', columns, start < 0 ? Math.min(1, finish) : start, finish);
}

function ofCategories({ statuses }: Pick<Dataset, 'statuses'>): ColumnOfStatus {
  const columns = CATEGORIES.map(category => ({
    name: CATEGORY_LABELS[category],
    ids: [...statuses.values()].flatMap(each =>
      each.known && each.category === category ? [each.id] : [],
    ),
  }));
  return ofColumns('categories', columns, 1, 2);
}

function ofDefinition(
  { statuses }: Pick<Dataset, 'statuses'>,
  { columns, start, finish }: WorkflowDefinition,
): ColumnOfStatus {
  const byName = Map.groupBy(statuses.values(), ({ name }: Status) => name.toLowerCase());
  const list = columns.map(({ name, statuses: given }) => ({
    name,
    ids: given.flatMap(each => {
      const named = byName.get(each.trim().toLowerCase())?.map(({ id }) => id);
      return named ?? [each as StatusId];
    }),
  }));
  const place = (name: string) => columns.findIndex(column => column.name === name);
  return ofColumns('settings', list, place(start), place(finish));
}

function ofColumns(
  source: Workflow['source'],
  columns: readonly { readonly name: string; readonly ids: readonly StatusId[] }[],
  start: number,
  finish: number,
): ColumnOfStatus {
  const column = new Map<string, number>();
  columns.forEach(({ ids }, at) => {
    for (const id of ids) if (!column.has(id)) column.set(id, at);
  });
  return {
    source,
    columns: columns.map(({ name }) => name),
    start,
    finish,
    columnOf: id => (id === null ? -1 : (column.get(id) ?? -1)),
  };
}

/** The workflow without its function, which results cannot carry. */
export const plainWorkflow = ({ source, columns, start, finish }: Workflow): Workflow => {
  return { source, columns, start, finish };
};
