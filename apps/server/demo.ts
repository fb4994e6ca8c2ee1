import { setImmediate } from 'node:timers/promises';
import { type DemoSettings, demoCounts, demoRecords } from '@tallyboard/replica/seed/demo.ts';
import type { StoreRecord } from '@tallyboard/replica/store/records.ts';
import type { Store } from '@tallyboard/replica/store/store.ts';

const scope = 'server';
const key = 'demo';
const seed = 1;

/** What the store remembers of the demo that it holds; `most` while a larger one may not be cleared away yet. */
type DemoState = Partial<DemoSettings & { most: number }>;

interface RefreshSettings {
  size: number;
  now: number;
  onProgress?: (landed: number) => void;
  signal?: AbortSignal;
}

/**
 * Fills an empty store with the demo organisation. One that was made on an earlier day is told anew, so that the demo
 * is always of today, and so is one of another size; what a larger one had more is deleted. What was imported beside it
 * stays as it is. Of several servers over one database one makes it, and the others wait. Returns whether anything was
 * written.
 */
export async function refreshDemo(store: Store, settings: RefreshSettings): Promise<boolean> {
  const { signal } = settings;
  if (await isFresh(store, settings)) return false;
  const lock = await store.lock('demo', { wait: true, ...(signal && { signal }) });
  try {
    // Another may have made it meanwhile.
    return (await isFresh(store, settings)) ? false : await makeDemo(store, settings);
  } finally {
    await lock?.release();
  }
}

/** Nothing to do: it is of today, or the store holds something else: an import, or a mirror of a Jira. */
async function isFresh(store: Store, { size, now }: RefreshSettings): Promise<boolean> {
  const stored = (await store.property(scope, key))?.value as DemoState | undefined;
  if (stored === undefined)
    return (await store.issueCount()) > 0 || (await store.mirror.state()) !== null;
  const ofToday = stored.asOf !== undefined && dayOf(stored.asOf) === dayOf(now);
  return ofToday && stored.size === size;
}

async function makeDemo(store: Store, settings: RefreshSettings): Promise<boolean> {
  const { size, now, onProgress, signal } = settings;
  const stored = (await store.property(scope, key))?.value as DemoState | undefined;
  const demo: DemoSettings = { seed, asOf: now, size };
  // Of no day until it is whole: one that was cut short is told again at the next start.
  const most = Math.max(size, stored?.size ?? 0, stored?.most ?? 0);
  await store.setProperty(scope, key, { ...demo, asOf: 0, most });
  const { problems } = await store.ingest(withPauses(demoRecords(demo)), {
    source: 'demo',
    ...(onProgress ? { onProgress } : {}),
    ...(signal ? { signal } : {}),
  });
  const problem = problems[0];
  if (problem)
    throw new Error(`The demo could not be written: ${problem.record}: ${problem.message}`);
  // Once only: what a visitor makes of the favourites afterwards stays.
  if (!stored?.asOf) await markFavourites(store, demo);
  await deleteSurplus(store, most, size);
  await store.setProperty(scope, key, demo);
  return true;
}

/** A transaction deletes so many issues at most, so that readers wait briefly. */
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
    await store.deleteIssues(surplus.slice(from, from + DELETED_AT_ONCE));
    await setImmediate();
  }
}

/** A site keeps favourites by person, apart from the filters: those of the demo belong to who looks at it. */
async function markFavourites(store: Store, demo: DemoSettings): Promise<void> {
  const { currentUser } = await store.site();
  if (typeof currentUser !== 'string') return;
  for (const record of demoRecords(demo)) {
    if (record.kind === 'issue') return;
    if (record.kind === 'filter' && record.value.favourite === true)
      await store.setFavouriteFilter(currentUser, String(record.value.id), true);
  }
}

/** Gives signals and health checks their turn: the database works without a pause of its own. */
async function* withPauses(records: Iterable<StoreRecord>): AsyncGenerator<StoreRecord> {
  let count = 0;
  for (const record of records) {
    yield record;
    count += 1;
    if (count % 100 === 0) await setImmediate();
  }
}

/** The calendar day on this machine. */
const dayOf = (instant: number): string => new Date(instant).toDateString();
