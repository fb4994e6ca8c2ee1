import type { Entity } from '../../data/entity.ts';
import type { Api, Call } from '../api.ts';
import { JiraError, orNotFound } from '../errors.ts';
import { pageBean, readList, readWindow } from '../paging.ts';
import { shapeUser, userName } from '../shape/user.ts';
import { contains, findProject } from './entities.ts';
import { findIssue } from './issue.ts';

export function user(api: Api): void {
  api.platform.get('/user', async call => {
    const { accountId, username, key } = call.query;
    const found = (await call.store.catalogue.all('user')).find(
      entity =>
        entity.id === accountId ||
        (username && userName(entity.document) === username) ||
        (key && entity.document.key === key),
    );
    const message = 'Specified user does not exist or you do not have required permissions';
    return shape(call, orNotFound(found, message));
  });

  // Cloud's list of accounts by id.
  api.cloud.get('/user/bulk', async call => {
    const ids = [call.query.accountId ?? []].flat().map(String);
    if (ids.length === 0) throw new JiraError(400, 'At least one accountId must be given.');
    const users = (await call.store.catalogue.all('user')).filter(({ id }) => ids.includes(id));
    const rows = users.map(entity => shape(call, entity));
    return pageBean(call, rows, { standard: 10, max: 200 });
  });

  api.platform.get('/user/search', call => listUsers(call, isActive));
  api.platform.get('/user/assignable/search', async call => {
    await checkPlace(call);
    return listUsers(call, isAssignable);
  });
  api.platform.get('/user/assignable/multiProjectSearch', async call => {
    const keys = readList(call.query.projectKeys);
    await Promise.all(keys.map(key => findProject(call, key)));
    return listUsers(call, isAssignable);
  });
  for (const path of ['/users', '/users/search'])
    api.cloud.get(path, call => listUsers(call, () => true));

  api.platform.get('/user/picker', async call => pickUsers(call));
  api.platform.get('/groups/picker', async call => pickGroups(call));
  api.platform.get('/groupuserpicker', async call => ({
    users: await pickUsers(call),
    groups: await pickGroups(call),
  }));
}

const isActive = ({ document }: Entity) => document.active !== false;
const isAssignable = (user: Entity) =>
  isActive(user) && (user.document.accountType ?? 'atlassian') === 'atlassian';

/** By `query` on Cloud and `username` on Data Center. */
async function findUsers(call: Call, isListed: (user: Entity) => boolean): Promise<Entity[]> {
  const { query, username, accountId } = call.query;
  const text = String(query ?? username ?? '').toLowerCase();
  return (await call.store.catalogue.all('user')).filter(
    entity =>
      isListed(entity) &&
      (!accountId || entity.id === accountId) &&
      // Data Center accepts '.' and '%' for all users.
      (/^[.%]$/.test(text) || startsSomewhere(entity, text)),
  );
}

async function listUsers(call: Call, isListed: (user: Entity) => boolean) {
  const { startAt, maxResults } = readWindow(call.query, { standard: 50, max: 1000 });
  const users = await findUsers(call, isListed);
  return users.slice(startAt, startAt + maxResults).map(entity => shape(call, entity));
}

const headerOf = (shown: number, total: number) => `Showing ${shown} of ${total} matching`;

async function pickUsers(call: Call) {
  const found = await findUsers(call, isActive);
  const { maxResults } = readWindow(call.query, { standard: 50, max: 1000 });
  const users = found.slice(0, maxResults).map(({ id, name, document }) => ({
    ...(call.flavour === 'cloud'
      ? { accountId: id }
      : { name: userName(document), key: document.key ?? id }),
    displayName: name,
    html: name,
  }));
  return { users, total: found.length, header: `${headerOf(users.length, found.length)} users` };
}

async function pickGroups(call: Call) {
  const found = (await call.store.catalogue.all('group')).filter(({ name }) =>
    contains(name, call.query.query),
  );
  const { maxResults } = readWindow(call.query, { standard: 20, max: 1000 });
  const groups = found.slice(0, maxResults).map(({ name, document }) => ({
    name,
    html: name,
    labels: [],
    groupId: call.flavour === 'cloud' ? String(document.groupId ?? name) : undefined,
  }));
  return { groups, total: found.length, header: `${headerOf(groups.length, found.length)} groups` };
}

/** Requires an existing project or issue. */
async function checkPlace(call: Call): Promise<void> {
  const { project, issueKey, issueId } = call.query;
  if (project) await findProject(call, String(project));
  else if (issueKey || issueId) await findIssue(call, String(issueKey ?? issueId));
  else throw new JiraError(400, 'Either project or issueKey must be given.');
}

/** Prefix of a word of the name, the e-mail or the user name. */
function startsSomewhere({ name, document }: Entity, text: string): boolean {
  if (text === '') return true;
  const words = name.toLowerCase().split(/\s+/);
  const names = [name, document.emailAddress, document.name].map(n =>
    String(n ?? '').toLowerCase(),
  );
  return [...words, ...names].some(word => word.startsWith(text));
}

/** By account id on Cloud, by name on Data Center. */
export async function findUser(call: Call, named: string): Promise<Entity | undefined> {
  const users = await call.store.catalogue.all('user');
  return users.find(({ id, document }) =>
    call.flavour === 'cloud' ? id === named : userName({ accountId: id, ...document }) === named,
  );
}

/** A user as issues store it. */
export function userReference({ groups: _, ...reference }: Record<string, unknown>) {
  return reference;
}

const shape = (call: Call, entity: Entity) =>
  shapeUser({ ...entity.document, accountId: entity.id }, call.base, call.flavour);
