import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BusyError } from '@tallyboard/database/process/busy-error.ts';
import { smallSite } from '@tallyboard/replica/store/testing/small-site.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { ReportJob } from './report-job.ts';
import { createReportPool, type ReportPool } from './report-pool.ts';

const folder = mkdtempSync(join(tmpdir(), 'tallyboard-pool-'));
const place = { file: join(folder, 'tallyboard.db') };
const never = () => new Promise<ReportJob>(() => {});
const { signal } = new AbortController();
const visitor = {
  account: 'ana',
  name: 'Ana',
  signedIn: true,
  role: 'reader',
  issuer: null,
  subject: null,
  groups: [],
  jiraAccountId: null,
} as const;

const job = async (more: Partial<ReportJob> = {}): Promise<ReportJob> => ({
  report: 'overview',
  scope: { jql: 'created >= 1970-01-01' },
  settings: {},
  asOf: null,
  timeZone: 'UTC',
  aggregate: false,
  visitor,
  extent: 'everything',
  now: Date.parse('2026-06-17T12:00:00Z'),
  ...more,
});

function childrenOfThis(): number[] {
  const path = `/proc/${process.pid}/task/${process.pid}/children`;
  return [...readFileSync(path, 'utf8').matchAll(/\d+/g)].map(([pid]) => Number(pid));
}

/** The processes that are started from now on. */
function watchChildren(): () => number[] {
  const before = new Set(childrenOfThis());
  return () => childrenOfThis().filter(pid => !before.has(pid));
}

let pool: ReportPool;
beforeAll(async () => {
  const store = await openStore(place);
  await store.ingest(smallSite());
  await store.close();
});
afterEach(() => pool.close());
afterAll(() => rmSync(folder, { recursive: true }));

it('computes no more reports at the same time than there are processes', async () => {
  pool = createReportPool({ place, processes: 1 });
  const held = Promise.withResolvers<ReportJob>();
  const first = pool.run(() => held.promise, { reader: 'ana', signal });
  const prepare = vi.fn(() => job());
  const second = pool.run(prepare, { reader: 'bob', signal });
  expect(prepare).not.toHaveBeenCalled();
  held.resolve(job({ scope: { jql: 'project = (' } }));
  await expect(first).rejects.toMatchObject({ status: 400 });
  expect(prepare).toHaveBeenCalled();
  const { json, keyEnds } = await second;
  const { coverage } = JSON.parse(Buffer.from(json).toString());
  expect(coverage.issues.total).toBe(keyEnds.length);
});

it('takes readers first who have no running report', () => {
  pool = createReportPool({ place, processes: 2 });
  const stop = new AbortController();
  const begun: string[] = [];
  const run = (reader: string, stopped = signal) => {
    const prepare = () => {
      begun.push(reader);
      return never();
    };
    pool.run(prepare, { reader, signal: stopped }).catch(() => {});
  };
  run('ana');
  run('ana', stop.signal);
  run('ana');
  run('bob');
  expect(begun).toEqual(['ana', 'ana']);
  stop.abort();
  expect(begun).toEqual(['ana', 'ana', 'bob']);
});

it('stops a report that nobody wants any more, also one that waits', async () => {
  pool = createReportPool({ place, processes: 1 });
  const stops = [new AbortController(), new AbortController()];
  const runs = stops.map(stop => pool.run(never, { reader: 'ana', signal: stop.signal }));
  const last = pool.run(() => job(), { reader: 'ana', signal });
  for (const stop of stops.toReversed()) stop.abort(new Error('Left'));
  for (const run of runs) await expect(run).rejects.toThrow('Left');
  expect((await last).isWhole).toBe(true);
});

it.each([
  ['SIGKILL', 400, 'The report was ended by SIGKILL: by an administrator, or as memory was full.'],
  ['SIGABRT', 400, 'The report needs more than 1024 MB of memory.'],
  ['SIGSEGV', 500, 'The process that computes the report has ended by SIGSEGV.'],
] as const)('says that a process has ended by %s', async (name, status, text) => {
  const children = watchChildren();
  pool = createReportPool({ place, processes: 1 });
  const run = pool.run(never, { reader: 'ana', signal });
  const [child = 0] = children();
  process.kill(child, name);
  await expect(run).rejects.toMatchObject({ status, message: expect.stringContaining(text) });
});

it.each(['/none', '\0'])('answers when no process can be started: %j', async path => {
  const { execPath } = process;
  process.execPath = path;
  try {
    pool = createReportPool({ place, idleMs: 1 });
    pool.keepReady(1);
    const run = () => pool.run(never, { reader: 'ana', signal });
    const runs = [run(), run(), run()];
    const message = expect.stringContaining('The server cannot start the process');
    for (const each of runs)
      await expect(each).rejects.toMatchObject({ name: 'BusyError', message });
  } finally {
    process.execPath = execPath;
  }
  expect((await pool.run(() => job(), { reader: 'ana', signal })).isWhole).toBe(true);
});

it('stops a report that takes too long', async () => {
  pool = createReportPool({ place, deadlineMs: 1 });
  await expect(pool.run(never, { reader: 'ana', signal })).rejects.toMatchObject({
    status: 400,
    message: 'The report takes longer than 0.001 seconds. Narrow its query, or group by less.',
  });
});

it('has readers take turns', () => {
  pool = createReportPool({ place, processes: 1 });
  const begun: string[] = [];
  const stops: AbortController[] = [];
  for (const reader of ['ana', 'ana', 'ana', 'bob', 'bob', 'cem']) {
    const stop = new AbortController();
    const prepare = () => {
      begun.push(reader);
      stops.push(stop);
      return never();
    };
    pool.run(prepare, { reader, signal: stop.signal }).catch(() => {});
  }
  for (let at = 0; at < 5; at++) stops[at]?.abort();
  expect(begun).toEqual(['ana', 'bob', 'cem', 'ana', 'bob', 'ana']);
});

it('refuses reports when too many wait, of the reader with the most, and all when it is closed', async () => {
  pool = createReportPool({ place, processes: 1 });
  const run = (reader: string) => pool.run(never, { reader, signal });
  const runs = Array.from({ length: 102 }, () => run('ana'));
  await expect(runs.at(-1)).rejects.toThrow(BusyError);
  const ofBob = Array.from({ length: 51 }, () => run('bob'));
  await expect(ofBob[50]).rejects.toThrow(BusyError);
  await expect(runs[51]).rejects.toThrow(BusyError);
  const refused = vi.fn();
  for (const other of [runs[50], ofBob[49]]) other?.catch(refused);
  await Promise.resolve();
  expect(refused).not.toHaveBeenCalled();
  pool.close();
  for (const result of await Promise.allSettled([...runs, ...ofBob]))
    expect(result).toMatchObject({ reason: expect.any(BusyError) });
  await expect(pool.run(never, { reader: 'ana', signal })).rejects.toThrow(BusyError);
});

it('keeps one process ready, and ends others when they are idle', async () => {
  const children = watchChildren();
  pool = createReportPool({ place, idleMs: 1 });
  pool.keepReady(1);
  const [ready] = children();
  const runs = ['ana', 'bob'].map(reader => pool.run(() => job(), { reader, signal }));
  expect(children()).toEqual([ready, expect.any(Number)]);
  await Promise.all(runs);
  await expect.poll(() => children().length).toBe(1);
  const [left] = children();
  await pool.run(() => job(), { reader: 'ana', signal });
  expect(children()).toEqual([left]);
});

it('replaces the ready process when it dies', async () => {
  const children = watchChildren();
  pool = createReportPool({ place, idleMs: 1 });
  pool.keepReady(1);
  const [ready = 0] = children();
  process.kill(ready, 'SIGKILL');
  const others = () => children().filter(pid => pid !== ready);
  await expect.poll(others).toEqual([expect.any(Number)]);
});
