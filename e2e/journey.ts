/** What a reader does with any gadget or report, whatever page it stands in. */
import { readFile } from 'node:fs/promises';
import AxeBuilder from '@axe-core/playwright';
import {
  type APIRequestContext,
  type BrowserContext,
  expect,
  type FrameLocator,
  type Locator,
  type Page,
} from '@playwright/test';

/** A page, or a frame or a part of one. */
export type Place = Page | FrameLocator | Locator;

export const form = (place: Place) => place.getByRole('form', { name: /^Settings of/ });

export const save = (place: Place) => place.getByRole('button', { name: 'Save', exact: true });

export const choose = (place: Place, label: string, option: string) =>
  place.getByRole('combobox', { name: label, exact: true }).selectOption({ label: option });

export async function chooseQuery(place: Place, jql: string): Promise<void> {
  await choose(place, 'JQL preset', 'Custom JQL');
  await place.getByRole('textbox', { name: 'Customize JQL' }).fill(jql);
}

/** Issues come as JSON, as from a Jira: the server has no columns. */
export const withoutColumns = (context: BrowserContext): Promise<unknown> =>
  context.route('**/rest/tallyboard/1/columns', route => route.fulfill({ status: 204 }));

/**
 * The text of a report once nothing of it is still coming: what is to come is looked for in the moment of reading. Settings
 * that a busy server is late with are asked for again.
 */
export async function wholeText(report: Locator): Promise<string> {
  let text = '';
  const isWhole = async () => {
    const before = text;
    const now = await report.evaluate(article => ({
      text: article.querySelector<HTMLElement>('.tb-frame__result')?.innerText ?? '',
      isBusy: article.querySelector('[aria-busy="true"]') !== null,
    }));
    text = now.text;
    return text === before && !now.isBusy && !/Loading\.\.\.|could not be loaded/.test(text);
  };
  await expect.poll(isWhole, { intervals: [400] }).toBe(true);
  return text;
}

/** The text of the file that `start` saves. */
export async function savedBy(page: Page, start: () => Promise<unknown>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), start()]);
  expect(file.suggestedFilename()).toMatch(/-\d{4}-\d\d-\d\d\.csv$/);
  return readFile(await file.path(), 'utf8');
}

export async function expectCsv(page: Page, place: Place): Promise<void> {
  const text = await savedBy(page, () =>
    place.getByRole('button', { name: 'Export CSV' }).first().click(),
  );
  expect(text.split('\n').length).toBeGreaterThan(3);
}

/** Opens the issues behind the first figure; their links lead to the Jira at `base`, '' for the server itself. */
export async function expectDrill(
  page: Page,
  place: Place,
  base: string,
  follow?: (link: ReturnType<Place['locator']>) => Promise<void>,
): Promise<void> {
  await place
    .getByRole('button', { name: /show issues$/ })
    .first()
    .click();
  const drawer = place.getByRole('dialog');
  const link = drawer.getByRole('link', { name: /^[A-Z]+-\d+/ }).first();
  await expect(link).toBeVisible();
  expect(await link.getAttribute('href')).toMatch(`${base}/browse/`);
  await follow?.(link);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
}

/** Selectors of what axe looks at. */
interface Parts {
  readonly include?: string;
  readonly exclude?: readonly string[];
  /** Only the rules that read colors: for a page that was checked whole in other colors at the same width. */
  readonly colorsOnly?: boolean;
}

const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds wrong on a page with frames of its own origin, or in a part of it: rules and elements. Elements that
 * pass are not described, and the results are made in the page instead of a new window: a quarter of the time.
 */
export async function violationsOf(
  page: Page,
  { include, exclude = [], colorsOnly = false }: Parts = {},
): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (colorsOnly) axe.withRules(COLOR_RULES);
  if (include !== undefined) axe.include(include);
  for (const selector of exclude) axe.exclude(selector);
  await page.evaluate(untilStill);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/** Runs in the page: waits for what moves or fades and ends by itself, as an opening dialog or another color scheme. */
const untilStill = () =>
  Promise.allSettled(
    document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
      .map(({ finished }) => finished),
  );

type Media = NonNullable<Parameters<Page['emulateMedia']>[0]>;

/** Shows the page in another color scheme, which it is in afterwards. */
export async function emulate(page: Page, media: Media & Pick<Required<Media>, 'colorScheme'>) {
  await page.emulateMedia(media);
  await expect(page.locator('html')).toHaveAttribute('data-color-mode', String(media.colorScheme));
}

/** Axe finds nothing in light, dark and forced colours. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const [colorScheme, forcedColors] of [
    ['dark', 'none'],
    ['light', 'active'],
    ['light', 'none'],
  ] as const) {
    await emulate(page, { colorScheme, forcedColors });
    const colorsOnly = colorScheme === 'dark' || forcedColors === 'active';
    const found = await violationsOf(page, { colorsOnly });
    expect.soft(found, `${what}, ${colorScheme}, forced colours ${forcedColors}`).toEqual([]);
  }
}

export type Look = readonly [width: number, colorScheme: 'light' | 'dark'];

/** Nothing overflows and axe finds nothing in any of the looks, in which a loaded page is shown in turn. */
export async function expectClean(
  page: Page,
  what: string,
  looks: readonly Look[],
  parts: Parts = {},
): Promise<void> {
  const widths = new Set<number>();
  for (const [width, colorScheme] of looks) {
    const colorsOnly = widths.has(width);
    widths.add(width);
    const look = `${what}, ${colorScheme} at ${width} px`;
    await page.setViewportSize({ width, height: 900 });
    await emulate(page, { colorScheme, reducedMotion: 'reduce' });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), look)
      .toBeLessThanOrEqual(width);
    expect.soft(await violationsOf(page, { ...parts, colorsOnly }), look).toEqual([]);
  }
}

/** Runs in the page: the queries of which the cache has all issues. They are stored a moment after they are shown. */
export function keptQueries(): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('tallyboard-cache');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const keys = opening.result.transaction('texts').objectStore('texts').getAllKeys();
      keys.onsuccess = () => {
        opening.result.close();
        resolve(keys.result.flatMap(key => String(key).split('|query|')[1] ?? []));
      };
    };
  });
}

/**
 * Lets a second pass in a minute for each page and its workers: what was read is asked for again by its age, and how old it
 * gets during a visit is a matter of the machine.
 */
export async function withSlowClock(context: BrowserContext): Promise<void> {
  const clock =
    '{ const now = Date.now.bind(Date), begun = now(); Date.now = () => begun + Math.floor((now() - begun) / 60); }';
  await context.addInitScript(clock);
  await context.route(/\/assets\/(shared-)?worker-[\w-]+\.js$/, async route => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, body: `${clock}\n${await reply.text()}` });
  });
}

const FRESH_WORK_MS = 20 * 60_000;

/**
 * The query without issues on which work was logged just now, as people of the demo do at all hours: each visit reads
 * them again for some minutes, see packages/dataset/cached/worklog-changes.ts.
 */
export async function withoutFreshWork(request: APIRequestContext, jql: string): Promise<string> {
  const since = Date.now() - FRESH_WORK_MS;
  const logged = await request.get(`/rest/api/3/worklog/updated?since=${since}`);
  const { values } = (await logged.json()) as { values: { worklogId: number }[] };
  if (values.length === 0) return jql;
  const ids = values.map(({ worklogId }) => worklogId);
  const listed = await request.post('/rest/api/3/worklog/list', { data: { ids } });
  const worklogs = (await listed.json()) as { issueId: string }[];
  const issues = new Set(worklogs.map(({ issueId }) => issueId));
  return `${jql} AND id not in (${[...issues].join(', ')})`;
}

/** Names of people, projects, versions, boards and sprints that are longer than three letters. */
export async function namesOfSite(page: Page): Promise<readonly string[]> {
  const ask = async (path: string) => (await page.request.get(path)).json();
  const listed = async (path: string) => {
    const answer = await ask(path);
    const values: readonly Record<string, string>[] = Array.isArray(answer)
      ? answer
      : answer.values;
    return values.flatMap(({ displayName, name = displayName }) => name ?? []);
  };
  const { values: boards } = await ask('/rest/agile/1.0/board');
  const names = [
    ...(await listed('/rest/api/3/users/search?maxResults=200')),
    ...(await listed('/rest/api/3/project/search')),
    ...(await listed('/rest/api/3/project/WEB/versions')),
    ...(await listed('/rest/agile/1.0/board')),
    ...(await listed(`/rest/agile/1.0/board/${boards[0].id}/sprint`)),
  ].filter(name => name.length > 3);
  expect(names.length).toBeGreaterThan(30);
  return names;
}
