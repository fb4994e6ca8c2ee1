import { find } from '@tallyboard/database/query.ts';
import { KEY_SCOPES, type KeyScope } from '@tallyboard/replica/rest/call-rights.ts';
import type { ServerDb, ServerTables } from './tables.ts';

/** A personal access key. Its secret is known to its owner alone. */
export interface AccessKey {
  /** The part of the key that names it, in logs too. */
  readonly id: string;
  /** SHA-256 of the whole key, base64url. */
  readonly hash: string;
  /** The account whose rights it has. */
  readonly owner: string;
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  /** JQL: it sees no other issues. */
  readonly jqlFilter: string | null;
  /** It gets no keys of issues, and no groups of fewer than three. */
  readonly aggregateOnly: boolean;
  readonly createdMs: number;
  readonly expiresMs: number;
  readonly usedMs: number | null;
  readonly revokedMs: number | null;
}

export type AccessKeyStore = ReturnType<typeof accessKeyStore>;

/** Keys, shared by every process over one database. Each call is one statement. */
export function accessKeyStore(db: ServerDb) {
  const keysWith = async (condition: Partial<ServerTables['access_keys']>) =>
    (await find({ db }, 'access_keys', condition, 'created', 'id')).map(keyOf);

  return {
    get: async (id: string): Promise<AccessKey | null> => (await keysWith({ id }))[0] ?? null,
    of: (owner: string) => keysWith({ owner }),
    all: () => keysWith({}),
    async add(key: AccessKey): Promise<void> {
      await db.insertInto('access_keys').values(rowOf(key)).execute();
    },
    async touch(id: string, used: number): Promise<void> {
      await db.updateTable('access_keys').set({ used }).where('id', '=', id).execute();
    },
    /** Whether there was such a key that was not revoked before. */
    async revoke(id: string, revoked: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('access_keys')
        .set({ revoked })
        .where('id', '=', id)
        .where('revoked', 'is', null)
        .executeTakeFirst();
      return Number(numUpdatedRows) > 0;
    },
    async removeExpiredBefore(atMs: number): Promise<void> {
      await db.deleteFrom('access_keys').where('expires', '<', atMs).execute();
    },
  };
}

const rowOf = (key: AccessKey): ServerTables['access_keys'] => ({
  id: key.id,
  hash: key.hash,
  owner: key.owner,
  name: key.name,
  scopes: key.scopes.join(' '),
  fence: key.jqlFilter,
  aggregate: key.aggregateOnly ? 1 : 0,
  created: key.createdMs,
  expires: key.expiresMs,
  used: key.usedMs,
  revoked: key.revokedMs,
});

const keyOf = (row: ServerTables['access_keys']): AccessKey => ({
  id: row.id,
  hash: row.hash,
  owner: row.owner,
  name: row.name,
  scopes: KEY_SCOPES.filter(scope => row.scopes.split(' ').includes(scope)),
  jqlFilter: row.fence,
  aggregateOnly: row.aggregate === 1,
  createdMs: row.created,
  expiresMs: row.expires,
  usedMs: row.used,
  revokedMs: row.revoked,
});
