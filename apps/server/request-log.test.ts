import { rmSync } from 'node:fs';
import { openStore } from '@tallyboard/server-store/store.ts';
import { hashPassword } from '@tallyboard/service-kit/sign-in/password.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createServer } from './server.ts';
import { signIn, startVisitor } from './testing/visitor.ts';
import { makeWebRoot } from './testing/web-root.ts';

let lines: Record<string, unknown>[];
beforeEach(() => {
  lines = [];
  vi.spyOn(process.stderr, 'write').mockImplementation(text => {
    lines.push(JSON.parse(String(text)));
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());

const requests = () => lines.filter(({ msg }) => msg === 'request');

test.each(['info', 'debug'] as const)('each request has one line: %s', async log => {
  const webRoot = await makeWebRoot();
  const store = await openStore({ memory: true });
  const account = { name: 'ana', hash: await hashPassword('a long password', 10) };
  const roles = { admins: [], editors: [], standard: 'editor' } as const;
  const auth = {
    signIn: { openId: null, account, roles },
    publicUrl: null,
    key: () => Buffer.alloc(32),
  };
  const server = await createServer({ store, webRoot, log, auth });
  const port = await server.start({ port: 0, host: '127.0.0.1' });
  const visitor = startVisitor(`http://127.0.0.1:${port}`);
  await visitor.ask('/rest/api/3/search/jql?jql=summary+~+secretword&token=tokenvalue');
  await signIn(visitor, 'ana', 'a long password');
  await visitor.ask('/rest/api/3/search/jql?jql=summary+~+secretword&token=tokenvalue');
  const own = requests().filter(({ path }) => path === '/rest/api/3/search/jql');
  const usual = {
    address: '127.0.0.1',
    method: 'GET',
    ms: expect.any(Number),
    reqId: expect.any(String),
  };
  expect(own).toMatchObject([
    { ...usual, account: null, status: 401 },
    { ...usual, account: 'ana', status: 200 },
  ]);
  const text = JSON.stringify(lines);
  expect(text.includes('secretword')).toBe(log === 'debug');
  expect(text).not.toMatch(/tokenvalue|a long password/);
  await server.stop();
  rmSync(webRoot, { recursive: true });
});
