import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import { createJiraClient } from '@tallyboard/jira/client.ts';
import type { Flavour } from '@tallyboard/jira/flavour.ts';
import { createFakeClock, type FakeClock } from '@tallyboard/jira/testing/fake-clock.ts';
import {
  cloudHandlers,
  createFakeHost,
  dataCenterHandlers,
  type FakeIssue,
  failure,
  fakeIssue,
  type Handler,
} from '@tallyboard/jira/testing/fake-jira.ts';
import { expect, test } from 'vitest';
import { createFreshness, type Freshness } from '../freshness.ts';
import { json } from '../json/json-source.ts';
import { loadMetadata } from '../load/metadata.ts';
import { createMemoryStore } from '../testing/memory-store.ts';
import { addWorklogs } from './add-worklogs.ts';
import { createFetches } from './fetches.ts';
import { type CacheStore, IssueCache } from './issue-cache.ts';
import { createMutex } from './mutex.ts';
import { withReplies } from './replies.ts';

const SINCE = Date.parse('2026-02-01T00:00:00Z');

function worked(number: number, count: number, updated = '2026-03-05'): FakeIssue {
  const worklogs = Array.from({ length: count }, (_, at) => ({
    id: `${number}-${at}`,
    started: '2026-03-01T12:00:00.000Z',
    timeSpentSeconds: 60,
    author: { accountId: 'ana', displayName: 'Ana Roy' },
  }));
  const fields = { timespent: count * 60, updated: `${updated}T09:00:00.000+0000` };
  return { ...fakeIssue(number, fields), worklogs };
}

/** A few worklogs, more than come with an issue, some from before, none, and some that the host did not receive. */
const ISSUES = [
  worked(1, 3),
  worked(2, 45),
  worked(3, 2, '2026-01-31'),
  worked(4, 0),
  { ...worked(5, 2), received: { worklog: { fetched: 2, total: 4 } } },
];

const cacheOf = ({ now }: FakeClock, store: CacheStore, freshness: Freshness) =>
  new IssueCache({
    store,
    mutex: createMutex(),
    fetches: createFetches(),
    site: 'here',
    user: 'me',
    now,
    freshness,
  });

async function setUp(flavour: Flavour) {
  const clock = createFakeClock(Date.parse('2026-03-20T12:00:00Z'));
  const issues = [...ISSUES];
  const faults: Handler[] = [];
  const handlers: Handler = (request, count) => {
    const site = { issues };
    const answers = flavour === 'cloud' ? cloudHandlers(site) : dataCenterHandlers(site);
    for (const answer of [...faults, ...answers]) {
      const given = answer(request, count);
      if (given) return given;
    }
    return undefined;
  };
  const host = createFakeHost([handlers], { clock, latency: 100 });
  const client = createJiraClient({ flavour, request: host.request, clock, random: () => 0.5 });
  const cache = cacheOf(clock, createMemoryStore(), {
    openedAt: 0,
    refresh() {},
    isOfThePast: () => false,
    isYoung: () => false,
  });
  const metadata = await loadMetadata(client);
  const requirement = { ...NO_REQUIREMENT, parts: ['time'] as const };
  const site = { client, metadata: async () => metadata };
  async function read() {
    const dataset = await json(site).open('project = OPS', requirement);
    const before = host.requests.length;
    const { signal } = new AbortController();
    const own = { metadata, cache, now: clock.now, signal };
    const added = await addWorklogs(client, dataset, SINCE, own);
    return {
      coverage: added.coverage,
      issues: added.issues.map(each => [each.worklogs.length, each.worklogsComplete]),
      calls: host.requests.length - before,
    };
  }
  return { read, issues, faults };
}

test.each<Flavour>(['cloud', 'data-center'])(
  '%s: only of issues that may have some, and again only of those that changed',
  async flavour => {
    const { read, issues } = await setUp(flavour);
    const first = await read();
    expect(first.issues).toEqual([
      [3, true],
      [45, true],
      [0, false],
      [0, false],
      [2, false],
    ]);
    expect(first.coverage).toMatchObject({
      worklogs: { fetched: 50, total: 52 },
      reasons: [expect.stringMatching(/^2 worklogs missing: .* In OPS-5\.$/)],
      complete: false,
    });
    // The issues, and the worklogs of the one that has more than come with it; on Data Center each of two, by key.
    expect(first.calls).toBe(flavour === 'cloud' ? 2 : 4);
    const again = await read();
    // What a host counts and does not hand out is asked for again.
    expect(again).toEqual({ ...first, calls: flavour === 'cloud' ? 2 : 5 });
    issues[0] = worked(1, 4, '2026-03-19');
    const changed = await read();
    expect(changed.calls).toBe(flavour === 'cloud' ? 3 : 5);
    expect(changed.issues[0]).toEqual([4, true]);
  },
);

test('worklogs that could not be read are missing, not the issues', async () => {
  const { read, faults } = await setUp('cloud');
  faults.push(({ path, body }) =>
    path.endsWith('/bulkfetch') && JSON.stringify(body).includes('worklog')
      ? failure(403, 'No.')
      : undefined,
  );
  const { coverage, issues } = await read();
  expect(coverage).toMatchObject({ issues: { fetched: 5, total: 5 }, complete: false });
  expect(coverage.reasons.join()).toMatch(/^The worklogs of 3 issues are missing: /);
  expect(issues[0]).toEqual([0, false]);
});

test('gadgets of one list of issues ask once which worklogs changed, however long they take', async () => {
  const clock = createFakeClock(Date.parse('2026-03-20T12:00:00Z'));
  const host = createFakeHost([...cloudHandlers({ issues: ISSUES })], { clock, latency: 100 });
  const own = createJiraClient({ flavour: 'cloud', request: host.request, clock });
  const store = createMemoryStore();
  const visit = () => {
    const freshness = createFreshness(clock.now);
    const replies = { now: clock.now, freshness, stored: Promise.resolve({}) };
    const client = withReplies(own, { ...replies, onReply: () => {}, onReuse: () => {} });
    const cache = cacheOf(clock, store, freshness);
    return {
      async open() {
        const fetchedAt = clock.now();
        const site = { client, metadata: () => metadata };
        return { ...(await json(site).open('project = OPS', requirement)), fetchedAt };
      },
      add: (dataset: Dataset) => {
        const { signal } = new AbortController();
        return metadata.then(found =>
          addWorklogs(client, dataset, SINCE, { metadata: found, cache, now: clock.now, signal }),
        );
      },
    };
  };
  const metadata = loadMetadata(own);
  const requirement = { ...NO_REQUIREMENT, parts: ['time'] as const };
  const asked = () => host.requests.filter(({ path }) => path.includes('/worklog/')).length;
  const earlier = visit();
  await earlier.add(await earlier.open());
  await clock.sleep(60_000);
  const { open, add } = visit();
  const before = asked();
  const dataset = await open();
  await add(dataset);
  expect(asked()).toBe(before + 2);
  await clock.sleep(25_000);
  await add(dataset);
  expect(asked()).toBe(before + 2);
  // A newer list needs a newer answer.
  await add(await open());
  expect(asked()).toBe(before + 4);
});
