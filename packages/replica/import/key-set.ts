/** One bit per issue number. */
const CHUNK = 8192;

export class KeySet {
  readonly #chunks = new Map<string, Uint8Array>();

  /** False if it was in the set. */
  add(key: string): boolean {
    const at = key.lastIndexOf('-');
    const number = Number(key.slice(at + 1));
    if (at < 0 || !Number.isSafeInteger(number) || number < 0) return true;
    const name = `${key.slice(0, at).toUpperCase()}-${Math.floor(number / CHUNK)}`;
    let chunk = this.#chunks.get(name);
    if (!chunk) {
      chunk = new Uint8Array(CHUNK / 8);
      this.#chunks.set(name, chunk);
    }
    const bit = number % CHUNK;
    const mask = 1 << (bit & 7);
    const before = chunk[bit >> 3] ?? 0;
    chunk[bit >> 3] = before | mask;
    return (before & mask) === 0;
  }
}
