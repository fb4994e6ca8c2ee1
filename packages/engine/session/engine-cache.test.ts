import type { Edit } from '@tallyboard/core/model/edit.ts';
import type { IssueId, IssueKey } from '@tallyboard/core/model/ids.ts';
import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import { createMemoryStore } from '@tallyboard/dataset/testing/memory-store.ts';
import { parseHostInfo } from '@tallyboard/hosts/info.ts';
import { expect, test } from 'vitest';
import { createEngine } from '../engine.ts';
import { createFakeJira, type FakeIssue, ME, reply } from '../testing/fake-jira.ts';
import { createEngineCache } from './engine-cache.ts';

const AS_OF = Date.parse('2026-03-10T12:00:00Z');
const info = parseHostInfo('?lic=active');
const inProject = parseHostInfo('?lic=active&projectKey=AT');
const STORY: readonly FakeIssue[] = [
  { id: '1', key: 'AT-1', status: 'Done', assignee: 'Ana', points: 5 },
  { id: '2', key: 'AT-2', status: 'To Do' },
];
const ask = { jql: 'project = AT', requirement: NO_REQUIREMENT };

/** Pages of one browser, whose frames have engines of their own over one store. */
function setUp() {
  const store = createMemoryStore();
  let now = AS_OF;
  return {
    store,
    wait: (ms: number) => {
      now += ms;
    },
    openPage(frames: number) {
      const jira = createFakeJira(STORY);
      const engines = Array.from({ length: frames }, () => {
        const cache = Promise.resolve(createEngineCache({ store, now: () => now }));
        return createEngine({ request: jira.request, now: () => now, cache, warn: () => {} });
      });
      return { jira, engines };
    },
  };
}

const count = (asked: readonly string[], ending: string) =>
  asked.filter(each => each.endsWith(ending)).length;

test('frames without a shared worker each load the same', async () => {
  const { openPage } = setUp();
  const { jira, engines } = openPage(3);
  const loads = engines.map(async engine => {
    await engine.start({ info, gadget: true });
    return engine.load(ask);
  });
  expect((await Promise.all(loads)).map(each => each?.issueCount)).toEqual([2, 2, 2]);
  expect(count(jira.asked, '/myself')).toBe(3);
});

test('a page that is opened again shows what was there before it asks for issues', async () => {
  const { openPage, wait } = setUp();
  const first = openPage(1).engines[0];
  await first?.start({ info, gadget: true });
  await first?.load(ask);
  wait(300_000);
  const { jira, engines } = openPage(1);
  const again = engines[0];
  await again?.start({ info, gadget: true });
  const asked = jira.asked.map(each => each.split('/').at(-1));
  expect(asked.sort()).toEqual(['myself', 'properties']);
  const earlier = await again?.load({ ...ask, earlier: true });
  expect(earlier).toMatchObject({ issueCount: 2, fetchedAt: AS_OF });
  expect(jira.asked).toHaveLength(2);
  // What was there is not taken for the newest.
  expect(await again?.load(ask)).toMatchObject({ issueCount: 2, fetchedAt: AS_OF + 300_000 });
  // A short list comes with the times of update.
  expect(count(jira.asked, '/search/jql')).toBe(1);
});

test('what was written is read again on the next visit, though the list says that nothing changed', async () => {
  const { openPage, wait } = setUp();
  const visit = async (edit?: Edit) => {
    const { jira, engines } = openPage(1);
    jira.answer = ({ method, path, body }) => {
      if (method === 'PUT') return { status: 204, headers: {}, body: '' };
      if (!path.endsWith('/search/jql') || !String(Object(body).jql).startsWith('project'))
        return null;
      const fields = { updated: '2026-03-04T09:00:00.000+0000' };
      return reply({ issues: [{ id: '1', key: 'AT-1', fields }], isLast: true });
    };
    const [engine] = engines;
    await engine?.start({ info });
    await engine?.load(ask);
    const read = count(jira.asked, '/bulkfetch');
    if (edit) expect(await engine?.writeEdit({ edit })).toMatchObject({ refused: [] });
    wait(60_000);
    return read;
  };
  const issues = [{ id: '1' as IssueId, key: 'AT-1' as IssueKey }];
  expect(await visit()).toBe(1);
  expect(await visit({ kind: 'assign', issues, to: null })).toBe(0);
  expect(await visit()).toBe(1);
  expect(await visit()).toBe(0);
});

test('boards, epics and rough counts of the last minutes are not asked for again, by the same user', async () => {
  const { openPage, wait } = setUp();
  const visit = async (user = ME.accountId) => {
    const { jira, engines } = openPage(1);
    jira.answer = ({ path }) =>
      path.endsWith('/myself') ? reply({ ...ME, accountId: user }) : null;
    const page = engines[0];
    const { boards } = (await page?.start({ info: inProject })) ?? {};
    await page?.epics({ project: 'AT' });
    await Promise.all([page?.boardFilter({ boardId: 7 }), page?.boardFilter({ boardId: 7 })]);
    await page?.count({ jql: 'project = AT', rough: true });
    expect(boards?.length).toBe(2);
    return jira.asked.map(each => each.split('/').at(-1)).sort();
  };
  const ALWAYS = ['myself', 'properties'];
  const RARELY = ['AT', 'approximate-count', 'approximate-count', 'board', 'configuration'];
  const METADATA = ['configuration', 'field', 'status'];
  const whole = [...METADATA, ...ALWAYS, ...RARELY, '70'].sort();
  expect(await visit()).toEqual(whole);
  wait(50_000);
  expect(await visit()).toEqual(ALWAYS);
  wait(50_000);
  // The filter may have changed.
  expect(await visit()).toEqual(['70', ...ALWAYS]);
  expect(await visit('u-bo')).toEqual([...whole, 'myself'].sort());
  wait(700_000);
  expect(await visit('u-bo')).toEqual(whole);
});

test('what a page asked of the site is asked again after ten minutes, and after Refresh, and is told with its time', async () => {
  const { openPage, wait } = setUp();
  const { jira, engines } = openPage(1);
  const [page] = engines;
  await page?.start({ info: inProject });
  const asked = async (task: () => Promise<unknown> | undefined) => {
    const { length } = jira.asked;
    await task();
    return jira.asked.slice(length).map(each => each.split('/').at(-1));
  };
  const METADATA = ['configuration', 'field', 'myself', 'status'];
  const filter = () => page?.boardFilter({ boardId: 7 });
  const load = () => page?.load(ask);
  expect(await asked(() => Promise.all([filter(), filter()]))).toEqual(['configuration', '70']);
  const first = await asked(load);
  for (const name of METADATA) expect(first).not.toContain(name);
  expect(await asked(filter)).toEqual([]);
  wait(10_000);
  expect([await asked(load), await asked(filter)]).toEqual([[], []]);
  await page?.refresh({});
  const again = await asked(load);
  expect(again).toEqual(expect.arrayContaining([...METADATA, 'jql']));
  expect(await asked(filter)).toEqual(['configuration', '70']);
  wait(300_000);
  expect(await page?.load({ ...ask, jql: 'other' })).toMatchObject({ siteAt: AS_OF + 10_000 });
  wait(310_000);
  await asked(() => page?.load({ ...ask, jql: 'another' }));
  expect(await asked(filter)).toEqual(['configuration', '70']);
});

test('another user sees nothing of it, and nothing is left', async () => {
  const { openPage, store, wait } = setUp();
  const first = openPage(1).engines[0];
  await first?.start({ info, gadget: true });
  await first?.load(ask);
  wait(1_000);
  const { jira, engines } = openPage(1);
  jira.answer = ({ path }) =>
    path.endsWith('/myself') ? reply({ ...ME, accountId: 'u-bo', displayName: 'Bo' }) : null;
  const site = await engines[0]?.start({ info, gadget: true });
  expect(site?.currentUser?.name).toBe('Bo');
  expect(await engines[0]?.load({ ...ask, earlier: true })).toBeNull();
  expect([...store.values.keys()].filter(key => key.includes(ME.accountId))).toEqual([]);
});

/** Shared settings that were saved. */
const saved =
  (value: unknown) =>
  ({ path }: { readonly path: string }) => {
    if (path.endsWith('/properties')) return reply({ keys: [{ key: 'global-settings' }] });
    return path.endsWith('/global-settings') ? reply({ key: 'x', value }) : null;
  };

test('shared settings cost one call of a visit, saved or not, once it is known that they are', async () => {
  const { openPage } = setUp();
  const visit = async (value?: unknown) => {
    const { jira, engines } = openPage(1);
    if (value !== undefined) jira.answer = saved(value);
    const site = await engines[0]?.start({ info, gadget: true });
    const asked = jira.asked.map(each => each.split('/').at(-1));
    const calls = asked.filter(each => each === 'properties' || each === 'global-settings');
    return [site?.settings.weekStart, ...calls];
  };
  const saturday = { logjiraSettings: { firstDay: 6 } };
  expect(await visit()).toEqual([1, 'properties']);
  expect(await visit(saturday)).toEqual([6, 'properties', 'global-settings']);
  expect(await visit(saturday)).toEqual([6, 'global-settings']);
});

test('no issue is kept where the settings say so or are unknown, or when nobody is signed in', async () => {
  const { openPage, store } = setUp();
  const { jira, engines } = openPage(3);
  jira.answer = saved({ cache: false });
  await engines[0]?.start({ info, gadget: true });
  await engines[0]?.load(ask);
  expect([...store.values.keys()]).toEqual([]);
  jira.answer = ({ path }) => (path.endsWith('/myself') ? reply({}, 401) : null);
  await engines[1]?.start({ info, gadget: true });
  await engines[1]?.load(ask);
  jira.answer = ({ path }) => (path.endsWith('/properties') ? reply({}, 403) : null);
  await engines[2]?.start({ info, gadget: true });
  expect(await engines[2]?.load(ask)).toMatchObject({ issueCount: 2 });
  expect([...store.values.keys()].filter(key => /chunk|query/.test(key))).toEqual([]);
});
