import { expect, type Locator, type Page, type Request, test } from '@playwright/test';
import { keptQueries, withoutColumns, withoutFreshWork, withSlowClock } from './journey.ts';

const REPORT = '/reports?tab=custom&jql=project%20%3D%20WEB&preset=custom';

test.beforeEach(({ context }) => withoutColumns(context));

/** Waits for the newest figures, and for calls behind them. */
async function quiet(page: Page) {
  await expect(page.getByRole('button', { name: 'complete' }).first()).toBeVisible();
  await expect(page.getByText(/^Figures from/)).toHaveCount(0);
  await page.waitForLoadState('networkidle');
}

/** Holds all REST calls until it is called. */
async function holdCalls(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/rest/**', async route => {
    await held.promise;
    await route.fallback();
  });
  return held.resolve;
}

test('tabs and menu show before Jira answers, and work', async ({ page }) => {
  const release = await holdCalls(page);
  await page.goto('/reports?tab=custom&report=-4');
  await expect(page.getByRole('tab', { name: 'Epics' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Burndown/Burnup' })).toBeVisible();
  await page.getByRole('link', { name: 'Unresolved Issues' }).click();
  await expect(page.getByRole('heading', { name: 'Unresolved Issues' })).toBeVisible();
  const link = page.getByRole('link', { name: 'Unresolved Issues' });
  await link.focus();
  release();
  await expect(page.getByRole('button', { name: 'complete' })).toBeVisible();
  await expect(link).toBeFocused();
});

test('shared settings that fail delay nothing, and are asked for again', async ({ page }) => {
  let fails = true;
  await page.route(/\/addons\/[^/]+\/properties/, route =>
    fails ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
  );
  await page.goto(REPORT);
  await expect(page.getByText('Resolved', { exact: true }).first()).toBeVisible();
  const note = page.getByText('Shared settings could not be loaded');
  await expect(note).toBeVisible();
  fails = false;
  await expect(note).toHaveCount(0);
});

test('the page says that Jira fails while it tries again', async ({ page }) => {
  let fails = true;
  await page.route('**/search/**', route =>
    fails ? route.fulfill({ status: 503, body: '' }) : route.fallback(),
  );
  await page.goto(REPORT);
  await expect(page.getByText('Jira answered with an error (503).')).toBeVisible();
  fails = false;
  await expect(page.getByText('Resolved', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Jira answered with an error')).toHaveCount(0);
});

test('a page opened again shows the last figures before issues are read', async ({ page }) => {
  await page.goto(REPORT);
  await expect(page.getByRole('button', { name: 'complete' })).toBeVisible();
  const resolved = page.getByText('Resolved', { exact: true }).first().locator('..');
  const figures = await resolved.innerText();
  await expect.poll(() => page.evaluate(keptQueries)).toContain('project = WEB');
  const held = Promise.withResolvers<void>();
  await page.route('**/search/**', async route => {
    await held.promise;
    await route.fallback();
  });
  await page.reload();
  await expect(page.getByText(/^Figures from/)).toBeVisible();
  expect(await resolved.innerText()).toBe(figures);
  held.resolve();
  await expect(page.getByText(/^Figures from/)).toHaveCount(0);
  expect(await resolved.innerText()).toBe(figures);
});

test('a page that was open over night loads again when it is seen', async ({ page }) => {
  await page.clock.install();
  await page.goto(REPORT);
  await settled(page);
  await expect(page.getByRole('button', { name: 'complete' })).toBeVisible();
  const again = page.waitForRequest(/\/search\/jql/);
  await page.clock.fastForward('14:00:00');
  await page.clock.fastForward('14:00:00');
  await again;
  await settled(page);
  // The worker, whose clock stands still here, has read them yesterday.
  await expect(page.getByText(/\w{3} \d+, \d\d:\d\d/).first()).toBeVisible();
});

async function settled(page: Page) {
  const report = page.locator('article.tb-frame');
  await expect(report).toHaveAttribute('aria-busy', 'false');
  await expect(report.locator('.tb-frame__result')).toBeVisible();
}

/** Holds back what workers say from now on. */
const holdWorkers = (page: Page) => page.evaluate(() => Reflect.set(window, 'held', []));

/** Lets the page hear what was held back, and what follows. */
const releaseWorkers = (page: Page) =>
  page.evaluate(() => {
    const held: (() => void)[] = Reflect.get(window, 'held');
    Reflect.deleteProperty(window, 'held');
    for (const call of held) call();
  });

async function openWithWorkers(page: Page, address: string) {
  await page.addInitScript(() => {
    const { Worker: Original } = window;
    window.Worker = class extends Original {
      override addEventListener(...[type, listener, options]: [string, never, never]) {
        const later = (event: Event) => {
          const call = () => (listener as (event: Event) => void)(event);
          const held: (() => void)[] | undefined = Reflect.get(window, 'held');
          if (held) held.push(call);
          else call();
        };
        super.addEventListener(type, later, options);
      }
      override set onmessage(listener: (event: MessageEvent) => void) {
        this.addEventListener('message', listener as never, undefined as never);
      }
    };
  });
  await page.goto(address);
  await settled(page);
}

/** Presses a control and waits until its state changes: how long that took, and whether the old result still showed. */
async function answerOf(control: Locator, state: 'checked' | 'aria-selected' | 'aria-current') {
  return control.evaluate(async (element, name) => {
    const read = () =>
      name === 'checked' ? (element as HTMLInputElement).checked : element.getAttribute(name);
    const result = () => document.querySelector('.tb-frame__result')?.textContent ?? '';
    const before = { state: read(), result: result() };
    const start = performance.now();
    (element as HTMLElement).click();
    while (read() === before.state && performance.now() - start < 60_000)
      await new Promise(requestAnimationFrame);
    const ms = performance.now() - start;
    return { ms, changed: read() !== before.state, isOld: result() === before.result };
  }, state);
}

test('a pressed control shows at once, before its result', async ({ page }) => {
  await openWithWorkers(page, `${REPORT}&report=-8`);
  await holdWorkers(page);
  const week = page.getByRole('radio', { name: 'Week' });
  const segment = await answerOf(week, 'checked');
  expect(segment).toMatchObject({ changed: true, isOld: true });
  await expect(page).toHaveURL(/&s\.\w+=/);
  const report = page.locator('article.tb-frame');
  // Computing shows, on the old result.
  await expect(report.getByRole('progressbar')).toBeVisible();
  await expect(report.locator('.tb-frame__result')).toHaveAttribute('data-stale', 'true');
  await releaseWorkers(page);
  await settled(page);
  await expect(week).toBeChecked();

  await holdWorkers(page);
  const link = page.getByRole('navigation', { name: 'Reports' }).getByRole('link');
  const item = await answerOf(link.filter({ hasText: 'Stale Issues' }), 'aria-current');
  expect(item).toMatchObject({ changed: true, isOld: true });
  const tab = await answerOf(page.getByRole('tab').first(), 'aria-selected');
  expect(tab).toMatchObject({ changed: true });
  // For people who look why a page feels slow; a loaded machine may take longer.
  test.info().annotations.push(
    ...Object.entries({ segment, item, tab }).map(([type, { ms }]) => ({
      type,
      description: `${Math.round(ms)} ms`,
    })),
  );
});

test('Back undoes a change of options; sort, page and the open filter are kept over a reload', async ({
  page,
}) => {
  await page.goto(`${REPORT}&report=-9`);
  await settled(page);
  const start = page.url().length;
  const week = page.getByRole('radio', { name: 'Week' });
  await expect(week).not.toBeChecked();
  await page.getByText('Week', { exact: true }).click();
  await expect(page).toHaveURL(/&s\.\w+=/);
  expect(page.url().length).toBeLessThan(start + 60);
  await settled(page);
  await page.goBack();
  await expect(page).not.toHaveURL(/s\.\w+=/);
  await expect(week).not.toBeChecked();

  await page.goto(`${REPORT}&report=0`);
  await settled(page);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const head = page.getByRole('columnheader', { name: 'Net', exact: true });
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  const rows = page.getByRole('combobox', { name: 'Rows' });
  await rows.selectOption('10');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText(/^11–/)).toBeVisible();
  await page.reload();
  await settled(page);
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await expect(rows).toHaveValue('10');
  await expect(page.getByText(/^11–/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Customize JQL' })).toBeVisible();
});

/** The REST calls of a page from now on, by the end of their paths; `reads` has the ids of each call for issues. */
function callsOf(page: Page, reads: string[][] = []): string[] {
  const calls: string[] = [];
  page.on('request', request => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/rest/')) return;
    const call = pathname.split('/').slice(-2).join('/');
    const isParents = call === 'issue/bulkfetch' && asksParents(request);
    calls.push(isParents ? PARENTS : call);
    if (call === 'issue/bulkfetch' && !isParents) reads.push(request.postDataJSON().issueIdsOrKeys);
  });
  return calls;
}

/** Issues that were changed since an instant, as by tests that run at the same time. */
async function changedSince(page: Page, instant: number): Promise<ReadonlySet<string>> {
  const data = { jql: 'updated >= -30m', fields: ['updated'], maxResults: 100 };
  const { issues } = await (await page.request.post('/rest/api/3/search/jql', { data })).json();
  const isLater = (issue: { fields: { updated: string } }) =>
    Date.parse(issue.fields.updated) >= instant;
  return new Set(issues.filter(isLater).map(({ id }: { id: string }) => id));
}

/** Parents that are not among the issues of a query; whether there are any depends on the day of the demo. */
const PARENTS = 'issue/parents';

/** They are asked for by their keys, issues of the query by their ids. */
const asksParents = (request: Request): boolean =>
  (request.postDataJSON()?.issueIdsOrKeys ?? []).every((id: string) => /^[A-Z]/.test(id));

/** See packages/dataset/cached/worklog-changes.ts, and the time of the visits. */
const WORKLOG_OVERLAP_MS = 11 * 60_000;

for (const [name, address, jql] of [
  ['a board', '/reports', 'project = WEB'],
  ['a query', REPORT, 'project = WEB'],
  ['a burndown', '/reports?tab=custom&report=-4', 'sprint in'],
] as const) {
  test(`a second visit makes at most four calls, and two for worklogs: ${name}`, async ({
    page,
    context,
  }) => {
    await withSlowClock(context);
    const begun = Date.now();
    await page.goto(address);
    await quiet(page);
    await expect
      .poll(() => page.evaluate(keptQueries))
      .toContainEqual(expect.stringContaining(jql));
    const reads: string[][] = [];
    const calls = callsOf(page, reads);
    await page.goto(address);
    await quiet(page);
    const others = calls.filter(call => !call.startsWith('worklog/') && call !== PARENTS);
    // Once for the figures of the earlier visit, and once for those of now.
    expect(calls.filter(call => call === PARENTS).length).toBeLessThanOrEqual(2);
    // Work that somebody has just logged, which people of the demo do at all hours, is read again.
    const logged = await page.request.get(
      `/rest/api/3/worklog/updated?since=${Date.now() - WORKLOG_OVERLAP_MS}`,
    );
    const { values } = await logged.json();
    const changed = await changedSince(page, begun);
    const ofChanges = reads.filter(ids => ids.every(id => changed.has(id))).length;
    const count = others.length - ofChanges;
    expect(count, calls.join(' ')).toBeLessThanOrEqual(values.length > 0 ? 5 : 4);
  });
}

test('no report and no grouping loads again what was loaded', async ({ page, context }) => {
  await withSlowClock(context);
  const jql = await withoutFreshWork(page.request, 'project = WEB');
  const query = new URLSearchParams({ tab: 'custom', preset: 'custom', jql });
  await page.goto(`/reports?${query}`);
  await quiet(page);
  await expect.poll(() => page.evaluate(keptQueries)).toContain(jql);
  const calls = callsOf(page);
  const open = async (report: string) => {
    calls.length = 0;
    const link = page.getByRole('link', { name: report, exact: true }).last();
    await link.click();
    await expect(link).toHaveAttribute('aria-current', /./);
    await settled(page);
    await quiet(page);
    return calls.filter(call => call !== 'search/approximate-count');
  };
  for (const report of ['Sprint', 'Reporter', 'Priority', 'Estimation'])
    expect([report, await open(report)]).toEqual([report, []]);
  const groups = page.locator('article.tb-frame').getByRole('combobox', { name: /^Group/ });
  calls.length = 0;
  for (const group of ['Team', 'Component', 'Label', 'Sprint']) {
    await groups.selectOption({ label: group });
    await expect(page).toHaveURL(/&s\.\w+=/);
    await settled(page);
  }
  await quiet(page);
  expect(calls).toEqual([]);
  // Histories and sprints are new.
  const known = ['issue/bulkfetch', '1.0/board', '2/field', '2/status'];
  for (const report of ['Resolution/Lead Time', 'Burndown/Burnup', 'Individual Velocity']) {
    const made = await open(report);
    expect([report, made.filter(call => known.includes(call))]).toEqual([report, []]);
  }
});
