import { projectRolesIn } from '@tallyboard/core/people/people-exceptions.ts';
import { fold } from '@tallyboard/database/text/words.ts';
import { ADDON_KEYS } from '@tallyboard/hosts/info.ts';
import type { EntityKind } from '@tallyboard/replica/data/entity.ts';
import type { StoreRecord } from '@tallyboard/replica/data/records.ts';
import { asObject, asObjects, asText, type JsonObject } from '@tallyboard/replica/data/shapes.ts';
import { parseSiteSettings } from '@tallyboard/reports/catalogue/site-settings.ts';
import { type Mirror, platform, recordsOf, unlisted, write } from './context.ts';
import { fetchList, fetchOne, unlessHidden } from './lists.ts';
import { fetchProject } from './places.ts';

const KINDS: readonly EntityKind[] = [
  'permissionScheme',
  'securityScheme',
  'role',
  'applicationRole',
  'projectAccess',
  'group',
];

/**
 * Copies permissions: permission and issue security schemes, project roles, the applications that these name, and the groups
 * that these, shares of filters, fields, comments, worklogs or exceptions for figures on people name, in one transaction.
 * Throws if the account may not read them: readers then see nothing. Returns the keys of projects whose permission scheme it
 * may not read.
 */
export async function copyAccess(mirror: Mirror, accessMs: number): Promise<readonly string[]> {
  const api = platform(mirror.client);
  const known = await mirror.store.catalogue.all('project');
  const projects = known.map(({ id }) => id);
  const expand = { query: { expand: 'permissions,user,group,projectRole,field' } };
  const [permissionSchemes, securitySchemes, roles] = await Promise.all([
    fetchOne(mirror, { path: `${api}/permissionscheme`, ...expand }, 'permissionSchemes'),
    fetchSecuritySchemes(mirror),
    fetchList(mirror, { path: `${api}/role` }),
  ]);
  const schemes = asObjects(permissionSchemes.permissionSchemes);
  const holders = [
    ...schemes.flatMap(({ permissions }) => asObjects(permissions)),
    ...securitySchemes.flatMap(({ levels }) =>
      asObjects(levels).flatMap(({ members }) => asObjects(members)),
    ),
  ].flatMap(({ holder }) => asObjects([holder]));
  const shares = (await mirror.store.catalogue.all('filter')).flatMap(({ document }) =>
    asObjects(document.sharePermissions),
  );
  const restrictions = await mirror.store.mirror.restrictions();
  const ofEntries = roles.filter(({ id, name }) =>
    restrictions.some(each =>
      [id, name].some(text => each.startsWith('role/') && each.endsWith(fold(`/${text}`))),
    ),
  );
  const excepted = await exceptedRoles(mirror);
  const roleIds = new Set([
    ...namesOf(holders, 'projectRole'),
    ...roles.flatMap(({ id, name }) => (excepted.includes(String(name)) ? String(id) : [])),
    ...ofEntries.map(({ id }) => String(id)),
    ...shares.flatMap(({ role }) => asText(asObject(role)?.id) ?? []),
  ]);
  const access = await Promise.all(projects.map(id => fetchProjectAccess(mirror, id, roleIds)));
  const applications = await fetchApplications(mirror, namesOf(holders, 'applicationRole'));
  const namesLeads = holders.some(({ type }) => type === 'projectLead');
  const leads = namesLeads ? await Promise.all(projects.map(id => fetchProject(mirror, id))) : [];
  const actors = access.flatMap(each => Object.values(each.roles).flat());
  const ofGroups = restrictions.flatMap(each => /^group\/(.*)/.exec(each)?.[1] ?? []);
  const groupFields = [...namesOf(holders, 'groupCustomField')];
  const named = new Set([
    ...groupsIn(holders, actors),
    ...ofGroups,
    ...applications.flatMap(groupsOf),
    ...shares.flatMap(share => groupNamed(share.group) ?? []),
    ...(await mirror.store.mirror.valuesOf(groupFields)),
  ]);
  const groups = await Promise.all([...named].map(group => fetchGroup(mirror, group)));
  const records: StoreRecord[] = [
    ...leads.flatMap(project => project?.record ?? []),
    ...recordsOf('permissionScheme', schemes),
    ...recordsOf('securityScheme', securitySchemes),
    ...recordsOf('role', roles),
    ...recordsOf('applicationRole', applications),
    ...access.map(value => ({ kind: 'projectAccess', value }) as StoreRecord),
    ...groups.filter(group => group !== null),
  ];
  const skipped = await write(mirror, {
    records,
    goneEntities: await unlisted(mirror, KINDS, records),
  });
  await write(mirror, { state: { accessMs: skipped.length === 0 ? accessMs : null } });
  const unread = new Set(
    access.flatMap(each => (each.permissionScheme === HIDDEN_SCHEME ? each.id : [])),
  );
  return known.flatMap(({ id, document }) => (unread.has(id) ? String(document.key ?? id) : []));
}

/** A scheme that is not stored grants nothing. */
const HIDDEN_SCHEME = 'hidden';

/** The project roles whose members see people by name under a policy for figures on people. */
async function exceptedRoles({ store }: Mirror): Promise<readonly string[]> {
  const stored = await store.properties.get(`addon:${ADDON_KEYS.standard}`, 'global-settings');
  return projectRolesIn(parseSiteSettings(stored?.value).peopleExceptions);
}

type ProjectAccess = Extract<StoreRecord, { kind: 'projectAccess' }>['value'];

async function fetchProjectAccess(
  mirror: Mirror,
  id: string,
  roleIds: ReadonlySet<string>,
): Promise<ProjectAccess> {
  const { client, signal } = mirror;
  const path = `${platform(client)}/project/${id}`;
  const securityPath = `${path}/issuesecuritylevelscheme`;
  const [permissionScheme, securityScheme, roles] = await Promise.all([
    unlessHidden(fetchOne(mirror, { path: `${path}/permissionscheme` }, 'id')),
    // A project without one may have an empty reply: its issues with a level are hidden.
    unlessHidden(client.send({ method: 'GET', path: securityPath }, { signal })),
    Promise.all(
      [...roleIds].map(async roleId => {
        const role = await unlessHidden(
          fetchOne(mirror, { path: `${path}/role/${roleId}` }, 'actors'),
        );
        return [roleId, asObjects(role?.actors)] as const;
      }),
    ),
  ]);
  return {
    id,
    permissionScheme: String(permissionScheme?.id ?? HIDDEN_SCHEME),
    securityScheme: asText(asObject(securityScheme)?.id),
    roles: Object.fromEntries(roles),
  };
}

/** Schemes with the members of their levels; Data Center has no resource for members. */
async function fetchSecuritySchemes(mirror: Mirror): Promise<JsonObject[]> {
  const path = `${platform(mirror.client)}/issuesecurityschemes`;
  const listed = asObjects(
    (await fetchOne(mirror, { path }, 'issueSecuritySchemes')).issueSecuritySchemes,
  );
  const isCloud = mirror.client.flavour === 'cloud';
  const members = isCloud ? await fetchList(mirror, { path: `${path}/level/member` }) : [];
  const membersOf = Map.groupBy(members, member => String(member.issueSecurityLevelId));
  return Promise.all(
    listed.map(async ({ id }) => {
      const scheme = await fetchOne(mirror, { path: `${path}/${id}` }, 'id');
      const levels = asObjects(scheme.levels).map(level => {
        return { ...level, members: membersOf.get(String(level.id)) ?? [] };
      });
      return { ...scheme, id: String(id), levels };
    }),
  );
}

/** The applications that grants name, by key or name, with the key as id; none where Jira does not list them. */
async function fetchApplications(
  mirror: Mirror,
  names: ReadonlySet<string>,
): Promise<JsonObject[]> {
  if (names.size === 0) return [];
  const path = `${platform(mirror.client)}/applicationrole`;
  const roles = (await unlessHidden(fetchList(mirror, { path }))) ?? [];
  const isNamed = ({ key, name }: JsonObject) => names.has(String(key)) || names.has(String(name));
  return roles.filter(isNamed).map(role => ({ ...role, id: String(role.key) }));
}

/** Groups of an application, as `groupsIn`. */
function groupsOf({ groups, groupDetails }: JsonObject): string[] {
  const ids = asObjects(groupDetails).map(({ groupId }) => String(groupId));
  return ids.length > 0 || !Array.isArray(groups) ? ids : groups.map(String);
}

const namesOf = (holders: readonly JsonObject[], type: string): ReadonlySet<string> =>
  new Set(
    holders.flatMap(holder =>
      holder.type === type ? (asText(holder.value) ?? asText(holder.parameter) ?? []) : [],
    ),
  );

/** Groups by id on Cloud, by name on Data Center. */
function groupsIn(
  holders: readonly JsonObject[],
  actors: readonly JsonObject[],
): ReadonlySet<string> {
  const ofRoles = actors.flatMap(({ actorGroup, type, name }) => {
    const group = groupNamed(actorGroup);
    if (group !== null) return [group];
    return String(type).includes('group') ? [String(name)] : [];
  });
  return new Set([...namesOf(holders, 'group'), ...ofRoles]);
}

function groupNamed(value: unknown): string | null {
  const { groupId, name } = asObject(value) ?? {};
  return asText(groupId) ?? asText(name);
}

async function fetchGroup(mirror: Mirror, group: string): Promise<StoreRecord | null> {
  const path = `${platform(mirror.client)}/group/member`;
  const isId = mirror.client.flavour === 'cloud' && /^[0-9a-f-]{36}$/.test(group);
  const query = isId ? { groupId: group } : { groupname: group };
  const users = await unlessHidden(fetchList(mirror, { path, query }));
  if (users === null) return null;
  const members = users.map(user => String(user.accountId ?? user.key ?? user.name));
  return { kind: 'group', value: { name: group, groupId: group, members } };
}
