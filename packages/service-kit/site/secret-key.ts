import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingsError } from '../settings.ts';

const file = 'tallyboard.key';

/**
 * The key that encrypts stored credentials: 32 bytes from TALLYBOARD_KEY (base64 or hex), else from a file in the data
 * folder that only its owner can read, created if missing. Throws SettingsError.
 */
export function readSecretKey(fromEnvironment: string | undefined, folder: string): Buffer {
  const path = join(folder, file);
  if (!fromEnvironment) {
    mkdirSync(folder, { recursive: true });
    try {
      // Atomic: of two processes that start at once, the second reads the key of the first.
      writeFileSync(path, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'EEXIST') throw error;
    }
  }
  return existingSecretKey(fromEnvironment, folder);
}

/** The same key for a process beside the server, which must not make one of its own. Throws SettingsError. */
export function existingSecretKey(fromEnvironment: string | undefined, folder: string): Buffer {
  if (fromEnvironment) {
    return decode(fromEnvironment) ?? refuse('TALLYBOARD_KEY', 'Make one: openssl rand -base64 32');
  }
  const path = join(folder, file);
  if (!existsSync(path))
    throw new SettingsError(
      `There is no key in '${path}'. Set TALLYBOARD_KEY to the key of the server.`,
    );
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
    throw new SettingsError(`Others can read '${path}'. Take their rights away: chmod 600 ${path}`);
  }
  return decode(readFileSync(path, 'utf8')) ?? refuse(path, 'Put the right one back.');
}

function decode(text: string): Buffer | null {
  const trimmed = text.trim();
  const key = Buffer.from(trimmed, /^[0-9a-f]{64}$/i.test(trimmed) ? 'hex' : 'base64');
  return key.length === 32 ? key : null;
}

function refuse(where: string, advice: string): never {
  throw new SettingsError(`${where} is not a key of 32 bytes. ${advice}`);
}

export type EncryptedText = ReturnType<typeof encrypt>;

/** AES-256-GCM, each part in base64. `purpose` is authenticated: a text encrypted for one purpose cannot be decrypted for another. */
export function encrypt(key: Buffer, text: string, purpose: string) {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return {
    nonce: nonce.toString('base64'),
    text: sealed.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
  };
}

/** Null with another key or purpose, or when the text was changed. */
export function decrypt(key: Buffer, sealed: EncryptedText, purpose: string): string | null {
  try {
    const bytes = (text: string) => Buffer.from(text, 'base64');
    const settings = { authTagLength: 16 };
    const decipher = createDecipheriv('aes-256-gcm', key, bytes(sealed.nonce), settings)
      .setAAD(Buffer.from(purpose))
      .setAuthTag(bytes(sealed.tag));
    return Buffer.concat([decipher.update(bytes(sealed.text)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
