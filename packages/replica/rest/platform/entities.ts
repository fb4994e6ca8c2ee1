import type { Entity, EntityKind } from '../../data/entity.ts';
import type { Call } from '../api.ts';
import { JiraError } from '../errors.ts';
import type { Converter } from '../shape/converter.ts';

type Json = Record<string, unknown>;

export function shapeEntity(
  call: Call,
  entity: Entity,
  resource: string,
  convert: Converter,
): Json {
  const document = convert.value(entity.document) as Json;
  return {
    ...document,
    self: `${call.base}/rest/api/${call.version}/${resource}/${entity.id}`,
    id: entity.id,
    name: entity.name,
  };
}

/** The named members that are defined. */
export function pick(object: Json, names: readonly string[]): Json {
  const kept: Json = {};
  for (const name of names) {
    if (object[name] !== undefined && object[name] !== null) kept[name] = object[name];
  }
  return kept;
}

/** Throws Jira's 404. */
export async function findProject(call: Call, idOrKey = call.params.idOrKey): Promise<Entity> {
  const projects = await call.store.catalogue.all('project');
  const wanted = String(idOrKey);
  const project = projects.find(
    ({ id, document }) =>
      id === wanted || String(document.key).toUpperCase() === wanted.toUpperCase(),
  );
  if (project) return project;
  const how = /^\d+$/.test(wanted) ? 'id' : 'key';
  throw new JiraError(404, `No project could be found with ${how} '${wanted}'.`);
}

export async function entitiesOf(call: Call, kind: EntityKind, { id }: Entity): Promise<Entity[]> {
  return (await call.store.catalogue.all(kind)).filter(({ projectId }) => projectId === id);
}

export const countIssues = (call: Call, jql: string): Promise<number> =>
  call.store.jql.count({ jql, viewer: call.caller, now: call.now() });

/** `orderBy` is a field with a leading `-` or `+`. */
export function orderEntities<T>(
  entities: readonly T[],
  orderBy: unknown,
  keys: Record<string, (entity: T) => string | number>,
  standard: string,
): T[] {
  const text = String(orderBy ?? standard);
  const key = keys[text.replace(/^[+-]/, '')];
  if (!key) throw new JiraError(400, `The orderBy value '${text}' is not supported.`);
  const sign = text.startsWith('-') ? -1 : 1;
  const compare = (a: string | number, b: string | number) =>
    typeof a === 'number' && typeof b === 'number'
      ? a - b
      : String(a).localeCompare(String(b), 'en', { sensitivity: 'base' });
  return [...entities].sort((a, b) => sign * compare(key(a), key(b)));
}

/** Case-insensitive. */
export const contains = (text: unknown, part: unknown): boolean =>
  String(text ?? '')
    .toLowerCase()
    .includes(String(part ?? '').toLowerCase());
