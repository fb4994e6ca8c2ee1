/**
 * The fields that issues can be counted by, each a menu item if enabled, and how administrators' choices are stored (key
 * `enabled-fields`).
 */

import type { GroupBy } from '@tallyboard/core/measure/group-by.ts';
import type { Field, SpecialFields } from '@tallyboard/core/model/field.ts';
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import type { IssuePart } from '@tallyboard/core/model/requirement.ts';
import { asRecord } from '@tallyboard/core/unknown.ts';
import { slaKey } from '@tallyboard/report-kit/families/service-desk/sla-entries.ts';
import { parseLevel } from '@tallyboard/report-kit/settings/group-codes.ts';

export interface IssuesByOption {
  readonly label: string;
  /** Jira's name of the field, 'sprint', 'epic', or the name of an SLA. */
  readonly field: string;
  /** Path of the text within the field's value. */
  readonly path: string;
  readonly enabled: boolean;
}

/** Fields that are read as a number to group and sort by. */
export type NumberKind = 'due' | 'progress' | 'sum-progress' | 'votes' | 'watches' | 'sla';

interface KnownField extends IssuesByOption {
  readonly read: GroupBy | NumberKind;
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

export const FIELD_CHOICES = KNOWN.map(({ field, label }) => {
  return { code: field, name: field, label };
});

/** What the page calls a field; null for those of the site. */
export const knownLabel = (field: string): string | null =>
  KNOWN.find(each => each.field === field)?.label ?? null;

/** The name of the column; a custom field of a question without one is called as the site calls it. */
export function shownLabel(
  { field, label }: { readonly field: string; readonly label: string },
  fields: readonly Field[],
): string {
  return (label === field && fields.find(({ id }) => id === field)?.name) || label;
}

/** Selectors 0 to 2 are other menu items. */
const FIRST_SELECTOR = 3;
const CUSTOM_FIELD = /^customfield_\d+$/;
/** Before the name of an SLA. */
const SLA = 'sla:';
const SLA_NAME = /^\s*sla:\s*(\S.*?)\s*$/i;

/** The name in 'sla:Zeit bis zur Lösung'. */
export const parseSlaName = (field: string): string | undefined => SLA_NAME.exec(field)?.[1];

export const SLA_TEXT = 'sla:NAME with the name of an SLA';

export interface IssuesByItem {
  /** Its position among the enabled fields + 3. */
  readonly selector: number;
  readonly label: string;
  readonly field: string;
  /** Stored settings of the report for this field. */
  readonly settings: { readonly field: string; readonly label: string };
}

/** Returns the menu group 'Issues By': the enabled fields of this site. */
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
 * Returns the fields of 'Add/Remove Fields': known ones of this site, then stored custom ones. Never throws: unusable
 * values become defaults.
 */
export function issuesByOptions(
  stored: unknown,
  special: SpecialFields,
  fields: readonly Field[],
): readonly IssuesByOption[] {
  const choices = storedChoices(stored, special);
  const slas = fields.filter(field => isSla(field, special));
  const names = new Set(slas.map(({ name }) => slaKey(name)));
  const offered = KNOWN.filter(
    each =>
      (each.read !== 'sla' || names.has(slaKey(each.field))) &&
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
    // Last: menu items have numbers, which addresses store.
    ...otherSlas(slas).map(name => {
      const field = `${SLA}${name}`;
      const enabled = choices?.enabled.get(field) ?? choices?.rest ?? true;
      return { label: name, field, path: '', enabled };
    }),
  ];
}

/** The names of SLAs besides those that have a label of their own, each once. */
function otherSlas(slas: readonly Field[]): readonly string[] {
  const names = new Map(slas.map(field => [slaKey(field.name), field.name.trim()]));
  return [...names.values()].filter(name => name !== '' && findKnown(name)?.read !== 'sla');
}

export function storedFields(options: readonly IssuesByOption[]): readonly IssuesByOption[] {
  return options.map(({ label, field, path, enabled }) => ({ label, field, path, enabled }));
}

/** Custom fields and levels are in the menu once they are added. */
export const isAddedField = (field: string): boolean =>
  CUSTOM_FIELD.test(field) || parseLevel(field) !== undefined;

/** Jira's name of the level above epics. */
export const INITIATIVES: IssuesByOption = {
  label: 'Initiative',
  field: 'level:Initiative',
  path: '',
  enabled: true,
};

export function customOption(field: Field): IssuesByOption {
  return { label: field.name, field: field.id, path: 'value', enabled: true };
}

interface Choices {
  readonly enabled: ReadonlyMap<string, boolean>;
  /** For fields that are not stored; undefined for their defaults. */
  readonly rest: boolean | undefined;
  readonly custom: readonly IssuesByOption[];
}

/**
 * Parses a list of options, a list of enabled fields or labels, or flags by field or label; each also inside `fields`
 * and as JSON text. Null for anything else.
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
  const custom = options.filter(({ field }) => isAddedField(field));
  return {
    enabled: new Map(options.map(({ field, enabled }) => [field, enabled])),
    // A list of names turns all other fields off.
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
  const slaName = parseSlaName(name);
  if (!found && !isAddedField(name) && slaName === undefined) return null;
  const { enabled } = record;
  return {
    label: found?.label ?? (text(record.label) || (slaName ?? parseLevel(name)?.level ?? name)),
    field: found?.field ?? (slaName === undefined ? name : `${SLA}${slaName}`),
    path: found?.path ?? text(record.path),
    enabled: enabled === true || enabled === 'true' || enabled === 1,
  };
}

const MAX_LENGTH = 255;
const text = (raw: unknown): string =>
  typeof raw === 'string' ? raw.trim().slice(0, MAX_LENGTH) : '';

/** Sprint and epic link may be stored by their field ids. */
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

/** How a field is read and what to load; custom fields and levels are groupings. Null for an unknown field. */
export function readerOf(
  field: string,
): { readonly read: GroupBy | NumberKind; readonly part: IssuePart | null } | null {
  const found = findKnown(field);
  if (found) return found;
  if (parseSlaName(field) !== undefined) return { read: 'sla', part: 'slas' };
  const level = parseLevel(field);
  if (level) return { read: level, part: 'parent' };
  return CUSTOM_FIELD.test(field) ? { read: { field: field as FieldId }, part: null } : null;
}

/** The SLA fields of the site with this name, in any case; `sla:` may precede it. */
export function slaIds(
  field: string,
  special: SpecialFields,
  fields: readonly Field[],
): readonly FieldId[] {
  const name = slaKey(parseSlaName(field) ?? field);
  return fields
    .filter(each => isSla(each, special) && slaKey(each.name) === name)
    .map(({ id }) => id);
}

const isSla = ({ id }: Field, special: SpecialFields) => special.sla.includes(id);
