import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '@tallyboard/server-store/store.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { credentialsIn, readCredential } from './credential.ts';
import { decrypt, encrypt, readSecretKey } from './secret-key.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallyboard-key-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('the key', () => {
  test('is created once, readable by its owner only', async () => {
    const key = readSecretKey(undefined, join(folder, 'new'));
    expect(key).toHaveLength(32);
    expect(readSecretKey(undefined, join(folder, 'new'))).toEqual(key);
    const { mode } = await stat(join(folder, 'new', 'tallyboard.key'));
    expect(mode & 0o777).toBe(0o600);
  });

  test('is refused if others can read it or it is malformed', async () => {
    readSecretKey(undefined, folder);
    const file = join(folder, 'tallyboard.key');
    await chmod(file, 0o640);
    expect(() => readSecretKey(undefined, folder)).toThrow(/chmod 600/);
    await chmod(file, 0o600);
    await writeFile(file, 'short');
    expect(() => readSecretKey(undefined, folder)).toThrow(/not a key of 32 bytes/);
  });

  test('can come from the environment, in base64 or hex', () => {
    const key = Buffer.alloc(32, 9);
    expect(readSecretKey(key.toString('base64'), folder)).toEqual(key);
    expect(readSecretKey(key.toString('hex'), folder)).toEqual(key);
    expect(() => readSecretKey('password', folder)).toThrow(/TALLYBOARD_KEY/);
  });
});

describe('encrypted text', () => {
  const key = Buffer.alloc(32, 1);
  const sealed = encrypt(key, 'tökén', 'a');

  test('can be decrypted with its key and for its purpose only', () => {
    expect(decrypt(key, sealed, 'a')).toBe('tökén');
    expect(decrypt(Buffer.alloc(32, 2), sealed, 'a')).toBeNull();
    expect(decrypt(key, sealed, 'b')).toBeNull();
  });

  test('differs each time, and detects changes', () => {
    expect(encrypt(key, 'tökén', 'a').text).not.toBe(sealed.text);
    for (const part of ['nonce', 'text', 'tag'] as const) {
      const bytes = Buffer.from(sealed[part], 'base64');
      bytes[0] = (bytes[0] ?? 0) ^ 1;
      expect(decrypt(key, { ...sealed, [part]: bytes.toString('base64') }, 'a')).toBeNull();
    }
    const short = Buffer.from(sealed.tag, 'base64').subarray(0, 4).toString('base64');
    expect(decrypt(key, { ...sealed, tag: short }, 'a')).toBeNull();
  });
});

test('a store holds a credential encrypted, for one site', async () => {
  const store = await openStore({ file: join(folder, 'x.db') });
  const key = Buffer.alloc(32, 1);
  const site = credentialsIn(store, key, 'https://x.atlassian.net');
  const credential = { email: 'ana@example.com', token: 'tell-nobody' };
  expect(await site.load()).toBeNull();
  await site.save(credential);
  expect(await site.load()).toEqual(credential);
  expect(await credentialsIn(store, key, 'https://y.atlassian.net').load()).toBeNull();
  const other = credentialsIn(store, Buffer.alloc(32, 2), 'https://x.atlassian.net');
  await expect(other.load()).rejects.toThrow(/cannot be read with this key/);
  await store.close();
  for (const file of ['x.db', 'x.db-wal']) {
    const bytes = await readFile(join(folder, file)).catch(() => Buffer.alloc(0));
    expect(bytes.includes('tell-nobody')).toBe(false);
  }
});

test.each([
  [{}, null],
  [{ TALLYBOARD_TOKEN: ' t234567890123456 ' }, { email: null, token: 't234567890123456' }],
  [
    { TALLYBOARD_EMAIL: 'a@b.c', TALLYBOARD_TOKEN: 't234567890123456' },
    { email: 'a@b.c', token: 't234567890123456' },
  ],
])('%j of the environment is %j', (environment, credential) =>
  expect(readCredential(environment)).toEqual(credential),
);

test.each([
  [{ TALLYBOARD_EMAIL: 'a@b.c' }],
  [{ TALLYBOARD_TOKEN: 't23456789012345' }],
  [{ TALLYBOARD_TOKEN: 'twenty letters and more' }],
  [{ TALLYBOARD_TOKEN: 'a\r\nX-Evil: 1234567890' }],
  [{ TALLYBOARD_EMAIL: 'a:b@c.d', TALLYBOARD_TOKEN: 't234567890123456' }],
  [{ TALLYBOARD_EMAIL: 'nobody', TALLYBOARD_TOKEN: 't234567890123456' }],
])('%j is refused', environment => expect(() => readCredential(environment)).toThrow());
