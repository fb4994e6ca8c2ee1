import type { Workflow } from '@tallyboard/core/flow/workflow.ts';
import type { FlowEfficiencySettings } from './settings.ts';

export function waitPlaces(
  { columns }: Pick<Workflow, 'columns'>,
  names: readonly string[],
): ReadonlySet<number> {
  const waits = new Set(names.map(lower));
  return new Set([...columns.keys()].filter(place => waits.has(lower(columns[place] ?? ''))));
}

/** The time of the finished issues in a column, by its place, and in the statuses of a name or id. */
export interface PlaceTimes {
  ofColumn(place: number): number;
  ofStatus(name: string): number;
}

/** The chosen columns and statuses in which no finished issue was. */
export function unusedWaits(
  workflow: Workflow,
  { waitColumns, waitStatuses }: Pick<FlowEfficiencySettings, 'waitColumns' | 'waitStatuses'>,
  { ofColumn, ofStatus }: PlaceTimes,
): readonly string[] {
  const hasTime = (place: number) => ofColumn(place) > 0;
  return [
    ...waitColumns.filter(name => ![...waitPlaces(workflow, [name])].some(hasTime)),
    ...waitStatuses.filter(name => ofStatus(name) === 0),
  ];
}

/** A column or status, and the time of the finished issues in it. */
export interface WaitPlace {
  readonly name: string;
  readonly seconds: number;
}

export interface OfferedWaits {
  readonly columns: readonly WaitPlace[];
  readonly statuses: readonly WaitPlace[];
}

/** The columns and statuses with time before the finish whose names say that issues wait there. */
export function offeredWaits(
  { columns, statuses, start, finish }: Workflow,
  times: PlaceTimes,
): OfferedWaits {
  const isOffered = ({ name, seconds }: WaitPlace) => seconds > 0 && WAITING.test(name);
  const places = [...columns.keys()].filter(place => place >= start && place < finish);
  const ofColumn = (place: number) => ({
    name: columns[place] ?? '',
    seconds: times.ofColumn(place),
  });
  const others = places.filter(place => !isOffered(ofColumn(place)));
  return {
    columns: places.map(ofColumn).filter(isOffered),
    statuses: others
      .flatMap(place => statuses[place] ?? [])
      .map(name => ({ name, seconds: times.ofStatus(name) }))
      .filter(isOffered),
  };
}

/** 'No finished issue was in Waiting for support, Ready.' */
export const unusedText = (unused: readonly string[]): string =>
  `No finished issue was in ${unused.join(', ')}.`;

const WAITING =
  /\b(review|wait|waits|waiting|await|awaiting|blocked|on hold|hold|ready|to ?do|queue|queued|pending|backlog)\b/i;

export const lower = (name: string) => name.trim().toLowerCase();
