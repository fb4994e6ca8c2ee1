/** Secrets that people copy: a prefix, 8 characters that name one, 43 of a secret of 256 bits, 6 of a checksum. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Access keys, and display links. */
export type SecretPrefix = 'tb_' | 'tw_';

export const secretPattern = (prefix: SecretPrefix): RegExp =>
  new RegExp(`${prefix}[0-9A-Za-z]{8}[\\w-]{49}`);

export const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url');

const checksumOf = (start: string): string => hashOf(`tallyboard ${start}`).slice(0, 6);

export function newSecretText(prefix: SecretPrefix): {
  readonly id: string;
  readonly text: string;
} {
  const id = Array.from(randomBytes(8), byte => CHARACTERS[byte % CHARACTERS.length]).join('');
  const start = `${prefix}${id}${randomBytes(32).toString('base64url')}`;
  return { id, text: start + checksumOf(start) };
}

/** The part that names a secret; null unless the text is one, typed without a mistake. */
export function secretIdOf(prefix: SecretPrefix, text: string): string | null {
  if (!new RegExp(`^${secretPattern(prefix).source}$`).test(text)) return null;
  return checksumOf(text.slice(0, -6)) === text.slice(-6) ? text.slice(3, 11) : null;
}

export const isSameHash = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
