/** The functions that the pages call in Jira Cloud. */
import { asUser, route } from '@forge/api';
import { kvs } from '@forge/kvs';
import { makeResolver, type Request } from '@forge/resolver';
import { boardSetStore, reportStore } from './item-store.ts';
import { readSetting, type SettingLocation, writeSetting } from './settings.ts';
import { boardSets } from './shared-board-sets.ts';
import { reports } from './shared-reports.ts';

const place: SettingLocation = { store: kvs, isAdmin };

/** Asks Jira as the calling user. Throws when Jira does not answer. */
async function isAdmin(): Promise<boolean> {
  const reply = await asUser().requestJira(
    route`/rest/api/3/mypermissions?permissions=${'ADMINISTER'}`,
  );
  if (!reply.ok) return false;
  const { permissions } = await reply.json();
  return permissions?.ADMINISTER?.havePermission === true;
}

/** Asks Jira as the calling user, which names no project without *Browse projects*. Throws when Jira does not answer. */
async function browsable(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (let start = 0; start < ids.length; start += MAX_PROJECTS) {
    const query = new URLSearchParams({ action: 'browse', maxResults: String(MAX_PROJECTS) });
    for (const id of ids.slice(start, start + MAX_PROJECTS)) query.append('id', id);
    const reply = await asUser().requestJira(route`/rest/api/3/project/search?${query}`);
    if (!reply.ok) throw new Error(`Jira answered ${reply.status} to the search for projects.`);
    for (const { id, key, name } of (await reply.json()).values)
      found.set(String(id), `${name} (${key})`);
  }
  return found;
}

/** Jira's limit of ids in one search. */
const MAX_PROJECTS = 50;

const callOf = ({ context }: Request) => ({ account: context.accountId ?? null, browsable });
const reportsOf = (request: Request) => ({ ...callOf(request), store: reportStore });
const setsOf = (request: Request) => ({ ...callOf(request), store: boardSetStore });

export const handler = makeResolver({
  'read-setting': ({ payload }) => readSetting(place, payload),
  'write-setting': ({ payload }) => writeSetting(place, payload),
  'list-reports': request => reports.list(reportsOf(request), request.payload),
  'read-report': request => reports.read(reportsOf(request), request.payload),
  'save-report': request => reports.save(reportsOf(request), request.payload),
  'delete-report': request => reports.remove(reportsOf(request), request.payload),
  'list-board-sets': request => boardSets.list(setsOf(request), request.payload),
  'read-board-set': request => boardSets.read(setsOf(request), request.payload),
  'save-board-set': request => boardSets.save(setsOf(request), request.payload),
  'delete-board-set': request => boardSets.remove(setsOf(request), request.payload),
});
