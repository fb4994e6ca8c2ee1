import { changesOf } from '../history/field-changes.ts';
import { type LinkTimelineOf, linkTimelines } from '../history/links.ts';
import { type PointsSource, pointsSource } from '../history/points.ts';
import { SprintHistory } from '../history/sprint-history.ts';
import { allIssues } from '../measure/rows.ts';
import type { Dataset } from '../model/dataset.ts';
import type { Issue, ParentRef } from '../model/issue.ts';
import { type CustomHistory, customHistory } from './custom-values.ts';

/** Finds the objects that changes name by id, among those of the issues. */
export interface Lookups {
  readonly statuses: Dataset['statuses'];
  readonly sprints: Dataset['sprints'];
  readonly points: PointsSource;
  readonly sprintHistory: SprintHistory;
  readonly links: LinkTimelineOf;
  readonly custom: CustomHistory;
  readonly categoryOf: (id: string | null) => string;
  readonly user: Lookup<NonNullable<Issue['assignee']>>;
  readonly priority: Lookup<NonNullable<Issue['priority']>>;
  readonly type: Lookup<Issue['type']>;
  readonly project: Lookup<Issue['project']>;
  readonly version: Lookup<Issue['fixVersions'][number]>;
  readonly component: Lookup<Issue['components'][number]>;
  /** By id or a key of now or before, also the issues themselves. */
  readonly parent: Lookup<ParentRef>;
}

type Lookup<Item> = (id: string) => Item | undefined;

export function lookupsOf(dataset: Dataset): Lookups {
  const { statuses, sprints } = dataset;
  const issues = allIssues(dataset);
  /** Built when it is first asked. */
  function lookup<Item extends { readonly id: string | null }>(
    itemsOf: (issue: Issue) => readonly (Item | null)[],
    namesOf: (item: Item) => readonly (string | null)[] = ({ id }) => [id],
  ): Lookup<Item> {
    let known: Map<string, Item> | null = null;
    return id => {
      if (known === null) {
        known = new Map();
        for (const issue of issues)
          for (const item of itemsOf(issue))
            if (item) for (const name of namesOf(item)) if (name) known.set(name, item);
      }
      return known.get(id);
    };
  }
  const parentNamed = lookup(
    ({ id, key, summary, type: { level }, parent, epic }): (ParentRef | null)[] => [
      parent,
      epic,
      { id, key, summary, level },
    ],
    ({ id, key }) => [id, key],
  );
  let renamed: ReadonlyMap<string, string> | null = null;
  return {
    statuses,
    sprints,
    points: pointsSource(dataset, null),
    sprintHistory: new SprintHistory(issues),
    links: linkTimelines(issues),
    custom: customHistory(issues, dataset.fields),
    categoryOf: id => statuses.get(id as Issue['status']['id'])?.category ?? 'none',
    user: lookup(({ assignee, reporter, creator }) => [assignee, reporter, creator]),
    priority: lookup(({ priority }) => [priority]),
    type: lookup(({ type }) => [type]),
    project: lookup(({ project }) => [project]),
    version: lookup(({ fixVersions }) => fixVersions),
    component: lookup(({ components }) => components),
    parent(name) {
      const found = parentNamed(name);
      if (found) return found;
      renamed ??= new Map(issues.flatMap(each => formerKeysOf(each).map(key => [key, each.id])));
      const id = renamed.get(name);
      return id === undefined ? undefined : parentNamed(id);
    },
  };
}

/** The keys that an issue had before it was moved to another project, as far as its changes were loaded. */
export function formerKeysOf(issue: Issue): readonly string[] {
  const changes = changesOf(issue, 'key');
  return Array.from({ length: changes.length }, (_, at) => changes.fromText(at) ?? '').filter(
    key => key !== '' && key !== issue.key,
  );
}
