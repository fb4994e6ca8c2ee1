/**
 * The groupings that issues are broken down by in the status, estimation and time-in-status gadgets: the codes of their
 * stored `gType`, what each is called and what it needs. Timesheets number theirs differently.
 */

import type { GroupBy, NamedGrouping } from '@tallyboard/core/measure/group-by.ts';
import type { Field } from '@tallyboard/core/model/field.ts';
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import type { IssuePart } from '@tallyboard/core/model/requirement.ts';
import { wholeNumber } from './stored.ts';

interface NamedChoice {
  readonly groupBy: NamedGrouping;
  readonly code: number | 'summary';
  readonly label: string;
  /** Whether a loaded issue has the field only when it was asked for. */
  readonly part: IssuePart | null;
}

/** In the order of the form. Code 0 stands for no grouping. */
export const GROUP_CHOICES: readonly NamedChoice[] = [
  { groupBy: 'assignee', code: 1, label: 'Assignee', part: 'people' },
  { groupBy: 'project', code: 2, label: 'Project', part: null },
  { groupBy: 'sprint', code: 3, label: 'Sprint', part: 'sprints' },
  { groupBy: 'epic', code: 4, label: 'Epic', part: 'parent' },
  { groupBy: 'issue-type', code: 5, label: 'Issue Type', part: null },
  { groupBy: 'priority', code: 6, label: 'Priority', part: 'priority' },
  { groupBy: 'status', code: 7, label: 'Status', part: null },
  { groupBy: 'fix-version', code: 8, label: 'Fix Version/s', part: 'fixVersions' },
  { groupBy: 'team', code: 9, label: 'Team', part: 'team' },
  { groupBy: 'creator', code: 10, label: 'Creator', part: 'people' },
  { groupBy: 'reporter', code: 11, label: 'Reporter', part: 'people' },
  { groupBy: 'component', code: 13, label: 'Component', part: 'components' },
  { groupBy: 'label', code: 14, label: 'Label', part: 'labels' },
  { groupBy: 'issue-key', code: 12, label: 'Issue Key', part: null },
  { groupBy: 'issue-summary', code: 'summary', label: 'Issue Key + Summary', part: null },
];

/** The grouping of a stored `gType`: null for 0; undefined for what is none. */
export function parseGroupType(raw: unknown): GroupBy | null | undefined {
  if (typeof raw === 'string' && /^customfield_\d+$/.test(raw)) return { field: raw as FieldId };
  const code = raw === 'summary' ? raw : wholeNumber(raw);
  if (code === 0) return null;
  return GROUP_CHOICES.find(choice => choice.code === code)?.groupBy;
}

export function serializeGroupType(groupBy: GroupBy | null): string | number {
  if (groupBy === null) return 0;
  return typeof groupBy === 'object' ? groupBy.field : (choiceOf(groupBy)?.code ?? 0);
}

/** A grouping as one word: to tell tables apart and as the value of a select. */
export function groupWord(groupBy: GroupBy): string {
  return typeof groupBy === 'object' ? groupBy.field : groupBy;
}

/** The grouping of such a word; null for what is none. */
export function parseGroupWord(word: string): GroupBy | null {
  const choice = GROUP_CHOICES.find(({ groupBy }) => groupBy === word);
  return choice?.groupBy ?? parseGroupType(word) ?? null;
}

/** What readers call the grouping; a custom field by its name. */
export function groupLabel(groupBy: GroupBy, fields: readonly Field[]): string {
  if (typeof groupBy !== 'object') return choiceOf(groupBy)?.label ?? groupBy;
  return fields.find(field => field.id === groupBy.field)?.name ?? groupBy.field;
}

/** The part of an issue or the custom field that a grouping needs. */
export function groupRequirement(groupBy: GroupBy): {
  parts: readonly IssuePart[];
  customFields: readonly FieldId[];
} {
  if (typeof groupBy === 'object') return { parts: [], customFields: [groupBy.field] };
  const part = choiceOf(groupBy)?.part ?? null;
  return { parts: part === null ? [] : [part], customFields: [] };
}

function choiceOf(groupBy: NamedGrouping): NamedChoice | undefined {
  return GROUP_CHOICES.find(choice => choice.groupBy === groupBy);
}
