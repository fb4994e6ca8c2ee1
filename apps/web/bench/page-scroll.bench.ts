/**
 * Long tables of the reports page: how long the frames are while one is scrolled from its top to its end and back, and
 * the longest task of opening a tree of 10,000 issues at once.
 */
import type { Page } from '@playwright/test';
import {
  ALL_ISSUES,
  ISSUES,
  longestTask,
  MAX_TASK_MS,
  type Measured,
  onPage,
  quantile,
  slowdown,
} from './page-scene.ts';

/** Three frames of a screen of 60 Hz: fewer are not seen to be missing. */
const MAX_FRAME_MS = 50;
const FRAME_QUANTILE = 0.95;
/** One in a hundred may be another process's doing. */
const NEARLY_ALL_FRAMES = 0.99;
const USUAL_FRAME_MS = 34;

const MONTH_OF_ISSUES = JSON.stringify({ gType: 13, daySpan: 31, enableMap: true });
const BY_ASSIGNEE = JSON.stringify({ gType: 1 });

export default function bench(): Promise<readonly Measured[]> {
  return onPage(async (page, url) => [...(await timesheet(page, url)), ...(await tree(page, url))]);
}

async function timesheet(page: Page, url: string): Promise<readonly Measured[]> {
  await page.goto(`${url}${ALL_ISSUES}&report=-7&settings=${encodeURIComponent(MONTH_OF_ISSUES)}`);
  const table = page.getByRole('treegrid').or(page.getByRole('table')).first();
  await table.waitFor({ timeout: 120_000 });
  const rows = Number(await table.getAttribute('aria-rowcount')) - 1;
  return scrolling(page, `a timesheet of ${rows} rows x 31 days`);
}

async function tree(page: Page, url: string): Promise<readonly Measured[]> {
  await page.goto(`${url}${ALL_ISSUES}&report=-6&settings=${encodeURIComponent(BY_ASSIGNEE)}`);
  await page.getByRole('treegrid').waitFor({ timeout: 120_000 });
  const openings: number[] = [];
  await longestTask(page);
  for (let run = 0; run < 5; run++) {
    const slower = await slowdown(page);
    await press(page, 'Expand All');
    openings.push((await longestTask(page)) / slower);
    if (run < 4) await press(page, 'Collapse All');
    await longestTask(page);
  }
  return [
    {
      name: `longest task of the main thread while a tree of ${ISSUES} issues opens`,
      value: quantile(openings, 0.5),
      limit: MAX_TASK_MS,
      unit: 'ms',
    },
    ...(await scrolling(page, `a tree of ${ISSUES} issues`)),
  ];
}

/** In the page itself: finding a button from outside is a long task of its own. */
function press(page: Page, label: string): Promise<void> {
  return page.evaluate(wanted => {
    const buttons = [...document.querySelectorAll('button')];
    const button = buttons.find(each => each.textContent === wanted);
    if (!button) throw new Error(`There is no '${wanted}'.`);
    button.click();
  }, label);
}

async function scrolling(page: Page, what: string): Promise<readonly Measured[]> {
  await scrollThrough(page);
  const slower = await slowdown(page);
  const frames = (await scrollThrough(page)).map(time => time / slower);
  return [
    {
      name: `95 of 100 frames while ${what} is scrolled`,
      value: quantile(frames, FRAME_QUANTILE),
      limit: USUAL_FRAME_MS,
      unit: 'ms',
    },
    {
      name: `99 of 100 frames while ${what} is scrolled`,
      value: quantile(frames, NEARLY_ALL_FRAMES),
      limit: MAX_FRAME_MS,
      unit: 'ms',
    },
  ];
}

/** Scrolls down and up again, 120 px a frame as a quick wheel does; returns how long each frame took. */
function scrollThrough(page: Page): Promise<readonly number[]> {
  return page.evaluate(async () => {
    const box = document.querySelector('.tb-table__scroll--virtual');
    if (!box) throw new Error('There is no long table.');
    const frames: number[] = [];
    let last = await new Promise(requestAnimationFrame);
    for (let frame = 0; frame < 240; frame++) {
      box.scrollTop += frame < 120 ? 120 : -120;
      const now = await new Promise(requestAnimationFrame);
      frames.push(now - last);
      last = now;
    }
    return frames;
  });
}
