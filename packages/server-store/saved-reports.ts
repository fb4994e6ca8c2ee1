import { remove } from '@tallyboard/database/query.ts';
import { sql } from 'kysely';
import { type Owned, type OwnedStore, ownedStore } from './owned-store.ts';
import type { ServerDb } from './tables.ts';

export interface SavedReport extends Owned {
  readonly ownerId: string;
  readonly description: string;
  /** The definition, as the page wrote it. */
  readonly view: Readonly<Record<string, unknown>>;
}

export type SavedReportStore = OwnedStore<SavedReport>;

export function savedReportStore(db: ServerDb): SavedReportStore {
  const reports = ownedStore<SavedReport, 'saved_reports'>(db, {
    table: 'saved_reports',
    noun: 'saved report',
    rowOf: ({ description, view }) => ({ description, view: JSON.stringify(view) }),
    itemOf: ({ description, view }) => ({ description, view: JSON.parse(view) }),
  });
  return {
    ...reports,
    /** Its pins are deleted too. */
    async remove(id) {
      await reports.remove(id);
      await remove({ db }, 'pins', { report: id });
    },
    async removeOf(ownerId) {
      await remove(
        { db },
        'pins',
        sql`report in (select id from saved_reports where owner_id = ${ownerId})`,
      );
      await reports.removeOf(ownerId);
    },
  };
}
