import type { EntityKind } from '@tallyboard/replica/data/entity.ts';
import type { StoreRecord } from '@tallyboard/replica/data/records.ts';
import { inOrder, type Json, type Mirror, platform, recordOf, write } from './context.ts';
import { fetchList, fetchOne, unlessHidden } from './lists.ts';

/**
 * What the site has besides issues and boards: fields, statuses, priorities, resolutions, types, the account and its
 * favourite filters. They come before the issues, because a field's type decides how its values are kept.
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
    ...fields.map(field => recordOf('field', field)),
    ...inOrder('status', statuses),
    ...inOrder('priority', priorities),
    ...inOrder('resolution', resolutions),
    ...inOrder('issueType', types),
    ...filterRecords(filters ?? []),
  ];
  const listed = new Set(fields.map(({ id }) => String(id)));
  const known = await mirror.store.catalogue.all('field');
  const gone = known.flatMap(({ id }) => (listed.has(id) ? [] : [{ kind: 'field' as const, id }]));
  await writeCatalogue(mirror, records, gone);
}

export function filterRecords(filters: readonly Json[]): StoreRecord[] {
  return filters.flatMap(filter =>
    typeof filter.jql === 'string' ? [recordOf('filter', filter)] : [],
  );
}

/** The account that mirrors is 'me' of the copy; an e-mail is not needed there. */
async function siteRecords(mirror: Mirror): Promise<StoreRecord[]> {
  const api = platform(mirror.client);
  const [me, configuration, info] = await Promise.all([
    fetchOne(mirror, { path: `${api}/myself` }),
    unlessHidden(fetchOne(mirror, { path: `${api}/configuration` })),
    fetchOne(mirror, { path: `${api}/serverInfo` }),
  ]);
  const { groups: _groups, applicationRoles: _roles, ...user } = me;
  const currentUser = String(user.accountId ?? user.key ?? user.name);
  return [
    recordOf('user', user),
    {
      kind: 'site',
      value: {
        currentUser,
        title: String(info.serverTitle ?? mirror.source),
        ...(typeof info.serverTimeZone === 'string' && { timeZone: info.serverTimeZone }),
        ...(configuration && { configuration }),
      },
    },
  ];
}

/** How JQL asks for the issues that carry a copy of such a thing in their documents. */
const CARRIED: Partial<Record<EntityKind, readonly string[]>> = {
  project: ['project'],
  status: ['status'],
  issueType: ['issuetype'],
  priority: ['priority'],
  resolution: ['resolution'],
  version: ['fixVersion', 'affectedVersion'],
  component: ['component'],
};

/** What of them an issue's document repeats. */
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
 * Writes what is not an issue. Issues repeat names and dates of these things, and Jira does not touch their time of
 * update when such a thing is renamed: they are noted to be read again, in the same transaction.
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
  const clauses = CARRIED[kind];
  // The issues of a first copy have just been read.
  if (!clauses || state.asOfMs === null) return [];
  const next: Json = { ...value };
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
