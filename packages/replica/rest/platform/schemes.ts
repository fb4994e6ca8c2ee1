import { rolesOf } from '../../data/access/grants.ts';
import type { Entity } from '../../data/entity.ts';
import { asObjects, asText } from '../../data/shapes.ts';
import type { Api, Call } from '../api.ts';
import { JiraError, orNotFound } from '../errors.ts';
import { pageBean, readList } from '../paging.ts';
import { shapeUser } from '../shape/user.ts';
import { findProject } from './entities.ts';
import { requireAdmin, requirePermission } from './permissions.ts';

const PAGE = { standard: 50, max: 100 };

/** Permission schemes, issue security schemes, project roles and groups. */
export function schemes(api: Api): void {
  api.platform.get('/permissionscheme', async call => {
    const all = await call.store.catalogue.all('permissionScheme');
    return { permissionSchemes: all.map(scheme => permissionScheme(call, scheme)) };
  });
  api.platform.get('/permissionscheme/:id', async call =>
    permissionScheme(call, await findScheme(call, 'permissionScheme', call.params.id)),
  );
  api.platform.get('/project/:idOrKey/permissionscheme', async call =>
    permissionScheme(call, await schemeOfProject(call, 'permissionScheme')),
  );

  api.platform.get('/issuesecurityschemes', async call => {
    requireAdmin(call);
    const all = await call.store.catalogue.all('securityScheme');
    return { issueSecuritySchemes: all.map(scheme => securityScheme(call, scheme, false)) };
  });
  api.platform.get('/issuesecurityschemes/:id', async call => {
    requireAdmin(call);
    return securityScheme(call, await findScheme(call, 'securityScheme', call.params.id));
  });
  api.cloud.get('/issuesecurityschemes/level', async call => {
    requireAdmin(call);
    const [ids, schemeIds] = [readList(call.query.id), readList(call.query.schemeId)];
    const levels = (await call.store.catalogue.all('securityScheme'))
      .filter(({ id }) => schemeIds.length === 0 || schemeIds.includes(id))
      .flatMap(scheme => levelsOf(call, scheme))
      .filter(({ id }) => ids.length === 0 || ids.includes(id));
    return pageBean(call, levels, PAGE);
  });
  api.cloud.get('/issuesecurityschemes/level/member', async call => {
    requireAdmin(call);
    const [levelIds, schemeIds] = [readList(call.query.levelId), readList(call.query.schemeId)];
    const members = (await call.store.catalogue.all('securityScheme'))
      .filter(({ id }) => schemeIds.length === 0 || schemeIds.includes(id))
      .flatMap(membersOf)
      .filter(({ issueSecurityLevelId: id }) => levelIds.length === 0 || levelIds.includes(id));
    return pageBean(call, members, PAGE);
  });
  api.cloud.get('/issuesecurityschemes/project', async call => {
    requireAdmin(call);
    const ids = readList(call.query.projectId);
    const rows = (await call.store.catalogue.all('projectAccess')).flatMap(({ id, document }) => {
      const scheme = asText(document.securityScheme);
      const isListed = scheme !== null && (ids.length === 0 || ids.includes(id));
      return isListed ? { issueSecuritySchemeId: scheme, projectId: id } : [];
    });
    return pageBean(call, rows, PAGE);
  });
  api.platform.get('/project/:idOrKey/issuesecuritylevelscheme', async call =>
    securityScheme(call, await schemeOfProject(call, 'securityScheme')),
  );
  api.platform.get('/project/:idOrKey/securitylevel', async call => {
    const { id } = await findProject(call);
    const granted = await call.store.access.projects('SET_ISSUE_SECURITY');
    const scheme = granted.includes(id)
      ? await call.store.access.scheme(id, 'securityScheme')
      : null;
    return { levels: scheme ? levelsOf(call, scheme) : [] };
  });

  api.platform.get('/role', async call => {
    requireAdmin(call);
    return (await call.store.catalogue.all('role')).map(role => roleOf(call, role));
  });
  api.platform.get('/project/:idOrKey/role', async call => {
    const project = await administered(call);
    const roles = await call.store.catalogue.all('role');
    return Object.fromEntries(
      roles.map(({ id, name }) => [name, `${roleUrl(call, project)}/${id}`]),
    );
  });
  api.platform.get('/project/:idOrKey/role/:id', async call => {
    const project = await administered(call);
    const missing = 'Can not retrieve a role actor for a null project role.';
    const role = orNotFound(await call.store.catalogue.get('role', call.params.id ?? ''), missing);
    const self = `${roleUrl(call, project)}/${role.id}`;
    const actors = await actorsOf(call, project.id, role.id);
    return { ...roleOf(call, role), self, actors };
  });

  api.platform.get('/group/member', async call => {
    const group = await findGroup(call);
    const isListed = isMember(group);
    const withInactive = call.query.includeInactiveUsers === 'true';
    const users = (await call.store.catalogue.all('user')).filter(
      user => isListed(user) && (withInactive || user.document.active !== false),
    );
    return pageBean(
      call,
      users.map(user => shapeMember(call, user)),
      { standard: 50, max: 50 },
    );
  });
  api.cloud.get('/group/bulk', async call => {
    const [ids, names] = [readList(call.query.groupId), readList(call.query.groupName)];
    const groups = (await call.store.catalogue.all('group')).filter(
      ({ id, name }) =>
        (ids.length === 0 && names.length === 0) || ids.includes(id) || names.includes(name),
    );
    const rows = groups.map(({ id, name }) => ({ groupId: id, name }));
    return pageBean(call, rows, { standard: 50, max: 50 });
  });
  api.cloud.get('/user/groups', async call => {
    const missing = 'Specified user does not exist or you do not have required permissions';
    const id = String(call.query.accountId ?? '');
    const user = orNotFound(await call.store.catalogue.get('user', id), missing);
    const groups = await call.store.catalogue.all('group');
    return groups.filter(group => isMember(group)(user)).map(group => groupRef(call, group));
  });
}

async function findScheme(
  call: Call,
  kind: 'permissionScheme' | 'securityScheme',
  id = '',
): Promise<Entity> {
  return orNotFound(await call.store.catalogue.get(kind, id), `The scheme '${id}' does not exist.`);
}

async function schemeOfProject(
  call: Call,
  kind: 'permissionScheme' | 'securityScheme',
): Promise<Entity> {
  const { id } = await administered(call);
  return orNotFound(await call.store.access.scheme(id, kind), 'The project has no such scheme.');
}

/** The project of the path. Throws Jira's error if the caller may not administer it. */
async function administered(call: Call): Promise<Entity> {
  const project = await findProject(call);
  await requirePermission(call, 'ADMINISTER_PROJECTS', { projectId: project.id });
  return project;
}

const api = (call: Call): string => `${call.base}/rest/api/${call.version}`;

function permissionScheme(call: Call, { id, name, document }: Entity) {
  const self = `${api(call)}/permissionscheme/${id}`;
  const expand = readList(call.query.expand);
  const isExpanded = ['permissions', 'all', 'user', 'group', 'projectRole', 'field'].some(each =>
    expand.includes(each),
  );
  const grants = asObjects(document.permissions).map(grant => ({
    id: Number(grant.id),
    self: `${self}/permission/${String(grant.id)}`,
    holder: grant.holder,
    permission: grant.permission,
  }));
  return {
    expand: 'permissions,user,group,projectRole,field,all',
    id: Number(id),
    self,
    name,
    description: String(document.description ?? ''),
    permissions: isExpanded ? grants : undefined,
  };
}

function securityScheme(call: Call, scheme: Entity, withLevels = true) {
  const { id, name, document } = scheme;
  const level = asText(document.defaultSecurityLevelId);
  return {
    self: `${api(call)}/issuesecurityschemes/${id}`,
    id: Number(id),
    name,
    description: String(document.description ?? ''),
    defaultSecurityLevelId: level === null ? undefined : Number(level),
    levels: withLevels ? levelsOf(call, scheme) : undefined,
  };
}

function levelsOf(call: Call, { id: schemeId, document }: Entity) {
  return asObjects(document.levels).map(level => ({
    self: `${api(call)}/securitylevel/${String(level.id)}`,
    id: String(level.id),
    name: String(level.name),
    description: String(level.description ?? ''),
    isDefault: String(level.id) === asText(document.defaultSecurityLevelId),
    issueSecuritySchemeId: schemeId,
  }));
}

function membersOf({ id: issueSecuritySchemeId, document }: Entity) {
  return asObjects(document.levels).flatMap(level =>
    asObjects(level.members).map(({ id, holder }) => ({
      id: String(id),
      issueSecurityLevelId: String(level.id),
      issueSecuritySchemeId,
      holder,
      managed: false,
    })),
  );
}

const roleUrl = (call: Call, project: Entity) => `${api(call)}/project/${project.id}/role`;

const roleOf = (call: Call, { id, name, document }: Entity) => ({
  self: `${api(call)}/role/${id}`,
  id: Number(id),
  name,
  description: String(document.description ?? ''),
});

async function actorsOf(call: Call, projectId: string, roleId: string) {
  const access = await call.store.catalogue.get('projectAccess', projectId);
  const actors = access ? rolesOf(access.document).filter(actor => actor.roleId === roleId) : [];
  const users = await call.store.catalogue.all('user');
  const groups = await call.store.catalogue.all('group');
  return actors.map(({ user, login, group }, at) => {
    const id = Number(roleId) * 1000 + at;
    const named = groups.find(each => each.id === group || each.name === group);
    if (group !== null) {
      const name = named?.name ?? group;
      const actorGroup = { name, displayName: name, groupId: named?.id ?? group };
      return call.flavour === 'cloud'
        ? { id, displayName: name, type: 'atlassian-group-role-actor', name, actorGroup }
        : { id, displayName: name, type: 'atlassian-group-role-actor', name };
    }
    const known = users.find(({ id, document }) =>
      login === null ? id === user : document.name === login,
    );
    const displayName = known?.name ?? user ?? login;
    const type = 'atlassian-user-role-actor';
    return call.flavour === 'cloud'
      ? { id, displayName, type, actorUser: { accountId: known?.id ?? user ?? login } }
      : { id, displayName, type, name: known?.document.name ?? user ?? login };
  });
}

async function findGroup(call: Call): Promise<Entity> {
  const { groupId, groupname } = call.query;
  if (!groupId && !groupname)
    throw new JiraError(400, 'Either the groupId or the groupname query parameter is required.');
  const groups = await call.store.catalogue.all('group');
  const found = groups.find(({ id, name }) => (groupId ? id === groupId : name === groupname));
  return orNotFound(found, `The group '${String(groupId ?? groupname)}' does not exist.`);
}

/** Membership is said by the group or by the user. */
function isMember({ name, document: { members } }: Entity) {
  const listed = new Set(Array.isArray(members) ? members.map(String) : []);
  return ({ id, document: { groups } }: Entity) =>
    listed.has(id) || (Array.isArray(groups) && groups.includes(name));
}

const groupRef = (call: Call, { id, name }: Entity) => ({
  name,
  groupId: id,
  self: `${api(call)}/group?groupId=${encodeURIComponent(id)}`,
});

const shapeMember = (call: Call, { id, document }: Entity) =>
  shapeUser({ ...document, accountId: id }, call.base, call.flavour);
