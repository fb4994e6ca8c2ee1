import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { SprintId } from '@tallyboard/core/model/ids.ts';
import { disambiguate } from '@tallyboard/report-kit/figures/disambiguate.ts';
import { averageOf, byPerson, type Measures, measuresOf, type Part } from './measures.ts';
import type { PeriodPerson, Summed } from './period-sums.ts';
import type { VelocitySettings } from './settings.ts';

/** Over all shown periods. */
export interface VelocityPerson extends PeriodPerson {
  /** Per completed period; periods without work count 0. */
  readonly average: ReturnType<typeof averageOf>;
  /** In the order of the result's periods; null without work. */
  readonly periods: readonly (Measures | null)[];
}

export function comparePeople({ sorting }: VelocitySettings) {
  const measure = sorting.startsWith('committed') ? 'committed' : 'completed';
  const direction = sorting === 'name' ? 0 : sorting.endsWith('descending') ? -1 : 1;
  return (a: PeriodPerson, b: PeriodPerson): number => {
    const difference = (a.measures[measure]?.value ?? 0) - (b.measures[measure]?.value ?? 0);
    return direction * difference || a.name.localeCompare(b.name);
  };
}

/** Returns a function from a user id to a distinct name. */
export function personNames(summed: readonly Summed[]): (id: string) => string {
  const everyone = new Map(
    summed.flatMap(({ people }) => Array.from(people, ([id, [part]]) => [id, part?.assignee])),
  );
  const nameOf = disambiguate(
    [...everyone],
    ([, assignee]) => assignee?.name ?? 'Unassigned',
    ([, assignee]) => assignee?.id ?? null,
  );
  return id => nameOf([id, everyone.get(id)]);
}

export function peopleOf(
  dataset: Dataset,
  summed: readonly Summed[],
  counted: readonly Summed[],
  settings: VelocitySettings,
  full: boolean,
): readonly VelocityPerson[] {
  const nameOf = personNames(summed);
  const sprints = summed.flatMap(({ sprint }) => sprint?.id ?? []);
  const everyone = byPerson(summed.flatMap(({ people }) => [...people.values()].flat()));
  return Array.from(everyone, ([id, parts]) => ({
    id,
    name: nameOf(id),
    measures: measuresOf(parts, full),
    average: averageOf(
      counted.flatMap(({ people }) => people.get(id) ?? []),
      counted.length,
      full,
    ),
    periods: summed.map(({ people }) => {
      const own = people.get(id);
      return own ? measuresOf(own, full) : null;
    }),
    jql: personJql(dataset, parts, id, sprints),
  })).sort(comparePeople(settings));
}

/** Limits the URL length. */
const MAX_KEYS = 200;

const rowsOf = (parts: readonly Part[]) => new Set(parts.map(({ row }) => row));

/** Returns a query by issue keys; null for none or too many. */
export function issuesJql({ issues }: Dataset, parts: readonly Part[]): string | null {
  const rows = rowsOf(parts);
  if (rows.size === 0 || rows.size > MAX_KEYS) return null;
  return `key in (${[...rows].flatMap(row => issues[row]?.key ?? []).join(', ')})`;
}

/** Returns a query by issue keys, or by assignee and sprints if there are too many. */
export function personJql(
  dataset: Dataset,
  parts: readonly Part[],
  userId: string,
  sprints: readonly SprintId[],
): string | null {
  if (sprints.length === 0 || rowsOf(parts).size <= MAX_KEYS) return issuesJql(dataset, parts);
  const who =
    userId === '' ? 'assignee is EMPTY' : `assignee = "${userId.replace(/["\\]/g, '\\$&')}"`;
  return `sprint in (${sprints.join(', ')}) AND ${who}`;
}
