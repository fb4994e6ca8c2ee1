import { fold } from '@tallyboard/database/text/words.ts';
import { Grants } from '../../data/access/grants.ts';
import permissions from '../../data/access/permissions.json' with { type: 'json' };
import type { EntityKind, StoredEntity } from '../../data/entity.ts';
import { asObject, asText } from '../../data/shapes.ts';
import { resolve } from '../resolve.ts';
import type { FunctionRun } from './function.ts';

/** The entities of a kind that pass the test. */
export const entitiesWhere =
  (kind: EntityKind, test: (entity: StoredEntity) => boolean): FunctionRun =>
  ({ catalogue }) => ({ type: 'ids', ids: idsOf(catalogue.all(kind).filter(test)) });

const idsOf = (entities: readonly StoredEntity[]) => entities.map(({ id }) => id);

/** Versions of these projects, or of all. */
export const versionsThat =
  (released: boolean): FunctionRun =>
  (context, args, field) => {
    const ids = args.flatMap(name => resolve(context, 'project', name, field));
    const projects = args.length > 0 ? new Set(ids) : null;
    const isIncluded = ({ document, projectId }: StoredEntity) =>
      (document.released === true) === released &&
      document.archived !== true &&
      (!projects || projects.has(projectId ?? ''));
    return { type: 'ids', ids: idsOf(context.catalogue.all('version').filter(isIncluded)) };
  };

/** The last released or the first unreleased version. */
export function singleVersion(released: boolean): FunctionRun {
  const many = versionsThat(released);
  return (context, args, field) => {
    const found = many(context, args, field);
    if (found?.type !== 'ids') return found;
    return { type: 'ids', ids: released ? found.ids.slice(-1) : found.ids.slice(0, 1) };
  };
}

export function isSubtask(type: StoredEntity): boolean {
  return type.document.subtask === true || type.document.hierarchyLevel === -1;
}

export const ledBy =
  (kind: 'project' | 'component'): FunctionRun =>
  (context, [user], field) => {
    const leads: readonly (string | null)[] =
      user === undefined ? [context.userId] : resolve(context, 'user', user, field);
    const led = context.catalogue.all(kind).filter(entity => leads.includes(leadOf(entity)));
    return { type: 'ids', ids: idsOf(led) };
  };

function leadOf({ document }: StoredEntity): string | null {
  const { accountId, key, name } = asObject(document.lead) ?? {};
  return asText(accountId) ?? asText(key) ?? asText(name) ?? asText(document.leadAccountId);
}

export const membersOf: FunctionRun = (context, [name = '']) => {
  const { catalogue } = context;
  const group = catalogue.named('group', name)[0] ?? catalogue.get('group', name);
  const members = catalogue.all('user').filter(({ document: { groups } }) => {
    if (!Array.isArray(groups)) return false;
    return groups.some(member => typeof member === 'string' && fold(member) === fold(name));
  });
  if (!group && members.length === 0)
    return context.wrongValue(
      `Function 'membersOf' can not generate a list of usernames for group '${name}'; the group does not exist.`,
    );
  const listed = Array.isArray(group?.document.members) ? group.document.members.map(String) : [];
  return { type: 'ids', ids: [...new Set([...listed, ...idsOf(members)])] };
};

/** By the name of the permission, e.g. 'Browse Projects'. */
export const projectsWithPermission: FunctionRun = (context, [name = '']) => {
  const { catalogue, userId } = context;
  const permission = permissions.find(each => fold(each.name) === fold(name));
  if (!permission)
    return context.wrongValue(
      `Function 'projectsWhereUserHasPermission' can not generate a list of projects for permission '${name}'; the permission does not exist.`,
    );
  const granted = new Grants(catalogue, userId).projects(permission.key);
  return { type: 'ids', ids: [...granted.keys()] };
};

/** All projects on a site whose roles are unknown. */
export const projectsWithRole: FunctionRun = (context, [name = '']) => {
  const { catalogue, userId } = context;
  if (catalogue.size('role') === 0) return { type: 'ids', ids: idsOf(catalogue.all('project')) };
  const [role] = catalogue.named('role', name);
  if (!role)
    return context.wrongValue(
      `Function 'projectsWhereUserHasRole' can not generate a list of projects for role '${name}'; the role does not exist.`,
    );
  return { type: 'ids', ids: new Grants(catalogue, userId).projectsWithRole(role.id) };
};
