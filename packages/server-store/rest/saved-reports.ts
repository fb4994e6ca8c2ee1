import { StoreError } from '@tallyboard/database/store-error.ts';
import { asObject } from '@tallyboard/replica/data/shapes.ts';
import { type Api, type Call, readBody } from '@tallyboard/replica/rest/api.ts';
import { CHANGE_OWN, READ_FIGURES } from '@tallyboard/replica/rest/call-rights.ts';
import { JiraError } from '@tallyboard/replica/rest/errors.ts';
import { mayEdit, mayManage, mayView } from '@tallyboard/replica/rest/platform/dashboard.ts';
import type { AccountStore } from '../accounts.ts';
import type { SavedReport, SavedReportStore } from '../saved-reports.ts';
import { ownedShaper, readShares, readText, refuse } from './owned.ts';

const list = '/replica/saved-reports';
const one = `${list}/:id`;

const MAX_DESCRIPTION = 4000;
/** In characters of JSON, as Jira limits properties. */
const MAX_VIEW = 32_768;

/**
 * Saved reports: their definitions, and never issues. A PUT names the version that was read, 0 for a new report; an
 * outdated one is answered with 409 and the current report (optimistic locking).
 */
export const savedReports = (accounts: AccountStore, reports: SavedReportStore) => (api: Api) => {
  const shapeOwned = ownedShaper(accounts);
  const shape = async (call: Call, report: SavedReport) => {
    const { ownerId: _, ...rest } = report;
    const favourites = await call.store.favourites.of(call.caller.account);
    const favourite = favourites.has(favouriteOf(report));
    return { ...rest, ...(await shapeOwned(call, report)), favourite };
  };
  const visible = async (call: Call) => {
    const found = await reports.get(call.params.id ?? '');
    return found && mayView(call, found) ? found : null;
  };
  const find = async (call: Call) => {
    const found = await visible(call);
    if (found) return found;
    throw new JiraError(404, 'This saved report does not exist, or it is not shared with you.');
  };

  api.root.get(list, READ_FIGURES, async call => {
    const all = (await reports.all()).filter(each => mayView(call, each));
    return { reports: await Promise.all(all.map(each => shape(call, each))) };
  });

  api.root.get(one, READ_FIGURES, async call => shape(call, await find(call)));

  // Those of all dashboards: a change reaches them, whoever sees them.
  api.root.get(`${one}/gadgets`, READ_FIGURES, async call => {
    const { id } = await find(call);
    const stored = await call.store.properties.containing('settings', id);
    return {
      count: stored.filter(({ value }) => asObject(asObject(value)?.saved)?.id === id).length,
    };
  });

  api.root.put(one, CHANGE_OWN, async call => {
    const { version } = readBody(call);
    if (typeof version !== 'number') return refuse('The version is missing.');
    const before = version === 0 ? newReport(call) : await find(call);
    const changed = readChange(call, before);
    if (!mayEdit(call, before)) throw refused('change');
    if (changed.shares !== before.shares && !mayManage(call, before)) throw refused('share');
    try {
      const saved = await reports.save({ ...changed, version, updatedMs: call.clock() });
      call.reply.code(version === 0 ? 201 : 200);
      return await shape(call, saved);
    } catch (error) {
      if (!(error instanceof StoreError) || error.reason !== 'conflict') throw error;
      const now = await visible(call);
      call.reply.code(409);
      const current = now ? await shape(call, now) : undefined;
      return { errorMessages: [error.message], errors: {}, current };
    }
  });

  for (const [method, change] of [
    ['put', 'add'],
    ['delete', 'remove'],
  ] as const) {
    api.root[method](`${one}/favourite`, CHANGE_OWN, async call => {
      const found = await find(call);
      const { account } = call.caller;
      if (account !== null) await call.store.favourites[change](account, favouriteOf(found));
    });
  }

  api.root.delete(one, CHANGE_OWN, async call => {
    const found = await find(call);
    if (!mayManage(call, found)) throw refused('delete');
    await reports.remove(found.id);
  });
};

const favouriteOf = ({ id }: Pick<SavedReport, 'id'>) => `saved-report/${id}`;

const refused = (what: string) =>
  new JiraError(403, `You do not have permission to ${what} this saved report.`);

function newReport({ params: { id = '' }, caller }: Call): SavedReport {
  if (!/^[a-z\d]{8,40}$/.test(id))
    return refuse('The id of a saved report is 8 to 40 letters and digits.');
  if (caller.account === null) throw new JiraError(401, 'Sign in to save reports.');
  const empty = { name: '', description: '', view: {}, shares: [], version: 0, updatedMs: 0 };
  return { id, ownerId: caller.account, ...empty };
}

/** Members that the body lacks stay. */
function readChange(call: Call, before: SavedReport): SavedReport {
  const { name = before.name, description, view, shares } = readBody(call);
  return {
    ...before,
    name: readText(name, 'name'),
    ...(typeof description === 'string' && {
      description: description.slice(0, MAX_DESCRIPTION),
    }),
    ...(view !== undefined && { view: readView(view) }),
    ...(shares !== undefined && { shares: readShares(call, shares) }),
  };
}

function readView(value: unknown) {
  const view = asObject(value) ?? refuse('The view is not an object.');
  if (JSON.stringify(view).length > MAX_VIEW)
    refuse(`The settings and the query are longer than ${MAX_VIEW} characters.`);
  return view;
}
