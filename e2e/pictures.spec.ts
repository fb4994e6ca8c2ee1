import { type BrowserContext, expect, type Page, type Route, test } from '@playwright/test';
import { kindOf } from '@tallyboard/reports/catalogue/gadgets.ts';
import { dashboardRecords } from '../packages/replica/seed/demo.ts';
import { GADGETS, type Gadget } from '../packages/reports/catalogue/gadgets.ts';
import { MENU } from '../packages/reports/catalogue/reports.ts';
import { PICTURE_TIME, type PictureServer, startPictureServer } from './pictures/server.ts';
import { comparePictures, type Look, openStage, PLAIN } from './pictures/stage.ts';

/** How every report and gadget looks. `npm run gallery` shows all pictures in one page. */
test.describe.configure({ mode: 'parallel' });

let server: PictureServer;
let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser }) => {
  server = await startPictureServer();
  context = await browser.newContext({
    baseURL: server.base,
    bypassCSP: true,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    deviceScaleFactor: 1,
  });
  page = await openStage(context);
});

// The ground of a page that was opened in high contrast keeps that color in Chromium.
test.beforeEach(() => page.emulateMedia(PLAIN));

test.afterAll(async () => {
  await context?.close();
  await server?.stop();
});

const address = (jql: string, report: number) =>
  `/reports?tab=custom&preset=custom&jql=${encodeURIComponent(jql)}&report=${report}`;
const fileName = (words: string) => words.toLowerCase().replace(/[^a-z\d]+/g, '-');

/** The figures of the whole query stand on the page. */
async function open(target: string) {
  await page.goto(target);
  const result = page.locator('article[aria-busy="false"] .tb-frame__result').first();
  await expect(result).toBeVisible();
}

const WEB = 'project = WEB';
const CHARTS = { overview: -3, burndown: -4, velocity: -5, 'cycle time': -20 };

for (const { selector, label, group } of MENU) {
  const title = group === null ? label : `${group}, ${label}`;
  test(`report: ${title}`, async () => {
    // SLAs and requests are of service projects.
    const ofDesk = group === 'Service Desk';
    await open(address(ofDesk ? 'project = HELP' : WEB, selector));
    const looks: Look[] = ['light-1280', 'dark-400'];
    if (Object.values(CHARTS).includes(selector)) looks.push('contrast-640');
    await comparePictures(page, ofDesk ? 'desk' : 'report', fileName(title), looks);
  });
}

const FIELDS = { project: 3, sprint: 4, assignee: 6, status: 9 };
for (const [field, selector] of Object.entries(FIELDS)) {
  test(`report: issues by ${field}`, async () => {
    await open(address('', selector));
    const title = page.getByRole('article').getByRole('heading', { level: 2 }).first();
    await expect(title).toContainText(new RegExp(field, 'i'));
    await comparePictures(page, 'report', fileName(`issues by ${field}`), [
      'light-1280',
      'dark-400',
    ]);
  });
}

/** The demo's dashboards with their addresses and gadgets. */
const DASHBOARDS = dashboardRecords(PICTURE_TIME).map(({ value: { name, gadgets } }, at) => {
  return { name, path: `/dashboards/${10_000 + at}`, keys: gadgets.map(({ key }) => key) };
});

/** Opens a gadget of the demo's dashboards. */
async function openGadget(gadget: Gadget) {
  const replica = `${server.base}/replica/dashboards`;
  const { dashboards } = await (await page.request.get(replica)).json();
  for (const { id } of dashboards) {
    const { items } = await (await page.request.get(`${replica}/${id}`)).json();
    for (const item of items)
      if (kindOf(item.moduleKey) === gadget) {
        await page.setViewportSize({ width: 640, height: 720 });
        const query = new URLSearchParams({ dashboard: id, dashboardItem: item.id });
        return open(`${gadget.dashboardPath}?${query}`);
      }
  }
  throw new Error(`The demo has no gadget ${gadget.title}.`);
}

const IN_DEMO = new Set(DASHBOARDS.flatMap(({ keys }) => keys));

for (const gadget of GADGETS.filter(({ name }) => IN_DEMO.has(name))) {
  test(`gadget: ${gadget.title}`, async () => {
    await openGadget(gadget);
    await comparePictures(page, 'gadget', fileName(gadget.name), ['light-640', 'dark-400']);
  });
}

for (const gadget of GADGETS.filter(({ name }) => name === 'burn' || name === 'timesheets')) {
  test(`form: ${gadget.title}`, async () => {
    await openGadget(gadget);
    await page.setViewportSize({ width: 1280, height: 1000 });
    await page.mouse.move(200, 200);
    await page.getByRole('button', { name: 'Configure' }).click();
    await expect(page.locator('.tb-gadget-form article[aria-busy="false"]')).toBeVisible();
    await comparePictures(page, 'form', fileName(gadget.name), ['light-1280', 'dark-400']);
  });
}

/** So many gadgets have their figures; those far below the viewport load once they are near it. */
async function gadgetsShown(count: number, selector: string) {
  const cards = page.locator('.tb-gadget-card');
  await expect(cards).toHaveCount(count);
  for (const card of await cards.all()) {
    await card.scrollIntoViewIfNeeded();
    await expect(card.locator(selector).first()).toBeAttached();
  }
  await page.evaluate(() => scrollTo(0, 0));
}

for (const { name, path, keys } of DASHBOARDS) {
  const file = (words: string) => fileName(name === 'Flow' ? `${words} of flow` : words);

  test(`dashboard: ${name}`, async () => {
    await page.setViewportSize({ width: 1280, height: 1000 });
    await page.goto(path);
    await gadgetsShown(keys.length, '.tb-frame__result');
    await comparePictures(page, 'dashboard', file('demo'), ['light-1280', 'dark-400']);
  });

  test(`wallboard: ${name}`, async () => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.goto(`${path}/wallboard?cyclePeriod=3600000`);
    await gadgetsShown(keys.length, '.tb-wall[aria-busy="false"]');
    await comparePictures(page, 'dashboard', file('wallboard'), ['wall']);
  });
}

test('settings', async () => {
  await page.goto('/reports?adminMode=true&tab=settings');
  await expect(page.getByRole('button', { name: 'Apply' })).toBeVisible();
  await comparePictures(page, 'page', 'settings', ['light-1280', 'dark-400']);
});

test('documentation', async () => {
  await page.goto('/docs?app=velocity');
  const picture = page.getByRole('main').getByRole('img').first();
  await expect(picture).toBeVisible();
  await expect
    .poll(() => picture.evaluate(img => (img as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  await comparePictures(page, 'page', 'documentation', ['light-1280', 'dark-400']);
});

const DRAWERS = [
  { name: 'sprint report', report: -5, button: /show sprint report/, shows: 'table' },
  { name: 'planning', report: -8, button: /show issues/, shows: '[type=checkbox]' },
];

for (const { name, report, button, shows } of DRAWERS) {
  test(`drawer: ${name}`, async () => {
    await open(address(WEB, report));
    await page.getByRole('button', { name: button }).first().click();
    await expect(page.getByRole('dialog').locator(shows).first()).toBeVisible();
    await comparePictures(page, 'drawer', fileName(name), ['light-1280', 'dark-400']);
  });
}

for (const [name, selector] of Object.entries(CHARTS)) {
  test(`no issues: ${name}`, async () => {
    await open(address('created > "2030-01-01"', selector));
    await comparePictures(page, 'empty', fileName(name), ['light-640']);
  });

  test(`some issues did not come: ${name}`, async () => {
    await emptyCache();
    const pattern = '**/rest/api/3/issue/bulkfetch';
    await page.route(pattern, async route => {
      const reply = await route.fetch();
      const { issues, ...others } = await reply.json();
      return route.fulfill({ response: reply, json: { ...others, issues: issues.slice(1) } });
    });
    await open(address(`key != WEB-${20 - selector}`, selector));
    await page.unroute(pattern);
    await comparePictures(page, 'partial', fileName(name), ['light-640']);
  });

  test(`all issues: ${name}`, async () => {
    await open(address('', selector));
    await comparePictures(page, 'huge', fileName(name), ['light-1280']);
  });

  test(`long names, and names from right to left: ${name}`, async () => {
    await emptyCache();
    await page.route('**/rest/**', renamePeople);
    await open(address(`${WEB} AND key != WEB-2`, selector));
    await page.unroute('**/rest/**');
    await comparePictures(page, 'names', fileName(name), ['light-1280', 'dark-400']);
  });
}

/** Cached issues of other tests would stand in for those that do not come, or have other names. */
async function emptyCache() {
  await page.goto('/icon.svg');
  await page.evaluate(async () => {
    for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
  });
}

const NAMES = [
  'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh Maximiliane Alexandrina',
  'עמנואלה בן־אברהם הכהן לוי',
  'عبد الرحمن بن عبد العزيز آل سعود',
];

/** Gives two of three people one of NAMES. */
async function renamePeople(route: Route) {
  const reply = await route.fetch();
  const text = await reply.text();
  const body = text.replace(/"displayName":"([^"]+)"/g, (all, name: string) => {
    const other = NAMES[(name.length * 7 + name.charCodeAt(0)) % 5];
    return other === undefined ? all : `"displayName":"${other} ${name.charAt(0)}"`;
  });
  return route.fulfill({ response: reply, body });
}
