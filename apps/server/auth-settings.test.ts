import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '@tallyboard/server-store/store.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { parseSettings, SettingsError } from '@tallyboard/service-kit/settings.ts';
import { accountsIn } from '@tallyboard/service-kit/sign-in/accounts.ts';
import { hashOfNobody, hashPassword } from '@tallyboard/service-kit/sign-in/password.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { authSettings } from './auth-settings.ts';
import { createServer } from './server.ts';
import { type FakeJira, startFakeJira } from './testing/fake-jira.ts';
import { claimMirror } from './testing/mirrored-store.ts';
import { signIn, startVisitor } from './testing/visitor.ts';

let folder: string;
let store: Store;
let jira: FakeJira;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallyboard-auth-'));
  store = await openStore({ memory: true });
  jira = await startFakeJira();
});
afterEach(async () => {
  await store.close();
  await jira.stop();
  await rm(folder, { recursive: true });
});

function read(args: string, environment: NodeJS.ProcessEnv = {}) {
  const settings = parseSettings([...args.split(' ').filter(Boolean), '--data', folder]);
  if (typeof settings === 'string') throw new Error('No settings.');
  return authSettings(store, settings, environment);
}

describe('the replica', () => {
  const demoProject = () => addProject('1', 'demo');
  /** A project with a key of the demo. */
  const addProject = (id: string, source: string) =>
    store.ingest([{ kind: 'project', value: { id, key: 'WEB', name: 'Web' } }], { source });

  test('with the demo is open; on this machine a call may name its user', async () => {
    await demoProject();
    expect(await read('')).toEqual({ openAccess: { anyHost: true, actAs: true } });
    const network = { openAccess: { anyHost: true, actAs: false } };
    expect(await read('--host 0.0.0.0')).toEqual(network);
  });

  test('with imported issues is open to this machine only, by its own names', async () => {
    await demoProject();
    await addProject('2', 'example.atlassian.net');
    await expect(read('--host 0.0.0.0')).rejects.toThrow(/people have to sign in/);
    await expect(read('--public-url https://r.example.com')).rejects.toThrow(/have to sign in/);
    expect(await read('')).toEqual({ openAccess: { anyHost: false, actAs: false } });
  });

  test.each(['http://r.example.com', 'http://10.0.0.5:8080', 'http://0.0.0.0:8080'])(
    'is public over http only on request: %s',
    async url => {
      await accountsIn(store).set('ana', await hashPassword('a password', 10));
      await expect(read(`--public-url ${url}`)).rejects.toThrow(/--insecure/);
      expect(await read(`--public-url ${url} --insecure`)).toHaveProperty('auth');
    },
  );

  test.each(['https://r.example.com', 'http://127.0.0.1:8080', 'http://[::1]:8080'])(
    'needs no such request at %s',
    async url => {
      await accountsIn(store).set('ana', await hashPassword('a password', 10));
      expect(await read(`--public-url ${url}`)).toHaveProperty('auth');
    },
  );

  test('without the demo requires sign-in on a network', async () => {
    await expect(read('--host 0.0.0.0 --no-demo')).rejects.toThrow(/people have to sign in/);
  });

  test('with an account requires sign-in', async () => {
    await accountsIn(store).set('ana', await hashPassword('a password', 10));
    const settings = await read('');
    expect(settings).toMatchObject({ auth: { publicUrl: null } });
    await expect(read('--host 0.0.0.0')).rejects.toThrow(/--public-url/);

    await writeFile(join(folder, 'index.html'), '<!doctype html><head></head>');
    const { openAccess: _, ...auth } = settings;
    const server = await createServer({ store, webRoot: folder, log: false, ...auth });
    const visitor = startVisitor(
      `http://127.0.0.1:${await server.start({ port: 0, host: '127.0.0.1' })}`,
    );
    const count = () =>
      visitor.ask('/rest/api/3/search/approximate-count', {
        method: 'POST',
        body: '{"jql":"created < now()"}',
      });
    expect((await count()).status).toBe(401);
    expect((await visitor.ask('/browse/WEB-1')).status).toBe(303);
    expect((await signIn(visitor, 'ana', 'a password')).status).toBe(303);
    expect(await (await count()).json()).toEqual({ count: 0 });
    visitor.token = null;
    expect((await count()).status).toBe(403);
    await server.app.close();
  });

  test('with a mirror is open to this machine only, by its own names', async () => {
    await claimMirror(store);
    await expect(read('--host 0.0.0.0')).rejects.toThrow(/people have to sign in/);
    const { openAccess } = await read('');
    expect(openAccess).toEqual({ anyHost: false, actAs: false });
    const settings = { webRoot: folder, log: false, openAccess: () => openAccess } as const;
    const { app } = await createServer({ store, ...settings });
    const statusOf = async (host: string) =>
      (await app.inject({ url: '/rest/api/2/myself', headers: { host } })).statusCode;
    expect([await statusOf('localhost:8080'), await statusOf('evil.example')]).toEqual([200, 421]);
    await app.close();
  });
});

describe('a real Jira', () => {
  const token = { TALLYBOARD_TOKEN: 'the-token-of-the-test' };

  test('needs https, or --insecure, on another machine', async () => {
    await expect(read('--site http://jira.example.com')).rejects.toThrow(
      /Give the https address of jira\.example\.com\. --insecure/,
    );
    const { site } = await read('--site http://jira.example.com --insecure');
    expect(site).toMatchObject({ address: 'http://jira.example.com', problem: null });
  });

  test('that does not answer is told, and asked again later', async () => {
    const { site } = await read('--site http://127.0.0.1:9', token);
    expect(site?.problem).toMatch(/does not answer/);
  });

  test.each([
    ['other machines without sign-in', '--host 0.0.0.0', {}, /people have to sign in/],
    [
      'a public address without sign-in',
      '--public-url https://x.example',
      {},
      /people have to sign in/,
    ],
    [
      'other machines without a public address',
      '--host 0.0.0.0',
      { TALLYBOARD_PASSWORD_HASH: hashOfNobody(undefined) },
      /--public-url/,
    ],
    [
      'a provider that lets everybody in by mistake',
      '',
      { TALLYBOARD_OIDC_ISSUER: 'https://id.example', TALLYBOARD_OIDC_CLIENT_ID: 'x' },
      /Say who may sign in/,
    ],
    [
      'a provider over plain http',
      '',
      { TALLYBOARD_OIDC_ISSUER: 'http://id.example', TALLYBOARD_OIDC_CLIENT_ID: 'x' },
      /https address/,
    ],
    ['a key that is none', '', { TALLYBOARD_KEY: 'password' }, /TALLYBOARD_KEY is not a key/],
    [
      'a hash that is none',
      '',
      { TALLYBOARD_PASSWORD_HASH: 'secret' },
      /npx tallyboard password --hash/,
    ],
    ['a token that is cut', '', { TALLYBOARD_TOKEN: 'ATATT3xFf' }, /16 characters at least/],
  ])('is not served with %s', async (_, args, environment, words) => {
    const refused = read(`--site ${jira.address} ${args}`, environment);
    await expect(refused).rejects.toThrow(SettingsError);
    await expect(refused).rejects.toThrow(words);
  });

  test('checks the credential at the start', async () => {
    const { site } = await read(`--site ${jira.address}`, token);
    expect(site).toMatchObject({ address: jira.address, setupCode: null });
    const wrong = { TALLYBOARD_TOKEN: 'another-token-of-the-test' };
    await expect(read(`--site ${jira.address}`, wrong)).rejects.toThrow(/does not accept/);
  });

  test('may be down at the start', async () => {
    await jira.stop();
    expect(await read(`--site ${jira.address}`, token)).toHaveProperty('site');
  });

  test('explains a redirect to https', async () => {
    jira.answer = (_, reply) => {
      reply.writeHead(301, { location: jira.address.replace('http:', 'https:') }).end();
      return true;
    };
    const { site } = await read(`--site ${jira.address}`, token);
    const asked = site?.ask({ email: null, token: 't' }, { method: 'GET', path: '/x', query: '' });
    await expect(asked).rejects.toThrow(`Start with that as the address of --site`);
  });

  test('requires the set-up code of the log over a network', async () => {
    const hash = { TALLYBOARD_PASSWORD_HASH: hashOfNobody(undefined) };
    const args = `--site ${jira.address} --host 0.0.0.0 --public-url https://r.example.com`;
    const { site } = await read(args, hash);
    expect(site?.setupCode).toMatch(/^[0-9a-f]{5}(-[0-9a-f]{5}){3}$/);
    expect((await read(args, hash)).site?.setupCode).toBe(site?.setupCode);
    expect((await read(args, { ...hash, ...token })).site?.setupCode).toBeNull();
    expect((await read(`--site ${jira.address}`)).site?.setupCode).toBeNull();
  });

  test('accepts a new credential', async () => {
    const { site } = await read(`--site ${jira.address}`);
    await site?.credentials.save({ email: null, token: 'the-token-of-the-test' });
    expect(await site?.credentials.load()).toMatchObject({ token: 'the-token-of-the-test' });
    const again = await read(`--site ${jira.address} --new-credential`);
    expect(await again.site?.credentials.load()).toBeNull();
  });
});
