import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { keptQueries, withoutColumns, withoutFreshWork, withSlowClock } from './journey.ts';

test.beforeEach(({ context }) => withoutColumns(context));

let jql: string;
test.beforeAll(async ({ request }) => {
  jql = await withoutFreshWork(request, 'project = WEB AND created >= -9999d');
});

/** A dashboard of gadgets that all show the same query: Overview, which tells how many issues there are. */
async function createDashboard(request: APIRequestContext, name: string, gadgets: number) {
  const created = await request.post('/replica/dashboards', { data: { name, layout: 'AAA' } });
  const { id } = await created.json();
  for (let at = 0; at < gadgets; at++) {
    const gadget = await request.post(`/rest/api/3/dashboard/${id}/gadget`, {
      data: { moduleKey: 'com.tallyboard.reports__status', title: `Status ${at}` },
    });
    const item = (await gadget.json()).id;
    const property = `/rest/api/3/dashboard/${id}/items/${item}/properties/settings`;
    const settings = { jql, preset: { name: 'Custom JQL', jql }, gType: 0, eType: 1 };
    await request.put(property, { data: settings });
  }
  return `/dashboards/${id}`;
}

/** Opens an address, waits for the newest figures of every gadget, and returns the calls for them by their names. */
async function open(page: Page, address: string, gadgets: number): Promise<string[]> {
  const calls: string[] = [];
  const note = (request: { url(): string }) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/rest/') && !/properties\/settings/.test(pathname))
      calls.push(pathname.split('/').slice(-2).join('/'));
  };
  page.on('request', note);
  await page.goto(address);
  await expect(page.getByRole('article')).toHaveCount(gadgets);
  for (let at = 0; at < gadgets; at++) {
    const gadget = page.getByRole('article').nth(at);
    await expect(gadget.getByText('Resolved', { exact: true }).first()).toBeVisible();
    await expect(gadget.getByText(/^Figures from/)).toHaveCount(0);
  }
  page.off('request', note);
  await expect.poll(() => page.evaluate(keptQueries)).toContain(jql);
  return calls;
}

/** How many issues there are, from '33 of 84'. */
const total = async (page: Page, at: number): Promise<number> => {
  const text = await page.getByRole('article').nth(at).locator('.tb-gadget').innerText();
  return Number(/\sof\s+([\d,]+)/.exec(text)?.[1]?.replaceAll(',', ''));
};
const count = (calls: readonly string[], call: string) =>
  calls.filter(each => each === call).length;

test.use({ viewport: { width: 1600, height: 10_000 } });

test('six gadgets of one query make one load, and few calls when they are opened again', async ({
  page,
  context,
  request,
}) => {
  await withSlowClock(context);
  const alone = await createDashboard(request, 'One gadget', 1);
  const single = await open(page, alone, 1);
  await page.evaluate(() => indexedDB.deleteDatabase('tallyboard-cache'));
  await page.goto('about:blank');

  const all = await createDashboard(request, 'Six gadgets', 6);
  const together = await open(page, all, 6);
  for (const call of ['issue/bulkfetch', 'search/jql', '2/field', '2/status'])
    expect([call, count(together, call)]).toEqual([call, count(single, call)]);
  expect(together.length).toBeLessThanOrEqual(single.length + 2);

  const again = await open(page, all, 6);
  expect(count(again, 'issue/bulkfetch')).toBe(0);
  expect(again.length, again.join(' ')).toBeLessThanOrEqual(7);
});

test('a change travels alone, and what the list no longer names is gone', async ({
  page,
  request,
}) => {
  const address = await createDashboard(request, 'Changes', 2);
  await open(page, address, 2);
  const before = await total(page, 0);
  expect(before).toBeGreaterThan(100);

  const found = await request.post('/rest/api/3/search/jql', {
    data: { jql: `${jql} AND timespent > 0 ORDER BY key`, fields: ['key'], maxResults: 1 },
  });
  // One with work logged, whose worklogs are read after it.
  const [issue] = (await found.json()).issues;
  expect(
    (
      await request.put(`/rest/api/3/issue/${issue.id}/assignee`, { data: { accountId: null } })
    ).status(),
  ).toBe(204);
  const bodies: string[][] = [];
  page.on('request', ask => {
    if (ask.url().endsWith('/issue/bulkfetch')) bodies.push(ask.postDataJSON().issueIdsOrKeys);
  });
  await open(page, address, 2);
  expect(bodies).toEqual([[issue.id], [issue.id]]);

  await page.route('**/search/jql', async route => {
    const reply = await route.fetch();
    const page = await reply.json();
    page.issues = page.issues.filter(({ id }: { id: string }) => id !== issue.id);
    await route.fulfill({ response: reply, json: page });
  });
  await open(page, address, 2);
  expect([await total(page, 0), await total(page, 1)]).toEqual([before - 1, before - 1]);
});

test('another user is shown nothing of what the first one left', async ({ page, request }) => {
  const address = await createDashboard(request, 'Users', 1);
  await open(page, address, 1);
  await page.route('**/rest/api/2/myself', async route => {
    const reply = await route.fetch();
    const me = { ...(await reply.json()), accountId: 'somebody-else', displayName: 'Bo' };
    await route.fulfill({ response: reply, json: me });
  });
  const calls = await open(page, address, 1);
  expect(count(calls, 'issue/bulkfetch')).toBeGreaterThan(0);
  const owners = await page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('tallyboard-cache');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const keys = opening.result.transaction('texts').objectStore('texts').getAllKeys();
          keys.onsuccess = () => resolve(keys.result.map(key => String(key).split('|')[1] ?? ''));
        };
      }),
  );
  expect([...new Set(owners)].filter(Boolean)).toEqual(['somebody-else']);
});

test('figures of the last visit stand with their time until the newest are there', async ({
  page,
  request,
}) => {
  const address = await createDashboard(request, 'Earlier', 1);
  await open(page, address, 1);
  let release = () => {};
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  await page.route('**/search/jql', async route => {
    await held;
    await route.continue();
  });
  await page.reload();
  const gadget = page.getByRole('article');
  await expect(gadget.getByText(/^Figures from \d\d:\d\d, refreshing$/)).toBeVisible();
  await expect(gadget.getByText('Resolved', { exact: true }).first()).toBeVisible();
  release();
  await expect(gadget.getByText(/^Figures from/)).toHaveCount(0);
});
