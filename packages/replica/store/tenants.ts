import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';
import type { TenantTables } from './tenant-tables.ts';

/** A Jira site that has installed an app. */
export interface Tenant {
  appKey: string;
  /** The site's own name for itself, in every token that it signs. */
  clientKey: string;
  baseUrl: string;
  /** What the site signs with, as the caller wants it kept. */
  secret: string;
  installedMs: number;
}

/** Tenants, shared by every process over one database. Each call is one statement. */
export interface Tenants {
  /** Of a site that is there already the secret of before is gone. */
  install(tenant: Tenant): Promise<void>;
  /** Whether it was there. */
  uninstall(appKey: string, clientKey: string): Promise<boolean>;
  tenant(appKey: string, clientKey: string): Promise<Tenant | null>;
  /** Takes a token up; false when somebody did before. It is remembered until it expires. */
  useToken(id: string, expiresMs: number, nowMs: number): Promise<boolean>;
}

export function tenantsOn(database: Kysely<Database>): Tenants {
  const db = database.withTables<TenantTables>();
  return {
    async install({ appKey, clientKey, baseUrl, secret, installedMs }) {
      const changing = { base_url: baseUrl, secret, installed: installedMs };
      await db
        .insertInto('tenants')
        .values({ app_key: appKey, client_key: clientKey, ...changing })
        .onConflict(conflict => conflict.columns(['app_key', 'client_key']).doUpdateSet(changing))
        .execute();
    },
    async uninstall(appKey, clientKey) {
      const { numDeletedRows } = await db
        .deleteFrom('tenants')
        .where('app_key', '=', appKey)
        .where('client_key', '=', clientKey)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
    async tenant(appKey, clientKey) {
      const row = await db
        .selectFrom('tenants')
        .selectAll()
        .where('app_key', '=', appKey)
        .where('client_key', '=', clientKey)
        .executeTakeFirst();
      if (!row) return null;
      const { base_url: baseUrl, secret, installed: installedMs } = row;
      return { appKey, clientKey, baseUrl, secret, installedMs };
    },
    async useToken(id, expires, nowMs) {
      await db.deleteFrom('used_tokens').where('expires', '<', nowMs).execute();
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('used_tokens')
        .values({ id, expires })
        .onConflict(conflict => conflict.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },
  };
}
