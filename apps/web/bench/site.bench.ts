/**
 * Calls of a site with very many stored issues: searches, first pages of lists, and reports that the server computes. The
 * limits are those for a million issues.
 */

import type { Measured } from './page-scene.ts';
import { get, onSite, post, type SiteSettings, timesOf } from './site-scene.ts';

const MAX_INDEXED_MS = 50;
const MAX_HISTORY_MS = 500;
const MAX_PAGE_MS = 200;
const MAX_PROJECT_MS = 500;
const MAX_ALL_MS = 10_000;

const ALL = 'created >= "2000-01-01"';
/** Issues of the project whose reports are measured, or about as many. */
const PROJECT_ISSUES = 2500;
/** Projects that are counted to find it. */
const MAX_COUNTED = 40;

/** Reports of many kinds: of the present, of histories, and of days. */
const REPORTS = [
  'overview',
  'created-resolved',
  'resolution-time',
  'time-in-status',
  'cycle-time',
  'cumulative-flow',
  'velocity',
];
/** Each gives a question of its own, so that the server computes the report again. */
const ZONES = ['Europe/Prague', 'Asia/Tokyo', 'America/Lima'];

const indexed = (project: string) => [
  `project = ${project} ORDER BY created DESC`,
  `project = ${project} AND status = "In Progress" ORDER BY updated DESC`,
  `project = ${project} AND created >= -30d`,
  `project = ${project} AND labels = security ORDER BY key`,
  `project = ${project} AND issuetype = Bug AND priority in (Highest, High)`,
  `project = ${project} AND text ~ "release"`,
  `key in (${project}-1, ${project}-20, WEB-10)`,
  'assignee = currentUser() AND resolution = Unresolved ORDER BY priority DESC',
  'reporter = currentUser() AND statusCategory != Done',
  'updated >= -7d ORDER BY updated DESC',
  'due <= 0d AND due >= -14d AND resolution is EMPTY',
  'sprint in openSprints() AND assignee = currentUser()',
];

const history = (project: string) => [
  'status was "In Review"',
  'status was "In Progress" during (-60d, -30d)',
  'status changed from "In Review" to Done after -90d',
  'status changed to Done by currentUser()',
  'assignee was currentUser() AND status changed during (-60d, -30d)',
  `project = ${project} AND status was not Done`,
  'status changed after -1d ORDER BY updated DESC',
];

/** Lists of all issues, or of a good part of them. */
const lists = (project: string) => [
  `${ALL} ORDER BY created DESC`,
  `${ALL} ORDER BY updated DESC`,
  `${ALL} ORDER BY key`,
  `${ALL} ORDER BY priority DESC, updated DESC`,
  `${ALL} ORDER BY rank`,
  `${ALL} ORDER BY due`,
  `${ALL} ORDER BY status`,
  `${ALL} ORDER BY assignee`,
  `${ALL} ORDER BY summary`,
  'resolution = Unresolved ORDER BY priority DESC, created',
  'statusCategory != Done ORDER BY updated DESC',
  'issuetype = Bug ORDER BY created DESC',
  'project != WEB ORDER BY created DESC',
  `project = ${project} ORDER BY rank`,
];

const FIRST = { name: 'first report of a project', limit: MAX_PROJECT_MS, unit: 'ms' };

const LIST_FIELDS =
  'summary issuetype status assignee priority created updated resolutiondate duedate'.split(' ');

export default function bench(
  size: 'small' | 'full',
  { issues = size === 'full' ? 100_000 : 10_000, data }: SiteSettings = {},
): Promise<readonly Measured[]> {
  return onSite({ issues, data }, measure);
}

async function measure(url: string): Promise<readonly Measured[]> {
  const project = await projectOf(url);
  const search = (fields: readonly string[]) => (jql: string) =>
    post(url, '/rest/api/3/search/jql', { jql, fields, maxResults: 50 });
  const report = (jql: string) => async (id: string) => {
    const ask = (timeZone: string) =>
      timed(() => post(url, '/rest/tallyboard/1/report', { report: id, jql, timeZone }));
    const times = await inTurn(ZONES, ask);
    tell(`${times.map(ms => ms.toFixed(0)).join(', ')} ms`, `${id} of ${jql}`);
    return times;
  };
  const ofProject = (await inTurn(REPORTS, report(`project = ${project}`))).flat();
  const ofAll = (await inTurn(REPORTS, report(ALL))).flat();
  const byIndex = await inTurn(indexed(project), median(search(['id'])));
  const byHistory = await inTurn(history(project), median(search(['id'])));
  const firstPages = await inTurn(lists(project), median(search(LIST_FIELDS)));
  return [
    ...timesOf('search by an index', byIndex, MAX_INDEXED_MS),
    ...timesOf('search by history', byHistory, MAX_HISTORY_MS),
    ...timesOf('first page of a list', firstPages, MAX_PAGE_MS),
    { ...FIRST, value: ofProject[0] ?? 0 },
    ...timesOf('report of a project', ofProject.slice(1), MAX_PROJECT_MS),
    ...timesOf('report of all issues', ofAll, MAX_ALL_MS),
  ];
}

/** The key of a project of about 2,500 issues. */
async function projectOf(url: string): Promise<string> {
  const { values } = await get<{ values: { key: string }[] }>(
    url,
    `/rest/api/3/project/search?maxResults=${MAX_COUNTED}`,
  );
  const counts = await inTurn(values, async ({ key }) => {
    const body = { jql: `project = ${key}` };
    const { count } = await post<{ count: number }>(
      url,
      '/rest/api/3/search/approximate-count',
      body,
    );
    return { key, distance: Math.abs(count - PROJECT_ISSUES) };
  });
  const [nearest] = counts.toSorted((a, b) => a.distance - b.distance);
  return nearest?.key ?? 'WEB';
}

/** The first time is a row of its own beside the median of the others. */
const median = (run: (jql: string) => Promise<unknown>) => async (jql: string) => {
  const first = await timed(() => run(jql));
  const times: number[] = [];
  for (let count = 0; count < 5; count++) times.push(await timed(() => run(jql)));
  const middle = times.toSorted((a, b) => a - b)[2] ?? 0;
  tell(`${middle.toFixed(1)} ms, first ${first.toFixed(1)} ms`, jql);
  return middle;
};

function tell(times: string, what: string): void {
  if (process.env.TALLYBOARD_BENCH_DETAILS) process.stderr.write(`${times}  ${what}\n`);
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await run();
  return performance.now() - begun;
}

async function inTurn<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await run(item));
  return results;
}
