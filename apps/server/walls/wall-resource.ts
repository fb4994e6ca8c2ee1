import { openStoredGadget } from '@tallyboard/engine/gadgets/stored-gadget.ts';
import type { DashboardItem } from '@tallyboard/replica/data/dashboards/dashboard.ts';
import { itemScope } from '@tallyboard/replica/data/dashboards/properties.ts';
import {
  type Api,
  type Call,
  type Resource,
  requireKnownRights,
} from '@tallyboard/replica/rest/api.ts';
import { type CallRights, PUBLIC } from '@tallyboard/replica/rest/call-rights.ts';
import { orNotFound } from '@tallyboard/replica/rest/errors.ts';
import { mayView } from '@tallyboard/replica/rest/platform/dashboard.ts';
import { kindOf } from '@tallyboard/reports/catalogue/gadgets.ts';
import type { SavedReportStore } from '@tallyboard/server-store/saved-reports.ts';
import {
  dataVersion,
  digest,
  readerOf,
  visitorOf,
  whileConnected,
  withSteadyRights,
} from '../reports/reader-call.ts';
import { type ReportRunner, SharedReports } from '../reports/shared-reports.ts';
import type { SiteAccess } from '../site/site-settings.ts';
import type { GadgetJob } from './gadget-job.ts';

interface WallResourceParts {
  readonly pool: ReportRunner<Omit<GadgetJob, 'now'>>;
  readonly store: { readonly savedReports: SavedReportStore };
  /** Null for the issues of the store. */
  readonly siteOf: () => SiteAccess | null;
}

const MAX_BYTES = 32 * 1024 * 1024;

/** The cookie of the wall is checked by `wallVisitors`. */
const READ_WALL: CallRights = { ...PUBLIC, kind: 'call' };

/** What a wall by a display link reads: its dashboard, and the figures of each gadget. No call has a query. */
export const wallResource =
  (parts: WallResourceParts): Resource =>
  api => {
    const gadgetOf = gadgetReader(api, parts);
    const read = (call: Call) =>
      stateOf({ ...call, reply: call.reply.removeHeader('X-AUSERNAME') });

    api.root.get('/wall/:id/dashboard', READ_WALL, async call => {
      const { dashboard, items } = await read(call);
      const { ownerId: _, createdMs: __, shares: ___, ...shown } = dashboard;
      return {
        ...shown,
        ...OF_NOBODY,
        items: items.map(({ dashboardId: _, ...item }) => item),
      };
    });

    api.root.get('/wall/:id/gadgets/:item', READ_WALL, async call => {
      const { filter, items } = await read(call);
      const item = items.find(({ id, moduleKey }) => id === call.params.item && kindOf(moduleKey));
      const found = orNotFound(item, 'This gadget is no longer on the dashboard.');
      return whileConnected(call, async signal => {
        const { json } = await gadgetOf(call, found, filter, signal);
        return call.reply.type('application/json; charset=utf-8').send(json);
      });
    });
  };

/** A screen changes nothing. The filter of the dashboard is in its figures. */
const OF_NOBODY = {
  owner: null,
  mine: false,
  editable: false,
  manageable: false,
  favourite: false,
  shares: [],
  filter: '',
};

async function stateOf({ store, params: { id = '' } }: Call) {
  const state = await store.dashboards.state(id);
  return orNotFound(state ?? undefined, `The dashboard with id '${id}' does not exist.`);
}

function gadgetReader(api: Api, { pool, store, siteOf }: WallResourceParts) {
  const versionOf = () => dataVersion(api.store);
  const shared = new SharedReports({ pool, versionOf, now: api.now, maxBytes: MAX_BYTES });

  /** The view of the saved report that stored settings name. */
  async function savedOf(call: Call, moduleKey: string, stored: unknown) {
    const id = openStoredGadget({ moduleKey, stored })?.savedId ?? null;
    if (id === null) return null;
    const saved = await store.savedReports.get(id);
    return { view: saved && mayView(call, saved) ? saved.view : null };
  }

  async function asked(call: Call, item: DashboardItem, filter: string) {
    // First: what the maker may see is of the same version, or of a newer one.
    const version = await versionOf();
    const own = await api.view(call.caller, call.reply.request);
    requireKnownRights(own, call.reply);
    const rights = await own.store.access.fingerprint();
    const scope = itemScope(item.dashboardId, item.id);
    const stored = (await call.store.properties.get(scope, 'settings'))?.value;
    const { moduleKey } = item;
    const gadget = { moduleKey, stored, saved: await savedOf(call, moduleKey, stored), filter };
    const { account, userId, groups } = call.caller;
    return { version, gadget, key: digest([gadget, account, userId, groups, rights]) };
  }

  return (call: Call, item: DashboardItem, filter: string, signal: AbortSignal) =>
    withSteadyRights(
      () => asked(call, item, filter),
      ({ version, gadget, key }) => {
        const job = { gadget, visitor: visitorOf(call), site: siteOf() };
        return shared.get(
          { key, reader: readerOf(call), job, version, present: call.now() },
          signal,
        );
      },
    );
}
