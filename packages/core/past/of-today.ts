import type { Dataset } from '../model/dataset.ts';
import type { Issue } from '../model/issue.ts';
import type { IssuePart, Requirement } from '../model/requirement.ts';
import type { Instant } from '../time/units.ts';
import { customHistory } from './custom-values.ts';

interface OfToday {
  readonly name: string;
  readonly isSet: (issue: Issue) => boolean;
}

const OF_TODAY: Readonly<Partial<Record<IssuePart, OfToday>>> = {
  team: { name: 'team', isSet: ({ team }) => team !== null },
  votes: { name: 'votes', isSet: ({ votes, watches }) => votes + watches > 0 },
  progress: { name: 'progress of sub-tasks', isSet: ({ sumProgress }) => sumProgress !== null },
  desk: {
    name: 'request types, organizations and satisfaction',
    isSet: ({ requestType, organizations, satisfaction }) =>
      requestType !== null || organizations.length > 0 || satisfaction !== null,
  },
};

/**
 * Names of what a requirement reads whose value at `t` is not known, in issues that changed since then: no change that was
 * received tells it, so that the value of today stands for it.
 */
export function namesOfToday(
  { issues, fields }: Pick<Dataset, 'issues' | 'fields'>,
  { parts, customFields }: Pick<Requirement, 'parts' | 'customFields'>,
  t: Instant,
): readonly string[] {
  const custom = customHistory(issues, fields);
  const changed = issues.filter(({ created, updated }) => created <= t && updated > t);
  return [
    ...parts.flatMap(part => {
      const ofToday = OF_TODAY[part];
      return ofToday && changed.some(ofToday.isSet) ? [ofToday.name] : [];
    }),
    ...customFields.flatMap(id =>
      changed.some(issue => custom.isUnknown(issue, id, t))
        ? [fields.find(each => each.id === id)?.name ?? id]
        : [],
    ),
  ];
}
