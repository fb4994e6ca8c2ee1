import {
  type APIRequestContext,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
  test,
} from '@playwright/test';
import { expectAccessible, expectClean, violationsOf } from './journey.ts';

const ADMIN = '/reports?adminMode=true&tab=settings';
const LITE_ADMIN = '/reports?adminMode=true&edition=lite&lic=active&tab=settings';
const OTHER_ADMIN = 'd7e7d5f30ad24992d7165203';

/** Shared settings affect everybody, also tests that run beside this one: each test here has an app key of its own. */
let appKey = '';
test.beforeEach(async ({ context }, { testId }) => {
  appKey = `settings-test-${testId}-${Date.now()}`;
  await ownSettings(context);
});

async function ownSettings(context: BrowserContext) {
  await context.route(/\/addons\/com\.tallyboard[\w.-]*\//, route =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/\/addons\/com\.tallyboard[\w.-]*\//, `/addons/${appKey}/`),
    }),
  );
}

const address = (key: string) => `/rest/atlassian-connect/1/addons/${appKey}/properties/${key}`;

async function stored(request: APIRequestContext, key: string): Promise<unknown> {
  const reply = await request.get(address(key));
  return reply.ok() ? (await reply.json()).value : undefined;
}

async function openSettings(page: Page, at = ADMIN) {
  await page.goto(at);
  await expect(page.getByRole('heading', { name: 'Global App Settings' })).toBeVisible();
  await expect(pane(page, 'Common')).toBeVisible();
}

const pane = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true, expanded: false });
const apply = (page: Page) => page.getByRole('button', { name: 'Apply', exact: true }).first();

async function applied(page: Page) {
  await apply(page).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
}

test('what an admin applies holds for everybody, in every report; a view changes nothing of it', async ({
  page,
  context,
  request,
}) => {
  await openSettings(page);
  await pane(page, 'Common').click();
  await page.getByRole('combobox', { name: 'Date format' }).fill('[day] DD.MM.YYYY');
  await expect(page.getByLabel('Preview of the date format')).toHaveText(/^day \d\d\.\d\d\.\d{4}$/);
  await pane(page, 'Enabled reports').click();
  await page.getByRole('checkbox', { name: 'Stale Issues' }).uncheck();
  await pane(page, 'Overview').click();
  await page.getByRole('checkbox', { name: 'Show status bars' }).uncheck();
  await applied(page);
  await page.getByRole('tab', { name: 'Custom' }).click();
  await expect(page.getByRole('link', { name: 'Unresolved Issues' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Stale Issues' })).toHaveCount(0);

  const reader = await context.newPage();
  await reader.goto('/reports?tab=custom&preset=custom&jql=project%20%3D%20WEB');
  const bars = reader.getByRole('switch', { name: 'Show status bars' });
  await expect(bars).not.toBeChecked();
  await expect(reader.getByRole('tab', { name: 'Settings' })).toHaveCount(0);
  const before = await stored(request, 'global-settings');
  await bars.click();
  await expect(bars).toBeChecked();
  await expect(reader).toHaveURL(/s\.showStatusBars=true/);
  expect(await stored(request, 'global-settings')).toEqual(before);
  await reader.getByRole('link', { name: 'Created and Resolved' }).first().click();
  // The line for paper says it too, and is not on the screen.
  const shown = reader.getByText(/day \d\d\.\d\d\.\d{4}/).filter({ visible: true });
  await expect(shown.first()).toBeVisible();
});

test('of two admins neither overwrites the other unasked', async ({ page, browser, request }) => {
  const context = await browser.newContext({ extraHTTPHeaders: { 'X-Replica-User': OTHER_ADMIN } });
  await ownSettings(context);
  const other = await context.newPage();
  for (const each of [page, other]) {
    await openSettings(each);
    await pane(each, 'Common').click();
  }
  await other.getByRole('combobox', { name: 'Date format' }).fill('M/D/YYYY');
  await applied(other);
  await page.getByRole('combobox', { name: 'Date format' }).fill('YYYY-MM-DD');
  await pane(page, 'Age Reports').click();
  await page.getByRole('combobox', { name: 'Group by' }).selectOption('Week');
  await apply(page).click();
  const dialog = page.getByRole('dialog', { name: 'These settings were changed by someone else' });
  await expect(dialog).toContainText('Tomás Ferreira saved these settings');
  await expect(dialog).toContainText('mine YYYY-MM-DD, theirs M/D/YYYY');
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByText('Keep theirs').click();
  await dialog.getByRole('button', { name: 'Merge and apply' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  expect(await stored(request, 'global-settings')).toMatchObject({
    commonSettings: { dateFormat: 'M/D/YYYY' },
    ageSettings: { date: 'week' },
    revision: 2,
  });
  await context.close();
});

test('stored settings that cannot be read are kept, said, and backed up', async ({
  page,
  request,
}) => {
  await request.put(address('global-settings'), { data: JSON.stringify('not settings') });
  await openSettings(page);
  await expect(page.getByText('Stored settings could not be read')).toBeVisible();
  await pane(page, 'Age Reports').click();
  await page.getByRole('checkbox', { name: 'Newest first' }).check();
  await apply(page).click();
  await expect(page.getByRole('alert')).toContainText('Choose first');
  expect(await stored(request, 'global-settings')).toBe('not settings');
  await page.getByRole('checkbox', { name: /Replace when I apply/ }).check();
  await applied(page);
  expect(await stored(request, 'global-settings')).toMatchObject({ revision: 1 });
  expect(await stored(request, 'global-settings-backup')).toBe('not settings');
});

test('the working calendar is made of a week and a file of holidays', async ({ page, request }) => {
  await openSettings(page);
  await pane(page, 'Working calendar').click();
  await page.getByRole('checkbox', { name: /one working calendar/ }).check();
  await page.getByRole('textbox', { name: 'Friday, hours 2, to' }).fill('15:00');
  await page.getByLabel('Calendar file (.ics)').setInputFiles({
    name: 'holidays.ics',
    mimeType: 'text/calendar',
    buffer: Buffer.from(
      [
        'BEGIN:VCALENDAR',
        'BEGIN:VEVENT',
        'DTSTART;VALUE=DATE:20300517',
        'RRULE:FREQ=YEARLY',
        'SUMMARY:National day',
        'END:VEVENT',
        'END:VCALENDAR',
      ].join('\r\n'),
    ),
  });
  await expect(page.getByText('1 day from holidays.ics')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Examples' })).toContainText('h');
  await applied(page);
  expect(await stored(request, 'global-settings')).toMatchObject({
    workingCalendar: { days: { Friday: ['09:00-12:00', '13:00-15:00'], '--05-17': [] } },
  });
});

test('a workflow is edited in a report, saved under a name by an admin, and chosen by it', async ({
  page,
  request,
}) => {
  test.slow();
  const wipAge = '/reports?tab=custom&preset=custom&jql=project%20%3D%20PAY&report=-22&s.boardId=7';
  const report = page.locator('article.tb-frame');
  const figure = (name: string) =>
    report.getByRole('button', { name: new RegExp(`^\\d+ ${name}, show issues$`) });
  const median = figure('50th percentile · Done');
  const daysOf = async () => Number(await median.innerText());
  const column = (name: string) => page.getByRole('listitem', { name, exact: true });
  const status = page.getByRole('button', { name: 'In Review', exact: true });
  const inColumn = (name: string) =>
    expect(column(name).getByRole('button', { name: 'In Review', exact: true })).toBeVisible();
  await page.goto(wipAge);
  const withReview = await daysOf();

  await report.getByRole('button', { name: 'Edit columns' }).click();
  await inColumn('Review');
  await status.press('Alt+ArrowRight');
  await inColumn('Done');
  await expect(status).toBeFocused();
  await status.press('Enter');
  await page.getByRole('menuitem', { name: 'Move to No column' }).click();
  await inColumn('No column');
  await status.dragTo(column('Done'));
  await inColumn('Done');
  await page.getByRole('textbox', { name: 'Name of column 2' }).fill('Work');
  await expectAccessible(page, 'columns of a report');
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
  await expect(figure('50th percentile · Work')).toBeVisible();
  const untilReview = await daysOf();
  expect(untilReview).toBeLessThan(withReview);
  const workflow = report.getByRole('combobox', { name: 'Workflow' });
  await expect(workflow.getByRole('option', { name: 'Own columns' })).toBeAttached();

  await openSettings(page);
  await pane(page, 'Workflows').click();
  await page.getByRole('button', { name: 'Add workflow' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Delivery');
  await status.press('Alt+ArrowRight');
  await inColumn('Done');
  await expectAccessible(page, 'workflows of all users');
  await applied(page);
  const saved = Object(await stored(request, 'global-settings'));
  const { columns, ...clock } = saved.workflows.Delivery;
  expect(clock).toEqual({ start: 'In Progress', finish: 'Done' });
  const [first, ...others] = columns;
  const Old = {
    columns: [{ ...first, statuses: [...first.statuses, 'Gone'] }, ...others],
    ...clock,
  };
  const changed = { ...saved, workflows: { ...saved.workflows, Old } };
  const reply = await request.put(address('global-settings'), { data: changed });
  expect(reply.ok()).toBe(true);

  await page.goto(wipAge);
  await expect(median).toHaveText(String(withReview));
  await workflow.selectOption('Delivery');
  await expect(median).toHaveText(String(untilReview));
  await workflow.selectOption('Old');
  await report.getByRole('button', { name: /^\d+ notes?$/ }).click();
  await expect(
    report.getByText('The workflow has statuses that Jira does not have: Gone.'),
  ).toBeVisible();
});

test('fields leave and enter the menu', async ({ page }) => {
  await page.goto('/reports?adminMode=true&tab=custom');
  await page.getByRole('link', { name: 'Add/Remove Fields' }).click();
  await page.getByRole('checkbox', { name: 'Votes' }).check();
  await page.getByRole('checkbox', { name: 'Reporter' }).uncheck();
  await page.getByRole('button', { name: 'Apply', exact: true }).last().click();
  await expect(page.getByText('Fields saved')).toBeVisible();
  await page.getByRole('tab', { name: 'Custom' }).click();
  await expect(page.getByRole('link', { name: 'Votes' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Reporter' })).toHaveCount(0);
});

test('Lite has Standard for 30 days, says when they end, and can end them', async ({
  page,
  request,
}) => {
  await openSettings(page, LITE_ADMIN);
  const note = page.getByRole('note');
  await expect(note).toContainText('30 days left');
  await expect(note).not.toHaveClass(/edition-note/);
  await page.getByRole('tab', { name: 'Custom' }).click();
  await page.getByRole('link', { name: 'Burndown/Burnup' }).click();
  await expect(page.getByText('Burndown/Burnup is part of Standard')).toBeVisible();

  const soon = new Date(Date.now() + 5 * 86_400_000).toISOString();
  await request.put(address('ted'), { data: JSON.stringify(soon) });
  await openSettings(page, LITE_ADMIN);
  await expect(note).toContainText('5 days left');
  await expect(note).toHaveClass(/edition-note/);

  await page.getByRole('button', { name: 'Disable Standard features' }).click();
  const dialog = page.getByRole('dialog', { name: 'Disable Standard features?' });
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByText('Please reload the app for changes to take effect.')).toBeVisible();
  await page.reload();
  await expect(note).toContainText('which shows the Overview');
  await expect(page.getByRole('button', { name: 'Disable Standard features' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Custom' }).click();
  await expect(page.getByText('Breakdowns are part of Standard')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Burndown/Burnup' })).toHaveCount(0);
  await expect(page.getByRole('tab', { name: 'Epics' })).toHaveCount(0);
});

test('without a licence there is the sentence that says so, and nothing else', async ({ page }) => {
  await page.goto('/reports?lic=none&adminMode=true');
  await expect(page.getByText('Your license has expired. Please renew the license.')).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(0);
});

test('the demo says that it is one and where to install the app', async ({ page }) => {
  await page.goto('/reports?xdm_c=channel-app-demo&tab=custom');
  const note = page.getByRole('note');
  await expect(note).toContainText('You are looking at a demo');
  await expect(note.getByRole('link', { name: /Install/ })).toHaveAttribute('href', '/docs');
});

test('the demo has all seven gadgets filled, whatever the license', async ({ page }) => {
  const names = ['status', 'burn', 'time-status', 'text', 'velocity', 'estimation', 'timesheets'];
  for (const name of names) {
    await page.goto(`/${name}-dashboard?xdm_c=channel-app-demo&lic=none`);
    const content = name === 'text' ? '.tb-text' : '.tb-report :is(table, .tb-progress-line)';
    await expect(page.locator(content).first(), name).toBeVisible();
    await expect(page.locator('form')).toHaveCount(0);
  }
});

test('the keyboard alone changes a setting and applies it', async ({ page }) => {
  await page.goto('/reports?adminMode=true&tab=custom');
  const isFocused = (target: Locator) =>
    target.evaluate(element => element === document.activeElement);
  const reach = async (target: Locator) => {
    for (let presses = 0; presses < 60; presses++) {
      if (await isFocused(target)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error('Tab never reached it.');
  };
  await reach(page.getByRole('tab', { name: 'Custom' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'Global App Settings' })).toBeVisible();
  await reach(pane(page, 'Timesheets'));
  await page.keyboard.press('Enter');
  await reach(page.getByRole('checkbox', { name: 'Heatmap' }));
  await page.keyboard.press('Space');
  await reach(apply(page));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Settings saved')).toBeVisible();
});

test('every pane open: nothing overflows and axe finds nothing, in light and dark', async ({
  page,
}) => {
  await page.setViewportSize({ width: 400, height: 900 });
  await openSettings(page, LITE_ADMIN);
  const closed = page.locator('.tb-settings h3 > [aria-expanded=false]');
  while ((await closed.count()) > 0) await closed.first().click();
  await page.getByRole('checkbox', { name: /one working calendar/ }).check();
  await page.getByRole('spinbutton', { name: 'Number of days' }).fill('0');
  await apply(page).click();
  await expect(page.getByText(/Enter a whole number from 1 to/)).toBeVisible();
  await expect(page.getByRole('spinbutton', { name: 'Number of days' })).toBeFocused();
  await expectClean(page, 'settings', [
    [400, 'light'],
    [400, 'dark'],
    [1280, 'dark'],
    [1280, 'light'],
  ]);
});

test('figures on people: groups only holds in reports, and a query about few says what to do', async ({
  page,
}) => {
  await openSettings(page);
  await pane(page, 'Figures on people').click();
  await page.getByRole('combobox', { name: 'People in figures' }).selectOption('Groups only');
  await expect(page.getByRole('spinbutton', { name: 'Fewest people in a group' })).toHaveValue('5');
  await expect(page.getByText('It is a rule and no wall')).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await applied(page);
  const report = (jql: string) =>
    `/reports?tab=custom&preset=custom&jql=${encodeURIComponent(jql)}&report=-1`;
  await page.goto(report('project is not EMPTY'));
  await expect(page.getByRole('rowheader', { name: /^\d+ people/ }).first()).toBeVisible();
  await expect(page.getByRole('rowheader', { name: 'Mara' })).toHaveCount(0);
  await page.goto(report('assignee = currentUser()'));
  await expect(page.getByText('This question is not answered')).toBeVisible();
  await expect(page.getByText("in 'assignee' name at least 5 people")).toBeVisible();
});
