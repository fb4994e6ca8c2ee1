/** Copies of the numbers of Arrow columns that take as few bytes as their values allow. */

import { isSet } from './bits.ts';

/** Whole numbers from 0 on. */
export type Naturals = Uint8Array | Uint16Array | Uint32Array;

/** An array for whole numbers from 0 to `most`. */
export function createNaturals(length: number, most: number): Naturals {
  if (most < 2 ** 8) return new Uint8Array(length);
  return most < 2 ** 16 ? new Uint16Array(length) : new Uint32Array(length);
}

export function packNaturals(values: ArrayLike<number>, most: number): Naturals {
  const packed = createNaturals(values.length, most);
  packed.set(values);
  return packed;
}

export function packNumbers(values: Int32Array | Float64Array) {
  for (const Packed of [Int16Array, Int32Array, Float32Array]) {
    const packed = new Packed(values);
    if (packed.every((value, at) => value === values[at])) return packed;
  }
  return values.slice();
}

export const WORD = 2 ** 32;

/** A whole number of 64 bits of pairs of words: a BigInt for each would be slow. */
export const longAt = (words: Int32Array, at: number): number =>
  (words[2 * at]! >>> 0) + words[2 * at + 1]! * WORD;

/** Whole numbers of 64 bits: instants within 34 years of each other take 5 bytes each, ids 4. */
export class PackedLongs {
  readonly length: number;
  readonly #low: Uint32Array;
  /** The high words, less the least of them; null where all are equal. */
  readonly #high: Naturals | null;
  readonly #least: number;

  /** @param words pairs of a low and a high word; @param validity of numbers that are not null; null for all */
  constructor(words: Int32Array, validity: Uint8Array | null) {
    const length = words.length / 2;
    const low = new Uint32Array(length);
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < length; at++) {
      if (validity !== null && !isSet(validity, at)) continue;
      low[at] = words[2 * at]!;
      const high = words[2 * at + 1]!;
      if (high < least) least = high;
      if (high > most) most = high;
    }
    this.length = length;
    this.#low = low;
    this.#least = least;
    this.#high = null;
    if (least >= most) return;
    const highs = createNaturals(length, most - least);
    for (let at = 0; at < length; at++) highs[at] = words[2 * at + 1]! - least;
    this.#high = highs;
  }

  at(at: number): number {
    const high = this.#high === null ? 0 : this.#high[at]!;
    return this.#low[at]! + (this.#least + high) * WORD;
  }
}
