/** Shared reports in the app's storage: an entity each, so that two writers never overwrite one another. */
import { Filter, FilterConditions, kvs, WhereConditions } from '@forge/kvs';
import type { ReportStore, SharedReport } from './shared-reports.ts';

/** As in manifest.yml. */
const entityName = 'shared-report';

interface Entry {
  readonly version: number;
  readonly report: SharedReport;
}

/** Even the longest reports of a page fit into the 5 MB of a reply. */
const PAGE_SIZE = 40;

const entity = () => kvs.entity<Entry>(entityName);

export const reportStore: ReportStore = {
  get: async id => (await entity().get(id))?.report ?? null,

  async list(cursor) {
    const query = entity()
      .query()
      .index('version')
      .where(WhereConditions.greaterThan(0))
      .limit(PAGE_SIZE);
    const { results, nextCursor } = await (cursor === null
      ? query
      : query.cursor(cursor)
    ).getMany();
    return { reports: results.map(({ value }) => value.report), next: nextCursor };
  },

  async save(report, version) {
    const { id } = report;
    const entry = { version: report.version, report };
    try {
      if (version === 0) await entity().set(id, entry, { keyPolicy: 'FAIL_IF_EXISTS' });
      else {
        const conditions = new Filter<Entry>().and('version', FilterConditions.equalTo(version));
        await kvs.transact().set(id, entry, { entityName, conditions }).execute();
      }
      return true;
    } catch (error) {
      // The platform documents no code of a condition that failed.
      const stored = await entity().get(id);
      if ((stored?.version ?? 0) === version) throw error;
      return false;
    }
  },

  remove: id => entity().delete(id),
};
