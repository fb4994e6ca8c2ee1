import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '@tallyboard/server-store/store.ts';
import { readSignIn } from '@tallyboard/service-kit/sign-in/settings.ts';
import { createUpstream } from '@tallyboard/service-kit/site/upstream.ts';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServer, type Server, type ServerSettings } from './server.ts';
import { openMirroredStore } from './testing/mirrored-store.ts';
import { addressOf, routesOf } from './testing/routes.ts';
import { makeWebRoot } from './testing/web-root.ts';

const site = 'http://127.0.0.1:9';
const publicUrl = new URL('https://reports.example.com');
const auth = { signIn: readSignIn({}), publicUrl, key: () => Buffer.alloc(32) };
const PAGES = [
  { path: '/', scripts: [], styles: [] },
  { path: '/docs', scripts: [], styles: [] },
  { path: '/reports', scripts: [], styles: [], content: 'issues' },
  { path: '/burn-dashboard', scripts: [], styles: [], gadget: 'burn', content: 'issues' },
];

let webRoot: string;
const servers: Server[] = [];

beforeAll(async () => {
  webRoot = await makeWebRoot();
  await mkdir(join(webRoot, 'assets'));
  await writeFile(join(webRoot, 'assets/main.js'), 'export {};');
  await writeFile(join(webRoot, 'routes.json'), JSON.stringify(PAGES));
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  await rm(webRoot, { recursive: true });
});

async function serverWith(settings: Partial<ServerSettings>): Promise<FastifyInstance> {
  const store = await openStore({ memory: true });
  const server = await createServer({ store, webRoot, log: false, ...settings });
  await server.app.ready();
  servers.push(server);
  return server.app;
}

const proxySettings = {
  address: site,
  ask: createUpstream({ site }),
  credentials: { load: async () => null, save: async () => {}, forget: async () => {} },
  credential: { email: null, token: 'the-token-of-the-test' },
  setupCode: null,
} as unknown as NonNullable<ServerSettings['site']>;

const BAD = ['/%', '/rest/api/3/%zz', '//x', '/nothing', '/assets/none.js', '/rest/api/3/nothing'];

describe.each<[string, Partial<ServerSettings>]>([
  ['the replica', {}],
  ['the replica behind sign-in', { auth }],
  ['a proxy before set-up is over', { auth, site: proxySettings }],
])('%s', (_, settings) => {
  test('sends security headers on every route', async () => {
    const app = await serverWith(settings);
    await app.ready();
    const routes = routesOf({ app }).map(([method, path]) => ({ method, url: addressOf(path) }));
    expect(routes.length).toBeGreaterThan(settings.site ? 20 : 100);
    const faults: string[] = [];
    for (const { method, url } of [...routes, ...BAD.map(bad => ({ method: 'GET', url: bad }))]) {
      const headers = { host: settings.auth ? publicUrl.host : 'localhost' };
      const reply = await app.inject({
        method: method as InjectOptions['method'] & string,
        url,
        headers,
      });
      const has = (name: string, expected: RegExp) => {
        const value = String(reply.headers[name] ?? 'none');
        if (!expected.test(value)) faults.push(`${method} ${url}: ${name} is ${value}`);
      };
      has('x-content-type-options', /^nosniff$/);
      has('permissions-policy', /camera=\(\).*usb=\(\)/);
      has('cache-control', /^\/rest\//.test(url) ? /^no-store$/ : /./);
      if (BAD.slice(0, 2).includes(url)) continue;
      has('referrer-policy', /^same-origin$/);
      if (settings.auth) has('strict-transport-security', /^max-age=\d{8}/);
      if (settings.auth) has('cross-origin-opener-policy', /^same-origin$/);
      if (!String(reply.headers['content-type']).startsWith('text/html')) continue;
      has('content-security-policy', /script-src 'self'|default-src 'none'|sandbox/);
      has('content-security-policy', /^(?!.*unsafe-inline)/);
    }
    expect(faults).toEqual([]);
  });
});

test('only pages with issues load pictures of other hosts, which are those of Jira', async () => {
  const app = await serverWith({});
  const policy = async (url: string) => {
    const { headers } = await app.inject({ url });
    const of = (name: string) =>
      new RegExp(`(?:^|;)${name} ([^;]*)`).exec(String(headers['content-security-policy']))?.[1];
    return [of('img-src'), of('style-src')];
  };
  const own = ["'self' data:", "'self'"];
  const hosts = [
    ...['*.atlassian.net', '*.atl-paas.net', 'api.atlassian.com', 'api.media.atlassian.com'],
    ...['secure.gravatar.com', 'www.gravatar.com', '*.wp.com'],
  ];
  const pictures = ["'self'", 'data:', ...hosts.map(host => `https://${host}`)].join(' ');
  const issues = [pictures, "'self'"];
  expect(await policy('/')).toEqual(own);
  expect(await policy('/docs')).toEqual(own);
  expect(await policy('/reports')).toEqual(issues);
  expect(await policy('/burn-dashboard')).toEqual(issues);
  expect(await policy('/?gadget=burn')).toEqual(issues);
  expect(await policy('/reports?gadget=none')).toEqual(issues);

  const mirrored = await openMirroredStore(0, {
    site: 'https://jira.example.com/jira',
    flavour: 'data-center',
  });
  const { headers, body } = await (await serverWith({ store: mirrored })).inject({
    url: '/reports',
    headers: { host: 'localhost' },
  });
  expect(headers['content-security-policy']).toContain(`${pictures} https://jira.example.com;`);
  expect(body).toContain('<meta name="tallyboard-jira-origin" content="https://jira.example.com">');
});
