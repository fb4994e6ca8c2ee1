/**
 * What a reader sees after changes is what somebody sees who has never been here: on our own server, in front of a Jira and
 * over a mirror, after a reload, and after Refresh in all reports of the page.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test';
import { wholeText } from '../journey.ts';
import { type Running, serve } from '../self-hosted/processes.ts';

const program = resolve(import.meta.dirname, '../../apps/cli/bin/tallyboard.mjs');
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-fresh-'));
const credential = {
  TALLYBOARD_EMAIL: 'mara@example.com',
  TALLYBOARD_TOKEN: 'a-token-of-the-tests',
};
const JQL = 'project in (WEB, APP, PLAT)';
const REPORTS = ['Timesheets', 'Unresolved Issues', 'Individual Velocity', 'Overview'];

let jira: Running;
let site: Running;
let mirror: Running;

async function copy(): Promise<void> {
  const args = ['mirror', '--site', jira.base, '--jql', JQL, '--data', folder, '--once'];
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, DATABASE_URL: '', ...credential },
    stdio: 'ignore',
  });
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
}

test.beforeAll(async () => {
  jira = await serve(['--demo-size', '300']);
  site = await serve(['--site', jira.base], credential);
  await copy();
  mirror = await serve(['--data', folder]);
});
test.afterAll(async () => {
  for (const server of [jira, site, mirror]) await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The text of the report that is shown, once nothing of it is still coming. */
async function textOf(page: Page): Promise<string> {
  const report = page.locator('article[aria-busy="false"]').filter({ hasNotText: /Figures from/ });
  const result = report.locator('.tb-frame__result');
  await expect(result).toBeVisible();
  // What was open before stays open, and what was closed closed.
  const expand = report.getByRole('button', { name: 'Expand All' });
  for (const button of await expand.all()) await button.click();
  // Breakdowns come when their code is there, those below the first one once the page is idle; rows after their group.
  const text = await wholeText(report);
  // A mirror says how old it is, and logs no work; buttons in cells break their lines.
  return text
    .replace(/^(Data as of .*|Log work)$/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
}

async function choose(page: Page, report: string): Promise<string> {
  const link = page.getByRole('link', { name: report, exact: true }).first();
  await link.click();
  await expect(link).toHaveAttribute('aria-current', 'page');
  return textOf(page);
}

const texts = async (page: Page) => {
  const all: Record<string, string> = {};
  for (const report of REPORTS) all[report] = await choose(page, report);
  return all;
};

/** Expects the same texts; ages in days grow meanwhile. */
function expectSame(seen: Record<string, string>, expected: Record<string, string>): void {
  const AGE = /(\d[\d,]*(?:\.\d|(?= d\b)))/;
  const ages = (all: Record<string, string>) =>
    Object.values(all).flatMap(text =>
      text
        .split(AGE)
        .filter((_, at) => at % 2 === 1)
        .map(age => Number(age.replace(',', ''))),
    );
  const others = (all: Record<string, string>) =>
    Object.entries(all).map(
      ([name, text]) =>
        `${name}\n${text
          .split(AGE)
          .filter((_, at) => at % 2 === 0)
          .join('…')}`,
    );
  expect(others(seen)).toEqual(others(expected));
  const right = ages(expected);
  for (const [at, age] of ages(seen).entries()) {
    // 37.49 d and 37.51 d read as 37 d and 38 d.
    const slack = Number.isInteger(age) ? 1.01 : 0.15;
    expect(Math.abs(age - (right[at] ?? 0))).toBeLessThan(slack);
  }
}

const open = (page: Page, { base }: Running) =>
  page.goto(`${base}/reports?tab=custom&preset=custom&jql=${encodeURIComponent(JQL)}`);

/** What somebody sees who has never been here. */
async function seenByANewProfile(browser: Browser, server: Running) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await open(page, server);
  const all = await texts(page);
  await context.close();
  return all;
}

/** Numbers from a seed (mulberry32). */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Changes issues, worklogs and sprints as people do. */
async function edit(request: APIRequestContext, random: (below: number) => number, times: number) {
  const api = `${jira.base}/rest/api/3`;
  const found = await request.post(`${api}/search/jql`, {
    data: { jql: `${JQL} ORDER BY key`, fields: ['assignee', 'worklog'], maxResults: 100 },
  });
  const { issues } = await found.json();
  const pick = () => issues[random(issues.length)];
  const logged = issues.filter((issue: never) => Object(issue).fields.worklog?.worklogs.length > 0);
  const edits = [
    async () => {
      const path = `${api}/issue/${pick().key}/transitions`;
      const { transitions } = await (await request.get(path)).json();
      const { id } = transitions[random(transitions.length)];
      return request.post(path, { data: { transition: { id } } });
    },
    () => request.put(`${api}/issue/${pick().key}/assignee`, { data: { accountId: null } }),
    () =>
      request.post(`${api}/issue/${pick().key}/worklog`, {
        data: {
          timeSpentSeconds: 3_600 * (1 + random(5)),
          started: '2026-03-02T09:00:00.000+0000',
        },
      }),
    () => {
      const issue = logged[random(logged.length)];
      const { id } = issue.fields.worklog.worklogs[0];
      const data = { timeSpentSeconds: 36_000 };
      return request.put(`${api}/issue/${issue.key}/worklog/${id}`, { data });
    },
    () => request.delete(`${api}/issue/${pick().key}?deleteSubtasks=true`),
  ];
  for (let at = 0; at < times; at++) {
    const reply = await edits[at % edits.length]?.();
    // An issue may be gone by an edit before.
    expect([200, 201, 204, 404]).toContain(reply?.status());
  }
  const sprints = await request.get(
    `${jira.base}/rest/agile/1.0/board/1/sprint?state=active,closed`,
  );
  const { values } = await sprints.json();
  const named = values[random(values.length)];
  const path = `${jira.base}/rest/agile/1.0/sprint/${named.id}`;
  const renamed = await request.post(path, { data: { name: `Renamed ${random(1_000)}` } });
  expect(renamed.status()).toBe(200);
}

test.describe.configure({ mode: 'serial' });

for (const [name, seed] of [
  ['our own server', 7],
  ['a server in front of a Jira', 8],
] as const)
  test(`${name}: reload, and Refresh of all reports of the page`, async ({
    browser,
    page,
    request,
  }) => {
    const random = createRandom(seed);
    const server = seed === 7 ? jira : site;
    await open(page, server);
    await texts(page);
    await edit(request, random, 10);
    await page.reload();
    const first = await seenByANewProfile(browser, server);
    expectSame(await texts(page), first);

    await edit(request, random, 10);
    await page.getByRole('button', { name: 'Refresh' }).click();
    const next = await seenByANewProfile(browser, server);
    expect(next).not.toEqual(first);
    expectSame(await texts(page), next);
  });

test('a mirror shows what the Jira shows that it copies', async ({ browser, page, request }) => {
  await open(page, mirror);
  await texts(page);
  await edit(request, createRandom(9), 10);
  await copy();
  await page.reload();
  const seen = await texts(page);
  expectSame(seen, await seenByANewProfile(browser, mirror));
  expectSame(seen, await seenByANewProfile(browser, jira));
});

test('two tabs that a new browser opens at once both load', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'en-GB' });
  const pages = [await context.newPage(), await context.newPage()];
  const address = (report: number) =>
    `${site.base}/reports?tab=custom&preset=custom&report=${report}&jql=${encodeURIComponent(JQL)}`;
  await Promise.all(pages.map((page, at) => page.goto(address([-3, -7][at]!))));
  for (const page of pages) await textOf(page);
  // A browser that was closed keeps its tabs, and no cookie.
  await context.clearCookies();
  for (const page of pages) {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await textOf(page);
    await expect(page.getByText(/not up to date|out of date/)).toHaveCount(0);
  }
  await context.close();
});
