import type { Workflow } from '@tallyboard/report-kit/families/flow/workflow.ts';

/** The places of the columns in which issues wait. */
export function waitPlaces(
  { columns }: Pick<Workflow, 'columns'>,
  names: readonly string[],
): ReadonlySet<number> {
  const waits = new Set(names.map(lower));
  return new Set([...columns.keys()].filter(place => waits.has(lower(columns[place] ?? ''))));
}

export const lower = (name: string) => name.trim().toLowerCase();
