import type { Naturals } from './packed-numbers.ts';
import type { Coded } from './readers.ts';

/** Makes the values of a column, each at the first row that names it. Most rows name no new one. */
export class Adopter {
  readonly #values: Coded<unknown>;
  /** Where the values of each row start; null for one value a row. */
  readonly #starts: Naturals | null;
  /** By code: 1 for a value that was not made yet, else 0. */
  readonly #isLeft: Uint8Array;
  /** The number of values that were not made yet. */
  left = 0;

  constructor(values: Coded<unknown>, starts: Naturals | null = null) {
    this.#values = values;
    this.#starts = starts;
    this.#isLeft = new Uint8Array(values.dictionary.size);
    for (let at = 0; at < values.length; at++) {
      const code = values.code(at);
      if (code < 0 || this.#isLeft[code] === 1) continue;
      this.#isLeft[code] = 1;
      this.left++;
    }
  }

  /** Whether a row names a value that was not made yet. */
  isNew(row: number): boolean {
    if (this.left === 0) return false;
    const values = this.#values;
    const starts = this.#starts;
    const end = starts ? starts[row + 1]! : row + 1;
    for (let at = starts ? starts[row]! : row; at < end; at++) {
      const code = values.code(at);
      if (code >= 0 && this.#isLeft[code] === 1) return true;
    }
    return false;
  }

  adopt(row: number): void {
    const starts = this.#starts;
    const end = starts ? starts[row + 1]! : row + 1;
    for (let at = starts ? starts[row]! : row; at < end; at++) {
      const code = this.#values.code(at);
      if (code < 0 || this.#isLeft[code] !== 1) continue;
      this.#isLeft[code] = 0;
      this.left--;
      this.#values.dictionary.value(code);
    }
  }
}
