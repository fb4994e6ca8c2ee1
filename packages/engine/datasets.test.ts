import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import { covers, joinRequirements } from '@tallyboard/dataset/requirement-cover.ts';
import type { DatasetEntry } from '@tallyboard/dataset/shared/entries.ts';
import { type SharedSettings, SharedSource } from '@tallyboard/dataset/shared/shared-source.ts';
import type { LoadWatch, Source } from '@tallyboard/dataset/source.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createOwnDatasets } from './datasets.ts';

const need = (change: Partial<Requirement>): Requirement => ({ ...NO_REQUIREMENT, ...change });
const POINTS = need({ parts: ['points'] });
const PEOPLE = need({ parts: ['people'] });

test.each<[string, Partial<Requirement>, Partial<Requirement>, boolean]>([
  ['nothing needs nothing', {}, {}, true],
  ['a part that is held', { parts: ['points', 'time'] }, { parts: ['time'] }, true],
  ['a part that is not', { parts: ['points'] }, { parts: ['time'] }, false],
  ['a custom field', {}, { customFields: ['customfield_1' as FieldId] }, false],
  ['history of another kind', { history: ['status'] }, { history: ['sprint'] }, false],
  ['all worklogs hold a range', { worklogs: 'all' }, { worklogs: { from: 1, to: 2 } }, true],
  ['a range holds no all', { worklogs: { from: 0, to: 9 } }, { worklogs: 'all' }, false],
  ['a range inside', { worklogs: { from: 0, to: 9 } }, { worklogs: { from: 0, to: 5 } }, true],
  [
    'a range that sticks out',
    { worklogs: { from: 0, to: 9 } },
    { worklogs: { from: 5, to: 10 } },
    false,
  ],
])('covers: %s', (_, held, needed, answer) => {
  expect(covers(need(held), need(needed))).toBe(answer);
  const joined = joinRequirements(need(held), need(needed));
  expect(covers(joined, need(held)) && covers(joined, need(needed))).toBe(true);
});

/** A source whose loads are answered by hand, and what several frames share of it. */
function handSource({ isYoung = () => true }: Partial<SharedSettings> = {}) {
  const asked: {
    jql: string;
    requirement: Requirement;
    watch: LoadWatch;
    land: (n?: number, more?: Partial<Dataset>) => void;
  }[] = [];
  const open: Source['open'] = (jql, requirement, watch = {}) =>
    new Promise((resolve, reject) => {
      watch.signal?.addEventListener('abort', () => reject(watch.signal?.reason));
      const land = (issues = 1, more: Partial<Dataset> = {}) =>
        resolve({
          jql,
          issues: new Array(issues).fill({ created: 0, key: 'A-1' }),
          coverage: { reasons: [], complete: true },
          ...more,
        } as unknown as Dataset);
      asked.push({ jql, requirement, watch, land });
    });
  const shared = new SharedSource({ open }, { isYoung, now: () => 0 });
  return { asked, datasets: createOwnDatasets(shared), other: createOwnDatasets(shared) };
}

const load = (jql: string, requirement: Requirement) => ({
  jql,
  requirement,
});

test('what is held is not fetched again; more is fetched for both', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { asked, datasets } = handSource();
  const first = datasets.obtain(load('a', POINTS), {});
  asked[0]?.land();
  const held = await first;
  expect(await datasets.obtain(load('a', NO_REQUIREMENT), {})).toBe(held);
  const second = datasets.obtain(load('a', PEOPLE), {});
  expect(asked[1]?.requirement.parts).toEqual(['people', 'points']);
  asked[1]?.land();
  await second;
  await datasets.obtain(load('a', POINTS), {});
  expect(asked).toHaveLength(2);
  // A page still shows its figures until those of the newer one are computed.
  expect(datasets.get(held?.id ?? 0)).toBe(held?.dataset);
  vi.advanceTimersByTime(30_000);
  expect(() => datasets.get(held?.id ?? 0)).toThrow('no longer in memory');
});

test('two that ask at once share one load, and it is given up only with the last of them', async () => {
  const { asked, datasets } = handSource();
  const [one, two] = [new AbortController(), new AbortController()];
  const seen: number[] = [];
  const first = datasets.obtain(load('a', POINTS), { signal: one.signal });
  const second = datasets.obtain(load('a', POINTS), {
    signal: two.signal,
    onProgress: percent => seen.push(percent),
  });
  expect(asked).toHaveLength(1);
  asked[0]?.watch.onProgress?.(60);
  asked[0]?.watch.onProgress?.(40);
  // Never back, and not at every step: each of many frames would draw it.
  expect(seen).toEqual([60]);
  one.abort();
  expect(await first).toBeNull();
  expect(asked[0]?.watch.signal?.aborted).toBe(false);
  two.abort();
  expect(await second).toBeNull();
  expect(asked[0]?.watch.signal?.aborted).toBe(true);
});

test('parts come at 1,000 issues and then at twice as many, a second apart; who cancels gets the last', async () => {
  vi.useFakeTimers();
  try {
    const { asked, datasets } = handSource();
    const cancel = new AbortController();
    const sizes: number[] = [];
    const obtained = datasets.obtain(load('a', POINTS), {
      signal: cancel.signal,
      onPart: ({ dataset }) => sizes.push(dataset.issues.length),
    });
    let count = 0;
    const read = () => ({ issues: new Array(count).fill(null) }) as unknown as Dataset;
    asked[0]?.watch.onRunning?.({ count: () => count, read });
    const grow = (to: number, ms: number) => {
      count = to;
      asked[0]?.watch.onProgress?.(1);
      vi.advanceTimersByTime(ms);
    };
    grow(1_500, 900);
    expect(sizes).toEqual([]);
    grow(1_600, 200);
    expect(sizes).toEqual([1_600]);
    grow(3_100, 2_000);
    expect(sizes).toEqual([1_600]);
    grow(3_300, 0);
    grow(7_000, 500);
    expect(sizes).toEqual([1_600, 3_300]);
    // Without another step of progress.
    vi.advanceTimersByTime(600);
    expect(sizes).toEqual([1_600, 3_300, 7_000]);
    grow(7_500, 0);
    cancel.abort();
    const part = await obtained;
    expect(part).toMatchObject({ part: true, dataset: { issues: { length: 7_500 } } });
    expect(datasets.get(part?.id ?? 0).issues).toHaveLength(7_500);
    expect(await datasets.earlier(load('a', POINTS))).toBeNull();
    const again = datasets.obtain(load('a', POINTS), {});
    asked[1]?.land(9_000);
    expect(await again).toMatchObject({ dataset: { issues: { length: 9_000 } } });
    expect(() => datasets.get(part?.id ?? 0)).toThrow('no longer in memory');
  } finally {
    vi.useRealTimers();
  }
});

test('frames share what one of them has loaded, and each keeps what it shows', async () => {
  const { asked, datasets, other } = handSource();
  const [first, second] = [datasets, other].map(each => each.obtain(load('a', POINTS), {}));
  expect(asked).toHaveLength(1);
  asked[0]?.land();
  expect(await first).toBe(await second);
  const wider = other.obtain(load('a', PEOPLE), {});
  asked[1]?.land(2);
  const held = await wider;
  expect(datasets.get((await first)?.id ?? 0).issues).toHaveLength(1);
  // What is shown is no reason to load; who asks anew is given the newest.
  expect((await datasets.obtain(load('a', POINTS), {}))?.dataset.issues).toHaveLength(1);
  expect((await datasets.obtain(load('a', PEOPLE), {}))?.id).toBe(held?.id);
});

test('what another frame loaded long ago is shown as of then, and loaded again', async () => {
  const { asked, datasets, other } = handSource({ isYoung: () => false });
  const first = datasets.obtain(load('a', POINTS), {});
  asked[0]?.land();
  const held = await first;
  expect((await other.earlier(load('a', POINTS)))?.id).toBe(held?.id);
  const again = other.obtain(load('a', POINTS), {});
  asked[1]?.land(2);
  expect((await again)?.dataset.issues).toHaveLength(2);
});

test('after Refresh what is held is fetched, and so is what another frame began to load before', async () => {
  let isPast = false;
  const { asked, datasets, other } = handSource({ isYoung: () => !isPast });
  const first = datasets.obtain(load('a', POINTS), {});
  asked[0]?.land();
  await first;
  void other.obtain(load('b', POINTS), {});
  isPast = true;
  const again = datasets.obtain(load('a', POINTS), {});
  void datasets.obtain(load('b', POINTS), {});
  expect(asked.map(({ jql }) => jql)).toEqual(['a', 'b', 'a', 'b']);
  asked[2]?.land(2);
  expect((await again)?.dataset.issues).toHaveLength(2);
});

test('the least recently used goes when too much is held, never the newest', async () => {
  const { asked, datasets } = handSource();
  const ids: number[] = [];
  for (const [jql, issues] of [
    ['a', 100_000],
    ['b', 100_000],
    ['c', 300_000],
  ] as const) {
    const loading = datasets.obtain(load(jql, POINTS), {});
    asked.at(-1)?.land(issues);
    ids.push((await loading)?.id ?? 0);
  }
  const held = ids.map(id => {
    try {
      return datasets.get(id).jql;
    } catch {
      return null;
    }
  });
  expect(held).toEqual([null, null, 'c']);
});

test('a preview is readable and never served; a replacement takes the place of all datasets with its issues', async () => {
  const { asked, datasets, other } = handSource();
  const issues = (...ids: string[]) => ids.map(id => ({ id })) as unknown as Dataset['issues'];
  const mine = datasets.obtain(load('a', POINTS), {});
  asked[0]?.land(1, { issues: issues('1', '2') });
  const base = (await mine) as DatasetEntry;
  const apart = datasets.obtain(load('b', POINTS), {});
  asked[1]?.land(1, { issues: issues('3') });
  await apart;
  // A dataset of its own, which the edit of another frame outdates too.
  expect(await other.obtain(load('a', POINTS), {})).toBe(base);
  const preview = datasets.preview(base, { ...base.dataset, issues: issues('1') });
  expect(datasets.get(preview.id).issues).toHaveLength(1);
  expect(await datasets.obtain(load('a', POINTS), {})).toMatchObject({ id: base.id });

  const next = datasets.replace(base, { ...base.dataset, issues: issues('2') }, new Set(['1']));
  expect(datasets.get(base.id).issues).toHaveLength(2);
  for (const each of [datasets, other])
    expect(await each.obtain(load('a', POINTS), {})).toMatchObject({ id: next.id });
  await other.obtain(load('b', POINTS), {});
  expect(asked).toHaveLength(2);
});
