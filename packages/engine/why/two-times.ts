/** The issues of one question at two times. */
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { IssueId } from '@tallyboard/core/model/ids.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';

export interface TwoTimes {
  /** All issues of both times as of today, with the histories of `pastRequirement`. */
  readonly dataset: Dataset;
  /** Issues that the query found at one of the times alone. */
  readonly left: ReadonlySet<IssueId>;
  readonly joined: ReadonlySet<IssueId>;
}

/** What the two datasets tell of the query: who left it, who joined it. */
export interface Told {
  readonly left: boolean;
  readonly joined: boolean;
}

export function twoTimes(then: Dataset, now: Dataset, asOf: Instant, told: Told): TwoTimes {
  const [nowIds, thenIds] = [now, then].map(({ issues }) => new Set(issues.map(({ id }) => id)));
  const gone = then.issues.filter(({ id }) => !nowIds?.has(id));
  const above = new Map([...(then.above ?? []), ...(now.above ?? [])].map(each => [each.id, each]));
  for (const { id } of [...now.issues, ...gone]) above.delete(id);
  const come = now.issues.filter(({ id, created }) => !thenIds?.has(id) && created <= asOf);
  return {
    dataset: {
      ...now,
      issues: [...now.issues, ...gone],
      ...(now.above && { above: [...above.values()] }),
      sprints: new Map([...then.sprints, ...now.sprints]),
      statuses: new Map([...then.statuses, ...now.statuses]),
    },
    left: new Set(told.left ? gone.map(({ id }) => id) : []),
    joined: new Set(told.joined ? come.map(({ id }) => id) : []),
  };
}
