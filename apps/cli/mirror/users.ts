import { asObject, asText, type JsonObject } from '@tallyboard/replica/data/shapes.ts';
import { batchesOf, type Mirror, platform } from './context.ts';
import { fetchList, fetchOne, unlessHidden } from './lists.ts';

const USERS_AT_ONCE = 100;
/** Jira's replies for unknown users. */
const UNKNOWN = [400, 404];

/** Users by their ids: account ids on Cloud, keys on Data Center. Those that Jira does not have are left out. */
export async function fetchUsers(mirror: Mirror, ids: readonly string[]): Promise<JsonObject[]> {
  const found: JsonObject[] = [];
  if (mirror.client.flavour === 'cloud')
    for (const some of batchesOf(ids, USERS_AT_ONCE))
      found.push(...(await fetchBulk(mirror, some)));
  else for (const id of ids) found.push(...(await fetchByKey(mirror, id)));
  // What Jira adds about groups and applications is no part of a user here.
  return found.map(({ groups: _groups, applicationRoles: _roles, ...user }) => user);
}

/** One unknown id must not hide the others. */
async function fetchBulk(mirror: Mirror, accountId: readonly string[]): Promise<JsonObject[]> {
  const path = `${platform(mirror.client)}/user/bulk`;
  const users = await unlessHidden(fetchList(mirror, { path, query: { accountId } }), UNKNOWN);
  if (users !== null || accountId.length === 1) return users ?? [];
  const single = await Promise.all(accountId.map(id => fetchBulk(mirror, [id])));
  return single.flat();
}

/** Users of a Jira without keys are known by name. */
async function fetchByKey(mirror: Mirror, id: string): Promise<JsonObject[]> {
  const path = `${platform(mirror.client)}/user`;
  for (const query of [{ key: id }, { username: id }]) {
    const user = asObject(await unlessHidden(fetchOne(mirror, { path, query }), UNKNOWN));
    // The name may be that of another person by now.
    if (user && userIdIn(user) === id) return [user];
  }
  return [];
}

export const userIdIn = ({ accountId, key, name }: JsonObject): string | null =>
  asText(accountId) ?? asText(key) ?? asText(name);
