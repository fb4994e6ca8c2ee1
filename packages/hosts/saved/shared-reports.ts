import type { JiraClient } from '@tallyboard/jira/client.ts';
import { appItems } from './app-items.ts';
import {
  OutdatedReportError,
  type SavedReport,
  type SavedReportChange,
  type SavedReports,
} from './saved-report.ts';
import { serverReports } from './server-reports.ts';
import { serverSubscriptions } from './subscriptions.ts';
import type { ReportsProperty } from './user-property.ts';
import { userReports } from './user-reports.ts';

/** Reports of an app with a storage. The stars of the reader are in the user property. */
export function sharedReports(client: JiraClient, property: ReportsProperty): SavedReports {
  const own = userReports(property);
  const outdated = () => new OutdatedReportError();
  const shared = serverReports(client);
  const items = appItems<SavedReport, SavedReportChange>({ client, own, shared, outdated });

  async function withStars(reports: readonly SavedReport[], signal?: AbortSignal) {
    const { favourites } = await property.read(signal);
    // Those in the property have their own.
    return reports.map(report =>
      report.ownerId === undefined
        ? report
        : { ...report, favourite: favourites.includes(report.id) },
    );
  }

  async function get(id: string, signal?: AbortSignal): Promise<SavedReport | null> {
    const found = await items.get(id, signal);
    return found && ((await withStars([found], signal))[0] ?? null);
  }

  return {
    ...own,
    ...items,
    subscriptions: serverSubscriptions(client),
    get,
    list: async signal => withStars(await items.list(signal), signal),
    async save(change) {
      const before = change.version === 0 ? null : await get(change.id);
      const saved = await items.save(change);
      if (saved.ownerId === undefined) return saved;
      const favourite = before?.favourite ?? false;
      // A star moves with its report.
      if (before?.ownerId === undefined && favourite) await setFavourite(change.id, true);
      return { ...saved, favourite };
    },
    setFavourite,
  };

  async function setFavourite(id: string, on: boolean): Promise<void> {
    if (await own.get(id)) return own.setFavourite(id, on);
    const { favourites, reports } = await property.read();
    const others = favourites.filter(each => each !== id);
    await property.write({ reports, favourites: on ? [...others, id] : others });
  }
}
