import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares in constant time. */
export function isSameText(one: string, other: string): boolean {
  const [a, b] = [one, other].map(text => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
