/** Against a server that answers like Jira Data Center. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { testPort } from './self-hosted/processes.ts';

const port = testPort(7);
const base = `http://localhost:${port}`;
const CUSTOM = `${base}/reports?tab=custom&adminMode=true`;

let folder: string;
let server: ChildProcess;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallyboard-data-center-'));
  const args = ['apps/server/main.ts', '--port', String(port), '--data', folder];
  server = spawn(process.execPath, [...args, '--flavour', 'data-center', '--demo-size', '600'], {
    env: { ...process.env, TALLYBOARD_LOG: 'warn' },
    stdio: 'inherit',
  });
  await expect
    .poll(() =>
      fetch(`${base}/ready`)
        .then(reply => reply.ok)
        .catch(() => false),
    )
    .toBe(true);
});

test.afterAll(async () => {
  const gone = new Promise(resolve => server.once('exit', resolve));
  server.kill('SIGTERM');
  await gone;
  await rm(folder, { recursive: true });
});

const scope = (page: Page) => page.getByRole('region', { name: 'Report scope' });
const field = (page: Page) => page.getByRole('textbox', { name: 'Customize JQL' });

async function settled(page: Page) {
  await expect(scope(page)).toContainText(/complete/);
  const report = page.locator('article.tb-frame');
  await expect(report).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('alert')).toHaveCount(0);
}

async function openFilter(page: Page) {
  await page.goto(CUSTOM);
  await settled(page);
  await scope(page).getByRole('button').first().click();
}

async function choose(page: Page, list: string, option: string | RegExp) {
  const box = page.getByRole('combobox', { name: list, exact: true });
  await expect(box).toBeEnabled();
  await box.click();
  // Not by role: the options of the preset's own select have it too.
  await page.locator('.tb-select__option').filter({ hasText: option }).first().click();
}

/** Applies the query, and waits until its result stands on the page. */
async function apply(page: Page, query: RegExp) {
  await expect(field(page)).toHaveValue(query);
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('jql')).toMatch(query);
  await settled(page);
}

/** Opens the issues behind the first figure of the report. */
async function openDrill(page: Page) {
  const figures = page.locator('article.tb-frame').getByRole('button', { name: /show issues$/ });
  await figures.first().click();
  const drill = page.getByRole('dialog');
  await expect(drill.getByRole('link', { name: /^[A-Z]+-\d+$/ }).first()).toBeVisible();
  return drill;
}

test('asks the host by the addresses that Data Center has, and shows its issues', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', request => asked.push(new URL(request.url()).pathname));
  await page.goto(CUSTOM);
  await settled(page);
  expect(asked.some(path => path.startsWith('/rest/api/2/search'))).toBe(true);
  expect(asked.filter(path => path.startsWith('/rest/api/3'))).toEqual([]);
});

test('only favourite filters are offered; the figures of a chosen one open', async ({ page }) => {
  await openFilter(page);
  await page
    .getByRole('combobox', { name: 'JQL preset' })
    .selectOption('Favorite Jira JQL filters');
  await page.getByRole('combobox', { name: 'Saved filter', exact: true }).click();
  await expect(page.locator('.tb-select__option')).toHaveCount(3);
  await page.keyboard.press('Escape');
  await choose(page, 'Saved filter', 'Running sprints');
  await apply(page, /^filter = \d+$/);
  await openDrill(page);
});

const PRESETS: readonly (readonly [string, readonly (readonly [string, string])[], RegExp])[] = [
  [
    'Issues in active sprints, in a certain board',
    [['Board', 'WEB board']],
    /^sprint in openSprints\(\) AND filter = \d+$/,
  ],
  [
    'Issues created in the last 30 days, in a certain project',
    [['Project', 'Customer Portal']],
    /^created >= -30d AND project = WEB$/,
  ],
  ['Issues in a certain Epic', [['Epic', '(WEB-']], /^"Epic Link" = WEB-\d+$/],
  [
    'Issues in a certain version, in a certain project',
    [
      ['Project', 'Customer Portal'],
      ['Version', 'unreleasedVersions'],
    ],
    /^project = WEB AND fixVersion in \(unreleasedVersions\(WEB\)\)$/,
  ],
];

for (const [name, choices, query] of PRESETS) {
  test(`${name}: what is chosen stands in the query, and gives issues`, async ({ page }) => {
    await openFilter(page);
    await page.getByRole('combobox', { name: 'JQL preset' }).selectOption(name);
    for (const [list, option] of choices) await choose(page, list, option);
    await apply(page, query);
    await openDrill(page);
  });
}

test('an issue that a report lists tells its statuses', async ({ page }) => {
  await page.goto(`${CUSTOM}&preset=custom&jql=project+%3D+OPS&report=-8`);
  await settled(page);
  await page.getByRole('button', { name: 'Expand All' }).click();
  const histories = page.getByRole('button', { name: /^Status history of OPS-/ });
  await histories.first().click();
  await expect(page.locator('.tb-history__visits li').first()).toBeVisible();
});
