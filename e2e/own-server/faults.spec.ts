/** A whole dashboard over a Jira that fails: every gadget ends right or says what is missing, and none asks too often. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import {
  type Arrived,
  type DoorFaults,
  type FaultyServer,
  startFaultyServer,
} from './faulty-server.ts';

// High enough for all gadgets to load.
test.use({ viewport: { width: 1280, height: 3000 } });

const GADGETS = 7;
/** JIRA.md 4.1: at most four tries, at most ten calls at once, waits of 2 s at first with a jitter from 0.7. */
const MAX_TRIES = 4;
const MAX_AT_ONCE = 10;
const FIRST_WAIT_MS = 1400;
const SLACK_MS = 150;

let server: FaultyServer;
let right: ReadonlyMap<string, string>;
let rightSince: number;
let asked: ReadonlyMap<string, number>;

test.beforeAll(async ({ browser }) => {
  server = await startFaultyServer();
  await hideGrowingTimes();
  const page = await browser.newPage({ viewport: { width: 1280, height: 3000 } });
  server.taken();
  rightSince = Date.now();
  await openDashboard(page);
  right = await settledTexts(page);
  const calls = Map.groupBy(server.taken(), ({ call }) => call);
  asked = new Map([...calls].map(([call, { length }]) => [call, length]));
  expect(right.size).toBe(GADGETS);
  for (const [title, text] of right) expect(missing(text), title).toBe(false);
  await page.close();
});
test.afterAll(() => server?.stop());

/** The time since an issue was done grows while the test runs: that column does not show. */
async function hideGrowingTimes(): Promise<void> {
  const { dashboards } = await (await fetch(`${server.base}/replica/dashboards`)).json();
  const place = `${server.base}/replica/dashboards/${dashboards[0].id}`;
  const { items } = await (await fetch(place)).json();
  const { id } = items.find(({ moduleKey }: { moduleKey: string }) =>
    moduleKey.endsWith('time-status'),
  );
  const property = `${server.base}/rest/api/3/dashboard/${dashboards[0].id}/items/${id}/properties/settings`;
  const { value } = await (await fetch(property)).json();
  const columns = 'In Progress,In Review,In Testing,To Do';
  const body = JSON.stringify({ ...value, columns });
  expect((await fetch(property, { method: 'PUT', body })).ok).toBe(true);
}

async function openDashboard(page: Page): Promise<void> {
  await page.goto(server.base);
  await expect(page.getByRole('article')).toHaveCount(GADGETS);
}

const gadgets = async (page: Page): Promise<[string, Locator][]> =>
  Promise.all(
    (await page.getByRole('article').all()).map(async card => [
      (await card.getAttribute('aria-label')) ?? '',
      card,
    ]),
  );

/** The gadget, or the problem that is shown in its place. */
const MAIN = '.tb-gadget';

/** Nothing of it loads or waits to load any more. */
async function isSettled(gadget: Locator): Promise<boolean> {
  const [busy, there] = await Promise.all([
    gadget.locator('[aria-busy="true"], progress, .tb-frame__waiting').count(),
    gadget.locator(MAIN).count(),
  ]);
  return busy === 0 && there > 0;
}

/** Between two steps of a load a gadget may rest for a moment: what it says twice is its last word. */
const REST_MS = 1_000;

/** What each gadget says once all have come to rest. */
async function settledTexts(page: Page): Promise<ReadonlyMap<string, string>> {
  const all = await gadgets(page);
  const settled = async () => Promise.all(all.map(([, gadget]) => isSettled(gadget)));
  const read = async () => {
    await expect.poll(settled).toEqual(Array(GADGETS).fill(true));
    const texts = all.map(async ([title, gadget]) => [
      title,
      steady(await gadget.locator(MAIN).innerText()),
    ]);
    return (await Promise.all(texts)) as [string, string][];
  };
  let last = await read();
  await expect(async () => {
    const before = last;
    await new Promise(done => setTimeout(done, REST_MS));
    last = await read();
    expect(last.flat()).toEqual(before.flat());
  }).toPass();
  return new Map(last);
}

/** Charts name the minute of now, and its ideal, which falls: the last point before those without a remaining value. */
const steady = (text: string): string =>
  text
    .replace(/(\d\/\d{4} \d\d:\d\d\t\S+)\t\S+(?=\n\S+ \S+\t-\t)/, '$1')
    .replaceAll(/(\d\/\d{4}) \d\d:\d\d/g, '$1');

const DURATION = /\b(?:(\d+)d )?(\d+)h(?: (\d+)m)?/g;

/** Expects the text of a Jira that does not fail; the time in the present status grows by minutes. */
function expectRight(title: string, text: string): void {
  const wanted = right.get(title) ?? '';
  const words = (whole: string) => whole.replaceAll(DURATION, '…');
  expect(words(text), title).toBe(words(wanted));
  const minutes = (whole: string) =>
    [...whole.matchAll(DURATION)].map(
      ([, days = 0, hours = 0, rest = 0]) =>
        (Number(days) * 24 + Number(hours)) * 60 + Number(rest),
    );
  const before = minutes(wanted);
  const passed = Math.ceil((Date.now() - rightSince) / 60_000);
  for (const [at, now] of minutes(text).entries()) {
    expect(now - (before[at] ?? 0), title).toBeGreaterThanOrEqual(0);
    expect(now - (before[at] ?? 0), title).toBeLessThanOrEqual(passed);
  }
}

const missing = (text: string): boolean =>
  /Retry|Try again|Not everything could be read|No data|≥ |could not be (loaded|read)|incomplete history|too low|are unknown/.test(
    text,
  );

/** The figures are those of a Jira that does not fail, or the gadget says that something is missing. */
function expectRightOrSaid(texts: ReadonlyMap<string, string>): string[] {
  const said = new Set([...texts].flatMap(([title, text]) => (missing(text) ? [title] : [])));
  for (const [title, text] of texts) {
    if (!said.has(title)) expectRight(title, text);
  }
  return [...said];
}

/** The name of a filter may come after the figures, by calls that are tried again. */
async function expectSoonRightOrSaid(
  page: Page,
  texts: ReadonlyMap<string, string>,
): Promise<string[]> {
  let latest = texts;
  await expect(async () => {
    const before = latest;
    latest = await settledTexts(page);
    expectRightOrSaid(before);
  }).toPass();
  return expectRightOrSaid(latest);
}

/** Once Jira is well again, Retry or Refresh brings what was missing. */
async function expectHealed(page: Page): Promise<void> {
  server.set({});
  const retry = { name: /^(Retry|Try again)$/ };
  await expect(async () => {
    for (const [title, gadget] of await gadgets(page)) {
      const badge = gadget.getByRole('button', { name: /^partial/ }).first();
      const button = gadget.getByRole('button', retry).first();
      if ((await badge.isVisible()) && !(await button.isVisible())) await badge.press('Enter');
      // By key: gadgets above may still grow, and move what a pointer would aim at.
      if (await button.isVisible()) await button.press('Enter');
      else if (missing(await gadget.locator(MAIN).innerText())) {
        await page.getByRole('button', { name: `Actions of ${title}`, exact: true }).press('Enter');
        await page.getByRole('menuitem', { name: 'Refresh' }).press('Enter');
      }
    }
    const texts = await settledTexts(page);
    for (const [title, text] of texts) expectRight(title, text);
  }).toPass();
}

/** Two gadgets may need the same board, worklogs or parents; one is served by the call of the other if that is under way. */
const OF_TWO = /\/rest\/agile\/|\/worklog\?|\/issue\/bulkfetch/;

/** How often a Jira that does not fail is asked, or may be. */
const askers = ({ call }: Arrived): number =>
  Math.max(asked.get(call) ?? 1, OF_TWO.test(call) ? 2 : 1);

/** Gadgets share what was read within so long; one that loads later asks again, see packages/engine/session/shared-sessions.ts. */
const SHARED_MS = 10_000;

/** A call that was answered, and is made again when its answer is shared no longer, is another question. */
function asksIn(list: readonly Arrived[]): number {
  const isAnother = ({ at }: Arrived, before: Arrived) =>
    before.status >= 200 && before.status < 400 && at - before.at > SHARED_MS;
  const others = list.slice(1).filter((each, at) => isAnother(each, list[at]!));
  return askers(list[0]!) + others.length;
}

function expectPolite(arrived: readonly Arrived[]): void {
  const tries = Map.groupBy(arrived, ({ call }) => call);
  for (const [call, list] of tries) {
    const asks = asksIn(list);
    expect(list.length, call).toBeLessThanOrEqual(MAX_TRIES * asks);
    // Changes are never sent twice unasked.
    if (!/^(GET|POST)/.test(call)) expect(list.length, call).toBe(1);
    if (asks > 1) continue;
    for (const [at, again] of list.slice(1).entries()) {
      const before = list[at]!;
      const wait = before.status === 429 ? 1000 : FIRST_WAIT_MS;
      expect(again.at - (before.endedAt ?? 0), `wait before ${call}`).toBeGreaterThan(
        wait - 2 * SLACK_MS,
      );
    }
  }
  for (const { at } of arrived) {
    const atOnce = arrived.filter(each => each.at <= at && (each.endedAt ?? Infinity) > at);
    expect(atOnce.length).toBeLessThanOrEqual(MAX_AT_ONCE);
  }
}

const CASES: readonly { name: string; faults: DoorFaults; fails: (status: number) => boolean }[] = [
  {
    name: 'a slow Jira with errors',
    faults: { latencyMs: 100, errorRate: 0.15 },
    fails: status => status === 503,
  },
  {
    name: 'connections that drop, answers that break off',
    faults: { dropRate: 0.1, truncateRate: 0.1 },
    fails: status => status === 0,
  },
  { name: 'a storm of 429', faults: { refusesEvery: 3 }, fails: status => status === 429 },
];

for (const { name, faults, fails } of CASES) {
  test(`${name}: figures are right, or what is missing is said`, async ({ page }) => {
    server.set(faults);
    server.taken();
    await openDashboard(page);
    const texts = await settledTexts(page);
    const arrived = server.taken();
    expect(
      arrived.some(({ status }) => fails(status)),
      'something failed',
    ).toBe(true);
    expectPolite(arrived);
    const lacking = await expectSoonRightOrSaid(page, texts);
    if (lacking.length > 0) await expectHealed(page);
  });
}

test('an outage is told by every gadget after the tries of one, and Retry mends all', async ({
  page,
}) => {
  server.set({ errorRate: 1 });
  server.taken();
  await openDashboard(page);
  // Four tries take 18.2 s at most.
  const texts = await settledTexts(page);
  expect(expectRightOrSaid(texts)).toHaveLength(GADGETS);
  expectPolite(server.taken());
  await expectHealed(page);
});
