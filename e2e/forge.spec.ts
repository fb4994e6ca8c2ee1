/**
 * The app as it is packed for Jira Cloud, in frames with the platform's policy, sandbox and scopes. The browser of these
 * tests refuses storage to frames of other sites, as many readers' do: everything works without it.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { pack } from '../apps/forge/pack.ts';
import { gadget, type OpenedModule, openForgeSite, type SiteState } from './forge/forge-site.ts';
import { SITE } from './forge/platform-pages.ts';
import { choose, chooseQuery, expectCsv, expectDrill, form, save } from './journey.ts';

const packed = join(mkdtempSync(join(tmpdir(), 'tallyboard-forge-')), 'app');

test.beforeAll(async () => {
  await pack(packed);
});

test.use({ viewport: { width: 1280, height: 1600 } });

interface Here {
  readonly page: Page;
  readonly request: APIRequestContext;
  readonly baseURL: string | undefined;
}

const open = ({ page, request, baseURL = '' }: Here, ...modules: OpenedModule[]) =>
  openForgeSite({ page, request, base: baseURL, packed }, modules);

const frameOf = (page: Page, title: string) => page.frameLocator(`iframe[title="${title}"]`);
const expectNothingBlocked = (state: SiteState) => expect(state.blocked).toEqual([]);

const STATUS = gadget('status', 'Status', '10010');
const STORED = { version: 1, jql: 'project = WEB', gType: 1, eType: 0 };

const page = (type: string, key: string, more = {}): OpenedModule => ({
  key,
  title: 'App',
  extension: { type, ...more },
});

test('a gadget is configured, loaded anew, drilled and exported', async ({
  page,
  request,
  baseURL,
}) => {
  test.slow();
  const state = await open({ page, request, baseURL }, STATUS);
  const frame = frameOf(page, 'Status');
  await expect(frame.getByText('Not configured yet')).toBeVisible();

  await page.getByRole('button', { name: 'Configure Status' }).click();
  await choose(frame, 'Gadget type', 'Assignee');
  await chooseQuery(frame, 'project = WEB');
  await frame.getByRole('link', { name: 'Edit in JQL Editor' }).click();
  await expect
    .poll(() => state.opened)
    .toEqual([`${SITE}/issues/?jql=${encodeURIComponent('project = WEB')}`]);
  await save(frame).click();
  // The preview has figures too.
  await expect(form(frame)).toBeHidden();
  await expect(frame.getByRole('treegrid')).toBeVisible();
  expect(state.configurations.get('Status')).toMatchObject(STORED);

  const calls = state.calls.length;
  await page.getByRole('button', { name: 'Refresh Status' }).click();
  await expect.poll(() => state.calls.length).toBeGreaterThan(calls);
  await expect(frame.getByRole('treegrid')).toBeVisible();

  // The platform makes the frame as high as what is in it, so that it never scrolls by itself.
  const hidden = () =>
    frame.locator('html').evaluate(({ scrollHeight }) => scrollHeight - window.innerHeight);
  await expect.poll(hidden).toBeLessThan(2);

  await frame.getByRole('button', { name: 'Expand All' }).click();
  const link = frame.getByRole('treegrid').getByRole('link').first();
  const address = await link.getAttribute('href');
  expect(address).toContain(`${SITE}/browse/WEB-`);
  await link.click();
  await expect.poll(() => state.opened.at(-1)).toBe(address);

  await expectDrill(page, frame, SITE);
  await expectCsv(page, frame);
  expectNothingBlocked(state);
});

test('leaving the form closes the edit mode and stores nothing', async ({
  page,
  request,
  baseURL,
}) => {
  const state = await open({ page, request, baseURL }, STATUS);
  const frame = frameOf(page, 'Status');
  await page.getByRole('button', { name: 'Configure Status' }).click();
  // The preview that loads has a Cancel of its own.
  await form(frame).getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(frame.getByText('Not configured yet')).toBeVisible();
  expect(state.configurations.size).toBe(0);
  expectNothingBlocked(state);
});

// Pictures may be on their way when a test has seen enough.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

const GADGETS = ['status', 'velocity', 'timesheets', 'tracking', 'burn', 'time-status'];

test('each gadget has its form', async ({ page, request, baseURL }) => {
  test.slow();
  const modules = GADGETS.map((key, at) => {
    const { extension, ...module } = gadget(key, key, String(10_020 + at));
    return { ...module, extension: { ...extension, entryPoint: 'edit' } };
  });
  const state = await open({ page, request, baseURL }, ...modules);
  for (const key of GADGETS) await expect(form(frameOf(page, key))).toBeVisible();
  expectNothingBlocked(state);
});

test('a text keeps the styles that were written into it', async ({ page, request, baseURL }) => {
  const state = await open({ page, request, baseURL }, gadget('text', 'Text', '10030'));
  const frame = frameOf(page, 'Text');
  await page.getByRole('button', { name: 'Configure Text' }).click();
  const html = '<h3 style="color: rgb(200, 0, 0)">Plan</h3><script>alert(1)</script>';
  await frame.getByRole('textbox', { name: 'HTML Content' }).fill(html);
  await save(frame).click();
  const heading = frame.getByRole('heading', { name: 'Plan' });
  await expect(heading).toHaveCSS('color', 'rgb(200, 0, 0)');
  expectNothingBlocked(state);
});

test('the project page and the global page report', async ({ page, request, baseURL }) => {
  test.slow();
  const project = { project: { id: '10000', key: 'WEB', type: 'software' } };
  const state = await open(
    { page, request, baseURL },
    {
      key: 'project-reports',
      title: 'Project',
      extension: { type: 'jira:projectPage', ...project },
    },
    { key: 'reports', title: 'Global', extension: { type: 'jira:globalPage' } },
  );
  const inProject = frameOf(page, 'Project');
  await expect(inProject.getByRole('tab', { selected: true })).toHaveText(/WEB|Portal/);
  await inProject
    .getByRole('button', { name: /Resolved issues/ })
    .first()
    .click();
  await expect(inProject.getByRole('dialog').getByRole('link').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await inProject.getByRole('tab', { name: 'Custom' }).click();
  await inProject.getByRole('link', { name: 'Timesheets' }).first().click();
  await expect(inProject.getByRole('table', { name: /^Logged time/ })).toBeVisible();

  const global = frameOf(page, 'Global');
  await expect(global.getByRole('tab')).toHaveText([/\w+ \w+/, 'Epics', 'Custom']);
  await global.getByRole('tab', { name: 'Custom' }).click();
  await global.getByRole('button', { name: 'Save report' }).click();
  const saving = global.getByRole('dialog', { name: 'Save report' });
  await saving.getByRole('textbox', { name: /^Name/ }).fill('Own look');
  await saving.getByRole('textbox', { name: /^Name/ }).press('Enter');
  await global.getByRole('button', { name: 'Pin', exact: true }).click();
  const pinning = global.getByRole('dialog', { name: 'Pin these figures' });
  // The frame is taller than the window.
  await expect(pinning).toBeInViewport({ ratio: 1 });
  await expect(pinning).toContainText('Only you see this pin.');
  await pinning.getByRole('textbox', { name: /^Note/ }).fill('before the re-estimate');
  await pinning.getByRole('button', { name: 'Pin' }).click();
  const pinned = global.getByRole('region', { name: 'Pins' }).getByRole('listitem');
  await expect(pinned).toContainText('before the re-estimate');
  expect(JSON.stringify(state.properties.get('tallyboard-pins'))).not.toContain('WEB-');

  // A visit two weeks ago.
  await expect.poll(() => state.properties.has('tallyboard-visit')).toBe(true);
  const latest = new Date(Date.now() - 14 * 86_400_000).toISOString();
  state.properties.set('tallyboard-visit', { previous: null, latest });
  await page.reload();
  const opener = global.getByRole('button', { name: 'What changed' });
  const since = global.getByRole('dialog', { name: 'Since you were here' });
  await opener.click();
  await expect(since.getByRole('listitem')).toContainText(/Own look.*(→|as then)/);
  await since.getByRole('button', { name: 'Dismiss' }).click();
  await expect(opener).toHaveCount(0);
  await expect
    .poll(() => state.properties.get('tallyboard-visit'))
    .toMatchObject({ previous: null });
  expectNothingBlocked(state);
});

test('a dashboard of 12 gadgets uses no points of the quota for 50 viewers', async ({
  page,
  request,
  baseURL,
}) => {
  test.slow();
  const modules = Array.from({ length: 12 }, (_, at) =>
    gadget(GADGETS[at % GADGETS.length] ?? '', `Gadget ${at}`, String(10_040 + at)),
  );
  const state = await open({ page, request, baseURL }, ...modules);
  for (const { title } of modules)
    await expect(frameOf(page, title).getByText('Not configured yet')).toBeVisible();
  // One read of shared settings each, or one for all where frames share a worker: for 50 viewers at most 600 of the 4,000
  // that storage allows a minute.
  const called = state.invocations.map(({ functionKey }) => functionKey);
  expect([...new Set(called)]).toEqual(['read-setting']);
  expect([1, modules.length]).toContain(called.length);
  for (let viewer = 1; viewer < 50; viewer++)
    for (const call of [...state.invocations]) await state.invoke(`viewer-${viewer}`, call);
  expect(state.points).toBe(0);

  // Only storing shared settings asks Jira.
  const payload = { key: 'global-settings', value: {} };
  await state.invoke('viewer-1', { functionKey: 'write-setting', payload });
  expect(state.points).toBe(3);
});

/** Somebody who does not administer the site. */
async function findReader(request: APIRequestContext): Promise<string> {
  const people = await request.get('/rest/api/2/user/assignable/search?project=WEB');
  for (const { accountId } of await people.json()) {
    const headers = { 'x-replica-user': accountId };
    const reply = await request.get('/rest/api/3/mypermissions?permissions=ADMINISTER', {
      headers,
    });
    if (!(await reply.json()).permissions.ADMINISTER.havePermission) return accountId;
  }
  throw new Error('Everybody administers the site.');
}

test('an administrator changes the shared settings; nobody else can, whatever the page does', async ({
  page: tab,
  request,
  baseURL,
}) => {
  const state = await open({ page: tab, request, baseURL }, page('jira:adminPage', 'settings'));
  const frame = frameOf(tab, 'App');
  await expect(frame.getByRole('heading', { name: 'Global App Settings' })).toBeVisible();
  await frame.getByRole('button', { name: 'Enabled reports', expanded: false }).click();
  await frame.getByRole('checkbox', { name: 'Stale Issues' }).uncheck();
  await frame.getByRole('button', { name: 'Apply', exact: true }).first().click();
  await expect.poll(() => state.flags.map(({ title }) => title)).toContain('Settings saved');
  expect([...state.kept.keys()]).toEqual(['setting:global-settings']);
  await frame.getByRole('tab', { name: 'Custom' }).click();
  await expect(frame.getByRole('link', { name: 'Unresolved Issues' }).first()).toBeVisible();
  await expect(frame.getByRole('link', { name: 'Stale Issues' })).toHaveCount(0);
  const before = JSON.stringify([...state.kept]);

  state.user = await findReader(request);
  await frame.getByRole('tab', { name: 'Settings' }).click();
  await frame.getByRole('button', { name: 'Enabled reports', expanded: false }).click();
  await frame.getByRole('checkbox', { name: 'Stale Issues' }).check();
  await frame.getByRole('button', { name: 'Apply', exact: true }).first().click();
  await expect(frame.getByText('Only an administrator of Jira changes this.')).toBeVisible();
  expect(JSON.stringify([...state.kept])).toBe(before);
  expectNothingBlocked(state);
});

test('the colours and the licence are those of the site', async ({ page, request, baseURL }) => {
  const state = await open({ page, request, baseURL }, STATUS);
  const frame = frameOf(page, 'Status');
  state.configurations.set('Status', STORED);
  state.theme = 'dark';
  await page.reload();
  await expect(frame.getByRole('treegrid')).toBeVisible();
  await expect(frame.locator('html')).toHaveAttribute('data-color-mode', 'dark');
  state.license = { active: false };
  await page.reload();
  await expect(
    frame.getByText('Your license has expired. Please renew the license.'),
  ).toBeVisible();
  expectNothingBlocked(state);
});

test('the platform of these tests blocks what it should', async ({ page, request, baseURL }) => {
  const state = await open({ page, request, baseURL }, STATUS);
  const frame = frameOf(page, 'Status');
  await expect(frame.getByText('Not configured yet')).toBeVisible();
  await frame.locator('body').evaluate(body => {
    const style = document.createElement('style');
    style.textContent = 'p { color: red }';
    const script = document.createElement('script');
    script.textContent = 'window.ran = true';
    const image = Object.assign(new Image(), { src: 'https://elsewhere.example/a.png' });
    body.append(style, script, image);
    fetch('https://elsewhere.example/').catch(() => {});
    window.open('https://elsewhere.example/');
  });
  for (const directive of ['style-src', 'script-src', 'img-src', 'connect-src', 'allow-popups'])
    await expect.poll(() => state.blocked.join()).toContain(directive);
});
