import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer, type Server } from '@tallyboard/server/server.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const root = mkdtempSync(join(tmpdir(), 'tallyboard-routes-'));
let server: Server;
let files: ReadonlySet<string>;

beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production');
  const configFile = fileURLToPath(new URL('../apps/web/vite.config.ts', import.meta.url));
  const built = await build({ configFile, logLevel: 'error', build: { write: false } });
  vi.unstubAllEnvs();
  const outputs = [built].flat().flatMap(bundle => ('output' in bundle ? bundle.output : []));
  files = new Set(outputs.map(({ fileName }) => `/${fileName}`));
  for (const name of ['routes.json', 'index.html']) {
    const written = outputs.find(({ fileName }) => fileName === name);
    if (written?.type !== 'asset') throw new Error(`The build wrote no ${name}.`);
    writeFileSync(join(root, name), written.source);
  }
  const store = await openStore({ memory: true });
  server = await createServer({ store, webRoot: root, log: false });
});
afterAll(async () => {
  await server.stop();
  rmSync(root, { recursive: true });
});

const pageAt = async (url: string) => (await server.app.inject({ url })).body;

const addresses = (tags: string, rel: string) =>
  [...tags.matchAll(new RegExp(`rel="${rel}"[^>]* href="([^"]+)"`, 'g'))].map(([, href]) => href);

test.each([
  ['/reports', 'reports-page'],
  ['/dashboards', 'dashboards-page'],
  ['/dashboards/12', 'dashboard-page'],
  ['/dashboards/12/wallboard', 'wallboard-page'],
  ['/status-dashboard', 'gadget'],
  ['/velocity-dashboard', 'velocity'],
  ['/timesheets-dashboard', 'timesheet'],
  ['/estimation-dashboard', 'estimation'],
  ['/burn-dashboard', 'burn'],
  ['/time-status-dashboard', 'time-in-status'],
  ['/text-dashboard', 'text'],
])('%s preloads files of the build, %s among them, and no form', async (path, name) => {
  const tags = await pageAt(path);
  const code = addresses(tags, 'modulepreload');
  expect(code.filter(href => href?.startsWith(`/assets/${name}-`))).toHaveLength(1);
  for (const href of [...code, ...addresses(tags, 'stylesheet')]) expect(files).toContain(href);
  expect(code.filter(href => /form|settings-page|drawer|select-lazy/.test(href ?? ''))).toEqual([]);
});

test('styles are in the order of their dependencies', async () => {
  const styles = addresses(await pageAt('/time-status-dashboard'), 'stylesheet').map(href =>
    href?.replace(/.*\/(.*)-[\w-]{8}\.css$/, '$1'),
  );
  for (const [base, above] of [
    ['frame', 'gadget'],
    ['figures', 'tables'],
    ['tables', 'time-in-status'],
  ] as const) {
    expect(styles).toContain(base);
    expect(styles.indexOf(base), base).toBeLessThan(styles.indexOf(above));
  }
  // index.html names what every start needs.
  expect(styles.filter(name => name === 'start')).toHaveLength(1);
});

test('the first call of a dashboard is preloaded; gadgets load their own data', async () => {
  const data = async (address: string) => addresses(await pageAt(address), 'preload');
  expect(await data('/dashboards/12')).toEqual(['/replica/dashboards/12']);
  expect(await data('/dashboards/12/wallboard?minutes=1')).toEqual(['/replica/dashboards/12']);
  expect(await data('/status-dashboard?dashboard=12&dashboardItem=34')).toEqual([]);
  expect(await data('/dashboards/%22%3E%3Cscript%3E')).toEqual([]);
});

test('every path of the app is answered, also with a trailing slash, and no other', async () => {
  const statusOf = async (url: string) => (await server.app.inject({ url })).statusCode;
  for (const url of ['/', '/docs', '/wallboard/', '/addon-burn', '/dashboards/1/', '/reports?a=1'])
    expect(await statusOf(url), url).toBe(200);
  for (const url of ['/nothing', '/dashboards/mine', '/addon-nothing', '/dashboards/:id'])
    expect(await statusOf(url), url).toBe(404);
});
