import { type DemoSettings, demoRecords } from '@tallyboard/replica/seed/demo.ts';
import type { Store } from '@tallyboard/replica/store/store.ts';

const scope = 'server';
const key = 'demo';
const seed = 1;

/**
 * Fills an empty store with the demo organisation. One that was made on an earlier day is told anew, so that the demo
 * is always of today; what was imported beside it stays as it is. Returns whether anything was written.
 */
export async function refreshDemo(
  store: Store,
  settings: { size: number; now: number; onProgress?: (landed: number) => void },
): Promise<boolean> {
  const { size, now, onProgress } = settings;
  const stored = (await store.property(scope, key))?.value as Partial<DemoSettings> | undefined;
  if (stored === undefined && (await store.issueCount()) > 0) return false;
  const ofToday = stored?.asOf !== undefined && dayOf(stored.asOf) === dayOf(now);
  if (ofToday && stored?.size === size) return false;
  const demo: DemoSettings = { seed, asOf: now, size };
  const { problems } = await store.ingest(demoRecords(demo), {
    source: 'demo',
    ...(onProgress ? { onProgress } : {}),
  });
  const problem = problems[0];
  if (problem)
    throw new Error(`The demo could not be written: ${problem.record}: ${problem.message}`);
  await store.setProperty(scope, key, demo);
  return true;
}

/** The calendar day on this machine. */
const dayOf = (instant: number): string => new Date(instant).toDateString();
