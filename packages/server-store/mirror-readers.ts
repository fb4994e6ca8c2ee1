import type { Access, Visibility } from '@tallyboard/replica/data/access/grants.ts';
import type { View } from '@tallyboard/replica/rest/api.ts';
import type { Store } from '@tallyboard/replica/store/store.ts';

/** Older permissions show nothing. */
export const MAX_ACCESS_AGE_MS = 5 * 60_000;
/** Scope of properties by account id: when a reader last called, for the process that mirrors. */
export const READERS = 'mirror:readers';
/** Minimum time between two writes of it. */
export const ASKED_MS = 30_000;
/** Scope of properties by account id: the projects that Jira confirmed. */
export const CONFIRMED_READERS = 'mirror:confirmed-readers';

export interface Confirmation {
  readonly atMs: number;
  /** Ids of projects in which Jira itself lets the reader browse. */
  readonly projects: readonly string[];
}

/** Signed-in readers of a mirror see what Jira would show them, and nothing while that is unknown. */
export function mirrorView(store: Store, now: () => number): View {
  return async ({ userId }, { visitor }) => {
    if ((await store.mirror.state()) === null) return { store: store.as(userId), why: null };
    // Without sign-in only this machine reads: as the account that mirrors.
    if (!visitor?.signedIn) return { store, why: null };
    const { jiraAccountId } = visitor;
    const { visibility, why } = await readerAccess(store, jiraAccountId, now());
    return { store: store.as(jiraAccountId, visibility), why };
  };
}

export interface ReaderAccess {
  readonly visibility: Visibility;
  /** Why the reader sees nothing; null if the reader's permissions are known. */
  readonly why: string | null;
}

/**
 * What Jira would show a reader of a mirror: what the copied schemes, roles and groups grant, in projects that Jira
 * confirmed for the reader (Cloud). Nothing unless both are at most five minutes old. `accountId` is the reader's account
 * in Jira.
 */
export async function readerAccess(
  store: Store,
  accountId: string | null,
  nowMs: number,
): Promise<ReaderAccess> {
  if (accountId === null)
    return nothing('This account is not linked to an account in Jira. Ask an administrator.');
  await noteReader(store, accountId, nowMs);
  const state = await store.mirror.state();
  const isFresh = (atMs: number | null | undefined) => nowMs - (atMs ?? 0) < MAX_ACCESS_AGE_MS;
  if (!isFresh(state?.accessMs))
    return nothing('Jira could not be asked in the last five minutes what you may see.');
  const confirmation = await confirmationOf(store, accountId);
  if (state?.flavour === 'cloud' && !isFresh(confirmation?.atMs))
    return nothing('Jira is being asked what you may see. Reload in a few seconds.');
  const granted = await store.as(accountId).access.visibility();
  // Without schemes nothing is known.
  if (!granted) return nothing('The permission schemes of Jira could not be read.');
  const read = new Set((await store.catalogue.all('projectAccess')).map(({ id }) => id));
  const confirmed = confirmation && new Set(confirmation.projects);
  const projects = new Map<string, Access>();
  for (const [id, access] of granted.projects)
    if (read.has(id) && (confirmed === null || confirmed.has(id))) projects.set(id, access);
  return { visibility: { projects, levels: granted.levels ?? new Map() }, why: null };
}

const nothing = (why: string): ReaderAccess => ({
  visibility: { projects: new Map(), levels: new Map() },
  why,
});

async function noteReader({ properties }: Store, accountId: string, nowMs: number): Promise<void> {
  const asked = (await properties.get(READERS, accountId))?.value;
  if (nowMs - Number(asked ?? 0) >= ASKED_MS) await properties.set(READERS, accountId, nowMs);
}

async function confirmationOf({ properties }: Store, accountId: string) {
  const stored = await properties.get(CONFIRMED_READERS, accountId);
  return (stored?.value as Confirmation | undefined) ?? null;
}
