import { isDeepStrictEqual } from 'node:util';
import { entityOf } from '../entities.ts';
import { documentKinds, type EntityKind } from '../entity.ts';
import type { References } from '../issues/references.ts';
import { parseSprint } from '../issues/sprint-value.ts';
import type { RecordUser, StoreRecord } from '../records.ts';
import { asObject, asText, type JsonObject } from '../shapes.ts';

type EntityRecord = Exclude<StoreRecord, { kind: 'issue' | 'dashboard' }>;

/** Puts a record that is not an issue into the catalogue. Throws if it has no identity. */
export function upsertEntity(record: EntityRecord, refs: References): void {
  if (!asObject(record?.value)) throw new Error('The record has no value.');
  const [id, document] = identify(
    { ...record, value: refs.withAccounts(record.value) } as EntityRecord,
    refs,
  );
  put(record.kind, id, document, refs);
}

/** Id and document of the record's entity. */
function identify({ kind, value }: EntityRecord, refs: References): [string, JsonObject] {
  switch (kind) {
    case 'user':
      return userOf(value, refs);
    case 'group':
      return [value.groupId ?? value.name, { ...value }];
    case 'projectAccess':
      return [refs.aliasOf('project', String(value.id)) ?? String(value.id), { ...value }];
    case 'site':
      return ['site', { ...refs.catalogue.get('site', 'site')?.document, ...value }];
    case 'sprint':
      return [ownIdOf(kind, value, refs), { ...value, ...parseSprint(value) }];
    case 'board': {
      // Jira describes a board in two calls: the list and the configuration.
      const id = ownIdOf(kind, value, refs);
      const known = refs.wholeRecords ? undefined : refs.catalogue.get(kind, id)?.document;
      return [id, { ...known, ...value }];
    }
    default:
      if (!documentKinds.has(kind)) throw new Error(`There is no kind '${String(kind)}'.`);
      return [ownIdOf(kind, value, refs), { ...value }];
  }
}

function ownIdOf(kind: EntityKind, value: JsonObject, refs: References): string {
  const id = asText(value.id);
  if (id === null) throw new Error(`The ${kind} has no id.`);
  // System fields are the same everywhere; custom fields are matched by name.
  const isSystemField = kind === 'field' && !id.startsWith('customfield_');
  const name = asText(kind === 'project' ? value.key : value.name);
  return isSystemField ? id : refs.ownId(kind, id, name);
}

function userOf(user: RecordUser, refs: References): [string, JsonObject] {
  const given = asText(user.key) ?? asText(user.name);
  const id =
    asText(user.accountId) ??
    (given === null ? null : refs.ownUserId(given, asText(user.displayName)));
  if (id === null) throw new Error('The user has no account id.');
  const name = user.name ?? id;
  const key = refs.userKey(id, { key: user.key ?? name });
  const displayName = user.displayName ?? name;
  return [id, { active: true, ...user, accountId: id, name, key, displayName }];
}

function put(kind: EntityKind, id: string, given: JsonObject, refs: References): void {
  const known = refs.catalogue.get(kind, id);
  const document = { ...(known?.implied && !refs.wholeRecords ? known.document : {}), ...given };
  const entity = entityOf(kind, id, document, known, {
    size: refs.catalogue.size(kind),
    source: refs.source,
  });
  const { projectId } = entity;
  if (projectId !== null && projectId !== known?.projectId)
    entity.projectId = refs.aliasOf('project', projectId) ?? projectId;
  // A write makes every process reread all entities.
  if (!isDeepStrictEqual(entity, known)) refs.put(entity);
}
