import { isDeepStrictEqual } from 'node:util';
import type { StoredEntity } from '../catalogue.ts';
import type { EntityKind } from '../entity.ts';
import type { References } from '../issues/references.ts';
import { parseSprint } from '../issues/sprint-value.ts';
import type { RecordUser, StoreRecord } from '../records.ts';
import { asNumber, asObject, asText, type JsonObject } from '../shapes.ts';

type EntityRecord = Exclude<StoreRecord, { kind: 'issue' | 'dashboard' }>;

/** Puts a record that is not an issue into the catalogue. Throws if it has no identity. */
export function upsertEntity(record: EntityRecord, refs: References): void {
  if (!asObject(record?.value)) throw new Error('The record has no value.');
  switch (record.kind) {
    case 'user':
      upsertUser(record.value, refs);
      return;
    case 'group':
      put('group', record.value.groupId ?? record.value.name, { ...record.value }, refs);
      return;
    case 'site':
      put('site', 'site', { ...refs.get('site', 'site')?.document, ...record.value }, refs);
      return;
    case 'sprint':
      put(
        'sprint',
        ownIdOf('sprint', record.value, refs),
        { ...record.value, ...parseSprint(record.value) },
        refs,
      );
      return;
    case 'field':
      put('field', ownIdOf('field', record.value, refs), { ...record.value }, refs);
      return;
    case 'board': {
      // Jira describes a board in two calls: the list and the configuration.
      const id = ownIdOf('board', record.value, refs);
      const known = refs.wholeRecords ? undefined : refs.get('board', id)?.document;
      put('board', id, { ...known, ...record.value }, refs);
      return;
    }
    case 'status':
    case 'issueType':
    case 'priority':
    case 'resolution':
    case 'project':
    case 'version':
    case 'component':
    case 'filter':
      put(record.kind, ownIdOf(record.kind, record.value, refs), { ...record.value }, refs);
      return;
    default: {
      const unknown: never = record;
      throw new Error(`There is no kind '${String(asObject(unknown)?.kind)}'.`);
    }
  }
}

function ownIdOf(kind: EntityKind, value: JsonObject, refs: References): string {
  const id = asText(value.id);
  if (id === null) throw new Error(`The ${kind} has no id.`);
  if (kind !== 'field') return refs.ownId(kind, id, asText(value.name));
  // System fields are the same everywhere; custom fields are matched by name.
  return id.startsWith('customfield_') ? refs.ownId('field', id, asText(value.name)) : id;
}

function upsertUser(user: RecordUser, refs: References): void {
  const id = asText(user.accountId) ?? asText(user.key) ?? asText(user.name);
  if (id === null) throw new Error('The user has no account id.');
  put(
    'user',
    id,
    {
      active: true,
      ...user,
      accountId: id,
      name: user.name ?? id,
      key: user.key ?? user.name ?? id,
      displayName: user.displayName ?? user.name ?? id,
    },
    refs,
  );
}

const numericIds: EntityKind[] = ['board', 'sprint'];

function put(kind: EntityKind, id: string, document: JsonObject, refs: References): void {
  const known = refs.get(kind, id);
  const project = document.projectId ?? asObject(asObject(document.scope)?.project)?.id;
  const projectId = asText(project);
  const merged: JsonObject = {
    ...(known?.implied && !refs.wholeRecords ? known.document : {}),
    ...document,
  };
  if (kind !== 'user' && kind !== 'group' && kind !== 'site') {
    merged.id = numericIds.includes(kind) ? Number(id) : id;
  }
  const entity: StoredEntity = {
    kind,
    id,
    name:
      asText(kind === 'user' ? document.displayName : document.name) ?? asText(document.key) ?? id,
    projectId:
      projectId === null
        ? (known?.projectId ?? null)
        : (refs.aliasOf('project', projectId) ?? projectId),
    position: positionOf(
      kind,
      id,
      document,
      known?.implied === false ? known.position : null,
      refs,
    ),
    implied: false,
    source: known?.source ?? refs.source,
    document: merged,
  };
  // A write makes every process reread all entities.
  if (!isDeepStrictEqual(entity, known)) refs.put(entity);
}

/** Its own sequence, else the position in the imported list. */
function positionOf(
  kind: EntityKind,
  id: string,
  document: JsonObject,
  before: number | null,
  refs: References,
): number {
  const sequence = asNumber(document.sequence);
  if (sequence !== null) return sequence;
  if (before !== null) return before;
  if (kind === 'sprint' || kind === 'board') return asNumber(id) ?? 0;
  return refs.countOf(kind);
}
