import type { Store } from '@tallyboard/server-store/store.ts';

type Properties = Pick<Store, 'properties'>;

const SCOPE = 'server';
const KEY = 'site';

/** The Jira that the last server over this store stood in front of; null if it served stored issues. */
export const servedSite = async ({ properties }: Properties): Promise<string | null> =>
  ((await properties.get(SCOPE, KEY))?.value as string | undefined) ?? null;

/** Keeps what a server stands in front of, for commands that are given its data folder alone. */
export async function noteServedSite(store: Properties, site: string | null): Promise<void> {
  // Most starts write nothing, and succeed on a full disk.
  if ((await servedSite(store)) === site) return;
  if (site === null) await store.properties.delete(SCOPE, KEY);
  else await store.properties.set(SCOPE, KEY, site);
}
