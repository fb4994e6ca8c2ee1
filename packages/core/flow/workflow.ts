import type { ReportContext } from '../model/context.ts';
import type { Dataset } from '../model/dataset.ts';
import type { BoardId, StatusId } from '../model/ids.ts';
import { CATEGORY_LABELS, type Status, type StatusCategory } from '../model/status.ts';
import {
  BY_CATEGORY,
  namedWorkflow,
  type WorkflowChoice,
  type WorkflowDefinition,
} from './workflow-definition.ts';

export interface WorkflowSettings {
  /** Null takes the columns of the board, or the status categories without a board. */
  readonly workflow: WorkflowChoice;
  readonly board: BoardId | null;
}

/** Columns in the order of work; the clock runs from column `start` until column `finish`. */
export interface Workflow {
  readonly source: 'settings' | 'board' | 'categories';
  readonly columns: readonly string[];
  readonly statuses: readonly (readonly string[])[];
  readonly start: number;
  readonly finish: number;
}

/** A workflow for the statuses of a dataset. */
export interface ColumnOfStatus extends Workflow {
  /** -1 for a status without a column. */
  columnOf(status: StatusId | string | null): number;
  /** The name of a chosen workflow that is not among the shared ones. */
  readonly missing?: string;
  /** What a chosen workflow has for statuses and is neither the name nor the id of one. */
  readonly missingStatuses?: readonly string[];
}

/** The column of statuses that have none, on screen. */
export const NO_COLUMN = 'No column';

const CATEGORIES: readonly StatusCategory[] = ['to-do', 'in-progress', 'done'];

/** The workflow of the settings, which may name a shared one; else of the board; else the status categories. */
export function workflowOf(
  dataset: Pick<Dataset, 'statuses' | 'boardConfigurations'>,
  { workflow, board }: WorkflowSettings,
  { workflows }: Pick<ReportContext, 'workflows'> = {},
): ColumnOfStatus {
  if (workflow === null) return ofBoard(dataset, board);
  if (workflow === BY_CATEGORY) return ofCategories(dataset);
  if (typeof workflow !== 'string') return ofDefinition(dataset, workflow);
  const shared = namedWorkflow(workflows, workflow);
  return shared ? ofDefinition(dataset, shared) : { ...ofBoard(dataset, board), missing: workflow };
}

function ofBoard(
  dataset: Pick<Dataset, 'statuses' | 'boardConfigurations'>,
  board: WorkflowSettings['board'],
): ColumnOfStatus {
  const configuration = board === null ? undefined : dataset.boardConfigurations.get(board);
  if (!configuration || configuration.columns.length === 0) return ofCategories(dataset);
  const columns = configuration.columns.map(({ name, statusIds }) => ({ name, ids: statusIds }));
  const categoryOf = (at: number) =>
    columns[at]?.ids.map(id => dataset.statuses.get(id)?.category) ?? [];
  const finish = columns.length - 1;
  const start = columns.findIndex((_, at) => categoryOf(at).includes('in-progress'));
  return ofColumns(dataset, 'board', columns, start < 0 ? Math.min(1, finish) : start, finish);
}

function ofCategories(dataset: Pick<Dataset, 'statuses'>): ColumnOfStatus {
  const { statuses } = dataset;
  const columns = CATEGORIES.map(category => ({
    name: CATEGORY_LABELS[category],
    ids: [...statuses.values()].flatMap(each =>
      each.known && each.category === category ? [each.id] : [],
    ),
  }));
  return ofColumns(dataset, 'categories', columns, 1, 2);
}

function ofDefinition(
  dataset: Pick<Dataset, 'statuses'>,
  { columns, start, finish }: WorkflowDefinition,
): ColumnOfStatus {
  const byName = Map.groupBy(dataset.statuses.values(), ({ name }: Status) => name.toLowerCase());
  const list = columns.map(({ name, statuses: given }) => ({
    name,
    ids: given.flatMap(each => {
      const named = byName.get(each.trim().toLowerCase())?.map(({ id }) => id);
      return named ?? [each as StatusId];
    }),
  }));
  const place = (name: string) => columns.findIndex(column => column.name === name);
  const missing = list.flatMap(({ ids }) => ids.filter(id => !dataset.statuses.has(id)));
  return {
    ...ofColumns(dataset, 'settings', list, place(start), place(finish)),
    missingStatuses: [...new Set(missing)],
  };
}

function ofColumns(
  { statuses }: Pick<Dataset, 'statuses'>,
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
    statuses: columns.map(({ ids }) => [...new Set(ids.map(id => statuses.get(id)?.name ?? id))]),
    start,
    finish,
    columnOf: id => (id === null ? -1 : (column.get(id) ?? -1)),
  };
}

/** The workflow without its function, which results cannot carry. */
export const plainWorkflow = ({ source, columns, statuses, start, finish }: Workflow): Workflow => {
  return { source, columns, statuses, start, finish };
};

/** The workflow as settings have it. */
export const definitionOf = ({
  columns,
  statuses,
  start,
  finish,
}: Workflow): WorkflowDefinition => ({
  columns: columns.map((name, at) => ({ name, statuses: statuses[at] ?? [] })),
  start: columns[start] ?? '',
  finish: columns[finish] ?? '',
});
