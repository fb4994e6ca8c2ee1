import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import { NO_REQUIREMENT, type Requirement } from '@tallyboard/core/model/requirement.ts';
import type { Flavour } from '@tallyboard/jira/flavour.ts';
import type { HttpRequest } from '@tallyboard/jira/http.ts';
import {
  type FakeIssue,
  failure,
  fakeIssues,
  type Handler,
  on,
  reply,
} from '@tallyboard/jira/testing/fake-jira.ts';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { json } from '../json/json-source.ts';
import { loadMetadata } from '../load/metadata.ts';
import {
  createChangingSite,
  history,
  MINUTE,
  START,
  told,
  withoutSite,
  worklog,
} from '../testing/changing-site.ts';
import { createMemoryStore } from '../testing/memory-store.ts';
import { cached } from './cached-source.ts';
import { createFetches } from './fetches.ts';
import { IssueCache, type IssueCacheSettings } from './issue-cache.ts';
import { createMutex } from './mutex.ts';
import { outdate } from './outdate.ts';
import { reloadIssues } from './reload-issues.ts';

/** A site that changes, one store, and as many frames as a test opens. */
function setUp(flavour: Flavour, first: readonly FakeIssue[] = []) {
  const jira = createChangingSite(flavour, first);
  const { clock, site } = jira;
  const store = createMemoryStore();
  const mutex = createMutex();
  const fetches = createFetches();

  /** A load of one engine: `openSince` tells when it opened. */
  function frame({
    user = 'me',
    maxCharacters = 1e9,
    pause,
    now = clock.now,
    openSince = Number.POSITIVE_INFINITY,
  }: Partial<IssueCacheSettings> & { readonly openSince?: number } = {}) {
    let since = openSince;
    let refreshedAt = Number.NEGATIVE_INFINITY;
    const freshness = {
      openedAt: openSince,
      refresh() {
        since = clock.now();
        refreshedAt = since;
      },
      isOfThePast: (at: number) => at < refreshedAt,
      isYoung: (at: number, maxAge: number) => at >= since && at <= now() && now() - at <= maxAge,
    };
    const cache = new IssueCache({
      store,
      mutex,
      fetches,
      site: 'here',
      user,
      now,
      pause,
      freshness,
      maxCharacters,
    });
    const source = cached(json(site), site, { cache });
    return {
      cache,
      load: (
        requirement: Partial<Requirement> = {},
        jql = 'project = OPS',
        { fresh = false, known }: { readonly fresh?: boolean; readonly known?: Dataset } = {},
        signal?: AbortSignal,
      ) => {
        if (fresh) freshness.refresh();
        return source.open(jql, { ...NO_REQUIREMENT, ...requirement }, { signal, known });
      },
      held: async (requirement: Partial<Requirement> = {}, jql = 'project = OPS') =>
        source.earlier?.(jql, { ...NO_REQUIREMENT, ...requirement }) ?? null,
    };
  }

  return { ...jira, store, frame };
}

/** A call for 100 issues by id or key. */
const isBulk = ({ path, body }: HttpRequest) =>
  path.endsWith('bulkfetch') || JSON.stringify(body ?? '').includes('issuekey in');

const summaryIn = (dataset: Dataset | null) =>
  dataset?.issues.find(({ id }) => id === '10003')?.summary;

describe.each<[Flavour]>([['cloud'], ['data-center']])('%s', flavour => {
  it.each([
    ['changed', 'updated', [worklog(1), { ...worklog(2), timeSpentSeconds: 36_000 }], 2],
    ['added', 'updated', [worklog(1), worklog(2), worklog(3)], 3],
    ['deleted', 'deleted', [worklog(1)], 2],
  ] as const)('knows a worklog that was %s without `updated`', async (_, kind, logs, worklogId) => {
    const site = setUp(flavour, fakeIssues(4));
    const { frame, issues, clock, worklogChanges, plain, asked } = site;
    const issue = issues.get('10002') as FakeIssue;
    issues.set('10002', { ...issue, worklogs: [worklog(1), worklog(2)] });
    const need = { worklogs: 'all' } as const;
    const known = await frame().load(need);
    await clock.sleep(15 * MINUTE);
    const next = () => frame().load(need, undefined, { known });
    expect(withoutSite(await asked(next)).join()).not.toMatch(/bulkfetch|key in|issue\//);
    issues.set('10002', { ...issue, worklogs: [...logs] });
    worklogChanges[kind].push({ worklogId, updatedTime: clock.now() });
    await clock.sleep(MINUTE);
    expect(told(await next())).toEqual(told(await plain(need)));
    // Where Jira does not say, all are read.
    site.faults.push(on('GET', /worklog\/(updated|deleted)$/, () => reply(403, {})));
    issues.set('10002', issue);
    await clock.sleep(MINUTE);
    expect(told(await next())).toEqual(told(await plain(need)));
  });

  it('forgets what was read while the clock was ahead', async () => {
    const { frame, clock, issues, plain } = setUp(flavour, fakeIssues(4));
    const hour = 60 * MINUTE;
    const known = await frame({ now: () => clock.now() + hour }).load();
    const issue = issues.get('10002') as FakeIssue;
    // As by the clock that is right now.
    const updated = new Date(clock.now() - 30 * MINUTE).toISOString().replace('Z', '+0000');
    issues.set('10002', { ...issue, fields: { ...issue.fields, summary: 'Changed', updated } });
    await clock.sleep(MINUTE);
    const opened = frame({ openSince: clock.now() });
    for (const load of [opened.load(), frame().load({}, 'id 10001-10003', { known })])
      expect((await load).issues.map(({ summary }) => summary)).toContain('Changed');
    expect(told(await opened.load())).toEqual(told(await plain()));
  });

  it('keeps what came before a load was cancelled, and then reads the rest alone', async () => {
    const { frame, host, plain, faults } = setUp(flavour, fakeIssues(5_000));
    const cancel = new AbortController();
    let answered = 0;
    const last = flavour === 'cloud' ? 25 : 7;
    faults.push(() => {
      if (++answered === last) cancel.abort();
      return undefined;
    });
    await expect(frame().load({}, undefined, undefined, cancel.signal)).rejects.toThrow();
    const before = host.requests.length;
    const dataset = await frame().load();
    const calls = host.requests.slice(before).filter(isBulk).length;
    expect(told(dataset)).toEqual(told(await plain()));
    expect(calls).toBeLessThanOrEqual(40);
  });

  it('asks on reopening for the list and what changed, and then holds what a load without it has', async () => {
    const { frame, clock, asked, plain, change, issues } = setUp(flavour, fakeIssues(250));
    const first = await frame().load();
    expect(told(first)).toEqual(told(await plain()));
    await clock.sleep(60 * MINUTE);
    const list = flavour === 'cloud' ? ['search/jql', 'search/jql'] : ['2/search'];
    expect(withoutSite(await asked(() => frame().load()))).toEqual(list);

    await clock.sleep(60 * MINUTE);
    change('10007', { summary: 'Changed' });
    change('10300', { summary: 'New' });
    issues.delete('10009');
    const bulk = flavour === 'cloud' ? 'issue/bulkfetch' : '2/search';
    expect(withoutSite(await asked(() => frame().load()))).toEqual([...list, bulk]);
    const after = await frame().load();
    expect(after.issues.find(({ id }) => id === '10007')?.summary).toBe('Changed');
    expect(told(after)).toEqual(told(await plain()));
  });

  it('of frames that open together one asks; each has what it needs', async () => {
    const { frame, asked, plain } = setUp(flavour, fakeIssues(120));
    const needs: Partial<Requirement>[] = [
      {},
      { parts: ['labels'] },
      {},
      { history: ['status'] },
      {},
    ];
    const single = withoutSite(await asked(() => plain())).length;
    const all: Dataset[] = [];
    const paths = await asked(async () => {
      const loads = needs.map(need => frame({ openSince: START }).load(need));
      all.push(...(await Promise.all(loads)));
    });
    expect(all.map(({ issues }) => issues.length)).toEqual(needs.map(() => 120));
    expect(withoutSite(paths).length).toBeLessThanOrEqual(single + 4);
    expect(paths.filter(path => path === 'search/jql').length).toBeLessThanOrEqual(1);
    for (const [at, need] of needs.entries())
      expect(told(all[at] as Dataset)).toEqual(told(await plain(need)));
  });

  it('queries that load at the same time share issues: each has what it has alone, whoever is cancelled', async () => {
    const need = fc.constantFrom<Partial<Requirement>>(
      {},
      { parts: ['labels'] },
      { history: ['status'] },
      { parts: ['people'], history: ['status', 'assignee'] },
      { worklogs: 'all' },
    );
    const query = fc.record({
      from: fc.integer({ min: 10_001, max: 10_150 }),
      count: fc.integer({ min: 1, max: 150 }),
      need,
      startsAfter: fc.integer({ min: 0, max: 500 }),
      cancelledAfter: fc.option(fc.integer({ min: 0, max: 600 })),
    });
    const failing = fc.constantFrom(0, 0, 5);
    await fc.assert(
      fc.asyncProperty(fc.array(query, { minLength: 2, maxLength: 5 }), failing, async (all, n) => {
        const issues = fakeIssues(200).map((issue, at) => ({
          ...issue,
          histories: at % 3 === 0 ? [history(at, '2026-03-02T10:00:00.000+0000')] : [],
          worklogs: at % 50 === 0 ? Array.from({ length: 30 }, (_, i) => worklog(i)) : [],
        }));
        const { frame, clock, plain, faults } = setUp(flavour, issues);
        let bulks = 0;
        const fault: Handler = request =>
          n > 0 && isBulk(request) && ++bulks % n === 0 ? failure(503, 'Busy') : undefined;
        faults.push(fault);
        const loads = all.map(async ({ from, count, need, startsAfter, cancelledAfter }) => {
          await clock.sleep(startsAfter);
          const jql = `id ${from}-${from + count}`;
          const cancel = new AbortController();
          if (cancelledAfter !== null) void clock.sleep(cancelledAfter).then(() => cancel.abort());
          const load = frame({ openSince: START }).load(need, jql, {}, cancel.signal);
          const dataset = await load.catch(error => {
            if (!cancel.signal.aborted) throw error;
            return null;
          });
          return { dataset, need, jql };
        });
        const loaded = await Promise.all(loads);
        faults.length = 0;
        for (const { dataset, need, jql } of loaded)
          if (dataset) expect(told(dataset)).toEqual(told(await plain(need, jql)));
        for (const { need, jql } of loaded)
          expect(told(await frame().load(need, jql))).toEqual(told(await plain(need, jql)));
      }),
      { numRuns: 25 },
    );
  });

  it('fetches of another query only what is not held', async () => {
    const { frame, asked, clock, change } = setUp(flavour, fakeIssues(120));
    await frame().load();
    await clock.sleep(MINUTE);
    change('10200', {});
    const paths = withoutSite(await asked(() => frame().load({}, 'project = OPS AND 1 = 1')));
    const bulk = flavour === 'cloud' ? 'issue/bulkfetch' : '2/search';
    expect(paths).toEqual(
      flavour === 'cloud' ? ['search/jql', 'search/jql', bulk] : ['2/search', bulk],
    );
  });

  it('reads nothing of another user, and drops it', async () => {
    const { frame, store, asked, plain } = setUp(flavour, fakeIssues(3));
    await frame().load();
    const other = frame({ user: 'her' });
    expect(await other.held()).toBeNull();
    await other.cache.dropOthers();
    expect([...store.values.keys()]).toEqual([]);
    const all = withoutSite(await asked(() => plain()));
    expect((await asked(() => other.load())).sort()).toEqual(all.sort());
  });

  test.each<[string, (text: string) => unknown]>([
    ['cut', text => text.slice(0, text.length / 2)],
    ['of another version', text => text.replace('"version":1', '"version":0')],
    ['of another kind', () => ({ a: 1 })],
    [
      'pointing nowhere',
      text => text.replace(/"dictionary":\[.*?\],"issues"/, '"dictionary":[],"issues"'),
    ],
    ['gone', () => undefined],
  ])('what is held and %s is read anew', async (_, spoil) => {
    for (const kind of ['query', 'chunk']) {
      const { frame, store, plain } = setUp(flavour, fakeIssues(30));
      await frame().load();
      for (const [key, value] of store.values)
        if (key.includes(`|${kind}|`)) store.values.set(key, spoil(String(value)));
      expect(told(await frame().load())).toEqual(told(await plain()));
    }
  });

  it('has no complete issues once another query reread a changed one with fewer fields', async () => {
    const { frame, clock, change } = setUp(flavour, fakeIssues(5));
    const need: Partial<Requirement> = { parts: ['labels'] };
    await frame().load(need);
    expect((await frame().held(need))?.issues).toHaveLength(5);
    await clock.sleep(60 * MINUTE);
    change('10003', { labels: ['new'] });
    await frame().load({}, 'project = OPS AND 1 = 1');
    expect(await frame().held(need)).toBeNull();
  });

  it('an issue whose change could not be read is not taken for current later', async () => {
    const { frame, clock, change, faults, plain } = setUp(flavour, fakeIssues(5));
    await frame().load();
    await clock.sleep(60 * MINUTE);
    change('10003', { summary: 'Changed' });
    faults.push(request => (isBulk(request) ? failure(403, 'Not now') : undefined));
    const partial = await frame().load();
    expect([partial.issues.length, partial.coverage.complete]).toEqual([4, false]);
    faults.length = 0;
    await clock.sleep(60 * MINUTE);
    expect(told(await frame().load())).toEqual(told(await plain()));
  });

  it('reads again what a reader changed, though the search index still has the state before', async () => {
    const { frame, clock, issues, client } = setUp(flavour, fakeIssues(5));
    const page = frame({ openSince: START });
    const known = await page.load();
    await clock.sleep(1_000);
    const issue = issues.get('10003') as FakeIssue;
    issues.set(issue.id, { ...issue, fields: { ...issue.fields, summary: 'Changed' } });
    expect(summaryIn(await page.load({}, undefined, { known }))).not.toBe('Changed');
    await outdate(page.cache, [issue.id]);
    expect(await frame().held()).toBeNull();
    await clock.sleep(1_000);
    expect(summaryIn(await page.load({}, undefined, { known }))).toBe('Changed');
    await outdate(page.cache, [issue.id]);
    await clock.sleep(1_000);
    expect(summaryIn(await frame().load())).toBe('Changed');

    await outdate(page.cache, [issue.id]);
    await clock.sleep(1_000);
    const metadata = await loadMetadata(client);
    const needs = { requirement: NO_REQUIREMENT, metadata };
    const { signal } = new AbortController();
    const { now } = clock;
    await reloadIssues(client, known, needs, [issue as never], { now, cache: page, signal });
    expect(summaryIn(await frame().held())).toBe('Changed');
  });

  it('holds no more than it may: the query that was used last stays', async () => {
    const { frame, store } = setUp(flavour, fakeIssues(300));
    const one = frame({ maxCharacters: 10 });
    await one.load();
    await one.load({}, 'project = OPS AND status = 1');
    const kept = [...store.values.keys()].filter(key => key.includes('|query|'));
    expect(kept).toEqual(['here|me|query|project = OPS AND status = 1']);
  });
});

test('queries that load at the same time fetch no issue twice', async () => {
  const { frame, host } = setUp('cloud', fakeIssues(300));
  const before = host.requests.length;
  const jqls = ['id 10001-10200', 'id 10100-10300', 'id 10050-10250'];
  const loads = jqls.map(jql => frame({ openSince: START }).load({ history: ['status'] }, jql));
  const sizes = (await Promise.all(loads)).map(({ issues }) => issues.length);
  expect(sizes).toEqual([200, 201, 201]);
  const ids = (path: string) =>
    host.requests
      .slice(before)
      .filter(request => request.path.endsWith(path))
      .flatMap(({ body }) => (body as { issueIdsOrKeys: string[] }).issueIdsOrKeys);
  for (const path of ['issue/bulkfetch', 'changelog/bulkfetch'])
    expect(ids(path).toSorted()).toEqual([...new Set(ids(path))].sort());
});

test('a load takes nothing from one that began before a reader changed an issue', async () => {
  const [first, ...others] = fakeIssues(5);
  const worklogs = Array.from({ length: 30 }, (_, number) => worklog(number));
  const { frame, clock, change } = setUp('cloud', [
    { ...(first as FakeIssue), worklogs },
    ...others,
  ]);
  const page = frame({ openSince: START });
  const need: Partial<Requirement> = { worklogs: 'all' };
  const before = page.load(need);
  // Now it has the issues, and reads the rest of the worklogs.
  await clock.sleep(350);
  change('10003', { summary: 'Changed' });
  await outdate(page.cache, ['10003']);
  await clock.sleep(1);
  const after = page.load(need, 'project = OPS AND 1 = 1');
  await before;
  expect(summaryIn(await after)).toBe('Changed');
});

test('a sprint that started is known, though none of its issues was updated', async () => {
  const sprint = { id: 5, name: 'Sprint 5', state: 'future', boardId: 1 };
  const first = fakeIssues(40, { customfield_7: [sprint] });
  const { frame, clock, issues, asked, plain } = setUp('cloud', first);
  const need: Partial<Requirement> = { parts: ['sprints'] };
  await frame().load(need);
  await clock.sleep(60 * MINUTE);
  const started = [{ ...sprint, state: 'active' }];
  for (const [id, issue] of issues)
    issues.set(id, { ...issue, fields: { ...issue.fields, customfield_7: started } });
  const loads: Dataset[] = [];
  const paths = await asked(async () => void loads.push(await frame().load(need)));
  expect(withoutSite(paths)).toEqual(['search/jql', 'issue/bulkfetch']);
  loads.push(await frame().load(need));
  const expected = told(await plain(need));
  for (const loaded of loads) expect(told(loaded)).toEqual(expected);
});

test('a list that ends early makes nothing look deleted', async () => {
  const { frame, clock, faults, asked } = setUp('cloud', fakeIssues(50));
  await frame().load();
  await clock.sleep(MINUTE);
  faults.push(
    on('POST', '/rest/api/3/search/jql', request =>
      (request.body as Record<string, unknown>).nextPageToken === undefined
        ? reply(200, { issues: [{ id: '10001' }], nextPageToken: '2' })
        : failure(400, 'The token is too old'),
    ),
  );
  const cut = await frame().load();
  expect([cut.issues.length, cut.coverage.complete]).toEqual([1, false]);
  faults.length = 0;
  const paths = withoutSite(await asked(() => frame().load()));
  expect(paths).toEqual(['search/jql']);
});

const MOVED = {
  status: { id: '3', name: 'Done', statusCategory: { id: 3 } },
  statuscategorychangedate: '2026-03-04T09:00:00.000+0100',
  resolution: { id: '1', name: 'Done' },
  resolutiondate: '2026-03-04T09:00:00.000+0100',
};

describe.each([
  ['is a 200 with an error in place of its list', { errorMessages: ['Something is down'] }],
  ['lacks all issues', { issueChangeLogs: [] }],
])('one reply about histories that %s', (_, body) => {
  const [first, ...others] = fakeIssues(6, MOVED).map((issue, number) => ({
    ...issue,
    histories: [history(number, '2026-03-04T09:00:00.000+0100')],
  }));
  const jira = () => setUp('cloud', [...others, { ...(first as FakeIssue), histories: [] }]);
  const need: Partial<Requirement> = { history: ['status', 'resolution'] };
  const bad = on('POST', '/rest/api/3/changelog/bulkfetch', () => reply(200, body));

  it('is partial, and right at the next load', async () => {
    const { frame, faults, plain } = jira();
    faults.push(bad);
    const { coverage, issues } = await frame().load(need);
    expect(coverage.complete).toBe(false);
    expect(issues.every(issue => !issue.historyComplete)).toBe(true);
    faults.length = 0;
    const next = await frame().load(need);
    expect(told(next).issues).toEqual(told(await plain(need)).issues);
    // An issue that has changed has a history, though Jira shows none.
    expect(next.issues.filter(issue => !issue.historyComplete)).toHaveLength(1);
  });

  it('is right at the next load too where the issues were there already', async () => {
    const { frame, faults, plain } = jira();
    await frame().load();
    faults.push(bad);
    expect((await frame().load(need)).coverage.complete).toBe(false);
    faults.length = 0;
    expect(told(await frame().load(need)).issues).toEqual(told(await plain(need)).issues);
  });
});

test.each<[Flavour]>([['cloud'], ['data-center']])(
  '%s: Refresh reads again histories of which no update shows what they lack',
  async flavour => {
    const { frame, clock, issues, plain } = setUp(flavour, fakeIssues(4));
    const need: Partial<Requirement> = { history: ['sprint'], parts: ['sprints'] };
    const page = frame({ openSince: START });
    const known = await page.load(need);
    const issue = issues.get('10002') as FakeIssue;
    const found = history(1, '2026-03-04T09:00:00.000+0100', 'customfield_7');
    issues.set('10002', { ...issue, histories: [found] });
    await clock.sleep(MINUTE);
    const delta = await page.load(need, undefined, { known });
    expect(delta.issues.flatMap(({ changes }) => changes)).toEqual([]);
    await clock.sleep(MINUTE);
    const fresh = await page.load(need, undefined, { known, fresh: true });
    expect(told(fresh).issues).toEqual(told(await plain(need)).issues);
    expect(fresh.issues.flatMap(({ changes }) => changes)).toHaveLength(1);
  },
);

test.each<[Flavour]>([['cloud'], ['data-center']])(
  '%s: Refresh reads again names of people, versions and epics, which change without `updated`',
  async flavour => {
    const { frame, issues, clock, plain, asked } = setUp(flavour, fakeIssues(60));
    const named = (epic: string, version: string, person: string) => {
      for (const [id, issue] of issues) {
        const at = Number(id) % 3;
        const fields = {
          assignee: { accountId: `a${at}`, key: `a${at}`, displayName: `${person} ${at}` },
          fixVersions: [{ id: `7${at}`, name: `${version} ${at}` }],
          parent: {
            id: '9',
            key: 'OPS-999',
            fields: { summary: epic, issuetype: { id: '1', name: 'Epic', hierarchyLevel: 1 } },
          },
        };
        issues.set(id, { ...issue, fields: { ...issue.fields, ...fields } });
      }
    };
    named('Epic', 'Version', 'Person');
    const known = await frame().load({});
    await clock.sleep(90 * MINUTE);
    named('Renamed', 'Next', 'Ana');
    const page = frame();
    const calls = await asked(() => page.load({}, undefined, { known, fresh: true }));
    expect(calls.filter(call => /bulkfetch|search/.test(call)).length).toBeLessThan(5);
    const fresh = await page.load({});
    expect(told(fresh)).toEqual(told(await plain({})));
    expect(fresh.fetchedAt - (fresh.namesAt ?? fresh.fetchedAt)).toBeLessThan(MINUTE);
  },
);

test.each<[Flavour]>([['cloud'], ['data-center']])(
  '%s: Refresh reads again names of people who only logged work',
  async flavour => {
    const { frame, issues, clock, plain, asked } = setUp(flavour, fakeIssues(60));
    const [id, issue] = [...issues].at(-1) ?? [];
    const log = (displayName: string) => {
      const author = { accountId: 'w1', key: 'w1', displayName, self: 'https://here' };
      issues.set(String(id), { ...(issue as FakeIssue), worklogs: [{ ...worklog(1), author }] });
    };
    const need = { worklogs: 'all' } as const;
    log('Ana Alt');
    const known = await frame().load(need);
    await clock.sleep(90 * MINUTE);
    log('Ana Neu');
    const page = frame();
    const calls = await asked(() => page.load(need, undefined, { known, fresh: true }));
    expect(calls.filter(call => /bulkfetch|search/.test(call)).length).toBeLessThan(5);
    const fresh = await page.load(need);
    expect(told(fresh)).toEqual(told(await plain(need)));
    expect(JSON.stringify(told(fresh))).toContain('Ana Neu');
  },
);

test('Refresh asks again, though another frame has just asked', async () => {
  const { frame, asked } = setUp('cloud', fakeIssues(5));
  const page = frame({ openSince: START });
  await page.load();
  expect(withoutSite(await asked(() => page.load()))).toEqual([]);
  const again = await asked(() => page.load({}, 'project = OPS', { fresh: true }));
  // Of each name one issue is read again.
  expect(withoutSite(again)).toEqual(['search/jql', 'issue/bulkfetch']);
});

test('what the caller has is given back while nothing changed, with the time of the last look', async () => {
  const { frame, clock, change, asked } = setUp('cloud', fakeIssues(150));
  const known = await frame().load();
  await clock.sleep(5 * MINUTE);
  const again: Dataset[] = [];
  const load = async () => void again.push(await frame().load({}, undefined, { known }));
  expect(withoutSite(await asked(load))).toEqual(['search/jql', 'search/jql']);
  expect(again[0]?.issues).toBe(known.issues);
  expect(again[0]?.fetchedAt).toBeGreaterThan(known.fetchedAt + 5 * MINUTE);
  change('10001', { summary: 'Changed' });
  await clock.sleep(MINUTE);
  await load();
  // Still in the overlap, and already read: its time of update says so.
  expect(withoutSite(await asked(() => frame().load()))).toEqual(['search/jql', 'search/jql']);
  expect(again[1]?.issues[0]?.summary).toBe('Changed');
});

test('issues are there before they are kept, and others wait until they are', async () => {
  const { frame, asked, change, clock } = setUp('cloud', fakeIssues(40));
  const held = Promise.withResolvers<void>();
  const first = await frame({ pause: () => held.promise }).load();
  expect(first.issues).toHaveLength(40);
  const other = frame();
  expect(await other.held()).toBeNull();
  const waiting = asked(() => other.load());
  held.resolve();
  expect(withoutSite(await waiting)).not.toContain('issue/bulkfetch');
  expect((await other.held())?.issues).toHaveLength(40);

  // A pause ends as somebody comes.
  const patient = setUp('cloud', fakeIssues(40));
  const one = patient.frame({
    pause: async ({ isAwaited }) => {
      while (!isAwaited()) await new Promise(resolve => setTimeout(resolve));
    },
  });
  await one.load();
  expect((await patient.frame().load({}, 'status = Done')).issues).toHaveLength(40);

  // What somebody waits for is kept without a pause.
  const never = frame({ pause: () => new Promise(() => {}) });
  await clock.sleep(MINUTE);
  change('10003', {});
  expect((await never.load({}, undefined, { fresh: true })).issues).toHaveLength(40);
});

test('a second query of the same opening does not ask what has changed since the first', async () => {
  const { frame, asked, clock } = setUp('cloud', fakeIssues(40));
  const walks = async (run: () => Promise<unknown>) =>
    (await asked(run)).filter(call => call === 'search/jql').length;
  const page = frame({ openSince: clock.now() });
  await page.load();
  expect(await walks(() => page.load({}, 'status = Done'))).toBe(1);
  // Who asks for the newest, another opening, or a later one is told what has changed.
  expect(await walks(() => page.load({}, 'status = New', { fresh: true }))).toBe(2);
  const later = frame({ openSince: clock.now() });
  expect(await walks(() => later.load({}, 'status = Open'))).toBe(2);
  await clock.sleep(11_000);
  expect(await walks(() => page.load({}, 'status = Late'))).toBe(2);
});
