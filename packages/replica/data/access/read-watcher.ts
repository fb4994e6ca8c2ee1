import type { HistoryEntry } from '../issues/changelogs.ts';
import type { JsonObject } from '../shapes.ts';
import type { Row } from '../tables.ts';

/** What needs are found in, by table. */
export interface NeedyRows {
  issue_documents: { readonly issue_id: number; readonly fields: JsonObject };
  changelogs: { readonly issue_id: number; readonly entries: readonly HistoryEntry[] };
  worklogs: Pick<Row<'worklogs'>, 'issue_id' | 'visibility'>;
}

/** Receives what is read of issues. */
export interface ReadWatcher {
  /** All that a table has of some issues. */
  onRows<Table extends keyof NeedyRows>(
    table: Table,
    issueIds: readonly number[],
    rows: readonly NeedyRows[Table][],
  ): void;
  /** An issue that others name was looked up. */
  onLookup(name: string, isHidden: boolean): void;
}
