import { namesIn } from '@tallyboard/records/people.ts';
import type { Entity } from '../../data/entity.ts';
import type { JsonObject } from '../../data/shapes.ts';
import type { Api, Call } from '../api.ts';
import { JiraError, orNotFound } from '../errors.ts';
import { pageBean, readList, readWindow } from '../paging.ts';
import { userName } from '../shape/converter.ts';
import { contains, findProject } from './entities.ts';
import { findIssue } from './issue.ts';

const NO_SUCH_USER = 'Specified user does not exist or you do not have required permissions';

export function user(api: Api): void {
  api.platform.get('/user', call => {
    const { accountId, username, key } = call.query;
    const found = call
      .all('user')
      .find(
        ({ id, document }) =>
          id === accountId ||
          (username && userName(document) === username) ||
          (key && document.key === key),
      );
    return shape(call, orNotFound(found, NO_SUCH_USER));
  });
  api.cloud.get('/user/bulk', call => {
    const ids = [call.query.accountId ?? []].flat().map(String);
    if (ids.length === 0) throw new JiraError(400, 'At least one accountId must be given.');
    const found = call.all('user').filter(({ id }) => ids.includes(id));
    const users = found.map(entity => shape(call, entity));
    return pageBean(call, users, 200, 10);
  });
  api.cloud.get('/user/groups', call => {
    const found = orNotFound(call.find('user', String(call.query.accountId)), NO_SUCH_USER);
    const groups = call.all('group').filter(group => isMember(group, found));
    return groups.map(({ id, name }) => ({
      name,
      groupId: id,
      self: call.address(`group?groupId=${encodeURIComponent(id)}`),
    }));
  });

  api.platform.get('/user/search', call => listUsers(call, isActive));
  api.platform.get('/user/assignable/search', async call => {
    await checkPlace(call);
    return listUsers(call, isAssignable);
  });
  api.platform.get('/user/assignable/multiProjectSearch', call => {
    for (const key of readList(call.query.projectKeys)) findProject(call, key);
    return listUsers(call, isAssignable);
  });
  for (const path of ['/users', '/users/search'])
    api.cloud.get(path, call => listUsers(call, () => true));

  api.platform.get('/user/picker', pickUsers);
  api.platform.get('/groups/picker', pickGroups);
  api.platform.get('/groupuserpicker', call => ({
    users: pickUsers(call),
    groups: pickGroups(call),
  }));
}

const isActive = ({ document }: Entity) => document.active !== false;
const isAssignable = (user: Entity) =>
  isActive(user) && (user.document.accountType ?? 'atlassian') === 'atlassian';

/** Membership is stored with the group or with the user. */
export function isMember(
  { name, document }: Entity,
  { id, document: { groups } }: Entity,
): boolean {
  const members = Array.isArray(document.members) ? document.members : [];
  return members.some(member => String(member) === id) || namesIn(groups)?.includes(name) === true;
}

/** By `query` on Cloud and `username` on Data Center. */
function findUsers(call: Call, isListed: (user: Entity) => boolean): Entity[] {
  const { query, username, accountId } = call.query;
  const text = String(query ?? username ?? '').toLowerCase();
  return call.all('user').filter(
    entity =>
      isListed(entity) &&
      (!accountId || entity.id === accountId) &&
      // Data Center accepts '.' and '%' for all users.
      (/^[.%]$/.test(text) || startsSomewhere(entity, text)),
  );
}

function listUsers(call: Call, isListed: (user: Entity) => boolean) {
  const { startAt, maxResults } = readWindow(call.query, 1000);
  const users = findUsers(call, isListed).slice(startAt, startAt + maxResults);
  return users.map(entity => shape(call, entity));
}

/** The first `standard` items of a picker, unless the call asks for more. */
function picked<T>(call: Call, found: readonly T[], standard: number, what: string) {
  const list = found.slice(0, readWindow(call.query, 1000, standard).maxResults);
  const header = `Showing ${list.length} of ${found.length} matching ${what}`;
  return { list, rest: { total: found.length, header } };
}

function pickUsers(call: Call) {
  const { list, rest } = picked(call, findUsers(call, isActive), 50, 'users');
  const users = list.map(({ id, name, document }) => ({
    ...(call.isCloud ? { accountId: id } : { name: userName(document), key: document.key ?? id }),
    displayName: name,
    html: name,
  }));
  return { users, ...rest };
}

function pickGroups(call: Call) {
  const found = call.all('group').filter(({ name }) => contains(name, call.query.query));
  const { list, rest } = picked(call, found, 20, 'groups');
  const groups = list.map(({ name, document }) => ({
    name,
    html: name,
    labels: [],
    groupId: call.isCloud ? String(document.groupId ?? name) : undefined,
  }));
  return { groups, ...rest };
}

/** Requires an existing project or issue. */
async function checkPlace(call: Call): Promise<void> {
  const { project, issueKey, issueId } = call.query;
  if (project) findProject(call, String(project));
  else if (issueKey || issueId) await findIssue(call, String(issueKey ?? issueId));
  else throw new JiraError(400, 'Either project or issueKey must be given.');
}

/** Prefix of a word of the name, the e-mail or the user name. */
function startsSomewhere({ name, document }: Entity, text: string): boolean {
  if (text === '') return true;
  const words = name.toLowerCase().split(/\s+/);
  const names = [name, document.emailAddress, document.name];
  return [...words, ...names].some(word =>
    String(word ?? '')
      .toLowerCase()
      .startsWith(text),
  );
}

/** By account id on Cloud, by name on Data Center. */
export function findUser(call: Call, named: string): Entity | undefined {
  if (call.isCloud) return call.find('user', named);
  const nameOf = ({ id, document }: Entity) => userName({ accountId: id, ...document });
  return call.all('user').find(entity => nameOf(entity) === named);
}

/** A user as issues store it. */
export function userReference({ groups: _, ...reference }: JsonObject) {
  return reference;
}

const shape = ({ convert }: Call, { id }: Entity) => convert.user({ accountId: id });
