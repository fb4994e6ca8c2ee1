import {
  OutdatedReportError,
  type SavedReport,
  type SavedReports,
  type StoredReport,
} from './saved-report.ts';
import type { UserProperty } from './user-property.ts';

/** In one property of the reader's user in Jira, which nobody else uses. */
export function userReports(property: UserProperty): SavedReports {
  const list = async (signal?: AbortSignal) => (await property.read(signal)).reports.map(ofReader);

  return {
    canShare: false,
    list,
    get: async (id, signal) => (await list(signal)).find(each => each.id === id) ?? null,
    gadgets: async () => null,
    projectStart: async () => ({ report: null, editable: false }),
    async setProjectStart() {
      throw new Error('Reports that are not shared cannot be the start page of a project.');
    },
    async save({ id, version, name, description, view }) {
      const { reports, ...rest } = await property.read();
      const before = reports.find(each => each.id === id);
      if ((before?.version ?? 0) !== version) throw new OutdatedReportError();
      const saved = {
        id,
        name: name ?? before?.name ?? '',
        description: description ?? before?.description ?? '',
        view: view ?? before?.view ?? {},
        version: version + 1,
        favourite: before?.favourite ?? false,
      };
      const others = reports.filter(each => each !== before);
      await property.write({ ...rest, reports: [...others, saved].sort(byName) });
      return ofReader(saved);
    },
    async setFavourite(id, on) {
      const { reports, ...rest } = await property.read();
      const changed = reports.map(each => (each.id === id ? { ...each, favourite: on } : each));
      await property.write({ ...rest, reports: changed });
    },
    async remove(id) {
      const { reports, ...rest } = await property.read();
      await property.write({ ...rest, reports: reports.filter(each => each.id !== id) });
    },
  };
}

export const byName = (a: Pick<StoredReport, 'name'>, b: Pick<StoredReport, 'name'>) =>
  a.name.localeCompare(b.name);

const ofReader = (report: StoredReport): SavedReport => ({
  ...report,
  owner: null,
  mine: true,
  editable: true,
  manageable: true,
  shares: [],
});
