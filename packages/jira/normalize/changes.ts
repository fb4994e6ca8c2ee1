import { compareChanges } from '@tallyboard/core/history/order.ts';
import type { Change, ChangeField } from '@tallyboard/core/model/change.ts';
import type { Field, SpecialFields } from '@tallyboard/core/model/field.ts';
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import { parseInstant } from '@tallyboard/core/time/instant.ts';
import { isOfCustomField } from '@tallyboard/records/history-item.ts';
import { WireError } from '../errors.ts';
import { pointsChoices, sprintChoices } from '../fields.ts';
import type { WireChangeItem, WireHistory } from '../wire/issue.ts';
import type { Pool } from './pool.ts';

const SYSTEM_IDS = {
  status: ['status'],
  resolution: ['resolution'],
  assignee: ['assignee'],
  fixVersion: ['fixVersions'],
  priority: ['priority'],
  issueType: ['issuetype'],
  project: ['project'],
  key: ['issuekey'],
  originalEstimate: ['timeoriginalestimate'],
  remainingEstimate: ['timeestimate'],
  timeSpent: ['timespent'],
  due: ['duedate'],
  labels: ['labels'],
  components: ['components'],
} as const;

/** A field that has a name of its own is not 'custom': the last one counts. */
const CUSTOM = ['custom', 'points', 'sprint', 'parent', 'flagged'] as const;

/** Ids and names of system fields in lower case. */
const SYSTEM_NAMES: ReadonlyMap<string, ChangeField> = new Map([
  ...Object.entries(SYSTEM_IDS).map(
    ([field, [id]]) => [id.toLowerCase(), field as ChangeField] as const,
  ),
  ['issue type', 'issueType'],
  ['key', 'key'],
  ['fix version', 'fixVersion'],
  ['component', 'components'],
  ['parent', 'parent'],
  ['parent issue', 'parent'],
  ['issueparentassociation', 'parent'],
  ['link', 'link'],
]);

/** Names of custom fields in lower case, on sites that have not translated them. */
const CUSTOM_NAMES: ReadonlyMap<string, ChangeField> = new Map([
  ['epic link', 'parent'],
  ['parent link', 'parent'],
  ['sprint', 'sprint'],
  ['story points', 'points'],
  ['story point estimate', 'points'],
  ['flagged', 'flagged'],
]);

type FieldIds = Readonly<Record<Exclude<ChangeField, 'link' | 'other'>, readonly string[]>>;

/** The field ids of each kind of change on a site. */
function fieldIdsOf(
  customFields: readonly FieldId[],
  fields: readonly Field[],
  special: SpecialFields,
): FieldIds {
  const chosen = fields.filter(field => customFields.includes(field.id));
  const idsOf = (all: readonly Field[]) => all.map(({ id }) => id);
  return {
    ...SYSTEM_IDS,
    custom: customFields,
    points: [
      ...special.storyPoints,
      ...special.storyPointEstimate,
      ...idsOf(pointsChoices(chosen)),
    ],
    sprint: [...special.sprint, ...idsOf(sprintChoices(chosen))],
    parent: [...special.epicLink, ...(special.parentLink ?? [])],
    flagged: special.flagged,
  };
}

/** The field of a change. */
interface NamedField {
  readonly field: ChangeField;
  readonly fieldId: FieldId | null;
}

/** Null for a change that was not requested. */
export type ChangeNames = (item: WireChangeItem) => NamedField | null;

/**
 * Returns the names of changes under a requirement. Items match by field id where they carry one, else by name, in
 * either case; entries about the same field on different hosts get the same name. A number field that was asked for
 * by id counts as points, a list of JSON as sprints: somebody chose it as such.
 */
export function nameChanges(
  requirement: Pick<Requirement, 'history' | 'customFields'>,
  fields: readonly Field[],
  special: SpecialFields,
): ChangeNames {
  const wanted = new Set(requirement.history);
  const byId = new Map<string, ChangeField>([...SYSTEM_NAMES, ...CUSTOM_NAMES]);
  const byCustomName = new Map(CUSTOM_NAMES);
  const names = new Map<string, string>(fields.map(({ id, name }) => [id, name.toLowerCase()]));
  const ids = fieldIdsOf(requirement.customFields, fields, special);
  for (const field of CUSTOM) {
    for (const id of ids[field]) {
      byId.set(id.toLowerCase(), field);
      const name = names.get(id);
      if (name !== undefined && !(field === 'custom' && byCustomName.has(name)))
        byCustomName.set(name, field);
    }
  }
  /** Id for a custom field with the name of a system field, which its name alone would mean. */
  const hiddenId = (name: string): FieldId | null => {
    if (!SYSTEM_NAMES.has(name)) return null;
    const own = fields.find(
      ({ id }) => isOfCustomField({ field: '', fieldId: id }) && names.get(id) === name,
    );
    return own?.id ?? (`customfield_${name}` as FieldId);
  };

  function find(item: WireChangeItem): NamedField | null {
    const name = item.field.toLowerCase();
    const isCustom = isOfCustomField(item);
    const fieldId = (item.fieldId || (isCustom ? hiddenId(name) : null)) as FieldId | null;
    const found = fieldId
      ? byId.get(fieldId.toLowerCase())
      : ((isCustom ? undefined : SYSTEM_NAMES.get(name)) ?? byCustomName.get(name));
    const field = found ?? 'other';
    return wanted.has(field) ? { field, fieldId } : null;
  }

  // Items name the same few fields over and over: each is looked up once by its raw text.
  const known = { id: new Map(), custom: new Map(), system: new Map() } as const satisfies Record<
    string,
    Map<string, NamedField | null>
  >;
  return item => {
    const { fieldId, field, fieldtype } = item;
    const cache =
      fieldtype === 'custom' && !fieldId ? known.custom : fieldId ? known.id : known.system;
    const text = fieldId || field;
    let name = cache.get(text);
    if (name === undefined) {
      name = find(item);
      cache.set(text, name);
    }
    return name;
  };
}

/** The field ids that changelog/bulkfetch may be narrowed to; null when the changes have none (parents, links, others). */
export function historyFieldIds(
  history: Requirement['history'],
  customFields: readonly FieldId[],
  fields: readonly Field[],
  special: SpecialFields,
): readonly string[] | null {
  const ids = fieldIdsOf(customFields, fields, special);
  const found = new Set<string>();
  for (const name of history) {
    // Moves between epics and parents, and links, carry no field id: a narrowed call would leave them out.
    if (name === 'parent' || name === 'link' || name === 'other') return null;
    for (const id of ids[name]) found.add(id);
  }
  return [...found];
}

/**
 * Histories as changes, sorted by `compareChanges`. Hosts send them in either order. Throws WireError for a time that
 * cannot be read.
 */
export function normalizeHistories(
  histories: readonly WireHistory[],
  names: ChangeNames,
  pool: Pool,
): Change[] {
  const changes: Change[] = [];
  let sorted = true;
  const first = histories[0];
  const last = histories[histories.length - 1];
  if (first === undefined || last === undefined) return changes;
  const newestFirst = instantOf(first) > instantOf(last);
  for (let step = 0; step < histories.length; step++) {
    const history = histories[newestFirst ? histories.length - 1 - step : step] as WireHistory;
    let at = Number.NaN;
    for (const item of history.items) {
      const named = names(item);
      if (named === null) continue;
      if (Number.isNaN(at)) at = instantOf(history);
      const change = normalizeItem(item, named, at, history, pool);
      const before = changes[changes.length - 1];
      if (before !== undefined && compareChanges(before, change) > 0) sorted = false;
      changes.push(change);
    }
  }
  if (!sorted) changes.sort(compareChanges);
  return changes;
}

function normalizeItem(
  item: WireChangeItem,
  { field, fieldId }: NamedField,
  at: number,
  history: WireHistory,
  pool: Pool,
): Change {
  const fromText = item.fromString ?? null;
  // Absent, `toString` is the language's own function.
  const text: unknown = item.toString;
  const toText = typeof text === 'string' ? text : null;
  let from = item.from ?? null;
  let to = item.to ?? null;
  if (field === 'status') {
    from = pool.historyStatus(from, fromText);
    to = pool.historyStatus(to, toText);
  }
  if (field === 'sprint' && ((!from && fromText) || (!to && toText))) pool.hasSprintNames = true;
  return {
    at,
    historyId: typeof history.id === 'string' ? history.id : String(history.id),
    author: pool.user(history.author),
    field,
    fieldId,
    fieldName: item.field,
    from,
    fromText,
    to,
    toText,
  };
}

function instantOf(history: WireHistory): number {
  const { created } = history;
  const at = typeof created === 'number' ? created : parseInstant(created);
  if (Number.isNaN(at))
    throw new WireError(`history ${history.id} created`, 'a timestamp', created);
  return at;
}
