import type { Dataset } from '../model/dataset.ts';
import type { Requirement } from '../model/requirement.ts';
import type { Instant } from '../time/units.ts';
import { customHistory } from './custom-values.ts';
import { PART_HISTORY } from './past-requirement.ts';

const NAMES: Readonly<Record<string, string>> = {
  team: 'team',
  votes: 'votes',
  progress: 'progress of sub-tasks',
  desk: 'request types, organizations and satisfaction',
};

/** What a requirement reads that has the value of today at `t` too, since no change that was received tells it. */
export function namesOfToday(
  { issues, fields }: Pick<Dataset, 'issues' | 'fields'>,
  { parts, customFields }: Pick<Requirement, 'parts' | 'customFields'>,
  t: Instant,
): readonly string[] {
  const custom = customHistory(issues, fields);
  return [
    ...parts.flatMap(part => (PART_HISTORY[part] ? [] : (NAMES[part] ?? []))),
    ...customFields.flatMap(id => {
      const isUnknown = issues.some(issue => issue.created <= t && custom.isUnknown(issue, id, t));
      return isUnknown ? [fields.find(each => each.id === id)?.name ?? id] : [];
    }),
  ];
}
