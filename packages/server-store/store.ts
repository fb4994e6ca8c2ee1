import { type Engine, openEngine, type StorePlace } from '@tallyboard/replica/data/engine.ts';
import {
  createQueryPool,
  type QueryPool,
  type QueryPoolSettings,
} from '@tallyboard/replica/jql/process/query-pool.ts';
import { type Store as JiraStore, openStoreOn } from '@tallyboard/replica/store/store.ts';
import { type AccountStore, accountStore } from './accounts.ts';
import { type AuditStore, auditStore } from './audit.ts';
import { type SessionStore, sessionStore } from './sessions.ts';
import { type SignInStore, signInStore } from './sign-ins.ts';
import { SERVER_TABLES, type ServerTables } from './tables.ts';
import { type TenantStore, tenantStore } from './tenants.ts';

/** Jira's data and the server's own, in one database. */
export interface Store extends JiraStore {
  readonly accounts: AccountStore;
  readonly sessions: SessionStore;
  readonly signIns: SignInStore;
  readonly audit: AuditStore;
  readonly tenants: TenantStore;
}

interface OpenSettings {
  /** Runs JQL in processes of its own, with a deadline. */
  queryProcesses?: Omit<QueryPoolSettings, 'place'>;
}

/** Opens the database and migrates it. The caller closes it. */
export const openStore = (
  place: StorePlace,
  { queryProcesses }: OpenSettings = {},
): Promise<Store> =>
  openServerStoreOn(
    openEngine(place),
    queryProcesses && (() => createQueryPool({ place, ...queryProcesses })),
  );

export async function openServerStoreOn(
  engine: Engine,
  openQueries?: () => QueryPool,
): Promise<Store> {
  const jira = await openStoreOn(engine, SERVER_TABLES, openQueries);
  const db = engine.db.withTables<ServerTables>();
  return {
    ...jira,
    accounts: accountStore(db),
    sessions: sessionStore(db),
    signIns: signInStore(db),
    audit: auditStore(db),
    tenants: tenantStore(db),
  };
}
