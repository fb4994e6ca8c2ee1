import { encodeSymmetric, SymmetricAlgorithm } from 'atlassian-jwt';
import { expect, test } from 'vitest';
import { CONTEXT_HASH, callHash, readIssuer, verifySiteToken } from './tokens.ts';

const BASE = 'https://app.example/base';

// Computed by hand: SHA-256 of METHOD & path below the base & sorted query.
test.each([
  [
    'GET /base/gadget?view=default&a=2&a=1&b=a%20b&dashboardId=10000&jwt=x.y.z',
    '04f072f463492227d00206f7b91bd24f74834dea06f68af4d45a80dd1ea2aa87',
  ],
  ['GET /base/', 'c88caad15a1c1a900b8ac08aa9686f4e8184539bea1deda36e2f649430df3239'],
  ['GET /base', 'c88caad15a1c1a900b8ac08aa9686f4e8184539bea1deda36e2f649430df3239'],
  [
    'GET /base/rest/api/2/search?startAt=0&jql=project%3DX%20%2B%20%22a*%22',
    'ede4b4553e0fb3678211cd40978aee5a5784dabf950c6b8298e6db2133750af8',
  ],
  [
    'GET /base/rest/api/2/search/?jql=project%3DX+%2B+%22a%2A%22&startAt=0',
    'ede4b4553e0fb3678211cd40978aee5a5784dabf950c6b8298e6db2133750af8',
  ],
])('%s has its hash', (call, hash) => {
  const [method = '', url = ''] = call.split(' ');
  expect(callHash({ method, url }, BASE)).toBe(hash);
});

const NOW = Date.parse('2026-06-17T12:00:00Z');
const SECRET = 'the secret of the site';
const CALL = { method: 'GET', url: '/reports?lic=active&xdm_e=https%3A%2F%2Facme.atlassian.net' };
const seconds = (at: number) => Math.floor(at / 1000);

const claims = (changes: Record<string, unknown> = {}) => ({
  iss: 'site-1',
  sub: '712020:1f',
  iat: seconds(NOW - 1000),
  exp: seconds(NOW + 180_000),
  qsh: callHash(CALL, BASE),
  ...changes,
});
const sign = (payload: object, secret = SECRET, algorithm = SymmetricAlgorithm.HS256) =>
  encodeSymmetric(payload, secret, algorithm);
const verify = (token: string, call = CALL) =>
  verifySiteToken(token, SECRET, callHash(call, BASE), NOW);

test('accepts a token that the site signed for this call', () => {
  const token = sign(claims());
  expect(readIssuer(token)).toBe('site-1');
  expect(verify(token)).toMatchObject({ issuer: 'site-1' });
  expect(verify(`${token}`, { ...CALL, url: `${CALL.url}&jwt=${token}` })).toBeDefined();
});

const unsigned = (payload: object) =>
  `${[{ alg: 'none', typ: 'JWT' }, payload]
    .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')}.`;

test.each([
  ['signed with another secret', () => sign(claims(), 'another secret')],
  ['without a signature', () => unsigned(claims())],
  ['signed with another algorithm', () => sign(claims(), SECRET, SymmetricAlgorithm.HS512)],
  ['expired', () => sign(claims({ exp: seconds(NOW - 31_000) }))],
  ['without an expiry', () => sign(claims({ exp: undefined }))],
  ['with a malformed expiry', () => sign(claims({ exp: 'never' }))],
  ['with a late expiry', () => sign(claims({ exp: seconds(NOW + 1e9) }))],
  ['not valid yet', () => sign(claims({ nbf: seconds(NOW + 60_000) }))],
  ['issued tomorrow', () => sign(claims({ iat: seconds(NOW + 8e7) }))],
  ['for another call', () => sign(claims({ qsh: callHash({ ...CALL, url: '/reports' }, BASE) }))],
  ['for a frame', () => sign(claims({ qsh: 'context-qsh' }))],
  ['without a hash', () => sign(claims({ qsh: undefined }))],
  ['with a changed claim', () => sign(claims()).replace(/\.(.{8})/, '.AAAAAAAA')],
  ['that is malformed', () => 'x'],
])('refuses a token %s', (_, token) => {
  expect(() => verify(token())).toThrow(expect.objectContaining({ name: 'TokenError' }));
});

test.each([
  ['/reports?lic=none&xdm_e=https%3A%2F%2Facme.atlassian.net'],
  ['/reports?lic=active&xdm_e=https%3A%2F%2Fother.atlassian.net'],
  ['/reports?lic=active&xdm_e=https%3A%2F%2Facme.atlassian.net&adminMode=true'],
  ['/text-dashboard?lic=active&xdm_e=https%3A%2F%2Facme.atlassian.net'],
])('a signature is valid for its own address only: %s', url => {
  expect(() => verify(sign(claims()), { ...CALL, url })).toThrow(/another call/);
});

test('a token of a frame is valid for calls of frames only', () => {
  const context = (token: string) => verifySiteToken(token, SECRET, CONTEXT_HASH, NOW);
  expect(context(sign(claims({ qsh: 'context-qsh' })))).toMatchObject({ issuer: 'site-1' });
  expect(() => context(sign(claims()))).toThrow(/another call/);
});
