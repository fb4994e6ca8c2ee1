/** Board sets by keyboard: made in the dialog, chosen in a report and in the filter of a dashboard. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectClean, type Look } from '../journey.ts';

const LOOKS: readonly Look[] = [
  [400, 'light'],
  [400, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
  [1920, 'light'],
];

const shot = async (page: Page, name: string) => {
  const folder = process.env.TALLYBOARD_SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
};

/** Types into a searchable field and takes the first that matches. */
async function pick(page: Page, place: Locator | Page, label: string, text: string) {
  await place.getByRole('combobox', { name: label, exact: true }).focus();
  await page.keyboard.type(text);
  await expect(page.getByRole('option', { name: new RegExp(text) }).first()).toBeVisible();
  await page.keyboard.press('Enter');
}

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Saved', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Board sets' }).press('Enter');
  return page.getByRole('dialog', { name: 'Board sets' });
}

const settled = (page: Page) =>
  expect(page.locator('article.tb-frame')).toHaveAttribute('aria-busy', 'false');

test('a set is made, used by a report, changed and deleted by keyboard alone', async ({ page }) => {
  test.slow();
  await page.goto('/reports?tab=custom&report=-3');
  await settled(page);
  const dialog = await openDialog(page);
  await expectClean(page, 'the list of sets without any', LOOKS.slice(0, 2));
  await shot(page, 'empty');
  await dialog.getByRole('button', { name: 'Create board set' }).press('Enter');
  const edit = page.getByRole('dialog', { name: 'Create board set' });
  await edit.getByRole('textbox', { name: 'Name' }).fill('Programme');
  await pick(page, edit, 'Add a board', 'WEB');
  await pick(page, edit, 'Add a board', 'APP');
  await edit.getByRole('textbox', { name: 'Add a query' }).fill('project = OPS');
  await page.keyboard.press('Enter');
  const members = edit.getByRole('list', { name: 'Members' }).getByRole('listitem');
  await expect(members).toHaveCount(3);
  await expectClean(page, 'the form of a set', LOOKS);
  for (const [width, colorScheme] of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await shot(page, `edit-${width}-${colorScheme}`);
  }
  await edit.getByRole('button', { name: 'Create' }).press('Enter');
  await expect(dialog.getByRole('listitem')).toHaveText(/Programme 3 members · issues/);
  await expectClean(page, 'the list of sets', LOOKS);
  for (const [width, colorScheme] of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await shot(page, `list-${width}-${colorScheme}`);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  // A report of flow: its figures are of the set, which the address has.
  await page.goto('/reports?tab=custom&report=-21');
  await settled(page);
  const board = page.getByRole('combobox', { name: 'Board', exact: true }).first();
  await board.selectOption({ label: 'Programme' });
  await expect(page).toHaveURL(/s\.boardSet=/);
  await settled(page);
  await expect(page.getByRole('region', { name: 'Report scope' })).toContainText('Programme');
  await expectTableByBoard(page);

  const list = await openDialog(page);
  await list.getByRole('button', { name: 'Delete Programme' }).press('Enter');
  await page
    .getByRole('dialog', { name: 'Delete this board set?' })
    .getByRole('button', { name: 'Delete' })
    .press('Enter');
  await expect(list).toContainText('No board sets yet.');
  await page.keyboard.press('Escape');
  await page.reload();
  await settled(page);
  await page.getByRole('button', { name: /notes?$/ }).press('Enter');
  await expect(
    page.getByText("The board set 'Programme' is deleted, or not shared with you"),
  ).toBeVisible();
  await shot(page, 'gone');
});

/** Its counts add up: what is on several boards is taken away once. */
async function expectTableByBoard(page: Page) {
  const table = page.getByRole('table', { name: 'By board' });
  await expect(table.getByRole('row')).toContainText(['Board', 'WEB board', 'APP board', 'Total']);
  await expectClean(page, 'a report on a set, with its boards', LOOKS);
  for (const [width, colorScheme] of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await table.scrollIntoViewIfNeeded();
    await shot(page, `by-board-${width}-${colorScheme}`);
  }
  const row = table.getByRole('row', { name: /WEB board/ });
  const figure = row.getByRole('button').first();
  const count = await figure.textContent();
  await figure.press('Enter');
  const drawer = page.getByRole('dialog');
  await expect(drawer).toContainText('WEB board');
  await expect(drawer).toContainText(`${count} issue`);
  // Its figures tell why they changed, also after a reload.
  await page.reload();
  await drawer.getByRole('button', { name: 'Changes since an earlier day' }).click();
  await drawer.getByRole('button', { name: '4 weeks' }).click();
  const story = drawer.getByText(/^The (number|total) of these issues .* Explained/);
  await expect(story).toContainText(new RegExp(`\\b${count}\\b`));
  const [, explained, change] = /Explained (\S+) of (\S+)\.$/.exec(await story.innerText()) ?? [];
  expect(explained).toBe(change);
  await page.keyboard.press('Escape');
}

test('the filter of a dashboard and the board tab take a set', async ({ page }) => {
  const set = { version: 0, name: 'Both', unit: 'issues', members: [{ board: 1 }, { board: 2 }] };
  const reply = await page.request.put('/replica/board-sets/bothsets1', { data: set });
  expect(reply.ok()).toBe(true);
  await page.goto('/reports?tab=project');
  await settled(page);
  await pick(page, page, 'Board', 'Both');
  await expect(page).toHaveURL(/boardSet=/);
  await settled(page);
  await expect(page.getByRole('region', { name: 'Report scope' })).toContainText('Both');
  await shot(page, 'tab');
  await page.goto('/');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const filter = page.getByRole('region', { name: 'Dashboard filter' });
  await pick(page, filter, 'Board', 'Both');
  await expect(filter.getByRole('list', { name: 'Chosen values' })).toContainText('Both');
  await shot(page, 'dashboard');
  await page.request.delete('/replica/board-sets/bothsets1');
});
