import { setImmediate } from 'node:timers/promises';
import { DEMO_SOURCE } from '@tallyboard/replica/data/entity.ts';
import type { StoreRecord } from '@tallyboard/replica/data/records.ts';
import { type DemoSettings, demoCounts, demoRecords } from '@tallyboard/replica/seed/demo.ts';
import type { Store } from '@tallyboard/server-store/store.ts';

const scope = 'server';
const key = 'demo';
const seed = 1;

/** Stored settings of the demo. `most` is a larger size whose surplus is not deleted yet; `stays`: see `fillDemo`. */
type DemoState = Partial<DemoSettings & { most: number; stays: boolean }>;

interface DemoTask {
  size: number;
  now: number;
  onProgress?: (landed: number) => void;
  /** Called before the indexes of a demo that fills an empty store are built. */
  onIndexes?: () => void;
  /** Runs while the indexes are built. */
  beside?: () => Promise<void>;
  signal?: AbortSignal;
}

/**
 * Fills an empty store with the demo organisation, and recreates it when its day or size has changed. Surplus issues
 * of a larger demo are deleted; imported issues stay. With several servers over one database one writes and the others
 * wait. Returns whether anything was written.
 */
export async function refreshDemo(store: Store, settings: DemoTask): Promise<boolean> {
  const { signal } = settings;
  if (await isFresh(store, settings)) return false;
  const lock = await store.lock('demo', { wait: true, ...(signal && { signal }) });
  try {
    // Another server may have created it meanwhile.
    if (await isFresh(store, settings)) return false;
    await makeDemo(store, settings);
    return true;
  } finally {
    await lock?.release();
  }
}

/**
 * Fills a store that holds nothing or a demo. Unlike that of `refreshDemo`, this demo stays as of its day and of its size:
 * a server recreates it only if this was interrupted.
 */
export async function fillDemo(store: Store, task: DemoTask): Promise<void> {
  const lock = await store.lock('demo', { wait: true });
  try {
    await makeDemo(store, task, { stays: true });
  } finally {
    await lock?.release();
  }
}

/** Whether the store holds nothing but the demo: no mirror, and no project of an import. */
export async function holdsOnlyDemo(store: Store): Promise<boolean> {
  if ((await store.mirror.state()) !== null) return false;
  // By source: the keys of the demo's projects are those of many a real project.
  const projects = await store.catalogue.all('project');
  return projects.every(({ source }) => source === DEMO_SOURCE);
}

/** True for a demo of today, and for a store that holds an import or a mirror. */
async function isFresh(store: Store, { size, now }: DemoTask): Promise<boolean> {
  const stored = (await store.properties.get(scope, key))?.value as DemoState | undefined;
  if (stored === undefined)
    return (await store.issues.count()) > 0 || (await store.mirror.state()) !== null;
  if (stored.stays) return true;
  const ofToday = stored.asOf !== undefined && dayOf(stored.asOf) === dayOf(now);
  return ofToday && stored.size === size;
}

async function makeDemo(store: Store, task: DemoTask, mark: DemoState = {}): Promise<void> {
  const { size, now, onProgress, onIndexes, beside, signal } = task;
  const stored = (await store.properties.get(scope, key))?.value as DemoState | undefined;
  const demo: DemoSettings = { seed, asOf: now, size };
  // asOf 0 until complete: an interrupted demo is recreated at the next start.
  const most = Math.max(size, stored?.size ?? 0, stored?.most ?? 0);
  await store.properties.set(scope, key, { ...demo, asOf: 0, most });
  const write = async () => {
    const { problems } = await store.ingest(withPauses(demoRecords(demo)), {
      source: DEMO_SOURCE,
      ...(onProgress ? { onProgress } : {}),
      ...(signal ? { signal } : {}),
    });
    const problem = problems[0];
    if (problem)
      throw new Error(`The demo could not be written: ${problem.record}: ${problem.message}`);
  };
  let isComplete = false;
  const complete = async () => {
    // Once: later changes of a visitor stay.
    if (!stored?.asOf) await markFavourites(store, demo);
    await deleteSurplus(store, most, size);
    await store.properties.set(scope, key, { ...demo, ...mark });
    isComplete = true;
  };
  await store.bulkLoad(write, {
    ...(onIndexes && { onIndexes }),
    // Before columns, which take long: the demo is complete if the process is killed meanwhile.
    beside: async () => {
      await complete();
      await beside?.();
    },
  });
  if (!isComplete) await complete();
}

/** Issues deleted in one transaction. */
const DELETED_AT_ONCE = 500;

async function deleteSurplus(store: Store, most: number, size: number): Promise<void> {
  const kept = demoCounts(size);
  const surplus = [...demoCounts(most)].flatMap(([project, count]) => {
    const first = kept.get(project) ?? 0;
    return Array.from(
      { length: Math.max(0, count - first) },
      (_, n) => `${project}-${first + n + 1}`,
    );
  });
  for (let from = 0; from < surplus.length; from += DELETED_AT_ONCE) {
    await store.issues.delete(surplus.slice(from, from + DELETED_AT_ONCE));
    await setImmediate();
  }
}

/** Favourites are stored by user: those of the demo belong to its current user. */
async function markFavourites(store: Store, demo: DemoSettings): Promise<void> {
  const { currentUser } = await store.catalogue.site();
  if (typeof currentUser !== 'string') return;
  for (const record of demoRecords(demo)) {
    if (record.kind === 'issue') return;
    if (record.kind === 'filter' && record.value.favourite === true)
      await store.favourites.add(currentUser, String(record.value.id));
  }
}

/** Yields to the event loop, for signals and health checks: the database is synchronous. */
async function* withPauses(records: Iterable<StoreRecord>): AsyncGenerator<StoreRecord> {
  let count = 0;
  for (const record of records) {
    yield record;
    count += 1;
    if (count % 100 === 0) await setImmediate();
  }
}

/** The local calendar day. */
const dayOf = (instant: number): string => new Date(instant).toDateString();
