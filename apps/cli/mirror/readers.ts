import { setTimeout as pause } from 'node:timers/promises';
import { HttpError } from '@tallyboard/jira/errors.ts';
import { asObject, asObjects } from '@tallyboard/replica/data/shapes.ts';
import {
  ASKED_MS,
  CONFIRMED_READERS,
  type Confirmation,
  MAX_ACCESS_AGE_MS,
  READERS,
} from '@tallyboard/server-store/mirror-readers.ts';
import { copyAccess } from './access.ts';
import { type Mirror, platform } from './context.ts';
import { unlessHidden } from './lists.ts';

/** Permissions are read again before readers would see nothing. */
const REFRESH_AFTER_MS = MAX_ACCESS_AGE_MS - 60_000;
const POLL_MS = 2_000;
const RETRY_MS = 30_000;

/** Refreshes permissions, independently of rounds, until the signal aborts. */
export async function keepAccess(mirror: Mirror): Promise<void> {
  const { signal } = mirror;
  for (let wait = 0; !signal.aborted; wait = POLL_MS) {
    await pause(wait, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    const isDone = await refreshAccess(mirror, Date.now());
    if (!isDone) await pause(RETRY_MS, undefined, { signal }).catch(() => {});
  }
}

/** False if Jira could not be asked: permissions expire, and readers see nothing. */
export async function refreshAccess(mirror: Mirror, nowMs: number): Promise<boolean> {
  try {
    const isOld = nowMs - (mirror.state.accessMs ?? 0) >= REFRESH_AFTER_MS;
    if (isOld || (await hasNewProjects(mirror))) await copyAccess(mirror, nowMs);
    if (mirror.client.flavour === 'cloud') await confirmReaders(mirror, nowMs);
    return true;
  } catch (error) {
    if (mirror.signal.aborted) return false;
    const isRefused = error instanceof HttpError && error.status === 403;
    const why = isRefused
      ? 'The account needs the permission Administer Jira to read permission schemes.'
      : String(error instanceof Error ? error.message : error);
    mirror.say(`Permissions could not be read, so that signed-in readers will see nothing: ${why}`);
    return false;
  }
}

/** Projects are hidden until their permissions are known. */
async function hasNewProjects({ store }: Mirror): Promise<boolean> {
  const projects = await store.catalogue.all('project');
  const known = new Set((await store.catalogue.all('projectAccess')).map(({ id }) => id));
  return projects.some(({ id }) => !known.has(id));
}

/** Cloud: asks Jira in which projects each reader of the last minutes may browse, in one call a reader. */
async function confirmReaders({ client, store, signal }: Mirror, nowMs: number): Promise<void> {
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
    const reply = await unlessHidden(client.send(request, { signal, reads: true }));
    const granted = asObjects(asObject(reply)?.projectPermissions);
    const ids = granted.flatMap(each =>
      Array.isArray(each.projects) ? each.projects.map(String) : [],
    );
    const confirmation: Confirmation = { atMs: nowMs, projects: ids };
    await store.properties.set(CONFIRMED_READERS, accountId, confirmation);
  }
}
