import { backgroundWrites } from '@tallyboard/database/background-writes.ts';
import type { Access, Visibility } from '@tallyboard/replica/data/access/grants.ts';
import { JqlError, type QueryScope } from '@tallyboard/replica/jql/api.ts';
import { presentOf, type ReaderView, type View } from '@tallyboard/replica/rest/api.ts';
import type { Caller } from '@tallyboard/replica/rest/caller.ts';
import type { Store } from '@tallyboard/replica/store/store.ts';

/** Older permissions show nothing. */
export const MAX_ACCESS_AGE_MS = 5 * 60_000;
/** Scope of properties by account id: when a reader last called, for the process that mirrors. */
export const READERS = 'mirror:readers';
/** Minimum time between two writes of it. */
export const ASKED_MS = 30_000;
/** Scope of properties by account id: what Jira confirmed of a reader. */
export const CONFIRMED_READERS = 'mirror:confirmed-readers';

export interface Confirmation {
  readonly atMs: number;
  /** Jira has such a user, who is not deactivated. */
  readonly isActive: boolean;
  /** Ids of projects in which Jira itself lets the reader browse; null if it cannot be asked (Data Center). */
  readonly projects: readonly string[] | null;
}

/** Scope of properties by account id: what Jira last answered to the reader's own token. */
export const TOKEN_ANSWERS = 'mirror:token-answers';

export interface TokenAnswer {
  readonly atMs: number;
  /** 'unreadable': the mirroring process lacks the key that encrypted the token. */
  readonly outcome: 'used' | 'refused' | 'unreadable';
  /** Ids of projects in which Jira lets the reader browse. */
  readonly projects: readonly string[];
  /** Ids of all issues in them that the reader may see; unset if they are more than one page. */
  readonly issues?: readonly string[];
  /** Then: ids of those with a security level, the last updated ones if they are more than one page. */
  readonly levelled?: readonly string[];
}

/**
 * Signed-in readers of a mirror see what Jira would show them, and nothing while that is unknown. An access key with a JQL filter shows
 * what its owner sees of the issues of its query.
 */
export function mirrorView(store: Store, now: () => number): View {
  return async (caller, { visitor }) => {
    const { userId } = caller;
    const mirror = await store.mirror.state();
    const jqlFilter = visitor?.jqlFilter;
    if (mirror === null) {
      const own = { store: store.as(userId), why: null };
      if (jqlFilter === undefined) return own;
      return filtered(store, own, jqlFilter, { viewer: caller, now: now() });
    }
    // Without sign-in only this machine reads: as the account that mirrors.
    if (!visitor?.signedIn) return { store, why: null };
    const { jiraAccountId } = visitor;
    const { visibility, ...rest } = await readerAccess(store, jiraAccountId, now());
    const own = { store: store.as(jiraAccountId, visibility), ...rest };
    if (jqlFilter === undefined || own.why !== null) return own;
    return filtered(
      store,
      own,
      jqlFilter,
      { viewer: caller, now: presentOf(mirror, now()) },
      visibility,
    );
  };
}

/** `seen`: what the owner may see, if Jira said so. */
async function filtered(
  store: Store,
  own: ReaderView,
  jqlFilter: string,
  scope: QueryScope & { readonly viewer: Caller },
  seen?: Visibility,
): Promise<ReaderView> {
  const { userId } = scope.viewer;
  try {
    const { ids } = await own.store.jql.search({ ...scope, jql: jqlFilter });
    const visibility = seen ?? (await own.store.access.visibility()) ?? (await everything(store));
    return { ...own, store: store.as(userId, { ...visibility, issues: ids }) };
  } catch (error) {
    if (!(error instanceof JqlError)) throw error;
    const why = `The JQL filter of this access key cannot be read: ${error.message}`;
    return { store: store.as(userId, nothing(why).visibility), why };
  }
}

async function everything({ catalogue }: Store): Promise<Visibility> {
  const projects = await catalogue.all('project');
  return { projects: new Map(projects.map(({ id }) => [id, true])), levels: null };
}

export interface ReaderAccess {
  readonly visibility: Visibility;
  /** Why the reader sees nothing; null if the reader's permissions are known. */
  readonly why: string | null;
  /** Jira is being asked, which takes seconds. */
  readonly isPending?: boolean;
  /** Why the reader's own token is not used; null if it is, or there is none. */
  readonly notice: string | null;
}

const NOTICES = {
  used: null,
  refused: 'Jira refuses your token: give a new one on your account page.',
  unreadable: 'Your Jira token cannot be decrypted: give it again, or ask an administrator.',
};

/**
 * What Jira would show a reader of a mirror: what it answered to the reader's own token, else what the copied schemes,
 * roles and groups grant to an active user, in projects that Jira confirmed for the reader (Cloud). Nothing unless that is at most
 * five minutes old. `accountId` is the reader's account in Jira.
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
  // After the clock was set back, what is from the future may be of any age.
  const isFresh = (atMs: number | null | undefined) =>
    Math.abs(nowMs - (atMs ?? 0)) < MAX_ACCESS_AGE_MS;
  const answer = (await store.properties.get(TOKEN_ANSWERS, accountId))?.value as
    | TokenAnswer
    | undefined;
  const own = answer?.outcome === 'used' && isFresh(answer.atMs) ? answer : null;
  const rolesUnknown = !isFresh(state?.accessMs);
  if (own?.issues) {
    const projects = new Map(own.projects.map(id => [id, true] as const));
    const visibility = { projects, levels: null, issues: own.issues, rolesUnknown };
    return { visibility, why: null, notice: null };
  }
  const notice = answer ? NOTICES[answer.outcome] : null;
  if (rolesUnknown)
    return nothing('Jira could not be asked in the last five minutes what you may see.', notice);
  const confirmed = await confirmationOf(store, accountId);
  if (!own && !isFresh(confirmed?.atMs))
    return { ...nothing('Jira is being asked what you may see.', notice), isPending: true };
  if (!own && !confirmed?.isActive)
    return nothing(`Jira has no active user '${accountId}'. Ask an administrator.`, notice);
  const granted = await store.as(accountId).access.visibility();
  // Without schemes nothing is known.
  if (!granted) return nothing('The permission schemes of Jira could not be read.', notice);
  const read = new Set((await store.catalogue.all('projectAccess')).map(({ id }) => id));
  const browsable = (own ?? confirmed)?.projects;
  const seen = browsable ? new Set(browsable) : null;
  const projects = new Map<string, Access>();
  for (const [id, access] of granted.projects)
    if (read.has(id) && (seen === null || seen.has(id))) projects.set(id, access);
  const { levelled } = own ?? {};
  const visibility = levelled
    ? { projects, levels: null, levelled }
    : { projects, levels: granted.levels };
  return { visibility, why: null, notice };
}

const nothing = (why: string, notice: string | null = null): ReaderAccess => ({
  visibility: { projects: new Map(), levels: new Map(), hidesAll: true },
  why: notice === null ? why : `${why} ${notice}`,
  notice,
});

const inBackground = backgroundWrites();

async function noteReader({ properties }: Store, accountId: string, nowMs: number): Promise<void> {
  const asked = (await properties.get(READERS, accountId))?.value;
  if (Math.abs(nowMs - Number(asked ?? 0)) >= ASKED_MS)
    inBackground(accountId, () => properties.set(READERS, accountId, nowMs));
}

async function confirmationOf({ properties }: Store, accountId: string) {
  const stored = await properties.get(CONFIRMED_READERS, accountId);
  return (stored?.value as Confirmation | undefined) ?? null;
}
