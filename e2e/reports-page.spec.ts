import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { expectClean, type Look, namesOfSite, savedBy, violationsOf } from './journey.ts';

const CUSTOM = '/reports?tab=custom&adminMode=true';
const ALL_ISSUES = `${CUSTOM}&preset=custom&jql=`;

const scope = (page: Page) => page.getByRole('region', { name: 'Report scope' });
const menu = (page: Page) => page.getByRole('navigation', { name: 'Reports' });

/** The result of the last order is there, and nothing went wrong. */
async function settled(page: Page) {
  await expect(scope(page)).toContainText(/complete/);
  const report = page.locator('article.tb-frame');
  await expect(report).toHaveAttribute('aria-busy', 'false');
  await expect(report.locator('.tb-frame__result')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
}

async function openFilter(page: Page, address = CUSTOM) {
  await page.goto(address);
  await settled(page);
  await scope(page).getByRole('button').first().click();
  const field = page.getByRole('textbox', { name: 'Customize JQL' });
  await expect(field).toBeVisible();
  return field;
}

test('every item of the menu shows its report, and a link to it shows it again', async ({
  page,
}) => {
  test.slow();
  const errors: string[] = [];
  page.on('pageerror', error => errors.push(error.message));
  await page.goto(CUSTOM);
  await settled(page);
  const items = menu(page).locator('.tb-nav__wide').getByRole('link');
  const labels = await items.allInnerTexts();
  expect(labels.slice(0, 11)).toEqual([
    'Overview',
    'Created and Resolved',
    'Resolution/Lead Time',
    'Created/Resolved by Assignee',
    'Lead Time by Assignee',
    'Burndown/Burnup',
    'Individual Velocity',
    'Estimation',
    'Timesheets',
    'Unresolved Issues',
    'Stale Issues',
  ]);
  expect(labels.at(-1)).toBe('Add/Remove Fields');
  for (let at = 0; at < labels.length - 1; at++) {
    await items.nth(at).click();
    await expect(items.nth(at)).toHaveAttribute('aria-current', 'page');
    await settled(page);
    await expect(page.locator('article.tb-frame').getByRole('heading').first()).not.toBeEmpty();
  }
  const title = await page.locator('article.tb-frame').getByRole('heading').first().innerText();
  await page.goto(page.url());
  await settled(page);
  await expect(page.locator('article.tb-frame').getByRole('heading').first()).toHaveText(title);
  await items.last().click();
  await expect(page.getByRole('tab', { name: 'Settings' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  expect(errors).toEqual([]);
});

const PRESETS: readonly (readonly [string, readonly (readonly [string, string])[], RegExp])[] = [
  ['Issues assigned to a current user', [], /^assignee = currentUser\(\)$/],
  [
    'Issues created in the last 30 days, assigned to a current user',
    [],
    /^created >= -30d AND assignee/,
  ],
  [
    'Issues created in the last 30 days, in a certain project',
    [['Project', 'Customer Portal']],
    /^created >= -30d AND project = WEB$/,
  ],
  ['Issues in all active sprints', [], /^sprint in openSprints\(\)$/],
  [
    'Issues in active sprints, in a certain board',
    [['Board', 'WEB board']],
    /^sprint in openSprints\(\) AND filter = \d+$/,
  ],
  [
    'Issues in active sprints, in a certain project',
    [['Project', 'Customer Portal']],
    /^sprint in openSprints\(\) AND project = WEB$/,
  ],
  ['Custom JQL', [], /project = WEB/],
  ['Issues in a certain Epic', [['Epic', '(']], /^parent = \w+-\d+$/],
  ['Jira JQL filters', [['Saved filter', '']], /^filter = \d+$/],
  ['Issues in all unreleased versions', [], /^fixVersion in unreleasedVersions\(\)$/],
  [
    'Issues in a certain version, in a certain project',
    [
      ['Project', 'Customer Portal'],
      ['Version', 'unreleasedVersions'],
    ],
    /^project = WEB AND fixVersion in \(unreleasedVersions\(WEB\)\)$/,
  ],
];

test('all presets stand in their order, and each gives issues once its choices are made', async ({
  page,
}) => {
  test.slow();
  const field = await openFilter(page);
  const preset = page.getByRole('combobox', { name: 'JQL preset' });
  expect(await preset.locator('option').allInnerTexts()).toEqual(PRESETS.map(([name]) => name));
  for (const [name, choices, query] of PRESETS) {
    await preset.selectOption(name);
    if (choices.length > 0 && (await field.inputValue()).includes('{replace')) {
      await page.getByRole('button', { name: 'Apply', exact: true }).click();
      await expect(page.getByText(/Please review "Customize JQL" field/)).toBeVisible();
    }
    for (const [list, option] of choices) {
      const box = page.getByRole('combobox', { name: list, exact: true });
      await expect(box).toBeEnabled();
      await box.click();
      // Not by role: the options of the preset's own select have it too.
      await page.locator('.tb-select__option').filter({ hasText: option }).first().click();
    }
    await expect(field).toHaveValue(query);
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('jql')).toMatch(query);
    await settled(page);
  }
});

test('a query is written with the words that the host suggests', async ({ page }) => {
  const field = await openFilter(page);
  await field.fill('');
  await field.pressSequentially('project = WEB AND statu');
  const words = page.getByRole('listbox', { name: 'Suggestions' });
  await expect(words.getByRole('option').first()).toContainText(/status/i);
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(field).toHaveValue(/^project = WEB AND status\w* $/);
  await field.pressSequentially('= ');
  await expect(words.getByRole('option', { name: 'Done' })).toBeVisible();
  await words.getByRole('option', { name: 'Done' }).click();
  await expect(field).toHaveValue(/= Done $/);
  await field.press('Escape');
  await field.press('Enter');
  await expect(page).toHaveURL(/Done/);
  await settled(page);
});

test('a link with preset, choices, report and settings restores all of them', async ({
  page,
  context,
}) => {
  await openFilter(page, `${CUSTOM}&report=-8`);
  await page.getByRole('combobox', { name: 'JQL preset' }).selectOption('created-30-days-project');
  await page.getByRole('combobox', { name: 'Project', exact: true }).click();
  await page.getByRole('option', { name: /Customer Portal/ }).click();
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page).toHaveURL(/&c\.project=WEB&c\.project\.label=Customer/);
  await settled(page);
  await page.getByText('Week', { exact: true }).click();
  await expect(page).toHaveURL(/&s\.\w+=/);

  const other = await context.newPage();
  await other.goto(page.url());
  await settled(other);
  await expect(other.getByRole('heading', { level: 2, name: 'Unresolved Issues' })).toBeVisible();
  await expect(other.getByRole('radio', { name: 'Week' })).toBeChecked();
  await scope(other).getByRole('button').first().click();
  await expect(other.getByText(/^Customer Portal\s*WEB$/)).toBeVisible();
  await expect(other.getByRole('textbox', { name: 'Customize JQL' })).toHaveValue(
    'created >= -30d AND project = WEB',
  );
});

test('a report is shown as of a past day, by keyboard alone, and Back undoes it', async ({
  page,
}) => {
  await page.goto(`${ALL_ISSUES}project%20%3D%20WEB`);
  await settled(page);
  const today = await scope(page).getByRole('listitem').first().innerText();
  await scope(page).getByRole('button', { name: 'As of today' }).press('Enter');
  const slider = scope(page).getByRole('slider', { name: 'As of' });
  await slider.press('Home');
  await expect(page).toHaveURL(/asOf=\d{4}-\d\d-\d\d/);
  await settled(page);
  const issues = scope(page).getByRole('listitem').first();
  await expect(issues).not.toHaveText(today);
  const firstDay = await slider.inputValue();
  let loads = 0;
  page.on('request', request => {
    if (request.method() === 'POST' && /search|bulkfetch|columns/.test(request.url())) loads++;
  });
  await slider.press('ArrowRight');
  await expect(slider).toHaveValue(String(Number(firstDay) + 1));
  await scope(page).getByRole('textbox', { name: 'Day' }).fill('2026-09-10');
  await expect(scope(page).getByRole('button', { name: /^As of 10 Sept? 2026$/ })).toBeVisible();
  await settled(page);
  const then = await issues.innerText();
  expect(loads).toBe(0);
  expect(await violationsOf(page, { include: '.tb-scope' })).toEqual([]);
  await page.reload();
  await settled(page);
  await expect(issues).toHaveText(then);
  await scope(page).getByRole('button', { name: 'Today' }).press('Enter');
  await expect(issues).toHaveText(today);
  await page.goBack();
  await expect(issues).toHaveText(then);
});

test('tabs and boards go back to the overview', async ({ page }) => {
  await page.goto('/reports');
  await settled(page);
  await page.getByText('Time Tracking Reports', { exact: true }).click();
  await settled(page);
  await expect(page).toHaveURL(/view=estimation/);
  await page.getByText('Timesheets', { exact: true }).click();
  await expect(page).toHaveURL(/view=timesheet/);
  await settled(page);
  await page.reload();
  await settled(page);
  await expect(page).toHaveURL(/view=timesheet/);
  await page.getByRole('combobox', { name: 'Board' }).click();
  await page.getByRole('option').nth(1).click();
  await expect(page).not.toHaveURL(/view=/);
  await settled(page);
  await page.getByRole('tab', { name: 'Epics' }).click();
  await settled(page);
  await page.getByRole('combobox', { name: 'Epic' }).click();
  await page.getByRole('option').nth(2).click();
  await expect(page).toHaveURL(/epic=/);
  await settled(page);
});

test('a report saved as HTML is one file with its figures and their issues, which loads nothing', async ({
  page,
  context,
}) => {
  await page.goto(ALL_ISSUES);
  await settled(page);
  const save = async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Save as HTML' }).click();
  };
  const saved = async () => {
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    return readFile(await (await saving).path(), 'utf8');
  };
  const file = await context.newPage();
  const asked: string[] = [];
  file.on('request', request => asked.push(request.url()));
  const list = file.getByRole('dialog');
  const overdue = file.getByRole('button', { name: /Overdue.*show issues$/ }).first();
  await save();
  await file.setContent(await saved());
  await expect(file.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await overdue.click();
  await expect(list.getByRole('link').first()).toHaveText(/^[A-Z]+-\d+$/);
  await expect(list.getByRole('link').first()).toHaveAttribute('href', /^http.*\/browse\/\w+-\d+$/);

  await save();
  await page.getByRole('checkbox', { name: 'Anonymize names and keys' }).check();
  const text = await saved();
  expect(text).not.toMatch(/Customer Portal|\b(WEB|APP|OPS|HELP|PLAT)-\d/);
  await file.setContent(text);
  await expect(file.getByText('Names and keys are made up.')).toBeVisible();
  await expect(file.getByText(/^Person \d+$/).first()).toBeVisible();
  await overdue.click();
  await expect(list.getByText(/^P\d+-\d+$/).first()).toBeVisible();
  await expect(list.getByText(/^Summary \d+$/).first()).toBeVisible();
  await expect(list.getByRole('link')).toHaveCount(0);
  expect(asked).toEqual([]);
});

/** The texts of a workbook. */
const textsIn = (bytes: Uint8Array): string =>
  Object.values(unzipSync(bytes))
    .map(part => strFromU8(part))
    .join('\n');

test('while names are made up, no way to export has one of the site or a word of the query', async ({
  page,
}) => {
  test.slow();
  const jql =
    'project = WEB AND summary !~ "Falconmerger" AND (labels != falconmerger OR labels is EMPTY)';
  await page.addInitScript(() => {
    window.print = () => {
      window.dispatchEvent(new Event('beforeprint'));
      const { textContent } = document.querySelector('article') ?? document.body;
      Object.assign(window, { printed: [document.title, location.href, textContent].join(' ') });
      window.dispatchEvent(new Event('afterprint'));
    };
  });
  await page.goto(`${ALL_ISSUES}${encodeURIComponent(jql)}`);
  await expect(scope(page)).toContainText(/complete/);
  const names = await namesOfSite(page);
  const leaks = (text: string) =>
    [...names, 'falconmerger', 'WEB'].filter(word =>
      text.toLowerCase().includes(word.toLowerCase()),
    );
  const article = page.locator('article.tb-frame');
  const more = () => page.getByRole('button', { name: 'More actions' }).click();
  await more();
  await page.getByRole('menuitem', { name: 'Anonymize' }).click();
  await expect(article).toContainText('names and keys are made up');
  const items = menu(page).locator('.tb-nav__wide').getByRole('link');
  const saved = async (start: () => Promise<void>) => {
    const saving = page.waitForEvent('download');
    await start();
    const file = await saving;
    const bytes = await readFile(await file.path());
    const isWorkbook = file.suggestedFilename().endsWith('.xlsx');
    const text = isWorkbook ? textsIn(bytes) : bytes.toString();
    // Without the code and styles of the page of figures, the same in all files.
    const own = text.replace(/<style>.*?<\/style>|<script type="module">.*?<\/script>/gs, '');
    return `${file.suggestedFilename()} ${own}`;
  };
  // What all reports say is read in packages/reports/anonymous.test.ts.
  for (const name of ['Overview', 'Burndown/Burnup', 'Forecast', 'Timesheets']) {
    await items.getByText(name, { exact: true }).click();
    await settled(page);
    const csv = page.getByRole('button', { name: 'Export CSV' }).first();
    await expect(csv, name).toBeEnabled();
    const files = [await saved(() => csv.click())];
    for (const chart of await page.getByRole('button', { name: /^Chart actions/ }).all()) {
      await chart.click();
      const svg = page.getByRole('menuitem', { name: 'Download SVG' });
      files.push(await saved(() => svg.click()));
    }
    await more();
    await page.getByRole('menuitem', { name: 'Save as HTML' }).click();
    await expect(page.getByRole('checkbox', { name: 'Anonymize names and keys' })).toBeChecked();
    files.push(await saved(() => page.getByRole('button', { name: 'Save', exact: true }).click()));
    await more();
    const xlsx = page.getByRole('menuitem', { name: 'Export XLSX' });
    files.push(await saved(() => xlsx.click()));
    await more();
    await page.getByRole('menuitem', { name: 'Print' }).click();
    await page.waitForFunction(() => 'printed' in window);
    files.push(
      await page.evaluate(() => {
        const { printed } = window as { printed?: string };
        Reflect.deleteProperty(window, 'printed');
        return String(printed);
      }),
    );
    const figure = article.getByRole('button', { name: /show issues$/ }).first();
    if ((await figure.count()) > 0) {
      await figure.click();
      const list = page.getByRole('dialog');
      files.push(await saved(() => list.getByRole('button', { name: 'Export CSV' }).click()));
      await page.keyboard.press('Escape');
    }
    for (const text of files) expect.soft(leaks(text), `${name}: ${text.slice(0, 60)}`).toEqual([]);
  }
  await page.getByRole('button', { name: 'Show names' }).first().click();
  await expect(article).not.toContainText('names and keys are made up');
  expect(
    leaks(await saved(() => page.getByRole('button', { name: 'Export CSV' }).first().click())),
  ).not.toEqual([]);
  await more();
  const workbook = await saved(() => page.getByRole('menuitem', { name: 'Export XLSX' }).click());
  expect(workbook).toContain('Issues');
  expect(leaks(workbook)).not.toEqual([]);
});

test('the skip link leads to the report: its first figure is few presses away', async ({
  page,
}) => {
  await page.goto(ALL_ISSUES);
  await settled(page);
  const figure = page.getByRole('button', { name: /issues, show issues$/ }).first();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to report' })).toBeFocused();
  await page.keyboard.press('Enter');
  let presses = 2;
  while (!(await figure.evaluate(element => element === document.activeElement))) {
    expect(presses).toBeLessThan(11);
    await page.keyboard.press('Tab');
    presses++;
  }
});

test('the keyboard alone chooses a report, a preset and a way to count', async ({ page }) => {
  await page.goto(CUSTOM);
  await settled(page);
  const reach = async (target: ReturnType<Page['locator']>) => {
    for (let presses = 0; presses < 80; presses++) {
      if (await target.evaluate(element => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error('Tab never reached it.');
  };
  // The menu is one stop; letters and arrow keys move inside it.
  await reach(menu(page).getByRole('link', { name: 'Overview' }));
  await page.keyboard.press('E');
  await expect(menu(page).getByRole('link', { name: 'Estimation' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/report=-6/);
  await settled(page);
  await reach(scope(page).getByRole('button').first());
  await page.keyboard.press('Enter');
  await reach(page.getByRole('textbox', { name: 'Customize JQL' }));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('project = WEB');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/jql=project\+%3D\+WEB/);
  await settled(page);
  await reach(page.getByRole('button', { name: 'What if' }).first());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'What if' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('filter box and panels are clean on a phone and a desktop, in light and dark', async ({
  page,
}) => {
  const looks: readonly Look[] = [
    [400, 'light'],
    [400, 'dark'],
    [1280, 'dark'],
    [1280, 'light'],
  ];
  await page.setViewportSize({ width: 400, height: 900 });
  await openFilter(page);
  await page.getByRole('combobox', { name: 'JQL preset' }).selectOption('version-project');
  await expect(page.getByRole('combobox', { name: 'Project', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.getByText(/Please review/)).toBeVisible();
  await expectClean(page, 'filter', looks);
  await page.setViewportSize({ width: 400, height: 900 });
  await page.goto(`${ALL_ISSUES}&panel=what-if`);
  const panel = page.getByRole('dialog', { name: 'What if' });
  await panel.getByRole('combobox', { name: 'Done' }).selectOption('resolution');
  await expect(panel.getByRole('button', { name: 'Apply' })).toBeVisible();
  await expectClean(page, 'What if', looks);
});

test('axe finds nothing in drawers and dialogs of a report, in light and dark', async ({
  page,
}) => {
  const looks: readonly Look[] = [
    [1280, 'light'],
    [1280, 'dark'],
  ];
  await page.goto(`${ALL_ISSUES}project%20%3D%20WEB&report=-4`);
  await settled(page);
  const check = async (name: string | RegExp) => {
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog).toBeVisible();
    await expectClean(page, String(name), looks, { include: 'dialog' });
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  };
  const press = (name: string) => page.getByRole('button', { name }).first().click();
  await page.getByRole('button', { name: /Remaining, show issues$/ }).click();
  await page
    .getByRole('checkbox', { name: /^Select WEB-/ })
    .first()
    .check();
  await expect(page.getByRole('toolbar', { name: 'Selected issues' })).toContainText('1 selected');
  await check(/^Remaining/);
  await press('How computed');
  await check('How computed');
  await press('Add to dashboard');
  await check('Add to dashboard');
  await press('Sprint report');
  await check('WEB Sprint 16');
  await press('More actions');
  await page.getByRole('menuitem', { name: 'Save as HTML' }).click();
  await check('Save as HTML');
  await savedBy(page, () => press('Export CSV'));
  await press('Change format');
  await check('CSV format');
});

test('a figure tells why it changed, and which ways to count give another number', async ({
  page,
}) => {
  await page.goto(`${ALL_ISSUES}project%20%3D%20WEB&report=-3`);
  await settled(page);
  await page.getByRole('button', { name: /^\d+ Resolved issues, show issues$/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Resolved issues' });
  await drawer.getByRole('button', { name: 'Changes since an earlier day' }).click();
  await drawer.getByRole('button', { name: '4 weeks' }).click();
  const story = drawer.getByText(/^The number of these issues (rose|fell) from \d+ to \d+ since/);
  await expect(story).toBeVisible();
  const [, explained = '', change = ''] =
    /Explained (\S+) of (\S+)\.$/.exec(await story.innerText()) ?? [];
  expect(explained).toMatch(/^[+-]\d+$/);
  expect(explained).toBe(change);
  const causes = drawer.getByRole('table', { name: /^Causes of the change/ });
  const effects = await causes.getByRole('cell', { name: /^[+−]\d+$/ }).allInnerTexts();
  expect(effects.length).toBeGreaterThan(0);
  await drawer.getByRole('button', { name: 'Expected another number?' }).click();
  await drawer.getByLabel('The number that you expected').fill('1');
  await drawer.getByRole('button', { name: 'Find ways to count' }).click();
  await expect(drawer.getByText(/^No way to count gives 1/)).toBeVisible();
  await expectClean(
    page,
    'changes since',
    [
      [1280, 'light'],
      [400, 'dark'],
    ],
    { include: 'dialog' },
  );
});

test('a figure tells what changed settings do to it', async ({ page }) => {
  const resolved = async (settings: string) => {
    await page.goto(`${ALL_ISSUES}project%20%3D%20WEB&report=-3${settings}`);
    await settled(page);
    const figure = page.getByRole('button', { name: /^\d+ Resolved issues, show issues$/ });
    const [number = ''] =
      /\d+/.exec((await figure.getAttribute('aria-label')) ?? (await figure.innerText())) ?? [];
    await figure.click();
    return Number(number);
  };
  const usual = await resolved('');
  const drawer = page.getByRole('dialog', { name: 'Resolved issues' });
  await expect(
    drawer.getByRole('button', { name: 'Changes since an earlier day', exact: true }),
  ).toBeVisible();
  const strict = await resolved('&s.doneRule=resolution');
  expect(strict).toBeLessThan(usual);
  await drawer
    .getByRole('button', { name: 'Changes since an earlier day, or by settings' })
    .click();
  await drawer.getByRole('button', { name: 'Default settings' }).click();
  await expect(drawer.getByText(/^The number of these issues is/)).toHaveText(
    new RegExp(
      `is ${usual} with the other settings, and ${strict} with these: 'An issue is done when' is .*Explained −${usual - strict} of −${usual - strict}\\.$`,
    ),
  );
  const causes = drawer.getByRole('table', { name: /^Causes of the change/ });
  await expect(causes.getByRole('cell', { name: `−${usual - strict}` })).toBeVisible();
  await expectClean(
    page,
    'changes by settings',
    [
      [1280, 'light'],
      [400, 'dark'],
    ],
    { include: 'dialog' },
  );
});

test('reports of flow in dark: axe finds nothing', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const report of [-20, -21, -22, -23, -24, -25, -26]) {
    await page.goto(`${ALL_ISSUES}project%20%3D%20PAY&report=${report}`);
    await settled(page);
    expect.soft(await violationsOf(page), `report ${report}`).toEqual([]);
  }
});

test('on a phone the first figure is in sight, and a button shows the options', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 400, height: 800 } });
  const page = await context.newPage();
  const first = page.locator(
    ':is(.tb-headline dd, .tb-report .tb-figure--large, .tb-report figure, .tb-report [role="group"], .tb-report td)',
  );
  for (const report of [-3, 0, 1, -1, -2, -4, -5, -8]) {
    await page.goto(`${ALL_ISSUES}project%20%3D%20WEB&report=${report}`);
    await settled(page);
    await expect
      .poll(async () => (await first.first().boundingBox())?.y ?? Infinity, `report ${report}`)
      .toBeLessThan(300);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      400,
    );
  }
  await page.goto(`${ALL_ISSUES}project%20%3D%20WEB&report=0`);
  await settled(page);
  const week = page.getByRole('radio', { name: 'Week', exact: true });
  await expect(week).toBeHidden();
  await page.getByRole('button', { name: 'Options' }).click();
  await expect(week).toBeVisible();
  await context.close();
});

const VELOCITY = '/reports?tab=custom&preset=custom&jql=project%20%3D%20WEB&report=-5';
const POINTS = `&settings=${encodeURIComponent('{"estimationType":1}')}`;

const sprintReport = (page: Page) => page.getByRole('dialog', { name: 'WEB Sprint 15' });
/** The points in the heading of a list, and those of its rows. */
async function points(page: Page, list: string) {
  const region = sprintReport(page).getByRole('region', { name: list, exact: true });
  const heading = await region.getByRole('heading').innerText();
  const cells = await region.locator('tbody tr td:nth-child(4)').allInnerTexts();
  const total = Number(heading.match(/([\d.]+) points/)?.[1]);
  return { total, sum: cells.reduce((sum, text) => sum + (Number(text) || 0), 0) };
}

test('a sprint of velocity opens its report, which a link opens again, prints and exports', async ({
  page,
}) => {
  await page.goto(VELOCITY + POINTS);
  const completed = page.getByRole('button', { name: /Completed · WEB Sprint 15, show issues$/ });
  const figure = Number(await completed.innerText());
  await page.getByRole('button', { name: 'WEB Sprint 15, show sprint report' }).click();
  await expect(sprintReport(page).getByRole('region')).toHaveCount(5);
  // Long tables draw their first rows first.
  await expect.poll(() => points(page, 'Completed')).toEqual({ total: figure, sum: figure });
  await expect
    .poll(async () => {
      const { total, sum } = await points(page, 'Not completed');
      return sum - total;
    })
    .toBe(0);

  await page.goto(page.url());
  await expect(sprintReport(page).getByRole('heading', { name: 'Re-estimated' })).toBeVisible();
  expect(await violationsOf(page, { include: 'dialog' })).toEqual([]);

  const exports = sprintReport(page).getByRole('button', { name: 'Export CSV' });
  const lines = (await savedBy(page, () => exports.click())).trim().split('\r\n');
  expect(lines[0]).toContain('List,Key,Summary,Reason,Time,By,From,To,Points');
  expect(lines.filter(line => line.startsWith('Completed,'))).not.toHaveLength(0);

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'Individual Velocity' })).toBeHidden();
  await expect(
    sprintReport(page).getByRole('region', { name: 'Added after the start' }),
  ).toBeVisible();
  await page.emulateMedia({ media: null });
  const pages = (await page.pdf()).toString('latin1').match(/\/Type\s*\/Page\b/g);
  expect(pages?.length).toBeGreaterThan(1);
  await page.keyboard.press('Escape');
  await expect(sprintReport(page)).toHaveCount(0);
});

test('a drag over the cycle times shows the issues finished on these days, Whole range all', async ({
  page,
}) => {
  await page.goto(`${ALL_ISSUES}&report=-20`);
  await settled(page);
  const plot = page.getByRole('group', { name: /^Cycle time by finish date/ });
  const box = await plot.boundingBox();
  if (!box) throw new Error('The chart has no box.');
  const at = (share: number) => [box.x + share * box.width, box.y + 8] as const;
  await page.mouse.move(...at(0.4));
  await page.mouse.down();
  await page.mouse.move(...at(0.5));
  await page.mouse.move(...at(0.7));
  await page.mouse.up();
  await expect(page).toHaveURL(/chartStartDate=/);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const from = page.getByLabel('Finished from');
  const until = page.getByLabel('Finished until');
  await expect(from).toHaveValue(/^\d{4}-/);
  expect((await from.inputValue()) < (await until.inputValue())).toBe(true);
  await page.keyboard.press('Escape');
  await settled(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await violationsOf(page, { include: 'article.tb-frame' })).toEqual([]);
  await page.getByRole('button', { name: 'Whole range' }).click();
  await expect(page).not.toHaveURL(/chartStartDate=/);
  await expect(page.getByRole('button', { name: 'Whole range' })).toHaveCount(0);
});
