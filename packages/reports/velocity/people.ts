import type { Assignee } from '@tallyboard/core/history/timeline.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { SprintId } from '@tallyboard/core/model/ids.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import { disambiguate } from '@tallyboard/report-kit/figures/disambiguate.ts';
import { MeasureSums, type Measures } from './measures.ts';
import type { PeriodPerson, Summed } from './period-sums.ts';
import type { VelocitySettings } from './settings.ts';

export interface VelocityPerson {
  /** User id; '' for nobody. */
  readonly id: string;
  readonly name: string;
  /** Over all shown periods. */
  readonly measures: Measures;
  /** Per completed period; periods without work count 0. */
  readonly average: { readonly committed: Figure | null; readonly completed: Figure };
  /** In the order of the result's periods; null without work. */
  readonly periods: readonly (Measures | null)[];
  /** Their issues in the host. */
  readonly jql: string | null;
}

/** Compares people by the settings, then by name. */
export function comparePeople({ sorting }: VelocitySettings) {
  const measure = sorting.startsWith('committed') ? 'committed' : 'completed';
  const direction = sorting === 'name' ? 0 : sorting.endsWith('descending') ? -1 : 1;
  type Sorted = Pick<PeriodPerson, 'name' | 'measures'>;
  return (a: Sorted, b: Sorted): number => {
    const difference = (a.measures[measure]?.value ?? 0) - (b.measures[measure]?.value ?? 0);
    return direction * difference || a.name.localeCompare(b.name);
  };
}

/** Returns a function from a user id to a distinct name. */
export function personNames(summed: readonly Summed[]): (id: string) => string {
  const everyone = everyoneOf(summed);
  const nameOf = disambiguate(
    [...everyone],
    ([, assignee]) => assignee?.name ?? 'Undefined',
    ([, assignee]) => assignee?.id ?? null,
  );
  return id => nameOf([id, everyone.get(id) ?? null]);
}

function everyoneOf(summed: readonly Summed[]): Map<string, Assignee | null> {
  const everyone = new Map<string, Assignee | null>();
  for (const { sums } of summed)
    for (const [id, { assignee }] of sums.people) everyone.set(id, assignee);
  return everyone;
}

export function peopleOf(
  dataset: Dataset,
  summed: readonly Summed[],
  counted: readonly Summed[],
  settings: VelocitySettings,
  full: boolean,
): readonly VelocityPerson[] {
  const nameOf = personNames(summed);
  const over = Math.max(1, counted.length);
  const sprints = summed.flatMap(({ sprint }) => sprint?.id ?? []);
  return Array.from(everyoneOf(summed).keys(), id => {
    const all = joined(summed, id);
    const mean = joined(counted, id);
    return {
      id,
      name: nameOf(id),
      measures: all.measures(full),
      average: {
        committed: full ? mean.figure('committed', over) : null,
        completed: mean.figure('completed', over),
      },
      periods: summed.map(({ sums }) => sums.people.get(id)?.sums.measures(full) ?? null),
      jql: personJql(dataset, all.rows(), id, sprints),
    };
  }).sort(comparePeople(settings));
}

function joined(periods: readonly Summed[], id: string): MeasureSums {
  const sums = new MeasureSums();
  for (const period of periods) {
    const person = period.sums.people.get(id);
    if (person) sums.join(person.sums);
  }
  return sums;
}

/** Limits the URL length. */
const MAX_KEYS = 200;

/** Returns a query by issue keys; null for none or too many. */
export function issuesJql({ issues }: Dataset, rows: ReadonlySet<number>): string | null {
  if (rows.size === 0 || rows.size > MAX_KEYS) return null;
  return `key in (${[...rows].flatMap(row => issues[row]?.key ?? []).join(', ')})`;
}

/** Returns a query by issue keys, or by assignee and sprints if there are too many. */
export function personJql(
  dataset: Dataset,
  rows: ReadonlySet<number>,
  userId: string,
  sprints: readonly SprintId[],
): string | null {
  if (rows.size <= MAX_KEYS) return issuesJql(dataset, rows);
  if (sprints.length === 0) return null;
  const who =
    userId === '' ? 'assignee is EMPTY' : `assignee = "${userId.replace(/["\\]/g, '\\$&')}"`;
  return `sprint in (${sprints.join(', ')}) AND ${who}`;
}
