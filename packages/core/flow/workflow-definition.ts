import type { Rename } from '../anonymous/anonymous-dataset.ts';
import { recordOf } from '../unknown.ts';

/** Ordered columns of statuses, by names or ids; the clock runs from `start` until `finish`. */
export interface WorkflowDefinition {
  readonly columns: readonly WorkflowColumn[];
  readonly start: string;
  readonly finish: string;
}

export interface WorkflowColumn {
  readonly name: string;
  readonly statuses: readonly string[];
}

/** The stored word for the status categories, also on a board. */
export const BY_CATEGORY = 'categories';

/** A definition, the name of a shared workflow, or BY_CATEGORY; null for the columns of the board, else the categories. */
export type WorkflowChoice = WorkflowDefinition | string | null;

const MAX_COLUMNS = 50;
const MAX_STATUSES = 500;
const MAX_NAME_LENGTH = 200;

/** Undefined for an invalid definition. Without start and finish: the second and the last column. */
export function parseWorkflow(raw: unknown): WorkflowDefinition | undefined {
  const { columns: given, start, finish } = recordOf(raw);
  if (!Array.isArray(given) || given.length === 0 || given.length > MAX_COLUMNS) return undefined;
  const columns = given.map((each: unknown) => {
    const { name, statuses } = recordOf(each);
    if (!isName(name) || !Array.isArray(statuses) || statuses.length > MAX_STATUSES) return null;
    return statuses.every(isName) ? { name, statuses } : null;
  });
  if (!columns.every(column => column !== null)) return undefined;
  const at = (name: unknown, otherwise: number) =>
    name === undefined ? otherwise : columns.findIndex(column => column.name === name);
  const first = at(start, Math.min(1, columns.length - 1));
  const last = at(finish, columns.length - 1);
  if (first < 0 || last < first) return undefined;
  return { columns, start: columns[first]?.name ?? '', finish: columns[last]?.name ?? '' };
}

export function parseWorkflowChoice(raw: unknown): WorkflowChoice | undefined {
  return isName(raw) ? raw.trim() : parseWorkflow(raw);
}

export function renameWorkflow(choice: WorkflowChoice, rename: Rename): WorkflowChoice {
  if (choice === null) return null;
  if (typeof choice === 'string') return rename('workflow', choice);
  return {
    columns: choice.columns.map(({ name, statuses }) => ({
      name: rename('column', name),
      statuses: statuses.map(status => rename('status', status)),
    })),
    start: rename('column', choice.start),
    finish: rename('column', choice.finish),
  };
}

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= MAX_NAME_LENGTH;

/** The shared workflow of a name, in any case; null if there is none. `stored` has them by name. */
export function namedWorkflow(
  stored: Readonly<Record<string, unknown>> | undefined,
  name: string,
): WorkflowDefinition | null {
  const wanted = name.toLowerCase();
  const found = Object.entries(stored ?? {}).find(([each]) => each.toLowerCase() === wanted);
  return (found && parseWorkflow(found[1])) ?? null;
}
