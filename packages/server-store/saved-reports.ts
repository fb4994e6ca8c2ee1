import { type Owned, type OwnedStore, ownedStore } from './owned-store.ts';
import type { ServerDb } from './tables.ts';

export interface SavedReport extends Owned {
  readonly ownerId: string;
  readonly description: string;
  /** The definition, as the page wrote it. */
  readonly view: Readonly<Record<string, unknown>>;
}

export type SavedReportStore = OwnedStore<SavedReport>;

export const savedReportStore = (db: ServerDb): SavedReportStore =>
  ownedStore<SavedReport, 'saved_reports'>(db, {
    table: 'saved_reports',
    noun: 'saved report',
    rowOf: ({ description, view }) => ({ description, view: JSON.stringify(view) }),
    itemOf: ({ description, view }) => ({ description, view: JSON.parse(view) }),
  });
