import { fold } from '@tallyboard/database/text/words.ts';
import { rolesOf } from '../../data/access/grants.ts';
import type { Entity } from '../../data/entity.ts';
import { asObjects, asText } from '../../data/shapes.ts';
import type { Api, Call } from '../api.ts';
import { JiraError, orNotFound } from '../errors.ts';
import { isAsked, pageBean, readList } from '../paging.ts';
import { findProject } from './entities.ts';
import { requireAdmin, requirePermission } from './permissions.ts';
import { isMember } from './user.ts';

/** Permission schemes, issue security schemes, project roles and groups. */
export function schemes(api: Api): void {
  api.platform.get('/permissionscheme', call => ({
    permissionSchemes: call.all('permissionScheme').map(scheme => permissionScheme(call, scheme)),
  }));
  api.platform.get('/permissionscheme/:id', call =>
    permissionScheme(call, findScheme(call, 'permissionScheme')),
  );
  api.platform.get('/project/:idOrKey/permissionscheme', async call =>
    permissionScheme(call, await schemeOfProject(call, 'permissionScheme')),
  );

  const forAdmins = (path: string, handle: (call: Call) => unknown, routes = api.platform) =>
    routes.get(path, call => {
      requireAdmin(call);
      return handle(call);
    });
  const securitySchemes = (call: Call) =>
    call.all('securityScheme').filter(({ id }) => isAsked(call.query.schemeId, id));
  forAdmins('/issuesecurityschemes', call => ({
    issueSecuritySchemes: call
      .all('securityScheme')
      .map(scheme => ({ ...securityScheme(call, scheme), levels: undefined })),
  }));
  forAdmins('/issuesecurityschemes/:id', call =>
    securityScheme(call, findScheme(call, 'securityScheme')),
  );
  const levels = (call: Call) => {
    const all = securitySchemes(call).flatMap(scheme => levelsOf(call, scheme));
    const asked = all.filter(({ id }) => isAsked(call.query.id, id));
    return pageBean(call, asked, 100);
  };
  forAdmins('/issuesecurityschemes/level', levels, api.cloud);
  const members = (call: Call) => {
    const all = securitySchemes(call).flatMap(membersOf);
    const asked = all.filter(each => isAsked(call.query.levelId, each.issueSecurityLevelId));
    return pageBean(call, asked, 100);
  };
  forAdmins('/issuesecurityschemes/level/member', members, api.cloud);
  const projects = (call: Call) => {
    const rows = call.all('projectAccess').flatMap(({ id: projectId, document }) => {
      const issueSecuritySchemeId = asText(document.securityScheme);
      const isListed = issueSecuritySchemeId !== null && isAsked(call.query.projectId, projectId);
      return isListed ? { issueSecuritySchemeId, projectId } : [];
    });
    return pageBean(call, rows, 100);
  };
  forAdmins('/issuesecurityschemes/project', projects, api.cloud);
  api.platform.get('/project/:idOrKey/issuesecuritylevelscheme', async call =>
    securityScheme(call, await schemeOfProject(call, 'securityScheme')),
  );
  api.platform.get('/project/:idOrKey/securitylevel', async call => {
    const { id } = findProject(call);
    const granted = await call.store.access.projects('SET_ISSUE_SECURITY');
    const scheme = granted.includes(id)
      ? await call.store.access.scheme(id, 'securityScheme')
      : null;
    return { levels: scheme ? levelsOf(call, scheme) : [] };
  });

  forAdmins('/applicationrole', call =>
    call.all('applicationRole').map(({ document }) => document),
  );
  forAdmins('/role', call => call.all('role').map(role => roleOf(call, role)));
  api.platform.get('/project/:idOrKey/role', async call => {
    const self = call.address(`project/${(await administered(call)).id}/role`);
    return Object.fromEntries(call.all('role').map(({ id, name }) => [name, `${self}/${id}`]));
  });
  api.platform.get('/project/:idOrKey/role/:id', async call => {
    const project = await administered(call);
    const missing = 'Can not retrieve a role actor for a null project role.';
    const role = orNotFound(call.find('role', call.params.id), missing);
    const self = call.address(`project/${project.id}/role/${role.id}`);
    return { ...roleOf(call, role), self, actors: actorsOf(call, project.id, role.id) };
  });

  api.platform.get('/group/member', call => {
    const group = findGroup(call);
    const withInactive = call.query.includeInactiveUsers === 'true';
    const users = call
      .all('user')
      .filter(user => isMember(group, user) && (withInactive || user.document.active !== false))
      .map(({ id }) => call.convert.user({ accountId: id }));
    return pageBean(call, users);
  });
  api.cloud.get('/group/bulk', call => {
    const [ids, names] = [readList(call.query.groupId), readList(call.query.groupName)];
    const all = ids.length === 0 && names.length === 0;
    const groups = call
      .all('group')
      .filter(({ id, name }) => all || ids.includes(id) || names.includes(name))
      .map(({ id, name }) => ({ groupId: id, name }));
    return pageBean(call, groups);
  });
}

type SchemeKind = 'permissionScheme' | 'securityScheme';

const findScheme = (call: Call, kind: SchemeKind): Entity =>
  orNotFound(call.find(kind, call.params.id), `The scheme '${call.params.id}' does not exist.`);

async function schemeOfProject(call: Call, kind: SchemeKind): Promise<Entity> {
  const { id } = await administered(call);
  return orNotFound(await call.store.access.scheme(id, kind), 'The project has no such scheme.');
}

/** The project of the path. Throws Jira's error if the caller may not administer it. */
async function administered(call: Call): Promise<Entity> {
  const project = findProject(call);
  await requirePermission(call, 'ADMINISTER_PROJECTS', { projectId: project.id });
  return project;
}

const EXPANDS_PERMISSIONS = ['permissions', 'all', 'user', 'group', 'projectRole', 'field'];

function permissionScheme(call: Call, { id, name, document }: Entity) {
  const self = call.address(`permissionscheme/${id}`);
  const expand = readList(call.query.expand);
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
    permissions: EXPANDS_PERMISSIONS.some(each => expand.includes(each)) ? grants : undefined,
  };
}

function securityScheme(call: Call, scheme: Entity) {
  const { id, name, document } = scheme;
  const level = asText(document.defaultSecurityLevelId);
  return {
    self: call.address(`issuesecurityschemes/${id}`),
    id: Number(id),
    name,
    description: String(document.description ?? ''),
    defaultSecurityLevelId: level === null ? undefined : Number(level),
    levels: levelsOf(call, scheme),
  };
}

function levelsOf(call: Call, { id: schemeId, document }: Entity) {
  return asObjects(document.levels).map(level => ({
    self: call.address(`securitylevel/${String(level.id)}`),
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

const roleOf = (call: Call, { id, name, document }: Entity) => ({
  self: call.address(`role/${id}`),
  id: Number(id),
  name,
  description: String(document.description ?? ''),
});

function actorsOf(call: Call, projectId: string, roleId: string) {
  const access = call.find('projectAccess', projectId);
  const actors = access ? rolesOf(access.document).filter(actor => actor.roleId === roleId) : [];
  return actors.map(({ user, login, group }, at) => {
    const id = Number(roleId) * 1000 + at;
    if (group !== null) {
      const known = call.all('group').find(each => each.id === group || each.name === group);
      const name = known?.name ?? group;
      const actorGroup = { name, displayName: name, groupId: known?.id ?? group };
      const actor = { id, displayName: name, type: 'atlassian-group-role-actor', name };
      return call.isCloud ? { ...actor, actorGroup } : actor;
    }
    const known = call
      .all('user')
      .find(each => (login === null ? each.id === user : each.document.name === login));
    const displayName = known?.name ?? user ?? login;
    const actor = { id, displayName, type: 'atlassian-user-role-actor' };
    return call.isCloud
      ? { ...actor, actorUser: { accountId: known?.id ?? user ?? login } }
      : { ...actor, name: known?.document.name ?? user ?? login };
  });
}

function findGroup(call: Call): Entity {
  const { groupId, groupname } = call.query;
  if (!groupId && !groupname)
    throw new JiraError(400, 'Either the groupId or the groupname query parameter is required.');
  const isWanted = ({ id, name }: Entity) =>
    groupId ? id === groupId : fold(name) === fold(String(groupname));
  const message = `The group '${String(groupId ?? groupname)}' does not exist.`;
  return orNotFound(call.all('group').find(isWanted), message);
}
