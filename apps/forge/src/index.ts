/** The functions that the pages call in Jira Cloud. */
import { asUser, privacy, route } from '@forge/api';
import { kvs } from '@forge/kvs';
import { makeResolver, type Request } from '@forge/resolver';
import { boardSetStore, reportStore } from './item-store.ts';
import { ownedItems, ownedPins, reportAccounts } from './personal-data.ts';
import { pinStore } from './pin-store.ts';
import { addPin, deleteWithPins, listPins, type PinLocation, removePin } from './pins.ts';
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

/** Asks Jira as the calling user, who is given no issue that is out of sight. Throws when Jira does not answer. */
async function visible(ids: readonly string[]): Promise<ReadonlySet<string>> {
  const parts = Array.from({ length: Math.ceil(ids.length / MAX_ISSUES) }, (_, at) =>
    ids.slice(at * MAX_ISSUES, (at + 1) * MAX_ISSUES),
  );
  const found = new Set<string>();
  for (const issueIdsOrKeys of parts) {
    const reply = await asUser().requestJira(route`/rest/api/3/issue/bulkfetch`, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify({ issueIdsOrKeys, fields: ['created'] }),
    });
    if (!reply.ok) throw new Error(`Jira answered ${reply.status} to the request for issues.`);
    for (const { id } of (await reply.json()).issues) found.add(String(id));
  }
  return found;
}

/** Jira's limit of issues in one request. */
const MAX_ISSUES = 100;

const callOf = ({ context }: Request) => ({ account: context.accountId ?? null, browsable });
const reportsOf = (request: Request) => ({ ...callOf(request), store: reportStore });
const setsOf = (request: Request) => ({ ...callOf(request), store: boardSetStore });

const pinsOf = (request: Request): PinLocation => ({
  ...reportsOf(request),
  pins: pinStore,
  visible,
});

/** Called by the platform each week. */
export const reportPersonalData = () =>
  reportAccounts({
    places: [ownedItems(reportStore), ownedItems(boardSetStore), ownedPins(pinStore)],
    report: privacy.reportPersonalData,
    now: Date.now,
  });

export const handler = makeResolver({
  'read-setting': ({ payload }) => readSetting(place, payload),
  'write-setting': ({ payload }) => writeSetting(place, payload),
  'list-reports': request => reports.list(reportsOf(request), request.payload),
  'read-report': request => reports.read(reportsOf(request), request.payload),
  'save-report': request => reports.save(reportsOf(request), request.payload),
  'delete-report': request => deleteWithPins(pinsOf(request), request.payload),
  'list-pins': request => listPins(pinsOf(request), request.payload),
  'add-pin': request => addPin(pinsOf(request), request.payload),
  'remove-pin': request => removePin(pinsOf(request), request.payload),
  'list-board-sets': request => boardSets.list(setsOf(request), request.payload),
  'read-board-set': request => boardSets.read(setsOf(request), request.payload),
  'save-board-set': request => boardSets.save(setsOf(request), request.payload),
  'delete-board-set': request => boardSets.remove(setsOf(request), request.payload),
});
