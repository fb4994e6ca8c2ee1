import { expect, test } from 'vitest';
import { checkPassword, hashOfNobody, hashPassword, isPasswordHash } from './password.ts';

const nobody = hashOfNobody(undefined);

test('a password matches its own hash only, and hashes are salted', async () => {
  const [one, two] = await Promise.all([hashPassword('päss wörd'), hashPassword('päss wörd', 10)]);
  expect(one).toMatch(/^scrypt:16:8:1:[\w-]{22}:[\w-]{43}$/);
  expect(one.split(':')[4]).not.toBe(two.split(':')[4]);
  expect(await checkPassword('päss wörd', one, nobody)).toBe(true);
  expect(await checkPassword('pa\u0308ss wo\u0308rd', two, nobody)).toBe(true);
  expect(await checkPassword('pass word', two, nobody)).toBe(false);
  expect(await checkPassword('', two, nobody)).toBe(false);
});

test('without an account no password matches', async () => {
  const cheap = hashOfNobody(await hashPassword('x', 10));
  expect(cheap).toMatch(/^scrypt:10:/);
  expect(await checkPassword('', null, cheap)).toBe(false);
  expect(await checkPassword('anything', 'scrypt:10:8:1:broken', cheap)).toBe(false);
});

test.each([
  [`scrypt:9:8:1:AAAAAAAAAAAAAAAAAAAAAA:${'A'.repeat(43)}`, false],
  [`scrypt:21:8:1:AAAAAAAAAAAAAAAAAAAAAA:${'A'.repeat(43)}`, false],
  [`scrypt:16:8:1:AAAAAAAAAAAAAAAAAAAAAA:${'A'.repeat(43)}`, true],
  ['', false],
  ['plain password', false],
])('%s is a hash: %s', (text, is) => expect(isPasswordHash(text)).toBe(is));
