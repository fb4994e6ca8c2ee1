/** Figures under a policy for figures on people. In a file of its own, which sites without a policy do not load. */

import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Field } from '@tallyboard/core/model/field.ts';
import { FewPeopleError } from '@tallyboard/core/people/few-people.ts';
import { type FoldedPeople, foldPeople } from '@tallyboard/core/people/fold-people.ts';
import { fewestPeople } from '@tallyboard/core/people/people-policy.ts';
import { restrictionOn } from '@tallyboard/core/people/restriction.ts';
import type { Compute } from '@tallyboard/report-kit/contract.ts';
import { QuestionError } from '../question-error.ts';
import { refuseFewIn, refuseFewPeople } from './refuse-few.ts';

// biome-ignore lint/suspicious/noExplicitAny: each report knows its own types.
type AnyCompute = Compute<any, any>;

/** The calculation of a report as its reader may have it. Throws QuestionError. */
export const restricted =
  (compute: AnyCompute): AnyCompute =>
  (dataset, settings, context) => {
    const { people: _, ...open } = context;
    const people = restrictionOn(context.people, dataset);
    if (!people) return compute(dataset, settings, open);
    return answerable(() => {
      refuseFewPeople(people, context.query?.jql ?? '', dataset.fields, dataset);
      refuseFewPeople(people, dataset.jql, dataset.fields, dataset);
      refuseFewIn(people, settings, dataset.fields);
      const folded = foldedOnce(dataset, people, false);
      const computed = compute(folded.dataset, settings, context);
      if (people.policy.kind === 'own-and-groups') return computed;
      if (!hasSmallGroup(computed.result, folded, fewestPeople(people.policy))) return computed;
      // Beside a total, an empty cell would be the difference to the issues without a person.
      return compute(foldedOnce(dataset, people, true).dataset, settings, context);
    });
  };

/** A count is a figure too. Throws QuestionError. */
export function refuseCount(
  { people }: Pick<ReportContext, 'people'>,
  jql: string,
  fields: readonly Field[],
): void {
  if (people) answerable(() => refuseFewPeople(people, jql, fields));
}

function answerable<Value>(run: () => Value): Value {
  try {
    return run();
  } catch (error) {
    throw error instanceof FewPeopleError ? new QuestionError(error.message) : error;
  }
}

type Restricted = NonNullable<ReportContext['people']>;

/** A report is computed again when its settings change. */
const FOLDED = new WeakMap<Dataset, Map<string, FoldedPeople>>();

function foldedOnce(
  dataset: Dataset,
  { policy, reader }: Restricted,
  withNobody: boolean,
): FoldedPeople {
  const known = FOLDED.get(dataset) ?? new Map<string, FoldedPeople>();
  FOLDED.set(dataset, known);
  const key = JSON.stringify([policy, reader?.id, withNobody]);
  const folded = known.get(key) ?? foldPeople(dataset, { policy, reader, withNobody });
  known.set(key, folded);
  return folded;
}

/** Whether a group of people has a figure that is, or may be, of fewer than that. */
function hasSmallGroup(result: unknown, { peopleAt }: FoldedPeople, fewest: number): boolean {
  const seen = new Set<object>();
  function isSmall(rows: Uint32Array, people: (row: number) => readonly string[] | null): boolean {
    const found = new Set<string>();
    for (const row of rows) {
      for (const id of people(row) ?? []) found.add(id);
      if (found.size >= fewest) return false;
    }
    return rows.length > 0;
  }
  /** The lists of issues below. */
  function* listsIn(at: object, within: Set<object>): Iterable<Uint32Array> {
    if (within.has(at)) return;
    within.add(at);
    if (at instanceof Uint32Array) yield at;
    if (ArrayBuffer.isView(at)) return;
    for (const value of membersOf(at)) if (isObject(value)) yield* listsIn(value, within);
  }
  function holds(at: object): boolean {
    if (seen.has(at) || ArrayBuffer.isView(at)) return false;
    seen.add(at);
    const members = [...membersOf(at)];
    const people = members.flatMap(value =>
      typeof value === 'string' ? (peopleAt.get(value) ?? []) : [],
    )[0];
    if (people) {
      const lists = [...listsIn(at, new Set())];
      // A line of a chart has no issues to count the people of.
      return lists.length === 0 || lists.some(rows => isSmall(rows, people));
    }
    return members.some(value => isObject(value) && holds(value));
  }
  return isObject(result) && holds(result);
}

const membersOf = (at: object): Iterable<unknown> =>
  at instanceof Map ? [...at].flat() : Object.values(at);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
