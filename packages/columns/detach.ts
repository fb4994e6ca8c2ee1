import type { Batch, DictionaryBatch } from './arrow.ts';
import { copyBits, copyValues, type Rows } from './copy-rows.ts';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
type Detachable = Mutable<DictionaryBatch<unknown>>;

const NO_BYTES = new Uint8Array(0);

/** Columns that have buffers of their own. Several have the same dictionary. */
const detached = new WeakSet<Batch<unknown>>();

/**
 * Gives a column, with its items and dictionaries, buffers of its own in place of parts of a stream. Of a column without items
 * `rows` alone may be kept.
 */
export function detach(column: Batch<unknown>, rows: Rows | null = null): void {
  if (detached.has(column)) return;
  detached.add(column);
  const own = column as Detachable;
  const { nullCount, validity, values } = own;
  own.validity = nullCount === 0 ? NO_BYTES : rows ? copyBits(validity, rows) : copyOf(validity);
  if (values)
    own.values = rows ? copyValues(values as Int32Array, rows) : copyOf(values as Int32Array);
  if (column.offsets) own.offsets = copyOf(column.offsets as Int32Array);
  for (const child of column.children ?? []) detach(child);
  const { dictionary } = own;
  if (!dictionary) return;
  for (const batch of dictionary.data) detach(batch);
}

/** Node's buffers have a `slice` that copies nothing. */
const copyOf = <Values extends Uint8Array | Int32Array>(values: Values): Values =>
  (values instanceof Uint8Array ? new Uint8Array(values) : values.slice()) as Values;
