import type { Entity, EntityKind } from '../../data/entity.ts';
import type { JsonObject } from '../../data/shapes.ts';
import type { Call } from '../api.ts';
import { JiraError } from '../errors.ts';

/** The named members that are defined. */
export function pick(object: JsonObject, names: readonly string[]): JsonObject {
  const given = names.filter(name => object[name] !== undefined && object[name] !== null);
  return Object.fromEntries(given.map(name => [name, object[name]]));
}

/** Throws Jira's 404. */
export function findProject(call: Call, idOrKey = call.params.idOrKey): Entity {
  const wanted = String(idOrKey);
  const isWanted = ({ id, document }: Entity) =>
    id === wanted || String(document.key).toUpperCase() === wanted.toUpperCase();
  const project = call.all('project').find(isWanted);
  if (project) return project;
  const how = /^\d+$/.test(wanted) ? 'id' : 'key';
  throw new JiraError(404, `No project could be found with ${how} '${wanted}'.`);
}

export const entitiesOf = (call: Call, kind: EntityKind, { id }: Entity): Entity[] =>
  call.all(kind).filter(({ projectId }) => projectId === id);

export const countIssues = (call: Call, jql: string): Promise<number> =>
  call.store.jql.count({ jql, ...call.scope });

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
  return entities.toSorted((a, b) => sign * compare(key(a), key(b)));
}

/** Case-insensitive. */
export const contains = (text: unknown, part: unknown): boolean =>
  String(text ?? '')
    .toLowerCase()
    .includes(String(part ?? '').toLowerCase());
