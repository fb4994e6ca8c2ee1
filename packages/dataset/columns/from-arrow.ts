import { tableFromIPC } from './arrow.ts';
import { type ColumnPlan, type IssueColumns, readColumns } from './issue-columns.ts';
import { type Column, requireColumn } from './readers.ts';
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
  const batches = (children[0]?.data ?? []).map((_, batch) =>
    readBatch(
      new Map(schema.fields.map(({ name }, at) => [name, children[at]?.data[batch]])),
      plan,
    ),
  );
  const count = schema.metadata?.get(META.issues);
  return { batches, issueCount: count === undefined ? null : Number(count) };
}

/** Takes the columns out of `given`: what was read has functions, which keep what is in their scope. */
function readBatch(given: Map<string, Column | undefined>, plan: ColumnPlan): ColumnBatch {
  const columns = readColumns(name => requireColumn(given.get(name), name), plan);
  const places = given.get(POSITION);
  given.clear();
  return { columns, places: places ? (places.values as Int32Array) : null };
}
