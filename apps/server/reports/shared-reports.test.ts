import { beforeEach, describe, expect, it } from 'vitest';
import type { ComputedReport, ReportJob } from './report-job.ts';
import type { ReportRunner } from './shared-reports.ts';
import { SharedReports } from './shared-reports.ts';

const MINUTE = 60_000;
const { signal } = new AbortController();

let now: number;
let version: string;
let runs: Run[];
let shared: SharedReports;

/** A run that the test begins and ends. */
interface Run {
  begin(): Promise<ReportJob>;
  end(size?: number): Promise<void>;
  isStopped: boolean;
}

const pool: ReportRunner = {
  run(prepare, { signal: stop }) {
    const { promise, resolve, reject } = Promise.withResolvers<ComputedReport>();
    let job: ReportJob | null = null;
    const run: Run = {
      isStopped: false,
      async begin() {
        job = await prepare();
        return job;
      },
      async end(size = 10) {
        const { asOf, now: at } = job ?? (await run.begin());
        const json = new Uint8Array(size);
        const none = { keys: new Uint8Array(), keyEnds: new Uint32Array(), lists: new Map() };
        resolve({ asOf: typeof asOf === 'number' ? asOf : at, isWhole: true, json, ...none });
        await promise;
      },
    };
    stop.addEventListener('abort', () => {
      run.isStopped = true;
      reject(stop.reason);
    });
    runs.push(run);
    return promise;
  },
};

beforeEach(() => {
  now = 1e12;
  version = '1';
  runs = [];
  const versionOf = async () => version;
  shared = new SharedReports({ pool, versionOf, now: () => now, maxBytes: 100_000 });
});

function ask(key = 'overview', { asOf = null as number | null, stop = signal } = {}) {
  const visitor = {} as ReportJob['visitor'];
  const job = {
    report: key,
    scope: { jql: '' },
    settings: {},
    asOf,
    timeZone: null,
    aggregate: false,
    visitor,
    extent: 'everything' as const,
  };
  const present = asOf === null ? now : null;
  return shared.get({ key, reader: 'ana', job, version, present }, stop);
}

async function compute(key?: string, settings?: Parameters<typeof ask>[1], size?: number) {
  const report = ask(key, settings);
  await runs.at(-1)?.end(size);
  return report;
}

describe('equal questions', () => {
  it('that come at once are computed once', async () => {
    const [one, two, other] = [ask(), ask(), ask('age')];
    expect(runs).toHaveLength(2);
    for (const run of runs) await run.end();
    expect(await two).toBe(await one);
    expect((await other).key).toBe('age');
  });

  it('are answered from the last result for a minute, whose time is that of its begin', async () => {
    const report = ask();
    await runs[0]?.begin();
    now += 20_000;
    await runs[0]?.end();
    expect((await report).asOf).toBe(now - 20_000);
    now += 39_999;
    expect(await ask()).toBe(await report);
    now += 1;
    expect(await compute()).not.toBe(await report);
    expect(runs).toHaveLength(2);
  });

  it('are computed ahead once a result is older than 45 seconds', async () => {
    const report = await compute();
    now += 44_999;
    await ask();
    expect(runs).toHaveLength(1);
    now += 1;
    expect(await Promise.all([ask(), ask()])).toEqual([report, report]);
    expect(runs).toHaveLength(2);
    now += 1;
    await runs[1]?.end();
    now += 30_000;
    expect((await ask()).asOf).toBe(now - 30_000);
    expect(runs).toHaveLength(2);
  });

  it('as of a past day are answered from the last result, however old', async () => {
    const report = await compute('overview', { asOf: 5 });
    now += 100 * MINUTE;
    expect(await ask('overview', { asOf: 5 })).toBe(report);
  });

  it.each([null, 5])('are computed again after a write (as of %s)', async asOf => {
    const report = await compute('overview', { asOf });
    version = '2';
    expect(await compute('overview', { asOf })).not.toBe(report);
    expect(runs).toHaveLength(2);
  });

  it('do not wait for a run on older data, or one that began a minute ago', async () => {
    const first = ask();
    await runs[0]?.begin();
    version = '2';
    const second = ask();
    await runs[1]?.begin();
    now += MINUTE;
    const third = ask();
    for (const run of runs) await run.end();
    expect(new Set(await Promise.all([first, second, third])).size).toBe(3);
  });

  it('wait for a run that has not begun: it reads the newest data', async () => {
    const first = ask();
    version = '2';
    const second = ask();
    await runs[0]?.end();
    expect(await second).toBe(await first);
    expect((await second).version).toBe('2');
  });
});

it('a result whose data changed meanwhile is not given to others, but its pages are', async () => {
  const report = ask();
  await runs[0]?.begin();
  version = '2';
  await runs[0]?.end();
  const { id, key } = await report;
  version = '1';
  ask();
  expect(runs).toHaveLength(2);
  expect(shared.earlier(id, key)).toBe(await report);
  expect(shared.earlier(id, 'another question')).toBeNull();
});

it('a run is stopped when all its readers have left', async () => {
  const [ana, bob] = [new AbortController(), new AbortController()];
  const asked = [ask('age', { stop: ana.signal }), ask('age', { stop: bob.signal })];
  ana.abort();
  await expect(asked[0]).rejects.toThrow('aborted');
  expect(runs[0]?.isStopped).toBe(false);
  bob.abort();
  await expect(asked[1]).rejects.toThrow('aborted');
  expect(runs[0]?.isStopped).toBe(true);
  const next = ask('age');
  await runs[1]?.end();
  expect((await next).key).toBe('age');
});

it('the results that were used last are kept, up to a number of bytes', async () => {
  const first = await compute('a', {}, 40_000);
  await compute('b', {}, 40_000);
  expect(await ask('a')).toBe(first);
  await compute('c', {}, 40_000);
  expect(await ask('a')).toBe(first);
  expect(runs).toHaveLength(3);
  const large = await compute('d', {}, 101_000);
  expect(shared.earlier(large.id, 'd')).toBeNull();
  expect(await ask('a')).toBe(first);
  ask('b');
  expect(runs).toHaveLength(5);
});

it('of results without a byte there are kept as many as fit with what they take besides', async () => {
  const all: Awaited<ReturnType<typeof compute>>[] = [];
  for (let at = 0; at < 200; at++) all.push(await compute(`small ${at}`, {}, 0));
  const kept = all.filter(({ id }, at) => shared.earlier(id, `small ${at}`) !== null);
  expect(kept.length).toBeGreaterThan(50);
  expect(kept.length).toBeLessThan(100);
});
