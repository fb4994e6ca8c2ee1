/**
 * The fields that issues can be counted by, each an item of the left menu when it is enabled: which there are, how
 * each reads an issue, and how the choice of an administrator is stored (key `enabled-fields`).
 */

import type { GroupBy } from '@tallyboard/core/measure/group-by.ts';
import type { Field, SpecialFields } from '@tallyboard/core/model/field.ts';
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import type { IssuePart } from '@tallyboard/core/model/requirement.ts';
import { asRecord } from '@tallyboard/report-kit/settings/stored.ts';

/** One field as it is stored. */
export interface IssuesByOption {
  readonly label: string;
  /** The field as Jira names it; 'sprint' and 'epic' for the special ones, the field's name for an SLA. */
  readonly field: string;
  /** Where in the field's value the text is. */
  readonly path: string;
  readonly enabled: boolean;
}

/** How a field that is no grouping reads an issue: as a number to group and sort by. */
export type NumberKind = 'due' | 'progress' | 'sum-progress' | 'votes' | 'watches' | 'sla';

interface KnownField extends IssuesByOption {
  readonly read: GroupBy | NumberKind;
  /** The part of an issue that must be loaded for it. */
  readonly part: IssuePart | null;
}

function known(
  label: string,
  field: string,
  path: string,
  read: GroupBy | NumberKind,
  part: IssuePart | null,
  enabled = true,
): KnownField {
  return { label, field, path, read, part, enabled };
}

function sla(label: string, field: string, enabled: boolean): KnownField {
  return known(`${label} SLA Breached`, field, 'ongoingCycle.breached', 'sla', 'slas', enabled);
}

/** In the order of the menu. */
const KNOWN: readonly KnownField[] = [
  known('Project', 'project', 'name', 'project', null),
  known('Sprint', 'sprint', 'name', 'sprint', 'sprints'),
  known('Issue Type', 'issuetype', 'name', 'issue-type', null),
  known('Assignee', 'assignee', 'displayName', 'assignee', 'people'),
  known('Reporter', 'reporter', 'displayName', 'reporter', 'people'),
  known('Priority', 'priority', 'name', 'priority', 'priority'),
  known('Status', 'status', 'name', 'status', null),
  known('Resolution', 'resolution', 'name', 'resolution', null),
  known('Epic Link', 'epic', 'name', 'epic', 'parent'),
  known('Due Date', 'duedate', '', 'due', 'due', false),
  known('Creator', 'creator', 'displayName', 'creator', 'people', false),
  known('Progress', 'progress', 'percent', 'progress', 'progress', false),
  known('Sum Progress', 'aggregateprogress', 'percent', 'sum-progress', 'progress', false),
  known('Votes', 'votes', 'votes', 'votes', 'votes', false),
  known('Watches', 'watches', 'watchCount', 'watches', 'votes', false),
  sla('Resolution', 'Time to resolution', true),
  sla('First Response', 'Time to first response', true),
  sla('Close After Resolution', 'Time to close after resolution', false),
  sla('Approve Normal Change', 'Time to approve normal change', false),
  known('Key', 'key', '', 'issue-key', null, false),
  known('Summary', 'summary', '', 'issue-summary', null, false),
];

/** The known fields as settings name them. */
export const FIELD_CHOICES = KNOWN.map(({ field, label }) => {
  return { code: field, name: field, label };
});

/** Where the selectors of these reports begin: 0 to 2 are other items of the menu. */
const FIRST_SELECTOR = 3;
const CUSTOM_FIELD = /^customfield_\d+$/;

/** One item of the left menu. */
export interface IssuesByItem {
  /** Its position among the enabled fields + 3. */
  readonly selector: number;
  readonly label: string;
  readonly field: string;
  /** What the report's stored settings must hold to show this field. */
  readonly settings: { readonly field: string; readonly label: string };
}

/** Returns the items of the menu group 'Issues By': the enabled fields that this site has. */
export function issuesByFields(
  stored: unknown,
  special: SpecialFields,
  fields: readonly Field[],
): readonly IssuesByItem[] {
  return issuesByOptions(stored, special, fields)
    .filter(option => option.enabled)
    .map(({ label, field }, index) => ({
      selector: index + FIRST_SELECTOR,
      label,
      field,
      settings: { field, label },
    }));
}

/**
 * Returns every field that 'Add/Remove Fields' offers, enabled or not: the known ones that this site has, then the
 * custom ones that were stored. Never throws: what cannot be read is as by default.
 */
export function issuesByOptions(
  stored: unknown,
  special: SpecialFields,
  fields: readonly Field[],
): readonly IssuesByOption[] {
  const choices = storedChoices(stored, special);
  const names = new Set(fields.filter(field => isSla(field, special)).map(nameOf));
  const offered = KNOWN.filter(
    each =>
      (each.read !== 'sla' || names.has(each.field.toLowerCase())) &&
      (each.read !== 'sprint' || special.sprint.length > 0),
  );
  return [
    ...offered.map(({ label, field, path, enabled }) => ({
      label,
      field,
      path,
      enabled: choices === null ? enabled : (choices.enabled.get(field) ?? choices.rest ?? enabled),
    })),
    ...(choices?.custom ?? []),
  ];
}

/** The stored shape of the options, for the key `enabled-fields`. */
export function storedFields(options: readonly IssuesByOption[]): readonly IssuesByOption[] {
  return options.map(({ label, field, path, enabled }) => ({ label, field, path, enabled }));
}

/** A field of the site as an option to add; which value it shows is its own name or value. */
export function customOption(field: Field): IssuesByOption {
  return { label: field.name, field: field.id, path: 'value', enabled: true };
}

interface Choices {
  readonly enabled: ReadonlyMap<string, boolean>;
  /** What holds for fields that are not among them; undefined is their own default. */
  readonly rest: boolean | undefined;
  readonly custom: readonly IssuesByOption[];
}

/**
 * Reads a list of options, a list of the bare fields or labels that are enabled, or flags by field or label; any of
 * them also inside `fields`, and as JSON text. Null for anything else.
 */
function storedChoices(stored: unknown, special: SpecialFields): Choices | null {
  const value = plain(stored);
  const record = asRecord(value);
  const list = plain(record && Object.hasOwn(record, 'fields') ? record.fields : value);
  const flags = asRecord(list);
  const entries = flags
    ? Object.entries(flags).map(([field, enabled]) => ({ field, enabled }))
    : list;
  if (!Array.isArray(entries)) return null;
  const options = entries.flatMap(entry => parseOption(entry, special) ?? []);
  if (options.length === 0 && entries.length > 0) return null;
  const custom = options.filter(({ field }) => CUSTOM_FIELD.test(field));
  return {
    enabled: new Map(options.map(({ field, enabled }) => [field, enabled])),
    // A list of names says what is on; everything else is off.
    rest:
      entries.length > 0 && entries.every(entry => typeof entry === 'string') ? false : undefined,
    custom: [...new Map(custom.map(option => [option.field, option])).values()],
  };
}

function plain(stored: unknown): unknown {
  if (typeof stored !== 'string') return stored;
  try {
    return JSON.parse(stored);
  } catch {
    return null;
  }
}

function parseOption(entry: unknown, special: SpecialFields): IssuesByOption | null {
  const record = typeof entry === 'string' ? { field: entry, enabled: true } : asRecord(entry);
  const name = text(record?.field) || text(record?.label);
  if (!record || name === '') return null;
  const found = findKnown(ownName(name, special)) ?? findLabel(name);
  if (!found && !CUSTOM_FIELD.test(name)) return null;
  const { enabled } = record;
  return {
    label: found?.label ?? (text(record.label) || name),
    field: found?.field ?? name,
    path: found?.path ?? text(record.path),
    enabled: enabled === true || enabled === 'true' || enabled === 1,
  };
}

const MAX_LENGTH = 255;
const text = (raw: unknown): string =>
  typeof raw === 'string' ? raw.trim().slice(0, MAX_LENGTH) : '';

/** Sprint and epic link may be stored by the id that they have on the site. */
function ownName(field: string, special: SpecialFields): string {
  if (special.sprint.some(id => id === field)) return 'sprint';
  if (special.epicLink.some(id => id === field)) return 'epic';
  return field;
}

function findKnown(field: string): KnownField | undefined {
  const name = field.toLowerCase();
  return KNOWN.find(each => each.field.toLowerCase() === name);
}

function findLabel(label: string): KnownField | undefined {
  const name = label.toLowerCase();
  return KNOWN.find(each => each.label.toLowerCase() === name);
}

/** How a field reads an issue, and what it needs. Any custom field is a grouping; null for what is no field. */
export function readerOf(
  field: string,
): { readonly read: GroupBy | NumberKind; readonly part: IssuePart | null } | null {
  const found = findKnown(field);
  if (found) return found;
  return CUSTOM_FIELD.test(field) ? { read: { field: field as FieldId }, part: null } : null;
}

/** The SLA fields of the site by the name that a setting has, in any case. */
export function slaIds(
  name: string,
  special: SpecialFields,
  fields: readonly Field[],
): readonly FieldId[] {
  return fields
    .filter(field => isSla(field, special) && nameOf(field) === name.toLowerCase())
    .map(({ id }) => id);
}

const isSla = ({ id }: Field, special: SpecialFields) => special.sla.includes(id);
const nameOf = ({ name }: Field) => name.trim().toLowerCase();
