import type { JiraClient } from '@tallyboard/jira/client.ts';
import { fetchUserNames } from '@tallyboard/jira/endpoints/users.ts';
import { byName } from './owned-items.ts';
import { OutdatedReportError, type SavedReport, type SavedReports } from './saved-report.ts';
import { serverReports } from './server-reports.ts';
import type { ReportsProperty } from './user-property.ts';
import { userReports } from './user-reports.ts';

/**
 * Reports in the reader's user property, and in the app's storage from their first share on. A report in both is that of
 * the storage.
 */
export function sharedReports(client: JiraClient, property: ReportsProperty): SavedReports {
  const own = userReports(property);
  const shared = serverReports(client);

  /** With the reader's stars and the names of owners, which the storage lacks. */
  async function complete(reports: readonly SavedReport[], signal?: AbortSignal) {
    const owners = reports.flatMap(({ mine, ownerId }) => (mine ? [] : (ownerId ?? [])));
    const [{ favourites }, names] = await Promise.all([
      property.read(signal),
      fetchUserNames(client, [...new Set(owners)], signal),
    ]);
    return reports.map(report => ({
      ...report,
      owner: names.get(report.ownerId ?? '') ?? report.owner,
      favourite: favourites.includes(report.id),
    }));
  }

  async function get(id: string, signal?: AbortSignal): Promise<SavedReport | null> {
    const stored = await shared.get(id, signal);
    if (stored) return (await complete([stored], signal))[0] ?? null;
    return own.get(id, signal);
  }

  return {
    ...own,
    canShare: true,
    get,
    async list(signal) {
      const [mine, stored] = await Promise.all([own.list(signal), shared.list(signal)]);
      const all = await complete(stored, signal);
      const ids = new Set(all.map(({ id }) => id));
      return [...all, ...mine.filter(({ id }) => !ids.has(id))].sort(byName);
    },
    async save(change) {
      const before = change.version === 0 ? null : await get(change.id);
      const isStored = before?.ownerId !== undefined;
      if (!isStored && !change.shares?.length) return own.save(change);
      if (!isStored && (before?.version ?? 0) !== change.version) throw new OutdatedReportError();
      const whole = isStored ? change : { ...before, ...change, version: 0 };
      const saved = await shared.save(whole);
      if (before && !isStored) {
        await own.remove(before.id);
        await setFavourite(before.id, before.favourite);
      }
      return {
        ...saved,
        owner: before?.owner ?? saved.owner,
        favourite: before?.favourite ?? false,
      };
    },
    setFavourite,
    async remove(id) {
      await ((await shared.get(id)) ? shared : own).remove(id);
    },
  };

  async function setFavourite(id: string, on: boolean): Promise<void> {
    if (await own.get(id)) return own.setFavourite(id, on);
    const { favourites, reports } = await property.read();
    const others = favourites.filter(each => each !== id);
    await property.write({ reports, favourites: on ? [...others, id] : others });
  }
}
