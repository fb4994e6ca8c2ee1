/**
 * Seeded generator (sfc32), the same on every machine. Each issue has its own stream, so that a change to one does not
 * affect the others.
 */
export class Random {
  #a = 0;
  #b = 0;
  #c = 0;
  #counter = 1;

  constructor(...seeds: number[]) {
    this.restart(...seeds);
  }

  restart(...seeds: number[]): void {
    this.#a = 0x9e3779b9;
    this.#b = 0x243f6a88;
    this.#c = 0xb7e15162;
    this.#counter = 1;
    for (const seed of seeds) {
      this.#a ^= Math.imul(seed | 0, 0x85ebca6b);
      this.#b = (this.#b + Math.imul((seed / 4294967296) | 0, 0xc2b2ae35) + seed) | 0;
      for (let i = 0; i < 4; i++) this.#step();
    }
    for (let i = 0; i < 8; i++) this.#step();
  }

  #step(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    this.#c |= 0;
    return sum >>> 0;
  }

  /** In [0, 1). */
  next(): number {
    return this.#step() / 4294967296;
  }

  /** A whole number in [0, below). */
  int(below: number): number {
    return Math.floor(this.next() * below);
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.int(items.length)];
    if (item === undefined) throw new RangeError('Nothing to pick from');
    return item;
  }

  /** An item by its weight. */
  weighted<T>(items: readonly (readonly [T, number])[]): T {
    let total = 0;
    for (const [, weight] of items) total += weight;
    let left = this.next() * total;
    for (const [item, weight] of items) {
      left -= weight;
      if (left < 0) return item;
    }
    const last = items.at(-1);
    if (!last) throw new RangeError('Nothing to pick from');
    return last[0];
  }

  /** Log-normal, like cycle times. */
  logNormal(median: number, sigma: number): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.next()));
    return median * Math.exp(sigma * radius * Math.cos(2 * Math.PI * this.next()));
  }
}

/** A fixed number in [0, 1) for a pair of whole numbers, e.g. a person and a week. */
export function noise(a: number, b: number): number {
  let hash = Math.imul(a ^ 0x27d4eb2f, 0x85ebca6b) ^ Math.imul(b + 0x165667b1, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) / 4294967296;
}
