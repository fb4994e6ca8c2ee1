import { setTimeout as pause } from 'node:timers/promises';
import { HttpError } from '@tallyboard/jira/errors.ts';
import {
  ASKED_MS,
  CONFIRMED_READERS,
  type Confirmation,
  MAX_ACCESS_AGE_MS,
  READERS,
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
import { type Mirror, platform } from './context.ts';
import { unlessHidden } from './lists.ts';

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
    const isOld = nowMs - (mirror.state.accessMs ?? 0) >= REFRESH_AFTER_MS;
    if (isOld || (await hasNewProjects(mirror))) await copyAccess(mirror, nowMs);
    if (mirror.client.flavour === 'cloud') await confirmReaders(mirror, nowMs);
    mirror.accessTrouble = null;
    return true;
  } catch (error) {
    if (mirror.signal.aborted) return false;
    const isRefused = error instanceof HttpError && error.status === 403;
    const why = isRefused
      ? 'The account needs the permission Administer Jira to read permission schemes.'
      : String(error instanceof Error ? error.message : error);
    if (mirror.accessTrouble !== why)
      mirror.say(
        `Permissions could not be read, so that readers without a Jira token of their own will see nothing: ${why}`,
      );
    mirror.accessTrouble = why;
    return false;
  }
}

/** Projects are hidden until their permissions are known. */
async function hasNewProjects({ store }: Mirror): Promise<boolean> {
  const projects = await store.catalogue.all('project');
  const known = new Set((await store.catalogue.all('projectAccess')).map(({ id }) => id));
  return projects.some(({ id }) => !known.has(id));
}

/** Cloud: asks Jira in which projects each reader of the last minutes may browse, in one call a reader without a token. */
async function confirmReaders(mirror: Mirror, nowMs: number): Promise<void> {
  const { client, store, signal } = mirror;
  const [asked, confirmed, projects] = await Promise.all([
    store.properties.all(READERS),
    store.properties.all(CONFIRMED_READERS),
    store.catalogue.all('project'),
  ]);
  const confirmedMs = new Map(
    confirmed.map(({ key, value }) => [key, (value as Confirmation).atMs] as const),
  );
  const due = asked.filter(
    ({ key, value }) =>
      nowMs - Number(value) < MAX_ACCESS_AGE_MS + ASKED_MS &&
      nowMs - (confirmedMs.get(key) ?? 0) >= REFRESH_AFTER_MS,
  );
  for (const { key: accountId } of due) {
    const memory = readerMemory(mirror, accountId);
    if (answersOwnToken(memory, nowMs)) continue;
    noteCall(memory, nowMs);
    const asking = {
      permissions: ['BROWSE_PROJECTS'],
      projects: projects.map(({ id }) => Number(id)),
    };
    const request = {
      method: 'POST',
      path: `${platform(client)}/permissions/check`,
      body: { accountId, projectPermissions: [asking] },
    } as const;
    // An account that Jira does not know may see nothing, and must not block other readers.
    const reply = await unlessHidden(client.send({ ...request, reads: true }, { signal }));
    const confirmation: Confirmation = { atMs: nowMs, projects: [...grantedProjects(reply)] };
    await store.properties.set(CONFIRMED_READERS, accountId, confirmation);
  }
}
