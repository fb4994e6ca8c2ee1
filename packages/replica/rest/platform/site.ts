import type { Api, Call } from '../api.ts';
import { orNotFound } from '../errors.ts';
import { readList } from '../paging.ts';
import { shapeUser, userName } from '../shape/user.ts';

/** The site and the caller. */
export function site(api: Api): void {
  api.platform.get('/configuration', configuration);
  api.platform.get('/serverInfo', serverInfo);
  api.platform.get('/myself', myself);
  api.platform.get('/application-properties', applicationProperties);
  api.root.get('/rest/auth/1/session', session);
}

/** Jira's defaults. */
const STANDARD_CONFIGURATION = {
  votingEnabled: true,
  watchingEnabled: true,
  unassignedIssuesAllowed: true,
  subTasksEnabled: true,
  issueLinkingEnabled: true,
  timeTrackingEnabled: true,
  attachmentsEnabled: true,
  timeTrackingConfiguration: {
    workingHoursPerDay: 8,
    workingDaysPerWeek: 5,
    timeFormat: 'pretty',
    defaultUnit: 'minute',
  },
};

async function configuration(call: Call) {
  const stored = (await call.store.catalogue.site()).configuration;
  return { ...STANDARD_CONFIGURATION, ...(typeof stored === 'object' ? stored : null) };
}

async function serverInfo(call: Call) {
  const { title = 'Jira' } = await call.store.catalogue.site();
  const cloud = call.flavour === 'cloud';
  const version = cloud ? '1001.0.0-SNAPSHOT' : '10.3.0';
  return {
    baseUrl: call.base,
    displayUrl: cloud ? call.base : undefined,
    version,
    versionNumbers: version.split('-')[0]?.split('.').map(Number),
    deploymentType: cloud ? 'Cloud' : 'Server',
    buildNumber: cloud ? 100290 : 10030000,
    buildDate: '2026-01-01T00:00:00.000+0000',
    serverTime: new Date(call.now()).toISOString().replace('Z', '+0000'),
    serverTimeZone: cloud ? call.caller.zone : undefined,
    scmInfo: 'replica',
    serverTitle: String(title),
  };
}

/** The title and address of the site; one of them if its key is named. */
async function applicationProperties(call: Call) {
  const { title = 'Jira' } = await call.store.catalogue.site();
  const properties = [
    { key: 'jira.title', name: 'Title', value: String(title) },
    { key: 'jira.baseurl', name: 'Base URL', value: call.base },
  ].map(property => ({ id: property.key, ...property, desc: '', type: 'string' }));
  const { key } = call.query;
  if (key === undefined) return properties;
  const found = properties.find(property => property.key === key);
  return orNotFound(found, `The application property '${key}' does not exist.`);
}

const session = ({ caller: { user }, base, flavour }: Call) => ({
  self: `${base}/rest/api/latest/user?accountId=${user?.accountId}`,
  name: flavour === 'cloud' ? user?.displayName : userName({ ...user }),
  loginInfo: { failedLoginCount: 0, loginCount: 1 },
});

function myself(call: Call) {
  const expand = readList(call.query.expand);
  const user = { ...call.caller.user };
  const groups = Array.isArray(user.groups) ? user.groups.map(String) : [];
  const expanded = (name: string, items: unknown[]) => ({
    size: items.length,
    items: expand.includes(name) ? items : [],
  });
  const groupItems = groups.map(name => ({
    name,
    groupId: call.flavour === 'cloud' ? name : undefined,
    self: `${call.base}/rest/api/${call.version}/group?groupname=${encodeURIComponent(name)}`,
  }));
  return {
    ...shapeUser(user, call.base, call.flavour),
    timeZone: call.caller.zone,
    locale: 'en_US',
    groups: expanded('groups', groupItems),
    applicationRoles: expanded('applicationRoles', [{ key: 'jira-software', name: 'Jira' }]),
    expand: 'groups,applicationRoles',
  };
}
