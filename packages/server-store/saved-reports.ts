import { find } from '@tallyboard/database/query.ts';
import { StoreError } from '@tallyboard/database/store-error.ts';
import type { Share } from '@tallyboard/replica/data/dashboards/dashboard.ts';
import type { ServerDb, ServerTables } from './tables.ts';

export interface SavedReport {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly description: string;
  /** The definition, as the page wrote it. */
  readonly view: Readonly<Record<string, unknown>>;
  readonly shares: readonly Share[];
  /** Counts the writes, from 1. */
  readonly version: number;
  readonly updatedMs: number;
}

export type SavedReportStore = ReturnType<typeof savedReportStore>;

export function savedReportStore(db: ServerDb) {
  const all = async (condition: Partial<ServerTables['saved_reports']>) =>
    (await find({ db }, 'saved_reports', condition, 'name', 'id')).map(reportOf);

  return {
    all: () => all({}),
    get: async (id: string): Promise<SavedReport | null> => (await all({ id }))[0] ?? null,

    /** Stores the version after `version`; 0 is a new report. @throws StoreError 'conflict' for another stored version. */
    async save(report: SavedReport): Promise<SavedReport> {
      const { id, version } = report;
      const saved = { ...report, version: version + 1 };
      const row = rowOf(saved);
      const written =
        version === 0
          ? (
              await db
                .insertInto('saved_reports')
                .values(row)
                .onConflict(each => each.doNothing())
                .executeTakeFirst()
            ).numInsertedOrUpdatedRows
          : (
              await db
                .updateTable('saved_reports')
                .set(row)
                .where('id', '=', id)
                .where('version', '=', version)
                .executeTakeFirst()
            ).numUpdatedRows;
      if (Number(written ?? 0) === 0)
        throw new StoreError('conflict', 'The saved report was changed by somebody else.');
      return saved;
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('saved_reports').where('id', '=', id).execute();
    },
  };
}

function rowOf({ ownerId, updatedMs, view, shares, ...rest }: SavedReport) {
  return {
    ...rest,
    owner_id: ownerId,
    updated: updatedMs,
    view: JSON.stringify(view),
    shares: JSON.stringify(shares),
  };
}

const reportOf = ({
  owner_id: ownerId,
  updated: updatedMs,
  view,
  shares,
  ...rest
}: ServerTables['saved_reports']): SavedReport => ({
  ...rest,
  ownerId,
  updatedMs,
  view: JSON.parse(view),
  shares: JSON.parse(shares),
});
