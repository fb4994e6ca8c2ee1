/** The functions that the pages call in Jira Cloud. */
import { asApp, assumeTrustedRoute, asUser, privacy, route } from '@forge/api';
import { kvs } from '@forge/kvs';
import { makeResolver, type Request } from '@forge/resolver';
import { figuresAction } from './figures-action.ts';
import { boardSetStore, reportStore } from './item-store.ts';
import { mailStore } from './mail-store.ts';
import {
  addMail,
  changeMail,
  endMailsOf,
  listMails,
  type MailDirectory,
  type MailLocation,
  mailHistory,
  type Recipient,
  removeMail,
  testMail,
} from './mails.ts';
import { ownedItems, ownedMails, ownedPins, reportAccounts } from './personal-data.ts';
import { pinStore } from './pin-store.ts';
import { addPin, deleteWithPins, listPins, type PinLocation, removePin } from './pins.ts';
import { releasedFigures } from './released-figures.ts';
import { setReleased } from './releases.ts';
import { requestAsApp } from './request-as-app.ts';
import { type SendPlace, sendDueMails, sendMailNow } from './send-mails.ts';
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

/** Asks Jira as the calling user. Throws when Jira does not answer. */
const directory: MailDirectory = {
  async issue(key) {
    const reply = await asUser().requestJira(route`/rest/api/3/issue/${key}?fields=created`);
    if (!reply.ok) return null;
    const found = await reply.json();
    return { id: String(found.id), key: String(found.key) };
  },
  async named(name) {
    const isName = (text: unknown) =>
      typeof text === 'string' && text.toLowerCase() === name.toLowerCase();
    const groups = await asUser().requestJira(route`/rest/api/3/groups/picker?query=${name}`);
    const people = await asUser().requestJira(route`/rest/api/3/user/search?query=${name}`);
    if (!groups.ok && !people.ok)
      throw new Error(`Jira answered ${people.status} to the search for recipients.`);
    const found: Recipient[] = [];
    for (const each of groups.ok ? ((await groups.json()).groups ?? []) : [])
      if (isName(each.name))
        found.push({ kind: 'group', id: String(each.groupId), name: each.name });
    for (const { accountId, accountType, displayName, emailAddress } of people.ok
      ? await people.json()
      : [])
      if (accountType === 'atlassian' && (isName(displayName) || isName(emailAddress)))
        found.push({ kind: 'user', id: accountId, name: displayName });
    return found;
  },
};

/** Reads Jira as the app, for reports that an administrator released. */
const request = requestAsApp(
  (url, init) => asApp().requestJira(assumeTrustedRoute(url), init as object) as Promise<never>,
  kvs,
);

const sending: SendPlace = {
  store: reportStore,
  releases: kvs,
  mails: mailStore,
  now: () => Date.now(),
  compute: (report, options) => releasedFigures(report, { ...options, request, now: Date.now() }),
  async notify(issue, notification) {
    const reply = await asApp().requestJira(route`/rest/api/3/issue/${issue}/notify`, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify(notification),
    });
    return reply.status;
  },
};

const mailsOf = (request: Request): MailLocation => ({
  ...reportsOf(request),
  releases: kvs,
  isAdmin,
  mails: mailStore,
  directory,
  now: () => Date.now(),
  sendNow: mail => sendMailNow(sending, mail),
});

/** Deletes a saved report and all that is kept of it. */
async function deleteReport(request: Request) {
  const { payload } = request;
  const answer = await deleteWithPins(pinsOf(request), payload);
  const id: unknown = Reflect.get(Object(payload), 'id');
  if (answer.status === 200 && typeof id === 'string')
    await endMailsOf({ mails: mailStore, releases: kvs }, id);
  return answer;
}

/** Called by Jira Automation. */
export const reportFigures = (payload: unknown) =>
  figuresAction(
    {
      store: reportStore,
      releases: kvs,
      compute: report =>
        releasedFigures(report, {
          request,
          now: Date.now(),
          zone: null,
          why: 'From Tallyboard: totals of three or more issues, computed by the app.',
        }),
    },
    payload,
  );

/** Called by the platform each hour. */
export const sendMails = () => sendDueMails(sending);

/** Called by the platform each week. */
export const reportPersonalData = () =>
  reportAccounts({
    places: [
      ownedItems(reportStore),
      ownedItems(boardSetStore),
      ownedPins(pinStore),
      ownedMails(mailStore),
    ],
    report: privacy.reportPersonalData,
    now: () => Date.now(),
  });

export const handler = makeResolver({
  'read-setting': ({ payload }) => readSetting(place, payload),
  'write-setting': ({ payload }) => writeSetting(place, payload),
  'list-reports': request => reports.list(reportsOf(request), request.payload),
  'read-report': request => reports.read(reportsOf(request), request.payload),
  'save-report': request => reports.save(reportsOf(request), request.payload),
  'delete-report': deleteReport,
  'set-released': request => setReleased(mailsOf(request), request.payload),
  'list-mails': request => listMails(mailsOf(request), request.payload),
  'add-mail': request => addMail(mailsOf(request), request.payload),
  'change-mail': request => changeMail(mailsOf(request), request.payload),
  'remove-mail': request => removeMail(mailsOf(request), request.payload),
  'test-mail': request => testMail(mailsOf(request), request.payload),
  'mail-history': request => mailHistory(mailsOf(request), request.payload),
  'list-pins': request => listPins(pinsOf(request), request.payload),
  'add-pin': request => addPin(pinsOf(request), request.payload),
  'remove-pin': request => removePin(pinsOf(request), request.payload),
  'list-board-sets': request => boardSets.list(setsOf(request), request.payload),
  'read-board-set': request => boardSets.read(setsOf(request), request.payload),
  'save-board-set': request => boardSets.save(setsOf(request), request.payload),
  'delete-board-set': request => boardSets.remove(setsOf(request), request.payload),
});
