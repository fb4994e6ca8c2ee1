import type { EntityKind } from '@tallyboard/replica/data/entity.ts';
import type { StoreRecord } from '@tallyboard/replica/data/records.ts';
import { asText, type JsonObject } from '@tallyboard/replica/data/shapes.ts';
import { inOrder, type Mirror, platform, recordOf, recordsOf, unlisted, write } from './context.ts';
import { fetchList, fetchOne, unlessHidden } from './lists.ts';

/**
 * Copies fields, statuses, priorities, resolutions, types, the account and its favourite filters. Before the issues: a
 * field's type decides how its values are stored.
 */
export async function copyCatalogue(mirror: Mirror): Promise<void> {
  const api = platform(mirror.client);
  const list = (path: string) => fetchList(mirror, { path: `${api}/${path}` });
  mirror.onProgress('reading fields and statuses');
  const [fields, statuses, priorities, resolutions, types, filters] = await Promise.all([
    list('field'),
    list('status'),
    list('priority'),
    list('resolution'),
    list('issuetype'),
    unlessHidden(list('filter/favourite')),
  ]);
  const records = [
    ...(await siteRecords(mirror)),
    ...recordsOf('field', fields),
    ...inOrder('status', statuses),
    ...inOrder('priority', priorities),
    ...inOrder('resolution', resolutions),
    ...inOrder('issueType', types),
    ...filterRecords(filters ?? []),
  ];
  // Every Jira has fields: an empty list deletes none.
  const gone = fields.length > 0 ? await unlisted(mirror, ['field'], records) : [];
  await writeCatalogue(mirror, records, gone);
}

export const filterRecords = (filters: readonly JsonObject[]): StoreRecord[] =>
  recordsOf(
    'filter',
    filters.filter(({ jql }) => typeof jql === 'string'),
  );

/** The mirror's account is the current user of the copy. */
async function siteRecords(mirror: Mirror): Promise<StoreRecord[]> {
  const api = platform(mirror.client);
  const [me, configuration, info] = await Promise.all([
    fetchOne(mirror, { path: `${api}/myself` }),
    unlessHidden(fetchOne(mirror, { path: `${api}/configuration` })),
    fetchOne(mirror, { path: `${api}/serverInfo` }),
  ]);
  const { groups: _groups, applicationRoles: _roles, ...user } = me;
  const currentUser = asText(user.accountId) ?? asText(user.key) ?? asText(user.name);
  return [
    // A server without sign-in answers without a user of Jira.
    ...(currentUser === null ? [] : [recordOf('user', user)]),
    {
      kind: 'site',
      value: {
        ...(currentUser !== null && { currentUser }),
        title: String(info.serverTitle ?? mirror.source),
        ...(typeof info.serverTimeZone === 'string' && { timeZone: info.serverTimeZone }),
        ...(configuration && { configuration }),
      },
    },
  ];
}

/** JQL fields of issues whose documents repeat an entity. */
const REPEATED_IN: Partial<Record<EntityKind, readonly string[]>> = {
  project: ['project'],
  status: ['status'],
  issueType: ['issuetype'],
  priority: ['priority'],
  resolution: ['resolution'],
  version: ['fixVersion', 'affectedVersion'],
  component: ['component'],
};

/** Members of entities that documents of issues repeat. */
const REPEATED = [
  'key',
  'name',
  'released',
  'archived',
  'releaseDate',
  'statusCategory',
  'subtask',
];

/**
 * Writes entities, and marks the issues that repeat a changed one for rereading: Jira does not change their `updated`.
 */
export async function writeCatalogue(
  mirror: Mirror,
  records: readonly StoreRecord[],
  gone: readonly { kind: EntityKind; id: string }[] = [],
): Promise<void> {
  const again = new Set(mirror.state.again);
  for (const record of records) {
    if (record.kind === 'issue' || record.kind === 'dashboard') continue;
    for (const id of await issuesToReadAgain(mirror, record.kind, record.value)) again.add(id);
  }
  await write(mirror, { records, goneEntities: gone, state: { again: [...again] } });
}

async function issuesToReadAgain(
  { store, state }: Mirror,
  kind: EntityKind,
  value: object,
): Promise<string[]> {
  const clauses = REPEATED_IN[kind];
  // During the first copy issues are new.
  if (!clauses || state.asOfMs === null) return [];
  const next: JsonObject = { ...value };
  const before = (await store.catalogue.get(kind, String(next.id)))?.document;
  const same = REPEATED.every(
    name => JSON.stringify(before?.[name]) === JSON.stringify(next[name]),
  );
  if (!before || same) return [];
  const jql = clauses.map(clause => `${clause} = ${next.id}`).join(' OR ');
  const viewer = { userId: null, zone: 'UTC' };
  const validation = 'none';
  return (await store.jql.search({ jql, viewer, now: state.sinceMs, validation })).ids;
}
