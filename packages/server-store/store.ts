import type { StorePlace } from '@tallyboard/database/engine.ts';
import { openEngine } from '@tallyboard/replica/data/open-engine.ts';
import type { Engine } from '@tallyboard/replica/data/tables.ts';
import {
  createQueryPool,
  type QueryPool,
  type QueryPoolSettings,
} from '@tallyboard/replica/jql/process/query-pool.ts';
import { openStoreOn } from '@tallyboard/replica/store/store.ts';
import { accessKeyStore } from './access-keys.ts';
import { accountStore } from './accounts.ts';
import { alertStore } from './alerts.ts';
import { auditStore } from './audit.ts';
import { boardSetStore } from './board-sets.ts';
import { displayLinkStore } from './display-links.ts';
import { outboxStore } from './outbox.ts';
import { pinStore } from './pins.ts';
import { savedReportStore } from './saved-reports.ts';
import { sessionStore } from './sessions.ts';
import { signInStore } from './sign-ins.ts';
import { subscriptionStore } from './subscriptions.ts';
import { SERVER_TABLES, type ServerTables } from './tables.ts';
import { tenantStore } from './tenants.ts';

/** Jira's data and the server's own, in one database. */
export type Store = Awaited<ReturnType<typeof openServerStoreOn>>;

interface OpenSettings {
  /** Runs JQL in processes of its own, with a deadline. */
  queryProcesses?: Omit<QueryPoolSettings, 'place'>;
}

/** Opens the database and migrates it. The caller closes it. */
export const openStore = async (
  place: StorePlace,
  { queryProcesses }: OpenSettings = {},
): Promise<Store> =>
  openServerStoreOn(
    openEngine(place),
    queryProcesses && (() => createQueryPool({ place, ...queryProcesses })),
  );

export async function openServerStoreOn(engine: Engine, openQueries?: () => QueryPool) {
  const jira = await openStoreOn(engine, SERVER_TABLES, openQueries);
  const db = engine.db.withTables<ServerTables>();
  return {
    ...jira,
    accounts: accountStore(db),
    sessions: sessionStore(db),
    signIns: signInStore(db),
    audit: auditStore(db),
    tenants: tenantStore(db),
    savedReports: savedReportStore(db),
    boardSets: boardSetStore(db),
    accessKeys: accessKeyStore(db),
    displayLinks: displayLinkStore(db),
    pins: pinStore(db),
    alerts: alertStore(db),
    outbox: outboxStore(db),
    subscriptions: subscriptionStore(db),
  };
}
