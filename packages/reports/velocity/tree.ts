/** The rows of the velocity table: periods with their people, people with their periods, or the average over periods. */

import type { Figure } from '@tallyboard/core/model/result.ts';
import type { VelocityResult } from './compute.ts';
import type { MeasureId, Measures } from './measures.ts';
import type { VelocityPerson } from './people.ts';
import type { VelocityPeriod } from './period-sums.ts';
import type { VelocitySettings } from './settings.ts';

export interface VelocityRow {
  readonly id: string;
  readonly kind: 'period' | 'person' | 'average';
  readonly name: string;
  /** What a figure of the row is of: 'Sprint 3 · Ana Roy'. */
  readonly of: string;
  /** The period or person, and the part of it, in a file: 'Sprint 3' and 'Ana Roy', or 'All'. */
  readonly group: string;
  readonly part: string;
  readonly running: boolean;
  readonly jql: string | null;
  readonly figures: Readonly<Partial<Record<MeasureId, Figure | null>>>;
  readonly average: VelocityPerson['average'] | null;
  readonly children: readonly VelocityRow[];
}

export function velocityRows(
  result: VelocityResult,
  { type, newestFirst }: VelocitySettings,
): readonly VelocityRow[] {
  const order = <T>(list: readonly T[]) => (newestFirst ? list.toReversed() : list);
  if (type === 'by-assignee') return result.people.map(person => personRow(result, person, order));
  const periods = order(result.periods).map(period => periodRow(period));
  if (type !== 'bars' || result.average === null) return periods;
  return [{ ...averageRow(result, result.average), children: periods }];
}

/** The part of a file's row that is of all people, or of all periods. */
const ALL = 'All';

function periodRow(period: VelocityPeriod): VelocityRow {
  const { id, name, running, jql, measures, people } = period;
  return {
    id: `period ${id}`,
    kind: 'period',
    name,
    of: name,
    group: name,
    part: ALL,
    running,
    jql,
    figures: measures,
    average: null,
    children: people.map(person => ({
      id: `period ${id} person ${person.id}`,
      kind: 'person',
      name: person.name,
      of: `${name} · ${person.name}`,
      group: name,
      part: person.name,
      running: false,
      jql: person.jql,
      figures: person.measures,
      average: null,
      children: [],
    })),
  };
}

function personRow(
  { periods }: VelocityResult,
  person: VelocityPerson,
  order: <T>(list: readonly T[]) => readonly T[],
): VelocityRow {
  const { id, name, jql, measures, average } = person;
  const children = periods.flatMap((period, index): VelocityRow[] => {
    const own: Measures | null = person.periods[index] ?? null;
    if (own === null) return [];
    const inPeriod = period.people.find(each => each.id === id);
    return [
      {
        id: `person ${id} period ${period.id}`,
        kind: 'period',
        name: period.name,
        of: `${period.name} · ${name}`,
        group: name,
        part: period.name,
        running: period.running,
        jql: inPeriod?.jql ?? null,
        figures: own,
        average: null,
        children: [],
      },
    ];
  });
  return {
    id: `person ${id}`,
    kind: 'person',
    name,
    of: name,
    group: name,
    part: ALL,
    running: false,
    jql,
    figures: measures,
    average,
    children: order(children),
  };
}

function averageRow(
  { periodKind }: VelocityResult,
  average: NonNullable<VelocityResult['average']>,
): VelocityRow {
  const name = periodKind === 'sprint' ? 'Average sprint' : 'Average interval';
  return {
    id: 'average',
    kind: 'average',
    name,
    of: name,
    group: name,
    part: ALL,
    running: false,
    jql: null,
    figures: { committed: average.committed, completed: average.completed },
    average: null,
    children: [],
  };
}
