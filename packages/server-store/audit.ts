import { randomUUID } from 'node:crypto';
import type { ServerDb } from './tables.ts';

/** One action of a person. */
interface AuditLine {
  atMs: number;
  account: string;
  action: string;
  target: string;
  detail: string;
}

export type AuditStore = ReturnType<typeof auditStore>;

export function auditStore(db: ServerDb) {
  // Orders lines of one process and one millisecond.
  let lines = 0;
  return {
    async add({ atMs, ...rest }: AuditLine): Promise<void> {
      await db
        .insertInto('audit')
        .values({ id: `${String(++lines).padStart(12, '0')} ${randomUUID()}`, at: atMs, ...rest })
        .execute();
    },
    /** Newest first. */
    async newest(limit: number): Promise<AuditLine[]> {
      const rows = await db
        .selectFrom('audit')
        .select(['at', 'account', 'action', 'target', 'detail'])
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(({ at, ...rest }) => ({ atMs: at, ...rest }));
    },
    async removeBefore(atMs: number): Promise<void> {
      await db.deleteFrom('audit').where('at', '<', atMs).execute();
    },
  };
}
