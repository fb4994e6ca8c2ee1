import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import * as journey from './journey.ts';
import { chooseQuery, expectClean, form, type Look, save, violationsOf } from './journey.ts';

test.use({ viewport: { width: 1280, height: 900 } });

interface Item {
  readonly dashboard: string;
  readonly id: string;
}

/** A gadget on a dashboard of its own, as somebody would add it. */
async function addItem(request: APIRequestContext, name: string): Promise<Item> {
  const created = await request.post('/rest/api/3/dashboard', {
    data: { name: `For ${name}`, sharePermissions: [], editPermissions: [] },
  });
  const { id: dashboard } = await created.json();
  const added = await request.post(`/rest/api/3/dashboard/${dashboard}/gadget`, {
    data: { moduleKey: `com.tallyboard.reports__${name}`, title: name },
  });
  return { dashboard: String(dashboard), id: String((await added.json()).id) };
}

const propertyOf = ({ dashboard, id }: Item, key = 'settings') =>
  `/rest/api/2/dashboard/${dashboard}/items/${id}/properties/${key}`;

async function store(
  request: APIRequestContext,
  item: Item,
  settings: Record<string, unknown>,
): Promise<void> {
  const reply = await request.put(propertyOf(item), { data: settings });
  expect(reply.ok()).toBe(true);
}

async function storedOf(request: APIRequestContext, item: Item): Promise<Record<string, unknown>> {
  return (await (await request.get(propertyOf(item))).json()).value;
}

const addressOf = (path: string, { dashboard, id }: Item, more = '') =>
  `${path}?dashboard=${dashboard}&dashboardItem=${id}${more}`;

/** The gadget itself, not its preview beside the form. */
const report = (page: Page) => page.locator('.tb-gadget > article');

/** That of the form: a preview that loads has one of its own, and so has the question. */
const cancel = (page: Page) => form(page).getByRole('button', { name: 'Cancel', exact: true });

async function edit(page: Page): Promise<void> {
  await page.mouse.move(200, 200);
  await page.getByRole('button', { name: 'Configure' }).click();
  await expect(form(page)).toBeVisible();
}

interface GadgetCase {
  readonly name: string;
  readonly path: string;
  /** A change of the report's own fields, and what of the stored settings it makes. */
  readonly change: (page: Page) => Promise<unknown>;
  readonly stores: Record<string, unknown>;
  /** What shows that there are figures. */
  readonly shows: (page: Page) => ReturnType<Page['locator']>;
}

const choose = (label: string, option: string) => (page: Page) =>
  journey.choose(page, label, option);

const CASES: readonly GadgetCase[] = [
  {
    name: 'status',
    path: '/status-dashboard',
    change: choose('Gadget type', 'Assignee'),
    stores: { jql: 'project = WEB', preset: { name: 'Custom JQL' }, gType: 1, eType: 0 },
    shows: page => report(page).getByRole('treegrid'),
  },
  {
    name: 'velocity',
    path: '/velocity-dashboard',
    change: choose('Gadget type', 'By assignee'),
    stores: { gadgetType: 1, boardId: 1, sprintCount: 4, interval: 14, sorting: 0 },
    shows: page => report(page).getByRole('treegrid'),
  },
  {
    name: 'timesheets',
    path: '/timesheets-dashboard',
    change: choose('Group by', 'Project'),
    stores: { jql: 'project = WEB', gType: 2, daySpan: 7, eType: 0, workDaysType: 0 },
    shows: page => report(page).getByRole('table', { name: /^Logged time/ }),
  },
  {
    name: 'tracking',
    path: '/estimation-dashboard',
    change: choose('Gadget type', 'Priority'),
    stores: { jql: 'project = WEB', gType: 6, displayType: 2 },
    shows: page => report(page).getByRole('treegrid'),
  },
  {
    name: 'burn',
    path: '/burn-dashboard',
    change: choose('Estimation type', 'Story Points'),
    stores: { jql: 'project = WEB AND sprint in openSprints()', gadgetType: 0, estimationType: 1 },
    shows: page => report(page).getByRole('img').first(),
  },
  {
    name: 'time-status',
    path: '/time-status-dashboard',
    change: choose('Group by', 'Issue Type'),
    stores: { jql: 'project = WEB AND resolved >= -14d', gType: 5, eType: 0, sumType: 0 },
    shows: page => report(page).getByRole('treegrid'),
  },
  {
    name: 'text',
    path: '/text-dashboard',
    change: page =>
      page.getByRole('textbox', { name: 'HTML Content' }).fill('<h2>Plan</h2><script>1</script>'),
    stores: { htmlContent: '<h2>Plan</h2><script>1</script>' },
    shows: page => report(page).getByRole('heading', { name: 'Plan' }),
  },
];

for (const { name, path, change, stores, shows } of CASES) {
  test(`${name}: first use, save, reload, edit, cancel`, async ({ page, request }) => {
    const item = await addItem(request, name);
    await page.goto(addressOf(path, item));
    await expect(form(page)).toBeVisible();
    await expect(save(page)).toBeEnabled();
    await change(page);
    const jql = 'jql' in stores ? String(stores.jql) : null;
    if (jql !== null && name === 'timesheets')
      await page.getByRole('textbox', { name: 'JQL filter' }).fill(jql);
    else if (jql !== null) await chooseQuery(page, jql);
    await save(page).click();
    await expect(shows(page)).toBeVisible();
    const stored = await storedOf(request, item);
    expect(stored).toMatchObject(stores);

    await page.reload();
    await expect(shows(page)).toBeVisible();
    await expect(form(page)).toBeHidden();

    await edit(page);
    await cancel(page).click();
    await expect(shows(page)).toBeVisible();
    await edit(page);
    if (name === 'text') await page.getByRole('textbox').first().fill('gone');
    else await page.getByRole('combobox').first().selectOption({ index: 3 });
    await cancel(page).click();
    const asks = page.getByRole('dialog', { name: 'Leave without saving?' });
    await asks.getByRole('button', { name: 'Cancel' }).click();
    await expect(form(page)).toBeVisible();
    await cancel(page).click();
    await asks.getByRole('button', { name: 'Discard changes' }).click();
    await expect(shows(page)).toBeVisible();
    expect(await storedOf(request, item)).toEqual(stored);
  });
}

/** Gadgets of flow by name, with the fields that they alone have. */
const FLOW: readonly Omit<GadgetCase, 'path'>[] = [
  {
    name: 'cycle-time',
    change: choose('Unit', 'Elapsed time'),
    stores: { unit: 'elapsed', timeUnit: 'month' },
    shows: page => report(page).getByRole('group', { name: /^Cycle time by finish date/ }),
  },
  {
    name: 'wip-age',
    change: choose('Start counting at the', 'Last entry'),
    stores: { startRule: 'last' },
    shows: page => report(page).getByRole('figure', { name: 'Age by column' }),
  },
  {
    name: 'cumulative-flow',
    change: choose('Columns', 'Cumulative'),
    stores: { mode: 'reached', estimation: 'count' },
    shows: page => report(page).getByRole('table').first(),
  },
  {
    name: 'throughput',
    change: choose('Period', 'Month'),
    stores: { timeUnit: 'month', lastDays: 90 },
    shows: page => report(page).getByRole('figure', { name: 'Finished by period' }),
  },
  {
    name: 'flow-efficiency',
    change: page =>
      page
        .getByRole('group', { name: 'Wait columns' })
        .getByRole('checkbox', { name: 'Review' })
        .check(),
    stores: { unit: 'elapsed', waitFlagged: true, waitColumns: 'Review' },
    shows: page => report(page).getByRole('figure', { name: 'Where the time goes' }),
  },
  {
    name: 'forecast',
    async change(page) {
      await choose('Forecast', 'When')(page);
      await choose('Chart', 'Outcomes')(page);
    },
    stores: { question: 'when', items: 0, chart: 'outcomes' },
    shows: page => report(page).getByRole('figure', { name: /^Trials/ }),
  },
];

for (const { name, change, stores, shows } of FLOW) {
  test(`${name}: the board and the query of the form, axe finds nothing`, async ({
    page,
    request,
  }) => {
    const item = await addItem(request, name);
    await page.goto(addressOf(`/${name}-dashboard`, item));
    await expect(form(page)).toBeVisible();
    await form(page).getByRole('combobox', { name: 'Board' }).fill('PAY');
    await page.getByRole('option', { name: 'PAY board' }).click();
    await change(page);
    await page.getByRole('textbox', { name: 'JQL filter' }).fill('type = Story');
    await save(page).click();
    await expect(shows(page)).toBeVisible();
    expect(await storedOf(request, item)).toMatchObject({
      ...stores,
      boardId: 7,
      jql: 'type = Story',
    });
    expect(await violationsOf(page)).toEqual([]);

    await edit(page);
    await expect(form(page).getByText('PAY board')).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    await cancel(page).click();
    await expect(shows(page)).toBeVisible();
  });
}

test.describe('refused', () => {
  for (const [name, path, title] of [
    ['status', '/status-dashboard', 'Status and Progress'],
    ['burn', '/burn-dashboard', 'Advanced Burndown'],
    ['tracking', '/estimation-dashboard', 'Time Tracking and Estimation'],
    ['time-status', '/time-status-dashboard', 'Time in Status'],
  ] as const) {
    test(`${name}: a placeholder that is left, with a flag of the gadget`, async ({
      page,
      request,
    }) => {
      const item = await addItem(request, name);
      await page.goto(addressOf(path, item));
      await choose('JQL preset', 'Issues in active sprints, in a certain project')(page);
      // Save says why it does not save.
      await expect(save(page)).toHaveAttribute('aria-disabled', 'true');
      await save(page).press('Enter');
      const flag = page.getByRole('region', { name: 'Messages' });
      await expect(flag).toContainText(title);
      await expect(flag).toContainText(
        'Please review "Customize JQL" field and replace value {replace with project key} with correct one.',
      );
      await expect(page.locator('mark')).toHaveText('{replace with project key}');
      await expect(form(page)).toBeVisible();
      expect((await request.get(propertyOf(item))).status()).toBe(404);

      // Choosing the project puts it in place.
      await page.getByRole('combobox', { name: 'Project', exact: true }).fill('WEB');
      const listed = page.getByRole('listbox').getByRole('option', { name: /WEB/ });
      await listed.first().click();
      await expect(page.getByRole('textbox', { name: 'Customize JQL' })).toHaveValue(
        'sprint in openSprints() AND project = WEB',
      );
      await save(page).click();
      await expect(report(page)).toBeVisible();
    });
  }

  test("velocity: 'order by' in the filter", async ({ page, request }) => {
    const item = await addItem(request, 'velocity');
    await page.goto(addressOf('/velocity-dashboard', item));
    await page.getByRole('textbox', { name: 'JQL filter' }).fill('type = Bug Order By created');
    await save(page).press('Enter');
    await expect(
      page
        .getByRole('region', { name: 'Messages' })
        .getByText('JQL filter does not support "order by" clause. Please remove it.'),
    ).toBeVisible();
    expect((await request.get(propertyOf(item))).status()).toBe(404);
  });

  test('time in status: a calendar that is no JSON; an empty query is only warned of', async ({
    page,
    request,
  }) => {
    const item = await addItem(request, 'time-status');
    await store(request, item, {
      jql: '',
      useCalendar: true,
      gType: 5,
      calendar: { timezone: 'Europe/Berlin', days: {}, text: '{ "timezone": ' },
    });
    await page.route('**/rest/api/*/search/jql*', route => route.abort());
    await page.goto(addressOf('/time-status-dashboard', item));
    await edit(page);
    await expect(page.getByText('all issues are used, and loading may be slow')).toBeVisible();
    await save(page).press('Enter');
    await expect(
      page
        .getByRole('region', { name: 'Messages' })
        .getByText(
          'Configuration is not valid, please refer to documentation on how to configure this correctly.',
        ),
    ).toBeVisible();
    await expect(form(page)).toBeVisible();
  });

  test('a query that the host does not understand, with its place', async ({ page, request }) => {
    const item = await addItem(request, 'status');
    await page.goto(addressOf('/status-dashboard', item));
    await chooseQuery(page, 'project = WEB AND stauts = Done');
    await save(page).click();
    await expect(page.locator('mark')).toHaveText('stauts');
    await expect(page.getByRole('textbox', { name: 'Customize JQL' })).toHaveValue(
      'project = WEB AND stauts = Done',
    );
    expect((await request.get(propertyOf(item))).status()).toBe(404);
  });
});

test('a burndown of another type goes back to the preset of the type', async ({
  page,
  request,
}) => {
  await page.goto(addressOf('/burn-dashboard', await addItem(request, 'burn')));
  const preset = page.getByRole('combobox', { name: 'JQL preset' }).locator('option:checked');
  await expect(preset).toHaveText('Issues in all active sprints');
  await choose('Gadget type', 'Filter burndown')(page);
  await expect(preset).toHaveText('Issues in active sprints, in a certain board');
  await page.getByRole('combobox', { name: 'Board', exact: true }).fill('WEB');
  await page.getByRole('listbox').getByRole('option', { name: /WEB/ }).first().click();
  await expect(page.getByRole('textbox', { name: 'Customize JQL' })).toHaveValue(/filter = \d+/);
});

const NOTHING = 'created < "1970-01-02"';

for (const [name, path, text] of [
  ['status', '/status-dashboard', 'No data matching the active filter.'],
  ['burn', '/burn-dashboard', 'No data matching the active filter.'],
  ['tracking', '/estimation-dashboard', 'No data.'],
  ['time-status', '/time-status-dashboard', 'No data.'],
  ['timesheets', '/timesheets-dashboard', 'No logged time.'],
] as const) {
  test(`${name}: nothing found`, async ({ page, request }) => {
    const item = await addItem(request, name);
    await store(request, item, { version: 1, jql: NOTHING, gType: 0 });
    await page.goto(addressOf(path, item));
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  });
}

test('loading that fails says why in the words of Jira, and Retry loads', async ({
  page,
  context,
  request,
}) => {
  await journey.withoutColumns(context);
  const item = await addItem(request, 'status');
  await store(request, item, { version: 1, jql: 'project = WEB', gType: 1 });
  const words = 'The moon is full.';
  await page.route('**/rest/api/*/search/jql*', route =>
    route.fulfill({ status: 404, json: { errorMessages: [words] } }),
  );
  await page.goto(addressOf('/status-dashboard', item));
  await expect(page.getByText(words)).toBeVisible();
  await page.unroute('**/rest/api/*/search/jql*');
  await page.getByRole('button', { name: /^(Retry|Try again)$/ }).click();
  await expect(report(page).getByRole('treegrid')).toBeVisible();
});

test('settings that cannot be read show why and no form; then they do', async ({
  page,
  request,
}) => {
  const item = await addItem(request, 'status');
  await store(request, item, { version: 1, jql: 'project = WEB', gType: 1 });
  await page.route('**/properties/settings', route => route.fulfill({ status: 403, json: {} }));
  await page.goto(addressOf('/status-dashboard', item));
  await expect(page.getByText('The settings of this gadget could not be loaded')).toBeVisible();
  await expect(form(page)).toBeHidden();
  await page.unroute('**/properties/settings');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(report(page).getByRole('treegrid')).toBeVisible();
});

test('a save that is refused keeps what was entered', async ({ page, request }) => {
  const item = await addItem(request, 'text');
  await page.goto(addressOf('/text-dashboard', item));
  await page.getByRole('textbox', { name: 'HTML Content' }).fill('Hello');
  await page.route('**/properties/settings', route =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 403, json: {} })
      : route.continue(),
  );
  await save(page).click();
  await expect(page.getByRole('alert')).toContainText(
    'You do not have permission to edit this dashboard',
  );
  await page.unroute('**/properties/settings');
  await save(page).click();
  await expect(report(page).getByText('Hello')).toBeVisible();
});

test('old, partial and hostile settings show the gadget, and say what was wrong', async ({
  page,
  request,
}) => {
  const item = await addItem(request, 'status');
  await store(request, item, {
    jql: 'project = &quot;WEB&quot;',
    gType: '1',
    eType: 99,
    sorting: { $gt: 1 },
    showStatusBars: 'true',
    columns: [[[]]],
    other: '<img src=x onerror=alert(1)>',
  });
  page.on('dialog', () => expect.soft('a script').toBe('never run'));
  await page.goto(addressOf('/status-dashboard', item));
  await expect(report(page).getByRole('treegrid')).toBeVisible();
  await page.getByRole('button', { name: '2 stored settings could not be used' }).click();
  await expect(page.getByText('eType', { exact: true })).toBeVisible();
  await edit(page);
  await save(page).click();
  await expect(report(page).getByRole('treegrid')).toBeVisible();
  expect(await storedOf(request, item)).toMatchObject({
    jql: 'project = "WEB"',
    eType: 0,
    other: '<img src=x onerror=alert(1)>',
  });
});

test('without a licence nothing is asked', async ({ page, request }) => {
  const item = await addItem(request, 'status');
  const asked: string[] = [];
  page.on(
    'request',
    each => /\/(dashboard|search|field)\b/.test(each.url()) && asked.push(each.url()),
  );
  await page.goto(addressOf('/status-dashboard', item, '&lic=none'));
  await expect(page.getByText('Your license has expired. Please renew the license.')).toBeVisible();
  expect(asked.filter(url => url.includes('/rest/'))).toEqual([]);
});

test('Lite after its trial has the overview alone', async ({ page, request }) => {
  await page.route('**/properties/ted', route =>
    route.fulfill({ json: { key: 'ted', value: '2020-01-01T00:00:00.000Z' } }),
  );
  const item = await addItem(request, 'velocity');
  await store(request, item, { version: 1, boardId: 1, gadgetType: 1 });
  await page.goto(addressOf('/velocity-dashboard', item, '&edition=lite'));
  await expect(page.getByText('Individual Velocity is part of Standard')).toBeVisible();
  const status = await addItem(request, 'status');
  await store(request, status, { version: 1, jql: 'project = WEB', gType: 0 });
  await page.goto(addressOf('/status-dashboard', status, '&edition=lite'));
  await expect(report(page).getByRole('heading', { name: 'Overview' })).toBeVisible();
});

/** Decimal hours, so that what is shown is written as it is exported. */
const HOURS = { displayType: 5 };
type CsvRow = Readonly<Record<string, string>>;

const CSV_CASES: readonly {
  readonly name: string;
  readonly path: string;
  readonly settings: Record<string, unknown>;
  /** The rows of the file that belong to a row of the table: their numbers add up. */
  readonly belongs?: (row: CsvRow, label: string) => boolean;
}[] = [
  { name: 'status', path: '/status-dashboard', settings: { jql: 'project = WEB', gType: 1 } },
  {
    name: 'status by points',
    path: '/status-dashboard',
    settings: { jql: 'project = WEB', gType: 5, eType: 1 },
  },
  {
    name: 'velocity by sprint',
    path: '/velocity-dashboard',
    settings: { boardId: 1, boardType: 'scrum', gadgetType: 2 },
    belongs: (row, label) => row.Sprint === label && row.Assignee === 'All',
  },
  {
    name: 'velocity by assignee',
    path: '/velocity-dashboard',
    settings: { boardId: 1, boardType: 'scrum', gadgetType: 1 },
    belongs: (row, label) => row.Assignee === label && row.Sprint === 'All',
  },
  {
    name: 'timesheets',
    path: '/timesheets-dashboard',
    settings: { ...HOURS, jql: 'project = WEB', gType: 0, daySpan: 7 },
  },
  {
    name: 'tracking',
    path: '/estimation-dashboard',
    settings: { ...HOURS, jql: 'project = WEB', gType: 1 },
  },
  {
    name: 'time-status',
    path: '/time-status-dashboard',
    settings: { ...HOURS, jql: 'project = WEB AND resolved >= -14d', gType: 5, eType: 1 },
  },
];

/** 'Mo 16' and '2026-11-16', 'Time Spent (Hours)' and 'Time Spent', 'Average: Done (hours)' and 'Done' are one head. */
const plainHead = (head: string) =>
  head
    .replace(/ \(.*\)$/, '')
    .replace(/^Average: /, '')
    .replace(/^(\d{4}-\d\d-|\p{L}{2} )0?(\d{1,2})$/u, '$2');

function readCsv(text: string): CsvRow[] {
  const lines = text.replace('\uFEFF', '').trim().split(/\r?\n/);
  const cells = lines.map(line =>
    [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) =>
      cell.replace(/^"|"$/g, '').replaceAll('""', '"'),
    ),
  );
  const [heads = [], ...rows] = cells;
  return rows.map(row => ({
    ...Object.fromEntries(heads.map((head, at) => [plainHead(head), row[at] ?? ''])),
    label: row[0] ?? '',
  }));
}

/** The rows of the table as they are read: what is for screen readers alone, units and pictures left out. */
function readTable(table: HTMLElement): { label: string; cells: [string, string][] }[] {
  const textOf = (cell: Element) => {
    const copy = cell.cloneNode(true) as Element;
    for (const part of copy.querySelectorAll('.tb-hidden, .tb-table__unit, svg, .tb-avatar'))
      part.remove();
    return (copy.textContent ?? '').trim();
  };
  const headOf = (cell: Element) =>
    /^Resolved\s%$/.test(cell.textContent ?? '') ? 'Percent Resolved' : textOf(cell);
  const heads = [...table.querySelectorAll('thead tr:last-child > *')].map(headOf);
  return [...table.querySelectorAll('tbody tr')].map(row => {
    const [label = '', ...texts] = [...row.children].map(textOf);
    return { label, cells: texts.map((text, at) => [heads[at + 1] ?? '', text]) };
  });
}

const decimalsOf = (text = '') => text.replace('%', '').split('.')[1]?.length ?? 0;
/** Of '17 of 21, 81%' the share. */
const numberOf = (text: string) =>
  Number(
    text
      .replace(/^.* of .*, /, '')
      .replace(/[,%]/g, '')
      .replace(/^-$/, '0')
      .replace('\u2212', '-'),
  );

for (const { name, path, settings, belongs } of CSV_CASES) {
  test(`CSV of ${name} has the figures that are shown`, async ({ page, request }) => {
    const item = await addItem(request, path.slice(1).replace('-dashboard', ''));
    await store(request, item, { version: 1, ...settings });
    await page.goto(addressOf(path, item));
    const table = report(page).locator('.tb-table table').first();
    await expect(table).toBeVisible();
    await page.mouse.move(300, 100);
    const exports = page.getByRole('button', { name: 'Export CSV' }).first();
    const file = readCsv(await journey.savedBy(page, () => exports.click()));
    let compared = 0;
    for (const { label, cells } of await table.evaluate(readTable)) {
      const own = belongs ?? ((row: CsvRow) => row.label === label);
      const rows = file.filter(row => own(row, label));
      for (const [head, shown] of cells) {
        const exported = rows.map(row => row[plainHead(head)]);
        if (rows.length === 0 || exported.includes(undefined)) continue;
        const sum = exported.reduce((total, text) => total + Number(text), 0);
        const digits = Math.min(...[shown, ...exported].map(decimalsOf));
        const difference = Math.abs(numberOf(shown) - sum);
        expect(difference, `${label}, ${head}`).toBeLessThanOrEqual(0.5001 * 10 ** -digits);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(8);
  });
}

test('Print lays out the gadget without its controls', async ({ page, request }) => {
  const item = await addItem(request, 'status');
  await store(request, item, { version: 1, jql: 'project = WEB', gType: 1 });
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '1');
  });
  await page.goto(addressOf('/status-dashboard', item));
  await expect(report(page).getByRole('treegrid')).toBeVisible();
  await page.mouse.move(300, 100);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Print' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-printed', '1');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeHidden();
  await expect(report(page).getByRole('treegrid')).toBeVisible();
});

test('a narrow card grows with its rows, folds minor columns and notes, and marks what is cut', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 400, height: 500 });
  const tracking = await addItem(request, 'tracking');
  await store(request, tracking, { version: 1, jql: 'project = WEB', gType: 1 });
  await page.goto(addressOf('/estimation-dashboard', tracking));
  const table = report(page).locator('.tb-table__scroll');
  await expect(table.getByRole('rowheader', { name: /^Total/ })).toBeVisible();
  expect(await table.evaluate(box => box.scrollHeight - box.clientHeight)).toBeLessThanOrEqual(1);
  const cut = report(page).locator('.tb-table__frame[data-after]');
  const unfold = report(page).getByRole('button', { name: /^Show \d more columns$/ });
  await expect(cut).toBeHidden();
  await unfold.click();
  await expect(cut).toBeVisible();
  const notes = report(page).getByRole('button', { name: /^\d notes?$/ });
  await expect(report(page).getByText(/Done rules differ/)).toBeHidden();
  await notes.click();
  await expect(report(page).getByText(/Done rules differ/)).toBeVisible();

  const velocity = await addItem(request, 'velocity');
  await store(request, velocity, { version: 1, boardId: 1, boardType: 'scrum', gadgetType: 0 });
  await page.goto(addressOf('/velocity-dashboard', velocity));
  const grid = report(page).getByRole('treegrid');
  await expect(grid.getByRole('columnheader', { name: /^Completed/ })).toBeVisible();
  await expect(cut).toBeHidden();
  const scope = grid.getByRole('columnheader', { name: /^Scope/ });
  await expect(scope).toBeHidden();
  await unfold.click();
  await expect(scope).toBeVisible();
});

test('a drill covers the frame and closes with Escape', async ({ page, request }) => {
  const item = await addItem(request, 'status');
  await store(request, item, { version: 1, jql: 'project = WEB', gType: 0 });
  await page.setViewportSize({ width: 480, height: 700 });
  await page.goto(addressOf('/status-dashboard', item));
  const figure = page.getByRole('button', { name: /Resolved issues, show issues$/ });
  await figure.first().click();
  // Off the rows: the tooltip of a cut summary takes the first Escape.
  await page.mouse.move(1, 1);
  const drawer = page.getByRole('dialog', { name: 'Resolved issues' });
  await expect(drawer.getByRole('link').first()).toBeVisible();
  expect((await drawer.boundingBox())?.width).toBeCloseTo(480, 1);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
});

test('the query parameter gadget names the gadget at the root', async ({ page, request }) => {
  const item = await addItem(request, 'text');
  await store(request, item, { htmlContent: '&lt;h3&gt;Old &amp;amp; new&lt;/h3&gt;' });
  await page.goto(addressOf('/', item, '&gadget=text'));
  await expect(page.getByRole('heading', { name: 'Old & new' })).toBeVisible();
});

test('a gadget without a dashboard keeps its settings in the browser', async ({ page }) => {
  await page.goto('/addon-status');
  await chooseQuery(page, 'project = APP');
  await save(page).click();
  await expect(report(page).getByRole('heading', { name: 'Overview' })).toBeVisible();
  await page.reload();
  // The tools of the figures move the others when they come.
  await expect(report(page).getByRole('region', { name: 'Headline' })).toBeVisible();
  await edit(page);
  await expect(page.getByRole('textbox', { name: 'Customize JQL' })).toHaveValue('project = APP');
});

test('on a wallboard figures are large and nothing can be pressed', async ({ page, request }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  const item = await addItem(request, 'status');
  await store(request, item, { version: 1, jql: 'project = WEB', gType: 1 });
  await page.goto(`/dashboards/${item.dashboard}/wallboard`);
  const gadget = page.getByRole('article').first();
  await expect(gadget.getByRole('table')).toBeVisible();
  await expect(gadget.getByText(/^Figures from \d\d:\d\d · complete/)).toBeVisible();
  await expect(gadget.getByText(/^\d+ of \d+ issues$/)).toBeVisible();
  await expect(gadget.getByRole('button')).toHaveCount(0);
});

for (const { name, path, stores, shows } of CASES) {
  test(`${name}: nothing overflows and axe finds nothing, in light and dark`, async ({
    page,
    request,
  }) => {
    const looks: readonly Look[] = [
      [320, 'light'],
      [320, 'dark'],
      [1280, 'light'],
    ];
    await page.setViewportSize({ width: 320, height: 900 });
    const item = await addItem(request, name);
    await page.goto(addressOf(path, item));
    await expect(save(page)).toBeEnabled();
    await expect(
      form(page)
        .getByRole(name === 'text' ? 'textbox' : 'combobox')
        .first(),
    ).toBeVisible();
    await expectClean(page, 'form', looks);
    await store(request, item, { version: 1, ...stores });
    await page.setViewportSize({ width: 320, height: 900 });
    await page.goto(addressOf(path, item));
    await expect(shows(page)).toBeVisible();
    await expectClean(page, 'view', looks);
  });
}
