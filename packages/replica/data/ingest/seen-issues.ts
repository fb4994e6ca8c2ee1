import { asText } from '../shapes.ts';

/** Bits per chunk. */
const CHUNK = 8192;
/** 20 MB; ids of many sites may be far apart. */
const MAX_CHUNKS = 20_000;

/** A set of numbers by name, one bit each. */
export class NumberSet {
  readonly #chunks = new Map<string, Uint8Array>();

  /** Adds a whole number from 0; false if it was in the set. */
  add(name: string, number: number): boolean {
    const place = `${name} ${Math.floor(number / CHUNK)}`;
    const chunk = this.#chunks.get(place) ?? new Uint8Array(CHUNK / 8);
    this.#chunks.set(place, chunk);
    const bit = number % CHUNK;
    const mask = 1 << (bit & 7);
    const before = chunk[bit >> 3] ?? 0;
    chunk[bit >> 3] = before | mask;
    return (before & mask) === 0;
  }

  get isFull(): boolean {
    return this.#chunks.size >= MAX_CHUNKS;
  }
}

const isCount = (number: number) => Number.isSafeInteger(number) && number >= 0;

/** Keys and ids of issues. */
export class SeenIssues {
  readonly #numbers = new NumberSet();

  /** Adds an issue; false if another one may have its key or its id. */
  add({ key, id }: { key?: unknown; id?: unknown }): boolean {
    if (this.#numbers.isFull) return false;
    const text = asText(key) ?? '';
    const dash = text.lastIndexOf('-');
    const number = Number(text.slice(dash + 1));
    if (dash < 1 || !isCount(number)) return false;
    const isNewKey = this.#numbers.add(text.slice(0, dash).toUpperCase(), number);
    const idNumber = Number(id);
    // An id that is no number is replaced by a free one.
    const isNewId = !isCount(idNumber) || this.#numbers.add('', idNumber);
    return isNewKey && isNewId;
  }
}
