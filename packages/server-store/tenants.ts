import { findOne, remove } from '@tallyboard/database/query.ts';
import type { ServerDb } from './tables.ts';

/** A Jira site that has installed the app. */
export interface Tenant {
  appKey: string;
  /** The site's id in the tokens that it signs. */
  clientKey: string;
  baseUrl: string;
  /** The site's signing secret, encrypted by the caller. */
  secret: string;
  installedMs: number;
}

/** Tenants, shared by every process over one database. Each call is one statement. */
export function tenantStore(db: ServerDb) {
  const keyOf = (appKey: string, clientKey: string) => ({ app_key: appKey, client_key: clientKey });
  return {
    /** Replaces the secret of a site that is installed already. */
    async install({ appKey, clientKey, baseUrl, secret, installedMs }: Tenant): Promise<void> {
      const changing = { base_url: baseUrl, secret, installed: installedMs };
      await db
        .insertInto('tenants')
        .values({ ...keyOf(appKey, clientKey), ...changing })
        .onConflict(conflict => conflict.columns(['app_key', 'client_key']).doUpdateSet(changing))
        .execute();
    },
    /** Returns whether it was installed. */
    async uninstall(appKey: string, clientKey: string): Promise<boolean> {
      return (await remove({ db }, 'tenants', keyOf(appKey, clientKey))) > 0;
    },
    async get(appKey: string, clientKey: string): Promise<Tenant | null> {
      const row = await findOne({ db }, 'tenants', keyOf(appKey, clientKey));
      if (!row) return null;
      const { base_url: baseUrl, secret, installed: installedMs } = row;
      return { appKey, clientKey, baseUrl, secret, installedMs };
    },
    /** False if the token was used before. Used tokens are remembered until they expire. */
    async useToken(id: string, expires: number, nowMs: number): Promise<boolean> {
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
