import { userItems } from './owned-items.ts';
import {
  OutdatedReportError,
  type SavedReportChange,
  type SavedReports,
  type StoredReport,
} from './saved-report.ts';
import type { ReportsProperty } from './user-property.ts';

/** In one property of the reader's user in Jira, which nobody else uses. */
export function userReports(property: ReportsProperty): SavedReports {
  const change = async (update: (all: readonly StoredReport[]) => readonly StoredReport[]) => {
    const { reports, ...rest } = await property.read();
    await property.write({ ...rest, reports: [...update(reports)] });
  };
  return {
    ...userItems<StoredReport, SavedReportChange>({
      read: async signal => (await property.read(signal)).reports,
      change,
      merge: (before, { id, version, name, description, view }) => ({
        id,
        name: name ?? before?.name ?? '',
        description: description ?? before?.description ?? '',
        view: view ?? before?.view ?? {},
        version: version + 1,
        favourite: before?.favourite ?? false,
      }),
      outdated: () => new OutdatedReportError(),
    }),
    pins: null,
    subscriptions: null,
    alerts: null,
    gadgets: async () => null,
    projectStart: async () => ({ report: null, editable: false }),
    async setProjectStart() {
      throw new Error('Reports that are not shared cannot be the start page of a project.');
    },
    setFavourite: (id, on) =>
      change(all => all.map(each => (each.id === id ? { ...each, favourite: on } : each))),
  };
}
