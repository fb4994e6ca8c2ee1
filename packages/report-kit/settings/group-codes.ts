/** The groupings of the status, estimation and time-in-status gadgets by their stored `gType`. Timesheets have other codes. */

import type { Rename } from '@tallyboard/core/anonymous/anonymous-dataset.ts';
import type { GroupBy, NamedGrouping } from '@tallyboard/core/measure/group-by.ts';
import { isLevelGrouping, type LevelGrouping } from '@tallyboard/core/measure/level-grouping.ts';
import type { Field } from '@tallyboard/core/model/field.ts';
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import type { ForestNeed, IssuePart } from '@tallyboard/core/model/requirement.ts';
import { type ChoiceCodec, type Codec, choices, isCustomField, type Shape } from './codec.ts';

export const LEVEL_TEXT = 'level:NAME with the name of an issue type, such as level:Initiative';
const MAX_LEVEL_LENGTH = 200;
const LEVEL = /^\s*level:\s*(\S.*)$/i;

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
  { groupBy: 'request-type', code: 16, label: 'Request Type', part: 'desk' },
  { groupBy: 'organization', code: 17, label: 'Organization', part: 'desk' },
  { groupBy: 'account-type', code: 15, label: 'People, Agents, Customers', part: 'people' },
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
  return orCustomField<NamedGrouping | null>(
    choices([
      { value: null, code: 0, name: ungrouped.name, label: ungrouped.label },
      ...GROUP_CHOICES.map(({ groupBy, code, label }) => {
        return { value: groupBy, name: groupBy, code, label };
      }),
    ]),
  );
}

const withOthers = (shape: Shape, others: string): Shape =>
  shape.kind === 'choice' ? { ...shape, others } : shape;

/** Accepts also the id of a custom field, or a level. */
export function orCustomField<Value extends string | null>(
  named: ChoiceCodec<Value>,
): Codec<Value | CustomGrouping> {
  return {
    parse: raw => customGrouping(raw) ?? named.parse(raw),
    format: value =>
      typeof value === 'object' && value !== null ? groupWord(value) : named.format(value, {}),
    shape: withOthers(named.shape, `a custom field such as customfield_10050, or ${LEVEL_TEXT}`),
  };
}

/** Accepts also a level. */
export const orLevel = <Value>(named: ChoiceCodec<Value>): Codec<Value | LevelGrouping> => ({
  parse: raw => parseLevel(raw) ?? named.parse(raw),
  format: value => (isLevelGrouping(value) ? groupWord(value) : named.format(value, {})),
  shape: withOthers(named.shape, LEVEL_TEXT),
});

type CustomGrouping = Exclude<GroupBy, NamedGrouping>;

function customGrouping(raw: unknown): CustomGrouping | undefined {
  return isCustomField(raw) ? { field: raw } : parseLevel(raw);
}

/** 'level:Initiative' */
export function parseLevel(raw: unknown): LevelGrouping | undefined {
  if (typeof raw !== 'string' || raw.length > MAX_LEVEL_LENGTH) return undefined;
  const level = LEVEL.exec(raw)?.[1]?.trim();
  return level === undefined ? undefined : { level };
}

/** For settings with a grouping. */
export const renameGrouping = <Value extends GroupBy | null>(
  groupBy: Value,
  rename: Rename,
): Value | LevelGrouping =>
  isLevelGrouping(groupBy) ? { level: rename('type', groupBy.level) } : groupBy;

/** A grouping as one word, for ids of tables and values of selects. */
export function groupWord(groupBy: GroupBy): string {
  if (isLevelGrouping(groupBy)) return `level:${groupBy.level}`;
  return typeof groupBy === 'object' ? groupBy.field : groupBy;
}

/** The label of a grouping; a custom field's name. */
export function groupLabel(groupBy: GroupBy, fields: readonly Field[]): string {
  if (isLevelGrouping(groupBy)) return groupBy.level;
  if (typeof groupBy !== 'object') return choiceOf(groupBy)?.label ?? groupBy;
  return fields.find(field => field.id === groupBy.field)?.name ?? groupBy.field;
}

/** ' by Assignee', the end of a title; '' for a custom field that is unknown. */
export function titleEnd(groupBy: GroupBy, fields: readonly Field[] = []): string {
  const label = groupLabel(groupBy, fields);
  return label === groupWord(groupBy) ? '' : ` by ${label}`;
}

/** Parents of issues, and those above them. */
const PARENTS: ForestNeed = { above: 'all', below: null, lowest: 0 };

/** The part of an issue, the custom field, or the parents that a grouping needs. */
export function groupRequirement(groupBy: GroupBy): {
  parts: readonly IssuePart[];
  customFields: readonly FieldId[];
  forest?: ForestNeed;
} {
  if (isLevelGrouping(groupBy)) return { parts: ['parent'], customFields: [], forest: PARENTS };
  if (typeof groupBy === 'object') return { parts: [], customFields: [groupBy.field] };
  const part = choiceOf(groupBy)?.part ?? null;
  return { parts: part === null ? [] : [part], customFields: [] };
}

const choiceOf = (groupBy: NamedGrouping): GroupChoice | undefined =>
  TIMESHEET_CHOICES.find(choice => choice.groupBy === groupBy);
