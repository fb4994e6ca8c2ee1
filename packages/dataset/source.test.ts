/** What every source of issues does: each gives what a load without anything kept gives. */
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import { NO_REQUIREMENT, type Requirement } from '@tallyboard/core/model/requirement.ts';
import type { Flavour } from '@tallyboard/jira/flavour.ts';
import { type FakeIssue, failure, fakeIssues } from '@tallyboard/jira/testing/fake-jira.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cached } from './cached/cached-source.ts';
import { createFetches } from './cached/fetches.ts';
import { IssueCache } from './cached/issue-cache.ts';
import { createMutex } from './cached/mutex.ts';
import { createFreshness } from './freshness.ts';
import { json } from './json/json-source.ts';
import { SharedSource } from './shared/shared-source.ts';
import { first, type LoadWatch, type Source } from './source.ts';
import { hostColumns } from './stream/host-columns.ts';
import { createChangingSite, history, MINUTE, told, worklog } from './testing/changing-site.ts';
import { createMemoryStore } from './testing/memory-store.ts';

interface Parts {
  readonly site: ReturnType<typeof createChangingSite>['site'];
  readonly cache: IssueCache;
}

const cachedJson = ({ site, cache }: Parts) => cached(json(site), site, { cache });

/** As one frame uses it, which waits for the whole. */
function shared(source: Source, now: () => number): Source {
  const { isYoung } = createFreshness(now);
  const datasets = new SharedSource(source, { isYoung, now, sharedMs: 10_000 });
  return {
    async open(jql, requirement, { signal, onProgress } = {}) {
      const entry = await datasets.obtain({ jql, requirement }, { signal, onProgress });
      if (entry === null) throw signal?.reason;
      return entry.dataset;
    },
    earlier: async (jql, requirement) =>
      (await datasets.earlier({ jql, requirement }))?.dataset ?? null,
  };
}

interface Kind {
  readonly flavour: Flavour;
  readonly open: (parts: Parts) => Source;
  /** Issues that came can be read while it runs. */
  readonly grows?: boolean;
  readonly keeps?: boolean;
}

const KINDS: Readonly<Record<string, Kind>> = {
  json: { flavour: 'cloud', open: ({ site }) => json(site), grows: true },
  'json of Data Center': { flavour: 'data-center', open: ({ site }) => json(site), grows: true },
  cached: { flavour: 'cloud', open: cachedJson, grows: true, keeps: true },
  'cached of Data Center': { flavour: 'data-center', open: cachedJson, grows: true, keeps: true },
  stream: {
    flavour: 'cloud',
    open: ({ site, cache }) => first(hostColumns(site, cache), json(site)),
    keeps: true,
  },
  shared: {
    flavour: 'cloud',
    open: parts =>
      shared(first(hostColumns(parts.site, parts.cache), cachedJson(parts)), parts.site.now),
    keeps: true,
  },
};

/** Visits of one browser. */
function setUp({ flavour, open }: Kind, issues: readonly FakeIssue[]) {
  const jira = createChangingSite(flavour, issues);
  const { site, clock, plain } = jira;
  const store = createMemoryStore();
  function visit(jql = 'project = OPS') {
    const cache = new IssueCache({
      store,
      mutex: createMutex(),
      fetches: createFetches(),
      site: 'here',
      user: 'me',
      now: clock.now,
      freshness: createFreshness(clock.now),
    });
    const source = open({ site, cache });
    const ask = (change: Partial<Requirement>) => ({ ...NO_REQUIREMENT, ...change });
    return {
      open: (change: Partial<Requirement> = {}, watch?: LoadWatch) =>
        source.open(jql, ask(change), watch),
      earlier: async (change: Partial<Requirement> = {}) =>
        source.earlier?.(jql, ask(change)) ?? null,
    };
  }
  return { ...jira, visit, plain };
}

const at = '2026-03-04T09:00:00.000+0100';
/** With statuses that changed, and worklogs: more of each than come with an issue. */
const withLists = (count: number): FakeIssue[] =>
  fakeIssues(count, { labels: ['one'] }).map(issue => {
    const many = Number(issue.id) % 100 === 0;
    return {
      ...issue,
      histories: Array.from({ length: many ? 45 : 1 }, (_, n) => ({
        id: `${n}`,
        created: at,
        items: [{ field: 'status', fieldId: 'status', from: '1', to: '3' }],
      })),
      worklogs: Array.from({ length: many ? 21 : 1 }, (_, n) => ({
        id: `${issue.id}-${n}`,
        started: at,
        timeSpentSeconds: 60,
        author: { accountId: 'ana' },
      })),
    };
  });

const LISTS: Partial<Requirement> = { history: ['status'], worklogs: 'all' };

/** One of the ways in which a replica may not have received an issue whole. */
function loss({ histories = [], worklogs = [] }: FakeIssue, way: number): FakeIssue['received'] {
  const changelog = { fetched: histories.length, total: way % 4 < 2 ? null : histories.length + 3 };
  const worklog = { fetched: worklogs.length, total: way % 3 < 1 ? null : worklogs.length + 3 };
  return [{ changelog }, { worklog }, { changelog, worklog }, {}][way % 4];
}

describe.each(Object.entries(KINDS))('%s', (_, kind) => {
  it.each<[string, Partial<Requirement>]>([
    ['no more than an issue', {}],
    ['people and labels', { parts: ['people', 'labels'] }],
    ['lists', LISTS],
    ['histories of all fields', { history: ['status', 'parent'] }],
  ])(
    'has the issues of a plain load, in order, with coverage and warnings: %s',
    async (_, need) => {
      const { visit, plain } = setUp(kind, withLists(210).reverse());
      const seen: number[] = [];
      const dataset = await visit().open(need, { onProgress: percent => seen.push(percent) });
      expect(told(dataset)).toEqual(told(await plain(need)));
      expect(dataset.coverage).toMatchObject({ complete: true, issues: { fetched: 210 } });
      expect(seen.at(-1)).toBe(100);
      expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    },
  );

  it('gives way at once when it is cancelled, also before it begins', async () => {
    const { visit, faults, host } = setUp(kind, fakeIssues(2_000));
    const cancel = new AbortController();
    faults.push(({ path }) => {
      if (!path.startsWith('/rest/api/2/') || path.endsWith('search')) cancel.abort();
      return undefined;
    });
    const { signal } = cancel;
    const source = visit();
    await expect(source.open({}, { signal })).rejects.toMatchObject({ name: 'AbortError' });
    const sent = host.requests.length;
    await new Promise(resolve => setTimeout(resolve, 5));
    await expect(source.open({}, { signal })).rejects.toMatchObject({ name: 'AbortError' });
    expect(host.requests.length).toBe(sent);
  });

  it('throws the failure where nothing could be read, and counts what is missing where some was', async () => {
    const { visit, faults } = setUp(kind, fakeIssues(1_100));
    let allowed = 0;
    faults.push(({ path }) => {
      const isRefused =
        path.endsWith('columns') || (/search|bulkfetch/.test(path) && --allowed < 0);
      return isRefused ? failure(403, 'No licence.') : undefined;
    });
    await expect(visit().open()).rejects.toMatchObject({ status: 403 });
    // The list and some issues, on Data Center a page of them.
    allowed = kind.flavour === 'cloud' ? 4 : 1;
    const some = await visit().open();
    expect(some.coverage.complete).toBe(false);
    expect(some.coverage.reasons.join()).toContain('No licence');
    expect(some.issues.length).toBeLessThan(1_100);
    faults.length = 0;
    expect(await visit().open()).toMatchObject({ coverage: { complete: true } });
  });

  it('gives what the caller has while nothing changed, and what an earlier visit left', async () => {
    const { visit, clock } = setUp(kind, fakeIssues(250));
    const known = await visit().open();
    await clock.sleep(15 * MINUTE);
    const source = visit();
    const earlier = await source.earlier();
    expect(earlier !== null).toBe(kind.keeps === true);
    expect(told(earlier ?? known)).toEqual(told(known));
    const same = await source.open({}, { known });
    expect(told(same)).toEqual(told(known));
    expect(same.fetchedAt).toBeGreaterThan(known.fetchedAt);
  });

  it('has what a plain load has after any sequence of changes', async () => {
    const part = fc.constantFrom<Partial<Requirement>>(
      {},
      { parts: ['people', 'labels'] },
      { parts: ['sprints'], history: ['status'] },
      { history: ['status', 'assignee'], worklogs: 'all' },
      { history: ['parent', 'status'], customFields: ['customfield_9' as FieldId] },
      { worklogs: 'all' },
    );
    const step = fc.record({
      number: fc.integer({ min: 1, max: 12 }),
      what: fc.constantFrom(
        'create',
        'edit',
        'delete',
        'move',
        'history',
        'worklogs',
        'loss',
        'nothing',
      ),
      minutes: fc.integer({ min: 0, max: 2_000 }),
      jql: fc.constantFrom('project = OPS', 'project = OPS AND key > 0'),
      loads: fc.option(part, { nil: null }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async steps => {
        const { visit, clock, plain, change, remove, issues } = setUp(kind, fakeIssues(5));
        let count = 0;
        const last = new Map<string, Dataset>();
        for (const { number, what, minutes, loads, jql } of steps) {
          await clock.sleep(minutes * MINUTE + 1);
          const id = String(10_000 + number);
          const known = issues.get(id);
          count += 1;
          const at = new Date(clock.now()).toISOString();
          if (what === 'create' || (known && what === 'edit'))
            change(id, { summary: at, labels: [at], customfield_9: { value: at } });
          if (known && what === 'move')
            change(
              id,
              { project: { id: '11', key: 'NEW', name: 'New' } },
              { key: `NEW-${number}` },
            );
          if (known && what === 'history')
            change(
              id,
              {},
              {
                histories: [...(known.histories ?? []), history(count, at)],
                received: undefined,
              },
            );
          if (known && what === 'worklogs')
            change(
              id,
              {},
              {
                worklogs: Array.from({ length: count * 9 }, (_, n) => worklog(n)),
                received: undefined,
              },
            );
          if (known && what === 'loss') change(id, {}, { received: loss(known, count) });
          if (what === 'delete') remove(id);
          if (loads) {
            const need = JSON.stringify([loads, jql]);
            const source = visit(jql);
            const loaded = await source.open(loads, { known: last.get(need) });
            last.set(need, loaded);
            const expected = await plain(loads, jql);
            expect(told(loaded)).toEqual(told(expected));
            expect(told((await source.earlier(loads)) ?? expected)).toEqual(told(expected));
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  if (kind.grows)
    it('can be read while it runs: only issues that came whole', async () => {
      const issues = withLists(1_500);
      const { visit, plain } = setUp(kind, issues);
      const parts: Dataset[] = [];
      let step = () => {};
      const dataset = await visit().open(LISTS, {
        onProgress: () => step(),
        onRunning(running) {
          step = () => {
            if (running.count() >= 700 * (parts.length + 1)) parts.push(running.read());
          };
        },
      });
      const expected = told(await plain(LISTS));
      expect(told(dataset)).toEqual(expected);
      expect(parts.length).toBeGreaterThan(0);
      const whole = new Map(expected.issues.map(issue => [issue.id, issue]));
      for (const part of parts.map(told)) {
        expect(part.coverage).toMatchObject({ issues: { total: 1_500 }, complete: false });
        expect(part.issues.length).toBeGreaterThan(0);
        expect(part.issues).toEqual(part.issues.map(({ id }) => whole.get(id)));
      }
    });
});
