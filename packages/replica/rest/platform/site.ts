import { namesIn } from '@tallyboard/records/people.ts';
import { projectsWithoutScheme } from '../../data/access/grants.ts';
import type { MirrorState } from '../../data/mirror.ts';
import type { JsonObject } from '../../data/shapes.ts';
import { partialLists } from '../../import/parts.ts';
import { hasUnfinishedImport } from '../../import/unfinished.ts';
import type { Store } from '../../store/store.ts';
import { type Api, type Call, presentOf } from '../api.ts';
import { READ_FIGURES, READ_ISSUES } from '../call-rights.ts';
import { isLocal } from '../caller.ts';
import { orNotFound } from '../errors.ts';
import { readList } from '../paging.ts';
import { userName } from '../shape/converter.ts';
import STANDARD_CONFIGURATION from './configuration.json' with { type: 'json' };

/** The site and the caller. */
export function site(api: Api): void {
  api.platform.get('/configuration', call => configuration(call, api));
  api.platform.get('/serverInfo', serverInfo);
  api.platform.get('/myself', myself);
  api.platform.get('/application-properties', applicationProperties);
  api.root.get('/rest/auth/1/session', READ_ISSUES, session);
  // What is mirrored and as of when, null if nothing is.
  api.root.get('/replica/mirror', READ_FIGURES, async call => {
    call.reply.header('Cache-Control', 'no-store');
    const state = call.mirror;
    return { mirror: state && (await shapeMirror(call, state, await api.store.issues.count())) };
  });
}

const siteOf = ({ find }: Call) => find('site', 'site')?.document ?? {};

async function configuration(call: Call, { store }: Api) {
  const stored = siteOf(call).configuration;
  return {
    ...STANDARD_CONFIGURATION,
    ...(typeof stored === 'object' ? stored : null),
    ...((await hasUnfinishedImport(store)) && { 'tallyboard.unfinishedImport': true }),
    ...(await unreadIssues(call, store)),
    ...(await incomplete(call, store)),
  };
}

/** Why an import lacks or hides issues; names and counts only for those who see everything. */
async function incomplete(call: Call, store: Store): Promise<JsonObject> {
  const lists = await partialLists(store);
  const all = await seesEverything(call);
  const shown = all ? lists.slice(0, MAX_LISTS) : lists.slice(0, 1).map(() => SOME_PAGES);
  const reasons = shown.map(list => `${list}. Import the other pages too.`);
  if (!all && (await hidesFromAll(call, store))) reasons.push(HIDDEN);
  return reasons.length > 0 ? { 'tallyboard.incomplete': reasons } : {};
}

const MAX_LISTS = 10;
const SOME_PAGES = 'An import has only some pages of a list';
const HIDDEN =
  'Issues of projects whose permission scheme was not imported are hidden from everybody. Import the scheme too.';

/** Whether projects with issues name a permission scheme that an import lacks; a mirror names those that it may not read. */
async function hidesFromAll({ mirror }: Call, store: Store): Promise<boolean> {
  if (mirror !== null) return false;
  for (const id of await projectsWithoutScheme(store))
    if ((await store.issues.count(id)) > 0) return true;
  return false;
}

/** Issues of Jira that a mirror could not copy; their keys only for those who see everything. */
async function unreadIssues(call: Call, store: Store): Promise<JsonObject> {
  const unread = (await store.mirror.state())?.unread ?? [];
  if (unread.length === 0) return {};
  const keys = (await seesEverything(call)) ? unread.map(({ name }) => name) : [];
  return { 'tallyboard.notCopied': { count: unread.length, keys } };
}

function serverInfo(call: Call) {
  const { base, isCloud } = call;
  const version = isCloud ? '1001.0.0-SNAPSHOT' : '10.3.0';
  return {
    baseUrl: base,
    displayUrl: isCloud ? base : undefined,
    version,
    versionNumbers: version.split('-')[0]?.split('.').map(Number),
    deploymentType: isCloud ? 'Cloud' : 'Server',
    buildNumber: isCloud ? 100290 : 10030000,
    buildDate: '2026-01-01T00:00:00.000+0000',
    serverTime: new Date(call.now()).toISOString().replace('Z', '+0000'),
    serverTimeZone: isCloud ? call.caller.zone : undefined,
    scmInfo: 'replica',
    serverTitle: String(siteOf(call).title ?? 'Jira'),
  };
}

/** The title and address of the site; one of them if its key is named. */
function applicationProperties(call: Call) {
  const properties = [
    { key: 'jira.title', name: 'Title', value: String(siteOf(call).title ?? 'Jira') },
    { key: 'jira.baseurl', name: 'Base URL', value: call.base },
  ].map(property => ({ id: property.key, ...property, desc: '', type: 'string' }));
  const { key } = call.query;
  if (key === undefined) return properties;
  const found = properties.find(property => property.key === key);
  return orNotFound(found, `The application property '${key}' does not exist.`);
}

const session = ({ caller: { user }, base, isCloud }: Call) => ({
  self: `${base}/rest/api/latest/user?accountId=${user?.accountId}`,
  name: isCloud ? user?.displayName : userName({ ...user }),
  loginInfo: { failedLoginCount: 0, loginCount: 1 },
});

async function myself(call: Call) {
  const expand = readList(call.query.expand);
  const user = { ...call.caller.user };
  const groups = namesIn(user.groups) ?? [];
  const expanded = (name: string, items: unknown[]) => ({
    size: items.length,
    items: expand.includes(name) ? items : [],
  });
  const groupItems = groups.map(name => ({
    name,
    groupId: call.isCloud ? name : undefined,
    self: call.address(`group?groupname=${encodeURIComponent(name)}`),
  }));
  return {
    ...(isLocal(call.caller)
      ? { displayName: user.displayName, active: true }
      : { ...call.convert.user(user), timeZone: call.caller.zone }),
    groups: expanded('groups', groupItems),
    applicationRoles: expanded('applicationRoles', [{ key: 'jira-software', name: 'Jira' }]),
    expand: 'groups,applicationRoles',
    ...(expand.includes('tallyboard.roles') && {
      'tallyboard.roles': call.caller.roles,
      'tallyboard.projectRoles': await call.store.access.projectRoles(),
    }),
  };
}

const seesEverything = async ({ store }: Call): Promise<boolean> =>
  (await store.segments.extent()) === 'everything';

/** Errors of Jira may repeat the query. */
const troubleFor = ({ trouble }: MirrorState, all: boolean) =>
  trouble && !all ? { ...trouble, text: UPDATE_FAILED } : trouble;

const UPDATE_FAILED =
  'The last update from Jira failed. An administrator sees the reason with: tallyboard mirror status';

async function shapeMirror(call: Call, state: MirrorState, total: number) {
  const { why } = call;
  const issues = await call.store.issues.count();
  const text = why ?? call.notice ?? null;
  const all = await seesEverything(call);
  const trouble = text === null ? troubleFor(state, all) : { atMs: call.clock(), text };
  return {
    site: state.site,
    // It may name what the reader may not see.
    jql: all ? state.jql : null,
    asOf: state.asOfMs,
    present: presentOf(state, call.clock()),
    issues,
    // Of the whole mirror: counts by query would tell what hidden issues are like.
    hidden: why === null ? total - issues : 0,
    expected: state.expected,
    trouble: trouble && { at: trouble.atMs, text: trouble.text },
  };
}
