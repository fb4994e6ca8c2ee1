import { find } from '@tallyboard/database/query.ts';
import type { ServerDb, ServerTables } from './tables.ts';

/** Opens one dashboard as a wall, without a sign-in. */
export interface DisplayLink {
  /** The part of the link that names it, in logs too. */
  readonly id: string;
  /** Hash of what screens keep, base64url; neither the link nor a cookie can be made from it. */
  readonly hash: string;
  /** The account whose rights it has. */
  readonly owner: string;
  readonly dashboard: string;
  readonly name: string;
  readonly createdMs: number;
  readonly usedMs: number | null;
  readonly revokedMs: number | null;
}

export type DisplayLinkStore = ReturnType<typeof displayLinkStore>;

/** Display links, shared by every process over one database. Each call is one statement. */
export function displayLinkStore(db: ServerDb) {
  const linksWith = async (condition: Partial<ServerTables['display_links']>) =>
    (await find({ db }, 'display_links', condition, 'created', 'id')).map(linkOf);

  return {
    get: async (id: string): Promise<DisplayLink | null> => (await linksWith({ id }))[0] ?? null,
    of: (owner: string) => linksWith({ owner }),
    ofDashboard: (dashboard: string) => linksWith({ dashboard }),
    all: () => linksWith({}),
    async add(link: DisplayLink): Promise<void> {
      await db.insertInto('display_links').values(rowOf(link)).execute();
    },
    async touch(id: string, used: number): Promise<void> {
      await db.updateTable('display_links').set({ used }).where('id', '=', id).execute();
    },
    /** Whether there was such a link that was not revoked before. */
    async revoke(id: string, revoked: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('display_links')
        .set({ revoked })
        .where('id', '=', id)
        .where('revoked', 'is', null)
        .executeTakeFirst();
      return Number(numUpdatedRows) > 0;
    },
    async removeRevokedBefore(atMs: number): Promise<void> {
      await db.deleteFrom('display_links').where('revoked', '<', atMs).execute();
    },
  };
}

const rowOf = (link: DisplayLink): ServerTables['display_links'] => ({
  id: link.id,
  hash: link.hash,
  owner: link.owner,
  dashboard: link.dashboard,
  name: link.name,
  created: link.createdMs,
  used: link.usedMs,
  revoked: link.revokedMs,
});

const linkOf = (row: ServerTables['display_links']): DisplayLink => ({
  id: row.id,
  hash: row.hash,
  owner: row.owner,
  dashboard: row.dashboard,
  name: row.name,
  createdMs: row.created,
  usedMs: row.used,
  revokedMs: row.revoked,
});
