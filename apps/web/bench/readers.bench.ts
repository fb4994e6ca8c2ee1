/**
 * 200 readers at once over 100,000 stored issues, for two minutes. Each opens one thing after another, and thinks between: the
 * page of a project with the issues that its report computes from, a report of all issues that the server computes, or a list.
 * Nothing is kept from one opening to the next, as on a first visit. All are the demo's current user, who sees everything.
 */
import { setTimeout } from 'node:timers/promises';
import { fetchColumns } from '@tallyboard/dataset/stream/fetch-columns.ts';
import { createEngine } from '@tallyboard/engine/engine.ts';
import { PAGE_REQUIREMENT } from '@tallyboard/engine/session/start-session.ts';
import { parseHostInfo } from '@tallyboard/hosts/info.ts';
import { createFetchRequest } from '@tallyboard/hosts/standalone/fetch-request.ts';
import { createJiraClient } from '@tallyboard/jira/client.ts';
import type { RequestFunction } from '@tallyboard/jira/http.ts';
import type { Measured } from './page-scene.ts';
import { get, onSite, quantileOf, type SiteSettings } from './site-scene.ts';

const MAX_MS = 1_500;
/** Between two openings of a reader. */
const THINK_MS = { least: 20_000, most: 40_000 };
/** In which the readers come. */
const ARRIVAL_MS = 30_000;
/** After all have come. */
const MEASURED_MS = 120_000;

interface Opening {
  readonly name: string;
  readonly ms: number;
  readonly failed: boolean;
}

type Open = (request: RequestFunction, project: string) => Promise<void>;

/** Readers go through this list, each from another start. */
const OPENINGS: readonly (readonly [name: string, open: Open])[] = [
  ['page of a project', openProject],
  ['list', openList],
  ['page of a project', openProject],
  ['report of all issues', openAll],
  ['page of a project', openProject],
];

export default function bench(
  size: 'small' | 'full',
  { issues = size === 'full' ? 100_000 : 10_000, data }: SiteSettings = {},
): Promise<readonly Measured[]> {
  return onSite({ issues, data }, url => measure(url, size === 'full' ? 200 : 20));
}

async function measure(url: string, readers: number): Promise<readonly Measured[]> {
  const plain = createFetchRequest({ baseUrl: url });
  const { values } = await get<{ values: { key: string }[] }>(
    url,
    '/rest/api/3/project/search?maxResults=50',
  );
  const calls: number[] = [];
  const request: RequestFunction = async (...asked) => {
    const begun = performance.now();
    const reply = await plain(...asked);
    if (reply.status >= 400 && reply.status !== 404) throw new Error(`${reply.status}`);
    calls.push(performance.now() - begun);
    return reply;
  };
  const openings: Opening[] = [];
  const begin = performance.now() + ARRIVAL_MS;
  const end = begin + MEASURED_MS;
  const read = async (reader: number) => {
    await setTimeout((reader * ARRIVAL_MS) / readers);
    for (let count = reader; performance.now() < end; count++) {
      const [name, open] = OPENINGS[count % OPENINGS.length] as (typeof OPENINGS)[number];
      const project = values[(reader + count) % values.length]?.key ?? '';
      const begun = performance.now();
      const failed = await open(request, project).then(
        () => false,
        () => true,
      );
      if (begun > begin) openings.push({ name, ms: performance.now() - begun, failed });
      await setTimeout(thinkMs(reader, count));
    }
  };
  await Promise.all(Array.from({ length: readers }, (_, reader) => read(reader)));
  const names = [...new Set(openings.map(({ name }) => name))];
  const p95 = (name: string, times: readonly number[]): Measured => ({
    name: `${name}, 95th percentile of ${times.length}`,
    value: quantileOf(
      times.toSorted((a, b) => a - b),
      0.95,
    ),
    limit: MAX_MS,
    unit: 'ms',
  });
  const timesOf = (name: string) => openings.flatMap(each => (each.name === name ? each.ms : []));
  return [
    ...names.map(name => p95(name, timesOf(name))),
    p95('each call', calls),
    {
      name: `openings that failed, of ${openings.length}`,
      value: openings.filter(({ failed }) => failed).length,
      limit: 0,
      unit: 'openings',
    },
  ];
}

/** Differs between readers and visits, and is the same in each run. */
const thinkMs = (reader: number, count: number): number =>
  THINK_MS.least + ((reader * 7919 + count * 104_729) % (THINK_MS.most - THINK_MS.least));

async function openSite(request: RequestFunction): Promise<void> {
  const engine = createEngine({ request, now: Date.now, warn: () => {} });
  await engine.start({ info: parseHostInfo('') });
  engine.leave();
}

/** All that the page of a report fetches from the server but its files. */
async function openProject(request: RequestFunction, project: string): Promise<void> {
  await openSite(request);
  const requirement = { ...PAGE_REQUIREMENT, history: ['status', 'resolution'] as const };
  const { signal } = new AbortController();
  const jql = `project = ${project}`;
  const reply = await fetchColumns(
    createJiraClient({ flavour: 'cloud', request }),
    { jql, requirement },
    { signal },
  );
  if (typeof reply === 'string' || !('bytes' in reply)) throw new Error('There are no columns.');
}

async function openAll(request: RequestFunction): Promise<void> {
  await openSite(request);
  const body = { report: 'overview', jql: 'created >= "2000-01-01"' };
  await request({ method: 'POST', path: '/rest/tallyboard/1/report', body });
}

/** The first page of a search by history, and how many issues it finds. */
async function openList(request: RequestFunction, project: string): Promise<void> {
  const jql = `project = ${project} AND status was "In Progress" ORDER BY updated DESC`;
  const fields = ['summary', 'status', 'assignee', 'priority', 'updated'];
  await Promise.all([
    request({ method: 'POST', path: '/rest/api/3/search/jql', body: { jql, fields } }),
    request({ method: 'POST', path: '/rest/api/3/search/approximate-count', body: { jql } }),
  ]);
}
