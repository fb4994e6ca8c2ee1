import { expect, test } from '@playwright/test';
import { expectClean } from './journey.ts';

const APPS = [
  ['status', 'Status and Progress gadget'],
  ['estimation', 'Time Tracking and Estimation gadget'],
  ['velocity', 'Individual Velocity gadget'],
  ['timesheets', 'Timesheets gadget'],
  ['burn', 'Advanced Burndown gadget'],
  ['time-status', 'Time in Status gadget'],
  ['cycle-time', 'Cycle Time gadget'],
  ['lite', 'Tallyboard Lite'],
  ['reports', 'Tallyboard Reports'],
] as const;

test('each app has its picture, its steps and its place', async ({ page }) => {
  const errors: string[] = [];
  page.on('console', message => message.type() === 'error' && errors.push(message.text()));
  for (const [name, title] of APPS) {
    await page.goto(`/docs?app=${name}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    const picture = page.locator('main img:visible');
    await expect(picture).toHaveAttribute('src', `/docs/light/${name}.webp`);
    await expect
      .poll(() =>
        picture.evaluate(image => image instanceof HTMLImageElement && image.naturalWidth),
      )
      .toBe(960);
    await expect(page.getByText('Try it free')).toBeVisible();
    const menus = name === 'lite' || name === 'reports';
    await expect(page.getByText(menus ? 'account menu' : 'Create dashboard')).toBeVisible();
  }
  expect(errors).toEqual([]);
});

test('reference and trust are a click away, and the root describes an app that is named', async ({
  page,
}) => {
  await page.goto('/docs');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tallyboard Reports');
  for (const title of ['What each figure means', 'Working calendar', 'Privacy']) {
    await page
      .getByRole('navigation', { name: 'Documentation' })
      .getByRole('link', { name: title })
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  }
  await page.getByRole('link', { name: 'what is in an error report' }).click();
  await expect(page.getByRole('heading', { name: 'Error reports' })).toBeInViewport();
  await page.goto('/?app=velocity');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Individual Velocity gadget');
});

const PAGES = [
  '/docs?app=status',
  ...['figures', 'calendar', 'privacy', 'security'].map(page => `/docs?page=${page}`),
];

test('nothing overflows and axe finds nothing on a phone and a desktop, in light and dark', async ({
  page,
}) => {
  test.slow();
  for (const address of PAGES) {
    await page.setViewportSize({ width: 400, height: 900 });
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectClean(page, address, [
      [400, 'light'],
      [400, 'dark'],
      [1280, 'dark'],
      [1280, 'light'],
    ]);
  }
  await page.goto('/docs?app=burn');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const shown = page.locator('main img:visible');
    await expect(shown).toHaveAttribute('src', `/docs/${colorScheme}/burn.webp`);
  }
});
