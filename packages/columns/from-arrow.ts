import { tableFromIPC } from './arrow.ts';
import { type ColumnPlan, type IssueColumns, readColumns } from './issue-columns.ts';
import { requireColumn } from './readers.ts';
import { FORMAT, META, POSITION } from './schema.ts';

export interface ColumnBatch {
  readonly columns: IssueColumns;
  /** The place of each row in the order of the query; null for stored columns. */
  readonly places: Int32Array | null;
}

export interface ColumnStream {
  readonly batches: readonly ColumnBatch[];
  /** Null for stored columns. */
  readonly issueCount: number | null;
}

/** The columns of a stream that `toArrow` or a `StreamWriter` wrote. Throws for those of another version. */
export function fromArrow(bytes: Uint8Array, plan: ColumnPlan): ColumnStream {
  const { schema, children } = tableFromIPC(bytes);
  const format = schema.metadata?.get(META.format);
  if (format !== FORMAT) throw new Error(`'${format}' cannot be read: it is not '${FORMAT}'.`);
  const batches = (children[0]?.data ?? []).map((_, batch): ColumnBatch => {
    const given = new Map(schema.fields.map(({ name }, at) => [name, children[at]?.data[batch]]));
    const columns = readColumns(name => requireColumn(given.get(name), name), plan);
    const places = given.get(POSITION);
    // What was read has functions, which keep what is in their scope.
    given.clear();
    return { columns, places: places ? (places.values as Int32Array) : null };
  });
  const count = schema.metadata?.get(META.issues);
  return { batches, issueCount: count === undefined ? null : Number(count) };
}
