import { tableFromIPC } from './arrow.ts';
import { detach } from './detach.ts';
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
  const indexes = new Map(schema.fields.map(({ name }, index) => [name, index]));
  const batches = (children[0]?.data ?? []).map((_, batch): ColumnBatch => {
    const columnOf = (name: string) => children[indexes.get(name) ?? -1]?.data[batch];
    const places = columnOf(POSITION);
    const given = (name: string) => {
      const column = requireColumn(columnOf(name), name);
      // Of changes those that are needed are copied where they are read.
      if (plan.copies && name !== 'changes') detach(column);
      return column;
    };
    return {
      columns: readColumns(given, plan),
      places: places ? (places.values as Int32Array) : null,
    };
  });
  const count = schema.metadata?.get(META.issues);
  return { batches, issueCount: count === undefined ? null : Number(count) };
}
