import { basename } from 'node:path';
import { fieldsOfReply } from '@tallyboard/records/catalogue.ts';
import type { StoreRecord } from '../data/records.ts';
import { asObject, asObjects, type JsonObject } from '../data/shapes.ts';
import { LISTS } from './json-pieces.ts';

/** A history or worklog that is separate from its issue. */
export interface Attachment {
  readonly kind: 'attachment';
  /** Id or key at the source. */
  readonly issue: string;
  readonly histories: readonly unknown[];
  readonly worklogs: readonly unknown[];
}

export type RecognisedValue = StoreRecord | Attachment;

/** Reading order: referenced entities first. */
export const ORDER = ['catalogue', 'issue', 'name list', 'attachment'] as const;
export type Stage = (typeof ORDER)[number];

const isObject = (value: unknown): value is JsonObject => asObject(value) !== null;

const has = (value: JsonObject, ...names: string[]) =>
  names.every(name => value[name] !== undefined);

const hasId = (value: JsonObject): value is JsonObject & { id: string | number } =>
  typeof value.id === 'string' || typeof value.id === 'number';

/**
 * Recognises a value by its shape, and by the file's name if shapes are alike ({id, name}). Unwraps a crawler's
 * {params, input, data}. Empty: not Jira's.
 */
export function recognise(value: unknown, path: string): RecognisedValue[] {
  if (Array.isArray(value)) return value.flatMap(each => recognise(each, path));
  if (!isObject(value)) return [];
  if (isObject(value.data) && ('params' in value || Array.isArray(value.data.null)))
    return recogniseWrapped(value, value.data, path);
  const one = recogniseOne(value, path);
  if (one) return one;
  const list = LISTS.map(name => value[name]).find(Array.isArray);
  if (list) return [...fieldsOf(value), ...list.flatMap((each: unknown) => recognise(each, path))];
  const schemes = value.permissionSchemes ?? value.issueSecuritySchemes;
  if (Array.isArray(schemes)) return schemes.flatMap(scheme => recognise(scheme, path));
  const members = Object.values(value);
  if (members.length === 0) return [];
  if (members.every(member => isObject(member) && has(member, 'id', 'key', 'name')))
    return members.flatMap(member => recognise(member, path));
  if (
    /status/i.test(basename(path)) &&
    members.every(id => typeof id === 'string' && /^\d+$/.test(id))
  )
    return Object.entries(value).map(([name, id]) => ({
      kind: 'status',
      value: { id: String(id), name },
    }));
  return [];
}

/** The fields that a search reply describes. */
export const fieldsOf = ({ names, schema }: JsonObject): RecognisedValue[] =>
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
): Attachment {
  return { kind: 'attachment', issue: String(issue), histories, worklogs };
}

function recogniseOne(value: JsonObject, path: string): RecognisedValue[] | null {
  if (isObject(value.fields) && (has(value, 'key') || has(value, 'id')))
    return [{ kind: 'issue', value: value as never }];
  if (has(value, 'timeSpentSeconds', 'started', 'issueId'))
    return [attachment(value.issueId, [], [value])];
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
  ['startDate', 'originBoardId', 'boardId', 'goal'].some(name => name in value);

const isProject = (value: JsonObject) =>
  ['projectTypeKey', 'versions', 'components', 'issueTypes', 'style', 'lead', 'simplified'].some(
    name => name in value,
  );

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
  const [first] = recognised;
  if (!first) return null;
  if (first.kind === 'issue' || first.kind === 'attachment') return first.kind;
  return first.kind === 'status' && !('statusCategory' in first.value) ? 'name list' : 'catalogue';
}
