/** Rows of the buffers of Arrow columns. */
import type { Batch } from './arrow.ts';
import { isSet, setBit } from './bits.ts';

/** Positions in a column. */
export type Rows = Int32Array;

type Values = Uint16Array | Int32Array | Float64Array | BigInt64Array;

export function copyBits(bits: Uint8Array, rows: Rows): Uint8Array {
  const copy = new Uint8Array(Math.ceil(rows.length / 8));
  for (let at = 0; at < rows.length; at++) if (isSet(bits, rows[at]!)) setBit(copy, at);
  return copy;
}

/** 64 bits as two words: some of them are no valid float, whose copy may differ, and a BigInt for each would be slow. */
export function copyValues(source: Values, rows: Rows): Values {
  if (source instanceof Uint16Array) {
    const copy = new Uint16Array(rows.length);
    for (let at = 0; at < rows.length; at++) copy[at] = source[rows[at]!]!;
    return copy;
  }
  const { buffer, byteOffset, byteLength, BYTES_PER_ELEMENT } = source;
  const words = new Int32Array(buffer, byteOffset, byteLength / 4);
  const copy = new Int32Array((rows.length * BYTES_PER_ELEMENT) / 4);
  if (BYTES_PER_ELEMENT === 4) {
    for (let at = 0; at < rows.length; at++) copy[at] = words[rows[at]!]!;
    return copy;
  }
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!;
    copy[2 * at] = words[2 * row]!;
    copy[2 * at + 1] = words[2 * row + 1]!;
  }
  return source instanceof BigInt64Array
    ? new BigInt64Array(copy.buffer)
    : new Float64Array(copy.buffer);
}

export function copyTexts(column: Batch<unknown>, rows: Rows) {
  const starts = column.offsets as Int32Array;
  const bytes = column.values as Uint8Array;
  const offsets = new Int32Array(rows.length + 1);
  let length = 0;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!;
    length += starts[row + 1]! - starts[row]!;
    offsets[at + 1] = length;
  }
  const values = new Uint8Array(length);
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!;
    values.set(bytes.subarray(starts[row], starts[row + 1]), offsets[at]);
  }
  return { length: rows.length, offsets, values };
}
