/** The 17 groupings of a timesheet in the order of its form: those of other reports, the author and the resolution. */

import type { GroupBy, NamedGrouping } from '@tallyboard/core/measure/group-by.ts';
import type { Field } from '@tallyboard/core/model/field.ts';
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import type { IssuePart } from '@tallyboard/core/model/requirement.ts';
import { choices } from '@tallyboard/report-kit/settings/codec.ts';
import {
  GROUP_CHOICES,
  groupLabel,
  groupRequirement,
  orCustomField,
} from '@tallyboard/report-kit/settings/group-codes.ts';

interface Choice {
  readonly groupBy: NamedGrouping;
  readonly label: string;
}

const AUTHOR = { groupBy: 'worklog-author', label: 'Worklog Author' } as const;
const RESOLUTION = { groupBy: 'resolution', label: 'Resolution' } as const;

export const TIMESHEET_GROUPINGS: readonly Choice[] = [
  AUTHOR,
  ...GROUP_CHOICES.flatMap(choice =>
    choice.groupBy === 'status' ? [choice, RESOLUTION] : [choice],
  ),
];

/** What readers call the grouping; a custom field by its name. */
export function groupingLabel(groupBy: GroupBy, fields: readonly Field[]): string {
  if (groupBy === AUTHOR.groupBy) return AUTHOR.label;
  return groupBy === RESOLUTION.groupBy ? RESOLUTION.label : groupLabel(groupBy, fields);
}

/** By their stored codes, from 0 on. */
const CODES: readonly NamedGrouping[] = [
  'worklog-author',
  'assignee',
  'project',
  'sprint',
  'epic',
  'issue-type',
  'priority',
  'status',
  'resolution',
  'fix-version',
  'team',
  'creator',
  'reporter',
  'issue-key',
  'component',
  'label',
];

export const GROUPING = orCustomField<GroupBy>(
  choices(
    TIMESHEET_GROUPINGS.map(({ groupBy, label }) => ({
      value: groupBy,
      code: groupBy === 'issue-summary' ? 'summary' : CODES.indexOf(groupBy),
      name: groupBy,
      label,
    })),
  ),
);

export function groupingRequirement(groupBy: GroupBy): {
  readonly parts: readonly IssuePart[];
  readonly customFields: readonly FieldId[];
} {
  if (groupBy === AUTHOR.groupBy || groupBy === RESOLUTION.groupBy)
    return { parts: [], customFields: [] };
  return groupRequirement(groupBy);
}
