/** Edits of a workflow; none of them loses a status or leaves the clock without its columns. */

import {
  BY_CATEGORY,
  type WorkflowColumn,
  type WorkflowDefinition,
} from '@tallyboard/core/flow/workflow-definition.ts';

/** Null is no column. */
export type Place = number | null;

export const sameName = (a: string, b: string): boolean =>
  a.trim().toLowerCase() === b.trim().toLowerCase();

export function unmappedOf(
  { columns }: WorkflowDefinition,
  statuses: readonly string[],
): readonly string[] {
  const mapped = new Set(
    columns.flatMap(column => column.statuses.map(each => each.toLowerCase())),
  );
  return statuses.filter(status => !mapped.has(status.toLowerCase()));
}

export function moveStatus(
  workflow: WorkflowDefinition,
  status: string,
  to: Place,
): WorkflowDefinition {
  return {
    ...workflow,
    columns: workflow.columns.map(({ name, statuses }, at) => {
      const others = statuses.filter(each => !sameName(each, status));
      return { name, statuses: at === to ? [...others, status] : others };
    }),
  };
}

export function addColumn({ columns, ...clock }: WorkflowDefinition): WorkflowDefinition {
  let number = columns.length + 1;
  while (columns.some(({ name }) => sameName(name, `Column ${number}`))) number++;
  const column = { name: `Column ${number}`, statuses: [] };
  // Before the last one, which usually stops the clock.
  return { ...clock, columns: [...columns.slice(0, -1), column, ...columns.slice(-1)] };
}

export function renameColumn(
  { columns, start, finish }: WorkflowDefinition,
  at: number,
  name: string,
): WorkflowDefinition {
  const old = columns[at]?.name;
  const renamed = (clock: string) => (clock === old ? name : clock);
  return {
    columns: columns.map((column, index) => (index === at ? { ...column, name } : column)),
    start: renamed(start),
    finish: renamed(finish),
  };
}

export function moveColumn(workflow: WorkflowDefinition, at: number, by: 1 | -1) {
  const columns = [...workflow.columns];
  const moved = columns.splice(at, 1);
  columns.splice(at + by, 0, ...moved);
  return withClock({ ...workflow, columns });
}

/** Its statuses have no column then. */
export function removeColumn(workflow: WorkflowDefinition, at: number): WorkflowDefinition {
  return withClock({ ...workflow, columns: workflow.columns.filter((_, index) => index !== at) });
}

/** The clock starts and stops at columns that exist, in their order. */
function withClock({ columns, start, finish }: WorkflowDefinition): WorkflowDefinition {
  const last = columns.length - 1;
  const place = (name: string, otherwise: number) => {
    const found = columns.findIndex(column => column.name === name);
    return found < 0 ? otherwise : found;
  };
  const from = place(start, Math.min(1, last));
  const to = Math.max(from, place(finish, last));
  return { columns, start: columns[from]?.name ?? '', finish: columns[to]?.name ?? '' };
}

export function startAt(workflow: WorkflowDefinition, start: string): WorkflowDefinition {
  return withClock({ ...workflow, start });
}

export function finishAt(
  { columns, start, finish: _ }: WorkflowDefinition,
  finish: string,
): WorkflowDefinition {
  const place = (name: string) => columns.findIndex(column => column.name === name);
  return { columns, start: place(start) > place(finish) ? finish : start, finish };
}

/** Why a workflow cannot be used; null if it can. */
export function workflowProblem({ columns }: WorkflowDefinition): string | null {
  if (columns.some(({ name }) => name.trim() === '')) return 'Enter a name for each column.';
  const twice = columns.find(
    ({ name }, at) => columns.findIndex(each => sameName(each.name, name)) < at,
  );
  return twice ? `There are two columns '${twice.name}'.` : null;
}

export interface EditorStatus {
  readonly name: string;
  readonly category: 'none' | 'to-do' | 'done' | 'in-progress';
}

const CATEGORIES = [
  ['To Do', 'to-do'],
  ['In Progress', 'in-progress'],
  ['Done', 'done'],
] as const;

export function categoryWorkflow(statuses: readonly EditorStatus[]): WorkflowDefinition {
  const columns = CATEGORIES.map(
    ([name, category]): WorkflowColumn => ({
      name,
      statuses: statuses.filter(each => each.category === category).map(each => each.name),
    }),
  );
  return { columns, start: 'In Progress', finish: 'Done' };
}

/** Statuses of one name are one here. */
export function distinctStatuses(statuses: readonly EditorStatus[]): readonly EditorStatus[] {
  const byName = new Map(statuses.map(status => [status.name.toLowerCase(), status]));
  return [...byName.values()].toSorted((a, b) => a.name.localeCompare(b.name));
}

export function workflowNameProblem(typed: string, others: readonly string[]): string | null {
  if (typed.trim() === '') return 'Enter a name.';
  if (sameName(typed, BY_CATEGORY)) return 'This name stands for the status categories.';
  return others.some(other => sameName(other, typed)) ? 'Another workflow has this name.' : null;
}
