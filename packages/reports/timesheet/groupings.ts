/** The 17 groupings of a timesheet in the order of its form: those of other reports, the author and the resolution. */

import type { GroupBy } from '@tallyboard/core/measure/group-by.ts';
import type { Field } from '@tallyboard/core/model/field.ts';
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import type { IssuePart } from '@tallyboard/core/model/requirement.ts';
import {
  GROUP_CHOICES,
  groupLabel,
  groupRequirement,
  parseGroupWord,
} from '../shared/group-codes.ts';

interface Choice {
  readonly groupBy: GroupBy;
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

/** The grouping of the value of a select; null for what is none. */
export function parseGroupingWord(word: string): GroupBy | null {
  if (word === AUTHOR.groupBy) return AUTHOR.groupBy;
  return word === RESOLUTION.groupBy ? RESOLUTION.groupBy : parseGroupWord(word);
}

export function groupingRequirement(groupBy: GroupBy): {
  readonly parts: readonly IssuePart[];
  readonly customFields: readonly FieldId[];
} {
  if (groupBy === AUTHOR.groupBy || groupBy === RESOLUTION.groupBy)
    return { parts: [], customFields: [] };
  return groupRequirement(groupBy);
}
