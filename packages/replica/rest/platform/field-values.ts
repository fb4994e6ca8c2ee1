import type { Entity, EntityKind } from '../../data/entity.ts';
import type { IssueDocument } from '../../data/issues/issue-document.ts';
import type { RecordHistoryItem, RecordIssue } from '../../data/records.ts';
import { asObject, asObjects, asText, type JsonObject, plainText } from '../../data/shapes.ts';
import type { Call } from '../api.ts';
import { formatDuration, parseDuration } from '../duration.ts';
import { JiraError } from '../errors.ts';
import { isAdf } from '../shape/rich-text.ts';
import { findUser, userReference } from './user.ts';

/** A field with its new value, in the form that issues store. */
export interface FieldValue {
  field: Entity;
  value: unknown;
}

interface ReadContext {
  call: Call;
  project: Entity;
  /** Throws Jira's 400 for this field. */
  fail: (message: string) => never;
}

type Reader = (context: ReadContext, value: unknown) => unknown;

const schemaOf = (field: Entity): { type?: string; items?: string; custom?: string } =>
  asObject(field.document.schema) ?? {};

/** By id, or by name, key or value, in the project or the whole site. */
const entityReader =
  (kind: EntityKind, members?: readonly string[]): Reader =>
  ({ call, project, fail }, value) => {
    const given = asObject(value) ?? { name: value };
    const wanted = asText(given.id) ?? asText(given.name);
    const found = call
      .all(kind)
      .find(
        ({ id, name, projectId }) =>
          (given.id === undefined ? name === wanted : id === wanted) &&
          (projectId === null || projectId === project.id),
      );
    if (!found) return fail(`There is no ${kind} '${wanted}' here.`);
    if (!members) return found.document;
    return Object.fromEntries(members.map(name => [name, found.document[name]]));
  };

const isDate = (value: unknown) => typeof value === 'string' && Number.isFinite(Date.parse(value));

const READERS: Readonly<Record<string, Reader>> = {
  string: ({ fail }, value) =>
    typeof value === 'string' || isAdf(value) ? value : fail('The value must be a text.'),
  number: ({ fail }, value) =>
    Number.isFinite(Number(value)) ? Number(value) : fail('The value must be a number.'),
  date: ({ fail }, value) =>
    isDate(value) && /^\d{4}-\d\d-\d\d$/.test(String(value))
      ? value
      : fail("The date must be of the form 'yyyy-MM-dd'."),
  datetime: ({ fail }, value) =>
    isDate(value) ? value : fail('The value must be a date with a time.'),
  user: ({ call, fail }, value) => {
    const { accountId, id, name } = asObject(value) ?? { accountId: value, name: value };
    const named = asText(call.isCloud ? (accountId ?? id) : (name ?? accountId));
    const user = named === null ? undefined : findUser(call, named);
    return !user || user.document.active === false
      ? fail(`User '${named}' cannot be assigned issues.`)
      : userReference(user.document);
  },
  option: ({ fail }, value) => {
    const text = asText(asObject(value)?.value ?? value);
    return text === null ? fail('The option needs a value.') : { ...asObject(value), value: text };
  },
  priority: entityReader('priority'),
  resolution: entityReader('resolution'),
  issuetype: entityReader('issueType'),
  component: entityReader('component', ['id', 'name']),
  version: entityReader('version'),
  issuelink: async ({ call, fail }, value) => {
    const given = asObject(value);
    const parent = await call.store.issues.byKeyOrId(asText(given?.key ?? given?.id) ?? '');
    if (!parent) return fail('The parent does not exist.');
    return referenceOf(parent);
  },
  sprint: ({ call, fail }, value) => {
    const sprint = call.find('sprint', String(value));
    if (!sprint || sprint.document.state === 'closed') return fail('There is no such open sprint.');
    const { originBoardId, ...document } = sprint.document;
    return { ...document, boardId: originBoardId };
  },
};

function readerOf(field: Entity): { read: Reader; isList: boolean } | null {
  const { type = '', items = '', custom } = schemaOf(field);
  const isSprint = custom?.endsWith(':gh-sprint') === true;
  const isList = isSprint || type === 'array';
  const read = READERS[isSprint ? 'sprint' : isList ? items : type];
  return read ? { read, isList } : null;
}

/** A parent or sub-task as issues store it. */
export function referenceOf({ id, key, fields }: IssueDocument): JsonObject {
  const { summary, status, priority, issuetype } = fields;
  return { id, key, fields: { summary, status, priority, issuetype } };
}

/** System fields that cannot be written directly. */
const READ_ONLY =
  /^(status|statusCategory|statuscategorychangedate|project|creator|created|updated|resolutiondate|lastViewed|workratio|(aggregate)?(time\w+|progress))$/;

export const isEditable = (field: Entity): boolean =>
  field.id === 'timetracking' || (!READ_ONLY.test(field.id) && readerOf(field) !== null);

/** Values of a request by field id. `update` adds to and removes from the current lists. */
export async function readFields(
  call: Call,
  project: Entity,
  { fields = {}, update = {} }: { fields?: unknown; update?: unknown },
  current: Readonly<JsonObject>,
): Promise<FieldValue[]> {
  const set = Object.entries(asObject(fields) ?? {});
  const updates = Object.entries(asObject(update) ?? {}).filter(([id]) => id !== 'comment');
  const values: FieldValue[] = [];
  for (const [id, value] of [...set, ...updates]) {
    const fail = (message: string): never => {
      throw new JiraError(400, [], { [id]: message });
    };
    const field = call.find('field', id);
    if (!field || !isEditable(field))
      return fail(`Field '${id}' cannot be set. It is not on the appropriate screen, or unknown.`);
    const context = { call, project, fail };
    const isUpdate = asObject(fields)?.[id] === undefined;
    const read = isUpdate
      ? readOperations(context, field, value, current[id])
      : readValue(context, field, value);
    values.push({ field, value: await read });
  }
  return values;
}

async function readValue(context: ReadContext, field: Entity, value: unknown): Promise<unknown> {
  if (field.id === 'timetracking') return readTimes(context, value);
  if (field.id === 'summary' && (typeof value !== 'string' || value.trim() === ''))
    return context.fail('You must specify a summary of the issue.');
  const reader = readerOf(field);
  if (value === null || value === undefined || value === '' || !reader) return null;
  if (!reader.isList) return reader.read(context, value);
  return Promise.all([value].flat().map(item => reader.read(context, item)));
}

const isSame = (a: unknown, b: unknown): boolean =>
  JSON.stringify(idOf(a) ?? textOf(a)) === JSON.stringify(idOf(b) ?? textOf(b));

/** Jira's `[{ set }, { add }, { remove }]`. */
async function readOperations(
  context: ReadContext,
  field: Entity,
  operations: unknown,
  current: unknown,
): Promise<unknown> {
  let value: unknown = current ?? null;
  for (const operation of asObjects(operations)) {
    const [[name, given] = []] = Object.entries(operation);
    const read = await readValue(context, field, given);
    const list = Array.isArray(value) ? value : [];
    if (name === 'set' || name === 'edit') value = read;
    else if (name === 'add' && Array.isArray(read)) value = [...list, ...read];
    else if (name === 'remove' && Array.isArray(read))
      value = list.filter(item => !read.some(one => isSame(item, one)));
    else context.fail(`The operation '${name}' is not supported.`);
  }
  return value;
}

const TIMES = [
  ['timeoriginalestimate', 'originalEstimate'],
  ['timeestimate', 'remainingEstimate'],
  ['timespent', 'timeSpent'],
] as const;

type Times = Partial<Record<(typeof TIMES)[number][0], number | null>>;

function readTimes({ fail }: ReadContext, value: unknown): Times {
  const given = asObject(value) ?? {};
  const times: Times = {};
  for (const [field, name] of TIMES.slice(0, 2)) {
    if (given[name] === undefined) continue;
    times[field] = parseDuration(String(given[name])) ?? fail('The estimate is not valid.');
  }
  return times;
}

/** Sets times in seconds and all that Jira derives from them. */
export function setTimes(record: RecordIssue, times: Times): RecordHistoryItem[] {
  const { fields } = record;
  const items: RecordHistoryItem[] = [];
  const tracking: JsonObject = {};
  const amount = (name: string) => Number(fields[name] ?? 0);
  for (const [id, name] of TIMES) {
    const value = times[id] === undefined ? (fields[id] ?? null) : times[id];
    items.push(...historyItems(id, 'jira', id, fields[id], value));
    const delta = Number(value ?? 0) - amount(id);
    fields[id] = value;
    if (delta !== 0) fields[`aggregate${id}`] = amount(`aggregate${id}`) + delta;
    if (value === null) continue;
    tracking[name] = formatDuration(Number(value));
    tracking[`${name}Seconds`] = value;
  }
  fields.timetracking = tracking;
  for (const prefix of ['', 'aggregate']) {
    const progress = amount(`${prefix}timespent`);
    const total = progress + amount(`${prefix}timeestimate`);
    const percent = total > 0 ? { percent: Math.floor((progress / total) * 100) } : {};
    fields[`${prefix}progress`] = { progress, total, ...percent };
  }
  return items;
}

/** Names of fields in histories, where they are not the id. */
const HISTORY_NAMES: Readonly<Record<string, string>> = {
  components: 'Component',
  fixVersions: 'Fix Version',
  versions: 'Version',
  parent: 'IssueParentAssociation',
};

/** Sets the values and returns the items of the history. */
export function applyFields(
  record: RecordIssue,
  values: readonly FieldValue[],
): RecordHistoryItem[] {
  return values.flatMap(({ field, value }) => {
    if (field.id === 'timetracking') return setTimes(record, value as Times);
    const custom = field.id.startsWith('customfield_');
    const name = custom ? field.name : (HISTORY_NAMES[field.id] ?? field.id);
    const before = record.fields[field.id];
    record.fields[field.id] = value;
    return historyItems(name, custom ? 'custom' : 'jira', field.id, before, value);
  });
}

/** One item, or for components and versions one per value that was added or removed. */
function historyItems(
  field: string,
  fieldtype: string,
  fieldId: string,
  before: unknown,
  after: unknown,
): RecordHistoryItem[] {
  if (isSame(before ?? null, after ?? null)) return [];
  const empty = field === 'Sprint' ? '' : null;
  const id = (value: unknown) => (/^(due|time)/.test(fieldId) ? asText(value) : idOf(value));
  const text = (value: unknown) =>
    fieldId === 'duedate' && value ? `${value} 00:00:00.0` : textOf(value);
  const item = (from: unknown, to: unknown): RecordHistoryItem => ({
    field,
    fieldtype,
    fieldId: field === 'IssueParentAssociation' ? undefined : fieldId,
    from: id(from) ?? empty,
    fromString: text(from) ?? empty,
    to: id(to) ?? empty,
    toString: text(to) ?? empty,
  });
  if (!/^(components|fixVersions|versions)$/.test(fieldId)) return [item(before, after)];
  const [old, now] = [asObjects(before), asObjects(after)];
  const removed = old.filter(value => !now.some(one => isSame(value, one)));
  const added = now.filter(value => !old.some(one => isSame(value, one)));
  return [...removed.map(value => item(value, null)), ...added.map(value => item(null, value))];
}

function idOf(value: unknown): string | null {
  if (Array.isArray(value)) {
    const objects = asObjects(value);
    return objects.length > 0 ? objects.map(idOf).join(', ') : null;
  }
  const object = asObject(value);
  return object && !isAdf(object) ? (asText(object.accountId) ?? asText(object.id)) : null;
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) {
    return value.map(textOf).join(asObjects(value).length > 0 ? ', ' : ' ');
  }
  const object = asObject(value);
  if (!object) return String(value);
  if (isAdf(object)) return plainText(object);
  return asText(object.displayName ?? object.name ?? object.value ?? object.key);
}
