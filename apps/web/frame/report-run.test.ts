import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import type { Engine, LoadedDataset, Watch } from '@tallyboard/engine/calls.ts';
import { EngineError } from '@tallyboard/engine/failure.ts';
import type { ReportRequest } from '@tallyboard/engine/run-report.ts';
import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import { expect, test, vi } from 'vitest';
import { createReportRun } from './report-run.ts';

const count = { fetched: 2, total: 2 };
const LOADED: LoadedDataset = {
  id: 7,
  issueCount: 2,
  coverage: { issues: count, worklogs: count, histories: count, reasons: [], complete: true },
  warnings: [],
  fetchedAt: 1_700_000_000_000,
  since: null,
  keyLength: 0,
};

const report = {
  id: 'overview',
  requires: () => NO_REQUIREMENT,
  settings: { serialize: (settings: object) => settings },
} as unknown as AnyReport;

const contextAt = (asOf: number) => ({ asOf, zone: 'UTC' }) as ReportContext;
const request = (jql: string, settings: unknown = {}): ReportRequest => ({
  report,
  jql,
  settings,
  contextAt,
});

interface Ask {
  readonly watch: Watch;
  readonly resolve: (loaded: LoadedDataset | null) => void;
  readonly reject: (error: Error) => void;
}

/** An engine whose loads are settled by hand, in any order. */
function handEngine() {
  const loads: Ask[] = [];
  const compute = vi.fn(async ({ settings }: { settings: unknown }) => ({
    result: settings,
    notes: [],
    definitions: [],
  }));
  const load = (_: unknown, watch: Watch = {}) =>
    new Promise<LoadedDataset | null>((resolve, reject) => loads.push({ watch, resolve, reject }));
  return {
    loads,
    compute,
    engine: { load, compute, refresh: async () => {} } as unknown as Engine,
  };
}

const settle = () => new Promise(resolve => setTimeout(resolve));

test('shows progress, then a result computed as of its fetch', async () => {
  const { loads, engine } = handEngine();
  const run = createReportRun(engine, () => 1);
  run.start(request('a'));
  loads[0]?.watch.onProgress?.(40);
  expect(run.read()).toMatchObject({ percent: 40, shown: null });
  loads[0]?.resolve(LOADED);
  await settle();
  expect(run.read()).toMatchObject({
    percent: null,
    shown: { context: { asOf: LOADED.fetchedAt } },
  });
});

test('is partial while an import has not ended', async () => {
  const { loads, engine } = handEngine();
  const run = createReportRun(engine, () => 1);
  run.start({ ...request('a'), contextAt: at => ({ ...contextAt(at), missing: ['import'] }) });
  loads[0]?.resolve(LOADED);
  await settle();
  expect(run.read().shown?.loaded.coverage).toMatchObject({
    reasons: [expect.stringMatching(/import/)],
    complete: false,
  });
});

test('the cached result of an earlier visit is shown until the new one is loaded', async () => {
  const { loads, engine } = handEngine();
  const run = createReportRun(engine, () => 1, { showsEarlier: true });
  run.start(request('a'));
  loads[0]?.resolve({ ...LOADED, id: 6, fetchedAt: 5 });
  await settle();
  expect(run.read()).toMatchObject({ percent: 0, shown: { earlier: true, loaded: { id: 6 } } });
  loads[1]?.resolve(LOADED);
  await settle();
  expect(run.read()).toMatchObject({ percent: null, shown: { earlier: false, loaded: { id: 7 } } });
});

test('reports of a page are brought up to date when the earlier results of all are shown', async () => {
  const [one, other] = [handEngine(), handEngine()];
  for (const { engine } of [one, other])
    createReportRun(engine, () => 1, { showsEarlier: true }).start(request('a'));
  one.loads[0]?.resolve({ ...LOADED, id: 6 });
  await settle();
  expect(one.loads).toHaveLength(1);
  other.loads[0]?.resolve({ ...LOADED, id: 6 });
  await settle();
  expect([one.loads.length, other.loads.length]).toEqual([2, 2]);
});

test('the last request wins in any order of replies', async () => {
  const { loads, engine } = handEngine();
  const run = createReportRun(engine, () => 1);
  run.start(request('a'));
  run.start(request('b'));
  expect(loads[0]?.watch.signal?.aborted).toBe(true);
  loads[1]?.resolve(LOADED);
  await settle();
  loads[0]?.resolve({ ...LOADED, id: 1 });
  await settle();
  expect(run.read().shown?.request.jql).toBe('b');
});

test('the same request again does nothing; after a changed setting the old result stays until the next', async () => {
  const { loads, engine } = handEngine();
  const run = createReportRun(engine, () => 1);
  run.start(request('a', { n: 1 }));
  run.start(request('a', { n: 1 }));
  expect(loads).toHaveLength(1);
  loads[0]?.resolve(LOADED);
  await settle();
  run.start(request('a', { n: 2 }));
  expect(run.read().shown?.computed.result).toEqual({ n: 1 });
  loads[1]?.resolve(LOADED);
  await settle();
  expect(run.read().shown?.computed.result).toEqual({ n: 2 });
});

test('cancelling shows nothing for a new query, and the old result for a reload', async () => {
  const { loads, engine } = handEngine();
  const run = createReportRun(engine, () => 1);
  run.start(request('a'));
  run.cancel();
  loads[0]?.resolve(null);
  await settle();
  expect(run.read()).toMatchObject({ shown: null, percent: null, stopped: true });

  run.reload();
  loads[1]?.resolve(LOADED);
  await settle();
  run.reload();
  run.cancel();
  loads[2]?.resolve(null);
  await settle();
  expect(run.read()).toMatchObject({ shown: { loaded: LOADED }, stopped: false });
});

test('parts grow until the whole is there, and what came before Cancel stays', async () => {
  const { loads, engine } = handEngine();
  const run = createReportRun(engine, () => 1);
  const part = (id: number, issueCount: number) =>
    ({ ...LOADED, id, issueCount, part: true }) as const;
  run.start(request('a'));
  loads[0]?.watch.onPart?.(part(1, 20));
  await settle();
  expect(run.read()).toMatchObject({ percent: 0, shown: { loaded: { id: 1 } } });
  run.cancel();
  loads[0]?.resolve(part(2, 30));
  await settle();
  expect(run.read()).toMatchObject({ percent: null, shown: { loaded: { id: 2 } }, stopped: false });

  run.reload();
  loads[1]?.watch.onPart?.(part(3, 10));
  await settle();
  expect(run.read()).toMatchObject({ percent: 0, shown: { loaded: { id: 2 } } });
  loads[1]?.resolve(LOADED);
  await settle();
  expect(run.read()).toMatchObject({ percent: null, shown: { loaded: LOADED } });

  // All issues are shown: a reload has no use for parts.
  run.reload();
  expect(loads[2]?.watch.onPart).toBeUndefined();
  run.start(request('b'));
  loads[3]?.watch.onPart?.(part(4, 5));
  await settle();
  expect(run.read()).toMatchObject({ shown: { loaded: { id: 4 } } });
  run.start(request('c'));
  await settle();
  expect(run.read()).toMatchObject({ shown: null, percent: 0 });
});

test('a failure keeps the last result and shows a message', async () => {
  const { loads, engine } = handEngine();
  const run = createReportRun(engine, () => 1);
  run.start(request('a'));
  loads[0]?.resolve(LOADED);
  await settle();
  const failure = { kind: 'offline', status: 0, title: 'Offline', messages: [] } as const;
  run.reload();
  loads[1]?.reject(new EngineError(failure));
  await settle();
  expect(run.read()).toMatchObject({ failure, shown: { loaded: LOADED }, percent: null });
});

test('an evicted dataset is loaded again unless its result has been replaced', async () => {
  const { loads, engine } = handEngine();
  const run = createReportRun(engine, () => 1, { showsEarlier: true });
  run.start(request('a'));
  loads[0]?.resolve({ ...LOADED, id: 6 });
  await settle();
  run.reloadEvicted(6);
  loads[1]?.resolve(LOADED);
  await settle();
  run.reloadEvicted(6);
  expect(loads).toHaveLength(2);
  run.reloadEvicted(LOADED.id);
  expect(loads).toHaveLength(3);
});

test('issues that were dropped before their figures were computed are loaded again', async () => {
  const { loads, engine, compute } = handEngine();
  const gone = { kind: 'gone', status: 0, title: 'These issues are no longer in memory' } as const;
  compute.mockRejectedValueOnce(new EngineError({ ...gone, messages: [] }));
  const run = createReportRun(engine, () => 1);
  run.start(request('a', 'own'));
  loads[0]?.resolve(LOADED);
  await settle();
  expect(run.read()).toMatchObject({ shown: null, failure: null });
  loads[1]?.resolve({ ...LOADED, id: 8 });
  await settle();
  expect(run.read()).toMatchObject({ shown: { loaded: { id: 8 } }, failure: null, percent: null });

  // Not for ever.
  compute.mockRejectedValue(new EngineError({ ...gone, messages: [] }));
  run.start(request('b'));
  for (let at = 2; at < 6; at++) {
    loads[at]?.resolve(LOADED);
    await settle();
  }
  expect(loads).toHaveLength(5);
  expect(run.read()).toMatchObject({ failure: { kind: 'gone' }, percent: null });
});
