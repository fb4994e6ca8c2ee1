import { basename } from 'node:path';
import { fieldsOfReply } from '@tallyboard/records/catalogue.ts';
import { hasMorePages, isCount } from '@tallyboard/records/plain.ts';
import { isEmpty, jsonIn, numberIn, objectIn } from '@tallyboard/records/values.ts';
import type { StoreRecord } from '../data/records.ts';
import { asObject, asObjects, asText, type JsonObject } from '../data/shapes.ts';
import { LISTS } from './json-pieces.ts';

/** Histories or worklogs that are separate from their issue. */
export interface Attachment {
  readonly kind: 'attachment';
  /** Id or key at the source; null if the reply or the file names it. */
  readonly issue: string | null;
  readonly histories: readonly unknown[];
  readonly worklogs: readonly unknown[];
  /** Length of their list at the source: null for more than here, absent where nothing says it. */
  readonly total?: number | null;
}

/** What a reply says of the list before it. */
export interface Page {
  readonly kind: 'page';
  /** Null for an unknown number. */
  readonly total: number | null;
  /** There are further entries, before or after these. */
  readonly isPart: boolean;
  /** It ends the list. */
  readonly isLast: boolean;
  /** The issue of its entries. */
  readonly issue: string | null;
  /** The address of the list. */
  readonly address: string;
  /** Its own count cannot be read. */
  readonly isUncounted: boolean;
  /** Entries that came with it and are no records. */
  readonly unread: number;
}

export type RecognisedValue = StoreRecord | Attachment | Page;

/** Reading order: referenced entities first. */
export const ORDER = ['catalogue', 'issue', 'name list', 'attachment'] as const;
export type Stage = (typeof ORDER)[number];

const isObject = (value: unknown): value is JsonObject => asObject(value) !== null;

const has = (value: JsonObject, ...names: string[]) =>
  names.every(name => value[name] !== undefined);

const hasId = (value: JsonObject): value is JsonObject & { id: string | number } =>
  typeof value.id === 'string' || typeof value.id === 'number';

/**
 * Recognises a value by its shape, and by the file's name if shapes are alike ({id, name}); also within what crawlers and
 * pipelines wrap around it. Empty: not Jira's.
 */
export function recognise(value: unknown, path: string, depth = 0): RecognisedValue[] {
  if (Array.isArray(value)) return value.flatMap(each => recognise(each, path, depth));
  if (!isObject(value)) return [];
  const { data } = value;
  if (isObject(data) && ('params' in value || Array.isArray(data.null)))
    return recogniseWrapped(value, data, path);
  const one = recogniseOne(value, path);
  if (one) return one;
  const name = LISTS.find(each => Array.isArray(value[each]));
  if (name !== undefined) {
    const list = value[name] as unknown[];
    const found = list.map(each => recognise(each, path));
    const unread = found.filter(({ length }) => length === 0).length;
    return [...fieldsOf(value), ...found.flat(), { ...pageOf(value), unread }];
  }
  const schemes = value.permissionSchemes ?? value.issueSecuritySchemes;
  if (Array.isArray(schemes)) return schemes.flatMap(scheme => recognise(scheme, path));
  const members = Object.values(value);
  if (members.length === 0) return [];
  const isProjectList = (member: unknown) => isObject(member) && has(member, 'id', 'key', 'name');
  if (members.every(isProjectList) || members.every(isIssue))
    return members.flatMap(member => recognise(member, path));
  if (
    /status/i.test(basename(path)) &&
    members.every(id => typeof id === 'string' && /^\d+$/.test(id))
  )
    return Object.entries(value).map(([name, id]) => ({
      kind: 'status',
      value: { id: String(id), name },
    }));
  return depth < MAX_WRAPPERS ? recogniseWithin(value, path, depth) : [];
}

/** Members in which pipelines keep what Jira sent: Airbyte, Singer, webhooks, Perceval, Elasticsearch, warehouses. */
const WRAPPERS = [
  ...['_airbyte_data', 'record', 'data', 'issue', '_source', 'document', 'payload', 'body'],
  ...['response', 'value', 'raw', 'json', 'content', 'worklog', 'sprint', 'issues'],
];
const MAX_WRAPPERS = 3;

function recogniseWithin(value: JsonObject, path: string, depth: number): RecognisedValue[] {
  for (const name of WRAPPERS) {
    const within = jsonIn(value[name]);
    if (typeof within !== 'object' || within === null) continue;
    const found = recognise(within, path, depth + 1);
    if (found.length > 0) return found.map(each => withIssue(each, value));
  }
  return [];
}

/** Crawlers keep the issue of an entry in the address or the input of the call. */
function withIssue(found: RecognisedValue, { url, input }: JsonObject): RecognisedValue {
  if (found.kind !== 'attachment' || found.issue !== null) return found;
  return { ...found, issue: issueIn(url) ?? asText(objectIn(input)?.issue_id) };
}

/** Messages of pipelines that hold no record. */
export const isControlMessage = (value: unknown): boolean =>
  /^(SCHEMA|STATE|LOG|TRACE|SPEC|CATALOG|ACTIVATE_VERSION|CONNECTION_STATUS|CONTROL)$/.test(
    String(asObject(value)?.type),
  );

const isIssue = (value: unknown): boolean =>
  isObject(value) && objectIn(value.fields) !== null && (has(value, 'key') || has(value, 'id'));

/** Without a further page these end their list. */
const ENDS = ['nextPageToken', 'issueChangeLogs'];

/** What a reply says of its list; its elements may have been taken out. */
export function pageOf(reply: JsonObject): Page {
  const { isLast, self } = reply;
  const hasMore = hasMorePages(reply);
  const total = numberIn(reply.total);
  const isRead = isEmpty(reply.total) || isCount(total);
  return {
    kind: 'page',
    total: isCount(total) ? total : null,
    isPart: hasMore || !isRead,
    isUncounted: !isRead,
    unread: 0,
    isLast: isLast === true || (!hasMore && ENDS.some(name => name in reply)),
    issue: issueIn(self),
    address: typeof self === 'string' ? self.replace(/\?.*/, '') : '',
  };
}

/** The issue in an address of its histories or worklogs. */
const issueIn = (self: unknown): string | null =>
  /\/issue\/([^/?]+)\/(?:changelog|worklog)/.exec(String(self))?.[1] ?? null;

/** The fields that a search reply describes. */
export const fieldsOf = ({ names, schema }: JsonObject): StoreRecord[] =>
  fieldsOfReply(names, schema).map(value => ({ kind: 'field', value: value as never }));

function recogniseWrapped(value: JsonObject, data: JsonObject, path: string): RecognisedValue[] {
  // Table dump: a cell holds the document as text.
  if (Array.isArray(data.null)) {
    const cell = data.null.find(text => typeof text === 'string' && text.startsWith('{"id"'));
    return typeof cell === 'string' ? recognise(JSON.parse(cell), path) : [];
  }
  const issue = isObject(value.input) ? value.input.issue_id : undefined;
  if (issue !== undefined && has(data, 'created', 'items')) return [attachment(issue, [data], [])];
  return recognise(data, path);
}

function attachment(
  issue: unknown,
  histories: readonly unknown[],
  worklogs: readonly unknown[],
  total?: number | null,
): Attachment {
  const name = asText(issue);
  const own = { kind: 'attachment', issue: name, histories, worklogs } as const;
  return total === undefined ? own : { ...own, total };
}

/** Fields without which there is no issue; a record without any of them tells histories or worklogs of one. */
const REQUIRED = ['status', 'issuetype', 'created'];

/** The histories and worklogs of a reply that was asked for nothing else. */
function listsOf(value: JsonObject): RecognisedValue[] | null {
  const fields = objectIn(value.fields) ?? {};
  if (REQUIRED.some(name => name in fields)) return null;
  const changelog = objectIn(value.changelog);
  const worklog = asObject(fields.worklog);
  const issue = value.key ?? value.id;
  const found = [
    ...(Array.isArray(changelog?.histories)
      ? [attachment(issue, changelog.histories, [], totalIn(changelog))]
      : []),
    ...(Array.isArray(worklog?.worklogs)
      ? [attachment(issue, [], worklog.worklogs, totalIn(worklog))]
      : []),
  ];
  return found.length > 0 ? found : null;
}

/** The number of entries that a list says it has; null for an unknown greater one. */
function totalIn(list: JsonObject): number | null | undefined {
  const { total, isPart } = pageOf(list);
  return total ?? (isPart ? null : undefined);
}

function recogniseOne(value: JsonObject, path: string): RecognisedValue[] | null {
  if (has(value, 'key') || has(value, 'id')) {
    const lists = has(value, 'items') ? null : listsOf(value);
    if (lists) return lists;
    if (isIssue(value)) return [{ kind: 'issue', value: value as never }];
  }
  if (has(value, 'timeSpentSeconds', 'started'))
    return [attachment(value.issueId ?? issueIn(value.self), [], [value])];
  if (Array.isArray(value.items) && has(value, 'created'))
    return [attachment(value.issueId ?? value.issueKey ?? issueIn(value.self), [value], [])];
  if (has(value, 'issueId') && Array.isArray(value.changeHistories))
    return [attachment(value.issueId, value.changeHistories, [])];
  if (isObject(value.columnConfig)) return [boardOf(value)];
  if (!hasId(value)) return user(value);
  if ('schema' in value || Array.isArray(value.clauseNames)) return [{ kind: 'field', value }];
  if ('statusCategory' in value) return [{ kind: 'status', value }];
  if (isSprint(value)) return [{ kind: 'sprint', value }];
  if (has(value, 'permissionScheme', 'roles'))
    return [{ kind: 'projectAccess', value: value as never }];
  if (Array.isArray(value.permissions)) return [{ kind: 'permissionScheme', value }];
  if (Array.isArray(value.levels)) return [{ kind: 'securityScheme', value }];
  if (has(value, 'jql')) return [{ kind: 'filter', value: value as never }];
  if (has(value, 'type', 'name') && /^(scrum|kanban|simple)$/.test(String(value.type)))
    return [{ kind: 'board', value: value as never }];
  if (has(value, 'key', 'name') && isProject(value)) return projectOf(value);
  if (typeof value.subtask === 'boolean') return [{ kind: 'issueType', value }];
  if (typeof value.released === 'boolean') return [{ kind: 'version', value }];
  return byFileName(value, path) ?? user(value);
}

const isSprint = (value: JsonObject): value is JsonObject & { id: number; state: string } =>
  /^(active|closed|future)$/i.test(String(value.state)) &&
  ['name', 'startDate', 'originBoardId', 'boardId', 'goal'].some(name => name in value);

const OF_PROJECTS = [
  ...['projectTypeKey', 'versions', 'components', 'issueTypes', 'style', 'lead', 'simplified'],
  ...['avatarUrls', 'projectCategory'],
];

const isProject = (value: JsonObject) =>
  OF_PROJECTS.some(name => name in value) || /\/project\/[^/]+$/.test(String(value.self));

function user(value: JsonObject): RecognisedValue[] | null {
  const known = typeof value.accountId === 'string' || typeof value.name === 'string';
  return known && typeof value.displayName === 'string'
    ? [{ kind: 'user', value: value as never }]
    : null;
}

const KIND_BY_NAME = [
  [/field/i, 'field'],
  [/priorit/i, 'priority'],
  [/resolution/i, 'resolution'],
  [/component/i, 'component'],
  [/role/i, 'role'],
] as const;

function byFileName(
  value: JsonObject & { id: string | number },
  path: string,
): RecognisedValue[] | null {
  const name = basename(path);
  const kind = KIND_BY_NAME.find(([pattern]) => pattern.test(name))?.[1];
  return kind && typeof value.name === 'string' ? [{ kind, value }] : null;
}

/** A board from its configuration. */
function boardOf(configuration: JsonObject): RecognisedValue {
  const { id, name, type } = configuration;
  const place = asObject(configuration.location);
  const location = place && {
    projectId: Number(place.id),
    projectKey: place.key,
    projectName: place.name,
  };
  const value = {
    id,
    name,
    ...(type !== undefined && { type }),
    ...(location && { location }),
    configuration,
  };
  return { kind: 'board', value: value as never };
}

/** A project may embed its versions, components and types. */
function projectOf({ versions, components, ...project }: JsonObject): RecognisedValue[] {
  const projectId = Number(project.id);
  const each = (kind: 'version' | 'component' | 'issueType', list: unknown, of: JsonObject) =>
    asObjects(list).map((one): RecognisedValue => ({ kind, value: { ...one, ...of } as never }));
  return [
    { kind: 'project', value: project as never },
    ...each('version', versions, { projectId }),
    ...each('component', components, { projectId }),
    ...each('issueType', project.issueTypes, {}),
  ];
}

/** Bare lists of names come after the issues, which know more of them. */
export function stageOf(recognised: readonly RecognisedValue[]): Stage | null {
  const first = recognised.find(({ kind }) => kind !== 'page');
  if (!first || first.kind === 'page') return null;
  if (first.kind === 'issue' || first.kind === 'attachment') return first.kind;
  return first.kind === 'status' && !('statusCategory' in first.value) ? 'name list' : 'catalogue';
}
