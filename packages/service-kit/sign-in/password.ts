import { createHash, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** log2 of scrypt's N: 2^16 with r = 8 takes 64 MB and 0.2 s. */
const usualCost = 16;
const blockSize = 8;
const length = 32;
const MAX_COST = 20;

interface Cost {
  readonly cost: number;
  readonly blockSize: number;
}

export const MIN_PASSWORD = 10;
/** Bounds the time of hashing. */
export const MAX_PASSWORD = 1000;

/** 'scrypt:cost:blocks:parallel:salt:hash'. */
export async function hashPassword(password: string, cost = usualCost): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, { cost, blockSize });
  const [saltText, hashText] = [salt, hash].map(bytes => bytes.toString('base64url'));
  return `scrypt:${cost}:${blockSize}:1:${saltText}:${hashText}`;
}

const pattern = /^scrypt:(\d{1,2}):(\d{1,2}):1:([\w-]{16,}):([\w-]{43})$/;

export function isPasswordHash(text: string): boolean {
  const [, storedCost] = pattern.exec(text) ?? [];
  return storedCost !== undefined && Number(storedCost) >= 10 && Number(storedCost) <= MAX_COST;
}

/** A hash that matches no password, of the same cost as another one. */
export function hashOfNobody(like: string | undefined): string {
  const [, cost = usualCost] = pattern.exec(like ?? '') ?? [];
  return `scrypt:${cost}:${blockSize}:1:${'A'.repeat(22)}:${'A'.repeat(43)}`;
}

/**
 * Compares a password with a hash. Without one it derives `nobody` and fails, so that the time does not reveal which
 * accounts exist.
 */
export async function checkPassword(
  password: string,
  stored: string | null,
  nobody: string,
): Promise<boolean> {
  const known = stored !== null && isPasswordHash(stored);
  const [, costText = '', blockText = '', salt = '', hash = ''] =
    pattern.exec(known ? stored : nobody) ?? [];
  const asked = { cost: Number(costText), blockSize: Number(blockText) };
  const derived = await derive(
    password.slice(0, MAX_PASSWORD),
    Buffer.from(salt, 'base64url'),
    asked,
  );
  return timingSafeEqual(derived, Buffer.from(hash, 'base64url')) && known;
}

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

function derive(password: string, salt: Buffer, { cost, blockSize: r }: Cost): Promise<Buffer> {
  const N = 2 ** cost;
  // Keyboards compose letters differently.
  return scryptAsync(password.normalize('NFKC'), salt, length, { N, r, p: 1, maxmem: 256 * N * r });
}

/** Compares in constant time. */
export function isSameText(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
