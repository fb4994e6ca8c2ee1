/** The groupings of the status, estimation and time-in-status gadgets by their stored `gType`. Timesheets have other codes. */

import type { GroupBy, NamedGrouping } from '@tallyboard/core/measure/group-by.ts';
import type { Field } from '@tallyboard/core/model/field.ts';
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import type { IssuePart } from '@tallyboard/core/model/requirement.ts';
import { type ChoiceCodec, type Codec, choices, isCustomField, type Shape } from './codec.ts';

interface GroupChoice {
  readonly groupBy: NamedGrouping;
  readonly label: string;
  /** The part of an issue to load; null for what every issue has. */
  readonly part: IssuePart | null;
}

/** In the order of the form. Code 0 is no grouping. */
export const GROUP_CHOICES: readonly (GroupChoice & { readonly code: number | 'summary' })[] = [
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

/** Those of a timesheet in the order of its form, which has two more. */
export const TIMESHEET_CHOICES: readonly GroupChoice[] = [
  { groupBy: 'worklog-author', label: 'Worklog Author', part: null },
  ...GROUP_CHOICES.flatMap((choice): readonly GroupChoice[] =>
    choice.groupBy === 'status'
      ? [choice, { groupBy: 'resolution', label: 'Resolution', part: null }]
      : [choice],
  ),
];

/** A named grouping, null for code 0, or a custom field by its id. */
export function groupCodec(ungrouped: { readonly name: string; readonly label: string }) {
  return orCustomField<GroupBy | null>(
    choices([
      { value: null, code: 0, name: ungrouped.name, label: ungrouped.label },
      ...GROUP_CHOICES.map(({ groupBy, code, label }) => {
        return { value: groupBy, name: groupBy, code, label };
      }),
    ]),
  );
}

/** Accepts also the id of a custom field. */
export function orCustomField<Value extends GroupBy | null>(
  named: ChoiceCodec<Value>,
): Codec<Value | CustomGrouping> {
  return {
    parse: raw => customGrouping(raw) ?? named.parse(raw),
    format: value =>
      typeof value === 'object' && value !== null ? value.field : named.format(value as Value, {}),
    shape: { ...named.shape, others: 'a custom field such as customfield_10050' } as Shape,
  };
}

type CustomGrouping = Exclude<GroupBy, NamedGrouping>;

function customGrouping(raw: unknown): CustomGrouping | undefined {
  return isCustomField(raw) ? { field: raw } : undefined;
}

/** A grouping as one word, for ids of tables and values of selects. */
export const groupWord = (groupBy: GroupBy): string =>
  typeof groupBy === 'object' ? groupBy.field : groupBy;

/** The label of a grouping; a custom field's name. */
export function groupLabel(groupBy: GroupBy, fields: readonly Field[]): string {
  if (typeof groupBy !== 'object') return choiceOf(groupBy)?.label ?? groupBy;
  return fields.find(field => field.id === groupBy.field)?.name ?? groupBy.field;
}

/** ' by Assignee', the end of a title; '' for a custom field that is unknown. */
export function titleEnd(groupBy: GroupBy, fields: readonly Field[] = []): string {
  const label = groupLabel(groupBy, fields);
  return label === groupWord(groupBy) ? '' : ` by ${label}`;
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

const choiceOf = (groupBy: NamedGrouping): GroupChoice | undefined =>
  TIMESHEET_CHOICES.find(choice => choice.groupBy === groupBy);
