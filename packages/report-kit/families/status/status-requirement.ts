import type { GroupBy } from '@tallyboard/core/measure/group-by.ts';
import type { IssuePart, Requirement } from '@tallyboard/core/model/requirement.ts';
import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import { groupRequirement } from '../../settings/group-codes.ts';
import type { StatusSettings } from './status-settings.ts';

/** The requirement of status reports, with further parts and groupings. */
export function statusRequirement(
  settings: StatusSettings,
  parts: readonly IssuePart[],
  groupings: readonly GroupBy[],
): Requirement {
  const asked = groupings.map(groupRequirement);
  const fields = asked.flatMap(each => each.customFields);
  if (settings.pointsField !== null) fields.push(settings.pointsField);
  // 'parent' to find points of both a sub-task and its parent.
  const all: IssuePart[] = ['due', 'points', 'time', 'parent', ...parts];
  for (const each of asked) all.push(...each.parts);
  const forest = asked.find(each => each.forest)?.forest;
  return {
    ...NO_REQUIREMENT,
    parts: [...new Set(all)],
    customFields: [...new Set(fields)],
    ...(forest && { forest }),
  };
}
