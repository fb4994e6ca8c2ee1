/** When the reader was on the page: two times, nothing else of the reader. */
import { createJiraClient } from '@tallyboard/jira/client.ts';
import * as v from 'valibot';
import type { Host } from '../host.ts';
import { type UserProperty, userProperty } from './user-property.ts';

const time = v.optional(v.nullable(v.string()), null);

const visit = v.object({
  /** ISO time of the end of the visit before; null without one, and once the reader has seen what changed since. */
  previous: time,
  /** ISO time at which the reader was last on the page. */
  latest: time,
});
export type Visit = v.InferOutput<typeof visit>;

/** Never throws. */
export const readVisit = (stored: unknown): Visit => {
  const { success, output } = v.safeParse(visit, stored);
  return success ? output : { previous: null, latest: null };
};

/** In a property of the reader's user in Jira, for frames whose browser may keep nothing. */
export function propertyVisits({ info, request }: Pick<Host, 'info' | 'request'>) {
  const { flavour, addonKey } = info;
  const client = createJiraClient({ flavour, addonKey, request });
  const { read, write }: UserProperty<unknown> = userProperty(
    client,
    'tallyboard-visit',
    v.unknown(),
    { empty: {}, noun: 'visit' },
  );
  return { read: async (signal?: AbortSignal) => readVisit(await read(signal)), write };
}

const MINUTE_MS = 60_000;
/** A page that is opened again within this time belongs to the same visit. */
const SAME_VISIT_MS = 60 * MINUTE_MS;
/** Visits are stored so exactly, so that a reload writes nothing. */
const STEP_MS = 15 * MINUTE_MS;

/** The visit after the page was opened; the same object where nothing is to be stored. */
export function visitAt(stored: Visit, now: number): Visit {
  const { previous, latest } = stored;
  const at = latest === null ? Number.NaN : Date.parse(latest);
  const present = new Date(now).toISOString();
  if (Number.isNaN(at)) return { previous: null, latest: present };
  // A clock that was ahead is put right.
  if (at > now) return { previous, latest: present };
  if (now - at >= SAME_VISIT_MS) return { previous: latest, latest: present };
  return now - at >= STEP_MS ? { previous, latest: present } : stored;
}
