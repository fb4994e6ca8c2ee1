import { tableFromIPC } from './arrow.ts';
import { type ColumnPlan, type IssueColumns, readColumns } from './issue-columns.ts';
import { requireColumn } from './readers.ts';
import { FORMAT, META } from './schema.ts';

/** The columns of a stream that `toArrow` wrote. Throws for those of another version. */
export function fromArrow(bytes: Uint8Array, plan: ColumnPlan): IssueColumns {
  const table = tableFromIPC(bytes);
  const format = table.schema.metadata?.get(META.format);
  if (format !== FORMAT) throw new Error(`'${format}' cannot be read: it is not '${FORMAT}'.`);
  return readColumns(name => requireColumn(table.getChild(name)?.data[0], name), plan);
}
