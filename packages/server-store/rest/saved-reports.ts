import { asObject } from '@tallyboard/replica/data/shapes.ts';
import type { Api } from '@tallyboard/replica/rest/api.ts';
import { CHANGE_OWN, READ_FIGURES } from '@tallyboard/replica/rest/call-rights.ts';
import type { AccountStore } from '../accounts.ts';
import type { PinStore } from '../pins.ts';
import type { SavedReport, SavedReportStore } from '../saved-reports.ts';
import { refuse } from './owned.ts';
import { ownedCalls } from './owned-calls.ts';

const MAX_DESCRIPTION = 4000;
/** In characters of JSON, as Jira limits properties. */
const MAX_VIEW = 32_768;

/** Saved reports: their definitions, and never issues. */
export const savedReports =
  (accounts: AccountStore, reports: SavedReportStore, pins: PinStore) => (api: Api) => {
    const { one, find } = ownedCalls<SavedReport>(api, accounts, {
      list: '/replica/saved-reports',
      members: 'reports',
      noun: 'saved report',
      store: reports,
      empty: { description: '', view: {} },
      readChange: (_, __, { description, view }) => ({
        ...(typeof description === 'string' && {
          description: description.slice(0, MAX_DESCRIPTION),
        }),
        ...(view !== undefined && { view: readView(view) }),
      }),
      async shape(call, report) {
        const favourites = await call.store.favourites.of(call.caller.account);
        const { count, latestMs } = await pins.countOf(report.id);
        const latest = latestMs === null ? null : new Date(latestMs).toISOString();
        return { favourite: favourites.has(favouriteOf(report)), pins: { count, latest } };
      },
    });

    // Those of all dashboards: a change reaches them, whoever sees them.
    api.root.get(`${one}/gadgets`, READ_FIGURES, async call => {
      const { id } = await find(call);
      const stored = await call.store.properties.containing('settings', id);
      return {
        count: stored.filter(({ value }) => asObject(asObject(value)?.saved)?.id === id).length,
      };
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
  };

const favouriteOf = ({ id }: Pick<SavedReport, 'id'>) => `saved-report/${id}`;

function readView(value: unknown) {
  const view = asObject(value) ?? refuse('The view is not an object.');
  if (JSON.stringify(view).length > MAX_VIEW)
    refuse(`The settings and the query are longer than ${MAX_VIEW} characters.`);
  return view;
}
