import type { Workflow } from '@tallyboard/report-kit/families/flow/workflow.ts';

export function waitPlaces(
  { columns }: Pick<Workflow, 'columns'>,
  names: readonly string[],
): ReadonlySet<number> {
  const waits = new Set(names.map(lower));
  return new Set([...columns.keys()].filter(place => waits.has(lower(columns[place] ?? ''))));
}

/** Columns and statuses before the finish whose names say that issues wait there. */
export function offeredWaits({ columns, statuses, start, finish }: Workflow): WaitNames {
  const isOffered = (name: string) => WAITING.test(name);
  const places = [...columns.keys()].filter(place => place >= start && place < finish);
  const waits = places.filter(place => isOffered(columns[place] ?? ''));
  const others = places.filter(place => !waits.includes(place));
  return {
    columns: waits.map(place => columns[place] ?? ''),
    statuses: others.flatMap(place => statuses[place]?.filter(isOffered) ?? []),
  };
}

export interface WaitNames {
  readonly columns: readonly string[];
  readonly statuses: readonly string[];
}

const WAITING =
  /\b(review|wait|waits|waiting|await|awaiting|blocked|on hold|hold|ready|to ?do|queue|queued|pending|backlog)\b/i;

export const lower = (name: string) => name.trim().toLowerCase();
