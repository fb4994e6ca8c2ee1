export const isSet = (bits: Uint8Array, at: number): boolean =>
  (bits[at >> 3]! & (1 << (at & 7))) !== 0;

export function setBit(bits: Uint8Array, at: number): void {
  bits[at >> 3] = bits[at >> 3]! | (1 << (at & 7));
}
