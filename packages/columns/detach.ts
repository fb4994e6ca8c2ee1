import type { Batch, DictionaryBatch } from './arrow.ts';
import { isSet, setBit } from './readers.ts';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
/** With the texts that the library has decoded for readers of its own. */
type Detachable = Omit<Mutable<DictionaryBatch<unknown>>, 'cache'> & { cache: unknown };

const NO_BYTES = new Uint8Array(0);

/** Columns that have buffers of their own. Several have the same dictionary. */
const detached = new WeakSet<Batch<unknown>>();

/**
 * Gives a column, with its items and dictionaries, buffers of its own in place of parts of a stream. With `positions`, where it
 * has no items, those of its values alone.
 */
export function detach(column: Batch<unknown>, positions: Int32Array | null = null): void {
  if (detached.has(column)) return;
  detached.add(column);
  const own = column as Detachable;
  const { nullCount, validity, values } = own;
  own.validity =
    nullCount === 0 ? NO_BYTES : positions ? bitsAt(validity, positions) : copyOf(validity);
  if (values)
    own.values = positions ? valuesAt(values as Values, positions) : copyOf(values as Values);
  if (column.offsets) own.offsets = copyOf(column.offsets as Int32Array);
  for (const child of column.children ?? []) detach(child);
  const { dictionary } = own;
  if (!dictionary) return;
  own.cache = null;
  (dictionary as unknown as { _cache: unknown })._cache = null;
  for (const batch of dictionary.data) detach(batch);
}

type Values = Uint8Array | Uint16Array | Int32Array | BigInt64Array;

/** Node's buffers have a `slice` that copies nothing. */
const copyOf = <Copied extends Values>(values: Copied): Copied =>
  (values instanceof Uint8Array ? new Uint8Array(values) : values.slice()) as Copied;

/** Numbers of 64 bits as pairs of words: a BigInt for each would be slow. */
function valuesAt(values: Values, positions: Int32Array): Values {
  if (values instanceof BigInt64Array) {
    const words = new Int32Array(values.buffer, values.byteOffset, 2 * values.length);
    const found = new Int32Array(2 * positions.length);
    for (let at = 0; at < positions.length; at++) {
      const from = 2 * (positions[at] as number);
      found[2 * at] = words[from] as number;
      found[2 * at + 1] = words[from + 1] as number;
    }
    return new BigInt64Array(found.buffer);
  }
  const found =
    values instanceof Uint16Array
      ? new Uint16Array(positions.length)
      : new Int32Array(positions.length);
  for (let at = 0; at < found.length; at++) found[at] = values[positions[at] as number] as number;
  return found;
}

function bitsAt(bits: Uint8Array, positions: Int32Array): Uint8Array {
  const found = new Uint8Array(Math.ceil(positions.length / 8));
  for (let at = 0; at < positions.length; at++)
    if (isSet(bits, positions[at] as number)) setBit(found, at);
  return found;
}
