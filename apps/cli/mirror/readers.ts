import { setTimeout as pause } from 'node:timers/promises';
import { HttpError } from '@tallyboard/jira/errors.ts';
import type { JsonObject } from '@tallyboard/replica/data/shapes.ts';
import {
  ASKED_MS,
  CONFIRMED_READERS,
  type Confirmation,
  MAX_ACCESS_AGE_MS,
  READERS,
  TOKEN_ANSWERS,
  type TokenAnswer,
} from '@tallyboard/server-store/mirror-readers.ts';
import { copyAccess } from './access.ts';
import {
  answersOwnToken,
  askReaders,
  grantedProjects,
  noteCall,
  REFRESH_AFTER_MS,
  RETRY_MS,
  readerMemory,
} from './ask-readers.ts';
import { type Mirror, platform, recordsOf, write } from './context.ts';
import { unlessHidden } from './lists.ts';
import { fetchUsers, userIdIn } from './users.ts';

const POLL_MS = 2_000;

/** Keeps what readers may see fresh, independently of rounds, until the signal aborts. */
export async function keepAccess(mirror: Mirror, key: () => Buffer): Promise<void> {
  const { signal } = mirror;
  const repeat = async (work: () => Promise<number>) => {
    while (!signal.aborted) {
      const wait = await work();
      await pause(wait, undefined, { signal }).catch(() => {});
    }
  };
  // At the same time: reading the schemes of many projects takes minutes.
  await Promise.all([
    repeat(async () => ((await refreshAccess(mirror, Date.now())) ? POLL_MS : RETRY_MS)),
    repeat(async () => {
      await askReaders(mirror, key, Date.now());
      return POLL_MS;
    }),
  ]);
}

/** False if Jira could not be asked: permissions expire, and readers see nothing. */
export async function refreshAccess(mirror: Mirror, nowMs: number): Promise<boolean> {
  try {
    const isOld = Math.abs(nowMs - (mirror.state.accessMs ?? 0)) >= REFRESH_AFTER_MS;
    if (isOld || (await hasNewProjects(mirror)))
      tell(mirror, unreadText(await copyAccess(mirror, nowMs)));
    await confirmReaders(mirror, nowMs);
    return true;
  } catch (error) {
    if (mirror.signal.aborted) return false;
    const isRefused = error instanceof HttpError && error.status === 403;
    const why = isRefused
      ? 'The account needs the permissions Administer Jira, for permission schemes, and Browse users and groups, for the readers.'
      : String(error instanceof Error ? error.message : error);
    tell(
      mirror,
      `Permissions could not be read, so that readers without a Jira token of their own will see nothing: ${why}`,
    );
    return false;
  }
}

/** Says what is wrong with permissions once. */
function tell(mirror: Mirror, trouble: string | null): void {
  if (trouble !== null && mirror.accessTrouble !== trouble) mirror.say(trouble, 'warn');
  mirror.accessTrouble = trouble;
}

const unreadText = (projects: readonly string[]): string | null =>
  projects.length === 0
    ? null
    : `Permissions of ${projects.join(', ')} could not be read, so that readers without a Jira token of their own will see nothing of ${projects.length === 1 ? 'this project' : 'these projects'}: the account needs the permission Administer Jira, or Administer Projects there.`;

/** Projects are hidden until their permissions are known. */
async function hasNewProjects({ store }: Mirror): Promise<boolean> {
  const projects = await store.catalogue.all('project');
  const known = new Set((await store.catalogue.all('projectAccess')).map(({ id }) => id));
  return projects.some(({ id }) => !known.has(id));
}

/**
 * Asks Jira whether the readers of the last minutes who have no token of their own are active users, and on Cloud in which projects
 * each may browse.
 */
async function confirmReaders(mirror: Mirror, nowMs: number): Promise<void> {
  const due = await findDue(mirror, nowMs);
  if (due.length === 0) return;
  const users = await fetchUsers(mirror, due);
  await storeReaders(mirror, users);
  const active = new Set(users.flatMap(user => (user.active === true ? userIdIn(user) : [])));
  for (const accountId of due) {
    const isActive = active.has(accountId);
    const projects = isActive ? await browsable(mirror, accountId, nowMs) : [];
    const confirmation: Confirmation = { atMs: nowMs, isActive, projects };
    await mirror.store.properties.set(CONFIRMED_READERS, accountId, confirmation);
  }
}

/** Account ids of readers whose confirmation is missing or old. */
async function findDue(mirror: Mirror, nowMs: number): Promise<string[]> {
  const { store } = mirror;
  const asked = await store.properties.all(READERS);
  const confirmed = await store.properties.all(CONFIRMED_READERS);
  const confirmedMs = new Map(
    confirmed.map(({ key, value }) => [key, (value as Confirmation).atMs] as const),
  );
  // From the store, where a token's answer ends with it.
  const answers = await store.properties.all(TOKEN_ANSWERS);
  const ownAnswers = new Map(answers.map(({ key, value }) => [key, value as TokenAnswer] as const));
  const users = new Set((await store.catalogue.all('user')).map(({ id }) => id));
  return asked.flatMap(({ key, value }) => {
    const isHere = Math.abs(nowMs - Number(value)) < MAX_ACCESS_AGE_MS + ASKED_MS;
    const isOld = Math.abs(nowMs - (confirmedMs.get(key) ?? 0)) >= REFRESH_AFTER_MS;
    // The schemes decide for some readers with a token too, by what is stored of their user.
    const hasToken = answersOwnToken(ownAnswers.get(key), nowMs) && users.has(key);
    return isHere && isOld && !hasToken ? key : [];
  });
}

/** Stores users whom no issue names, and who were deactivated or activated. */
async function storeReaders(mirror: Mirror, users: readonly JsonObject[]): Promise<void> {
  const stored = await mirror.store.catalogue.read();
  const news = users.filter(user => {
    const known = stored.get('user', userIdIn(user) ?? '')?.document;
    return !known || (known.active !== false) !== (user.active === true);
  });
  if (news.length > 0) await write(mirror, { records: recordsOf('user', news) });
}

/** Projects in which Jira lets a reader browse; null on Data Center, which cannot be asked. */
async function browsable(
  mirror: Mirror,
  accountId: string,
  nowMs: number,
): Promise<readonly string[] | null> {
  const { client, store, signal } = mirror;
  noteCall(readerMemory(mirror, accountId), nowMs);
  if (client.flavour !== 'cloud') return null;
  const projects = (await store.catalogue.all('project')).map(({ id }) => Number(id));
  const request = {
    method: 'POST',
    path: `${platform(client)}/permissions/check`,
    body: { accountId, projectPermissions: [{ permissions: ['BROWSE_PROJECTS'], projects }] },
  } as const;
  // An account that Jira does not know may see nothing, and must not block other readers.
  const reply = await unlessHidden(client.send({ ...request, reads: true }, { signal }));
  return [...grantedProjects(reply)];
}
