import type { Api, Call } from '../api.ts';
import { JiraError } from '../errors.ts';
import { readList } from '../paging.ts';
import { shapeUser } from '../shape/user.ts';

/** The site, the caller, and what the caller may do. */
export function site(api: Api): void {
  api.platform.get('/configuration', configuration);
  api.platform.get('/serverInfo', serverInfo);
  api.platform.get('/myself', myself);
  api.platform.get('/mypermissions', myPermissions);
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

const PROJECT_PERMISSIONS = [
  'BROWSE_PROJECTS',
  'EDIT_ISSUES',
  'ASSIGN_ISSUES',
  'ASSIGNABLE_USER',
  'SCHEDULE_ISSUES',
  'WORK_ON_ISSUES',
  'CREATE_ISSUES',
  'ADMINISTER_PROJECTS',
  'MANAGE_SPRINTS_PERMISSION',
  'TRANSITION_ISSUES',
];
const GLOBAL_PERMISSIONS = ['ADMINISTER', 'SYSTEM_ADMIN', 'USER_PICKER', 'BULK_CHANGE'];
const PERMISSIONS = [...PROJECT_PERMISSIONS, ...GLOBAL_PERMISSIONS];
const ADMIN_GROUPS = /^(jira-administrators|site-admins|administrators)$/;

/** Everyone has all project permissions; global ones need an administrators' group. */
function myPermissions(call: Call) {
  const asked = readList(call.query.permissions);
  if (asked.length === 0 && call.flavour === 'cloud')
    throw new JiraError(400, "The 'permissions' query parameter is required.");
  const unknown = asked.filter(key => !PERMISSIONS.includes(key));
  if (unknown.length > 0)
    throw new JiraError(400, `Unrecognized permission: ${unknown.join(', ')}`);
  const groups = call.caller.user?.groups ?? [];
  const admin = groups.some(group => ADMIN_GROUPS.test(group));
  const entry = (key: string) => ({
    id: String(PERMISSIONS.indexOf(key) + 10),
    key,
    name: key.charAt(0) + key.slice(1).toLowerCase().replaceAll('_', ' '),
    type: GLOBAL_PERMISSIONS.includes(key) ? 'GLOBAL' : 'PROJECT',
    description: '',
    havePermission: admin || !GLOBAL_PERMISSIONS.includes(key),
  });
  const keys = asked.length > 0 ? asked : PERMISSIONS;
  return { permissions: Object.fromEntries(keys.map(key => [key, entry(key)])) };
}
