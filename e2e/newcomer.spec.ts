/**
 * docs/adding-a-report.md by the letter: a copy of the sources gets one more folder and one more line, and the report and
 * its gadget are everywhere.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page, test } from '@playwright/test';
import { chooseQuery, form, type Place, save } from './journey.ts';
import { copyWithReports, LEAST, REPORT } from './newcomer/copy.ts';
import { type Running, serve } from './self-hosted/processes.ts';

const TITLE = 'Cycle Time of Resolved Issues';
const CHART = 'Single issues';
const TABLE = 'Cycle time by issue type';

const folder = mkdtempSync(join(tmpdir(), 'tallyboard-newcomer-'));
const program = join(folder, 'apps/cli/bin/tallyboard.mjs');
let server: Running;

/** Runs a program of the copy; the output. Rejects where it fails, with what it said. */
async function run(...args: readonly string[]): Promise<string> {
  const settings = { cwd: folder, env: { ...process.env, NODE_ENV: 'production' } };
  const ran = promisify(execFile)(process.execPath, args, settings);
  const { stdout } = await ran.catch(({ message, stdout, signal }) => {
    throw new Error(`${message}\n${stdout}\n${signal ?? ''}`);
  });
  return stdout;
}

test.beforeAll(async () => {
  test.setTimeout(600_000);
  copyWithReports(folder);
  for (const pages of ['apps/web', 'apps/web/figure-page'])
    await run('node_modules/vite/bin/vite.js', 'build', pages, '--logLevel', 'warn');
  server = await serve(['--demo-size', '300'], {}, program);
});
test.afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('menu, page and the issues behind a figure', async ({ page }) => {
  await openReport(page);
  await expectReport(page);
  await page
    .getByRole('button', { name: /show issues$/ })
    .first()
    .click();
  await expect(
    page
      .getByRole('dialog')
      .getByRole('link', { name: /^[A-Z]+-\d+/ })
      .first(),
  ).toBeVisible();
});

test('gallery, form and gadget', async ({ page }) => {
  await page.goto(`${server.base}/dashboards`);
  await page.getByRole('button', { name: 'Create dashboard' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('For a newcomer');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Add gadget' }).click();
  await page.getByRole('searchbox', { name: 'Search gadgets' }).fill('percentile');
  const entry = page.getByRole('dialog').getByRole('button', { name: TITLE });
  const picture = entry.locator('img');
  await expect
    .poll(() => picture.evaluate(image => image instanceof HTMLImageElement && image.naturalWidth))
    .toBe(120);
  await entry.click();

  const gadget = page.getByRole('article');
  await expect(form(gadget).getByRole('checkbox', { name: 'Show single issues' })).toBeChecked();
  await chooseQuery(gadget, 'project = WEB');
  await save(gadget).click();
  await expectReport(gadget);
});

test('settings of all users', async ({ page }) => {
  await page.goto(`${server.base}/reports?adminMode=true&tab=settings`);
  await page.getByRole('button', { name: 'Enabled Reports', expanded: false }).click();
  await expect(page.getByRole('checkbox', { name: TITLE })).toBeChecked();
  await page.getByRole('button', { name: TITLE, expanded: false }).click();
  await page.getByRole('checkbox', { name: 'Show single issues' }).uncheck();
  await page.getByRole('button', { name: 'Apply', exact: true }).first().click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await openReport(page);
  await expect(page.getByRole('table', { name: TABLE })).toBeVisible();
  await expect(page.getByRole('heading', { name: CHART })).toBeHidden();
});

test('documentation', async ({ page }) => {
  await page.goto(`${server.base}/docs?app=${REPORT}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${TITLE} gadget`);
  await expect(page.getByText('Every resolved issue as a point')).toBeVisible();
});

test('command line', async () => {
  expect(await run(program, 'report', '--help')).toContain(REPORT);
  expect(await run(program, 'report', REPORT, '--help')).toContain('showScatter');
  const asked = ['--jql', 'project = WEB', '--url', server.base, '--token', 'any-token-will-do'];
  const table = await run(program, 'report', REPORT, ...asked);
  expect(table).toContain('85th percentile (days)');
  const { result } = JSON.parse(
    await run(program, 'report', REPORT, ...asked, '--format', 'json', '--result'),
  );
  expect(result.total.count.value).toBeGreaterThan(0);
});

test('five files answer at every door', async ({ page }) => {
  const query = 'jql=created+%3E%3D+1970-01-01';
  const api = `${server.base}/rest/tallyboard/1`;
  const get = async (path: string) => {
    const reply = await fetch(path);
    expect([path, reply.status]).toEqual([path, 200]);
    return reply;
  };
  const answer = await (await get(`${api}/report/${LEAST}?${query}`)).json();
  const known = new Map(
    answer.figures.map((each: { key: string; value: number }) => [each.key, each.value]),
  );
  expect(known.get('count')).toBeGreaterThan(10);
  expect(known.get('met')).toBeLessThanOrEqual(Number(known.get('count')));
  for (const format of ['csv', 'xlsx', 'arrow', 'html'])
    await get(`${api}/report/${LEAST}?${query}&format=${format}`);
  const { paths } = await (await get(`${api}/openapi.json`)).json();
  expect(Object.keys(paths[`/report/${LEAST}`])).toEqual(['get', 'post']);
  const { reports } = await (await get(`${api}/reports`)).json();
  expect(reports).toContainEqual(expect.objectContaining({ id: LEAST, needsJql: true }));

  const told = await (
    await fetch(`${server.base}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'report', arguments: { report: LEAST, jql: 'created >= 1970-01-01' } },
      }),
    })
  ).text();
  expect(told).toContain('Due Dates Met');

  const asked = [
    '--jql',
    'created >= 1970-01-01',
    '--url',
    server.base,
    '--token',
    'any-token-will-do',
  ];
  const { figures } = JSON.parse(await run(program, 'report', LEAST, ...asked, '--format', 'json'));
  expect(figures).toEqual(answer.figures);

  await page.goto(`${server.base}/reports?tab=custom&preset=custom&jql=project%3DWEB`);
  const menu = page.getByRole('navigation', { name: 'Reports' });
  await menu.getByRole('link', { name: 'Due Dates Met' }).click();
  await expect(page.getByRole('table', { name: 'Due dates met by issue type' })).toBeVisible();
  await page.getByRole('button', { name: 'Save report', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Due dates');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  const feed = await (await get(`${server.base}/odata/Due_dates`)).json();
  expect(feed.value.length).toBeGreaterThan(0);
  expect(await (await get(`${server.base}/metrics/saved?report=Due%20dates`)).text()).toContain(
    'column="met"',
  );

  await page.goto(`${server.base}/docs?app=${LEAST}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Due Dates Met gadget');
  await page.goto(`${server.base}/dashboards`);
  await page.getByRole('button', { name: 'Create dashboard' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Of five files');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Add gadget' }).click();
  await page.getByRole('searchbox', { name: 'Search gadgets' }).fill('due dates');
  const entry = page.getByRole('dialog').getByRole('button', { name: 'Due Dates Met' });
  await expect
    .poll(() =>
      entry
        .locator('img')
        .evaluate(image => image instanceof HTMLImageElement && image.naturalWidth),
    )
    .toBe(120);
  await entry.click();
  const gadget = page.getByRole('article');
  await chooseQuery(gadget, 'project = WEB');
  await save(gadget).click();
  await expect(gadget.getByRole('table', { name: 'Due dates met by issue type' })).toBeVisible();
});

test('manifests of the hosts', async () => {
  const printed = await run(
    '--input-type=module',
    '--eval',
    `
    import { connectApps } from './apps/server/connect/apps.ts';
    import { connectDescriptor } from './apps/server/connect/descriptor.ts';
    import { forgeManifest } from './apps/forge/manifest.ts';
    import { pluginDescriptor } from './apps/data-center/descriptor.ts';
    console.log(JSON.stringify({
      connect: connectDescriptor(connectApps[0], 'https://reports.example').modules.jiraDashboardItems,
      forge: forgeManifest(),
      dataCenter: pluginDescriptor({ version: '1', files: [] }),
    }));
  `,
  );
  const { connect, forge, dataCenter } = JSON.parse(printed);
  expect(connect).toContainEqual(
    expect.objectContaining({ key: `${REPORT}-gadget`, name: { value: TITLE } }),
  );
  expect(forge).toContain(`- key: ${REPORT}\n      title: "${TITLE}"`);
  expect(dataCenter).toContain(`<amd-module>tallyboard/${REPORT}-item</amd-module>`);
});

test('types, and the tests of every report', async () => {
  // Three programs, which wait for the processor as long as others have it.
  test.setTimeout(600_000);
  await run('node_modules/typescript/bin/tsc', '--noEmit', '--project', '.');
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project=!*dom'];
  const results = join(folder, 'results.json');
  await run(
    ...[...vitest, '--reporter=json', `--outputFile=${results}`],
    ...['every-figure', 'figure-mutations', 'missing-records', 'settings-tables'].map(
      name => `packages/reports/${name}`,
    ),
    `--testNamePattern=${REPORT}|${LEAST}`,
  );
  expect(JSON.parse(readFileSync(results, 'utf8')).numPassedTests).toBeGreaterThan(5);
  await run(
    ...vitest,
    `packages/reports/${REPORT}`,
    'apps/server/connect/descriptor',
    'apps/web/reports-page/menu',
  );
});

async function openReport(page: Page): Promise<void> {
  await page.goto(`${server.base}/reports?tab=custom&adminMode=true`);
  const menu = page.getByRole('navigation', { name: 'Reports' });
  await expect(menu.getByRole('heading', { name: 'Flow Reports' })).toBeVisible();
  await menu.getByRole('link', { name: TITLE }).click();
}

async function expectReport(place: Place): Promise<void> {
  await expect(place.getByRole('table', { name: TABLE })).toBeVisible();
  await expect(place.getByRole('heading', { name: CHART })).toBeVisible();
}
