/** Saved reports and dashboards that an administrator released to recipients without an account, as aggregates alone. */
import { createHash } from 'node:crypto';
import { asObject } from '@tallyboard/replica/data/shapes.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import type { Subject } from './subject.ts';

type Properties = Pick<Store, 'properties'>;

const SCOPE = 'released reports';

export interface Release {
  readonly by: string;
  readonly atMs: number;
}

/** What was looked at when it was released. */
const questionOf = ({ view }: Pick<Subject, 'view'>): string =>
  createHash('sha256').update(JSON.stringify(view)).digest('base64url');

/** Null: not released, or changed since. */
export async function releaseOf(
  { properties }: Properties,
  saved: Pick<Subject, 'id' | 'view'>,
): Promise<Release | null> {
  const { by, atMs, question } = asObject((await properties.get(SCOPE, saved.id))?.value) ?? {};
  if (typeof by !== 'string' || typeof atMs !== 'number') return null;
  return question === questionOf(saved) ? { by, atMs } : null;
}

export async function release(
  { properties }: Properties,
  saved: Pick<Subject, 'id' | 'view'>,
  { by, atMs }: Release,
): Promise<void> {
  await properties.set(SCOPE, saved.id, { by, atMs, question: questionOf(saved) });
}

export async function endRelease({ properties }: Properties, id: string): Promise<void> {
  await properties.delete(SCOPE, id);
}
