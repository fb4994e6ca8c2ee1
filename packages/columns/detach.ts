import type { Batch, DictionaryBatch } from './arrow.ts';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
/** With the texts that the library has decoded for readers of its own. */
type Detachable = Omit<Mutable<DictionaryBatch<unknown>>, 'cache'> & { cache: unknown };

const NO_BYTES = new Uint8Array(0);

/**
 * Gives a column, with its items and dictionaries, buffers of its own in place of parts of a stream. Of columns with the
 * parts in `copied` this was done before.
 */
export function detach(column: Batch<unknown>, copied: Set<unknown>): void {
  if (copied.has(column)) return;
  copied.add(column);
  const own = column as Detachable;
  own.validity = column.nullCount > 0 ? copyOf(column.validity) : NO_BYTES;
  if (column.values) own.values = copyOf(column.values as Uint8Array);
  if (column.offsets) own.offsets = copyOf(column.offsets as Int32Array);
  for (const child of column.children ?? []) detach(child, copied);
  const { dictionary } = own;
  if (!dictionary) return;
  own.cache = null;
  (dictionary as unknown as { _cache: unknown })._cache = null;
  for (const batch of dictionary.data) detach(batch, copied);
}

/** Node's buffers have a `slice` that copies nothing. */
const copyOf = <Values extends Uint8Array | Int32Array>(values: Values): Values =>
  (values instanceof Uint8Array ? new Uint8Array(values) : values.slice()) as Values;
