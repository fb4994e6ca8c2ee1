import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type PageLinks, readPageLinks } from '../apps/server/page-links.ts';

const root = mkdtempSync(join(tmpdir(), 'tallyboard-links-'));
let linksOf: PageLinks;
let files: ReadonlySet<string>;

beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production');
  const configFile = fileURLToPath(new URL('../apps/web/vite.config.ts', import.meta.url));
  const built = await build({ configFile, logLevel: 'error', build: { write: false } });
  vi.unstubAllEnvs();
  const outputs = [built].flat().flatMap(bundle => ('output' in bundle ? bundle.output : []));
  files = new Set(outputs.map(({ fileName }) => `/${fileName}`));
  for (const name of ['.vite/manifest.json', 'index.html']) {
    const written = outputs.find(({ fileName }) => fileName === name);
    if (written?.type !== 'asset') throw new Error(`The build wrote no ${name}.`);
    const place = join(root, name);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, written.source);
  }
  linksOf = await readPageLinks(root);
}, 120_000);
afterAll(() => rmSync(root, { recursive: true }));

const addresses = (tags: string, rel: string) =>
  [...tags.matchAll(new RegExp(`rel="${rel}"[^>]* href="([^"]+)"`, 'g'))].map(([, href]) => href);

test.each([
  ['/reports', 'reports-page'],
  ['/dashboards', 'dashboards-page'],
  ['/dashboards/12', 'dashboard-page'],
  ['/dashboards/12/wallboard', 'wallboard-page'],
  ['/status-dashboard', 'gadget-page'],
  ['/velocity-dashboard', 'velocity'],
  ['/timesheets-dashboard', 'timesheet'],
  ['/estimation-dashboard', 'estimation'],
  ['/burn-dashboard', 'burn'],
  ['/time-status-dashboard', 'time-in-status'],
  ['/text-dashboard', 'text'],
])('%s names files of the build, %s among them, and no form', (path, name) => {
  const tags = linksOf(path);
  const code = addresses(tags, 'modulepreload');
  expect(code.filter(href => href?.startsWith(`/assets/${name}-`))).toHaveLength(1);
  for (const href of [...code, ...addresses(tags, 'stylesheet')]) expect(files).toContain(href);
  expect(code.filter(href => /form|settings-page|drawer|select-lazy/.test(href ?? ''))).toEqual([]);
});

test('styles stand in the order in which they build on one another', () => {
  const styles = addresses(linksOf('/time-status-dashboard'), 'stylesheet').map(href =>
    href?.replace(/.*\/(.*)-[\w-]{8}\.css$/, '$1'),
  );
  for (const [base, above] of [
    ['frame', 'gadget-page'],
    ['figures', 'tables'],
    ['tables', 'time-in-status'],
  ] as const) {
    expect(styles).toContain(base);
    expect(styles.indexOf(base), base).toBeLessThan(styles.indexOf(above));
  }
  // The page itself names what every start needs.
  expect(styles).not.toContain('start');
});

test('what a dashboard asks first is named; gadgets ask for themselves', () => {
  const data = (address: string) => addresses(linksOf(address), 'preload');
  expect(data('/dashboards/12')).toEqual(['/replica/dashboards/12']);
  expect(data('/dashboards/12/wallboard?minutes=1')).toEqual(['/replica/dashboards/12']);
  expect(data('/status-dashboard?dashboard=12&dashboardItem=34')).toEqual([]);
  expect(data('/dashboards/"><script>')).toEqual([]);
});
