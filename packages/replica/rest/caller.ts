import { namesIn } from '@tallyboard/records/people.ts';
import type { FastifyRequest } from 'fastify';
import type { Entity } from '../data/entity.ts';
import type { RecordUser } from '../data/records.ts';
import type { Viewer } from '../jql/api.ts';
import type { Store } from '../store/store.ts';
import type { Role } from './visitor.ts';

export interface Caller extends Viewer {
  readonly user: RecordUser | null;
  /** Owns dashboards and favourites; null for nobody. */
  readonly account: string | null;
  readonly role: Role;
  readonly groups: readonly string[];
  /** As exceptions from the policy of figures on people name them. */
  readonly roles: readonly string[];
}

/**
 * Who calls. A visitor who signed in is themselves: their user of Jira where it is known, else one of their own. Without
 * sign-in it is the user whom the site's record names, else nobody of Jira, or, with `actAs`, the one that the call names (account id, name or e-mail) in the
 * header `X-Replica-User`, the query parameter `replicaUser`, the cookie `replica_user` or basic authentication;
 * `anonymous` is nobody.
 */
export async function identifyCaller(
  { store, actAs }: { readonly store: Store; readonly actAs: () => boolean },
  request: FastifyRequest,
): Promise<Caller> {
  const catalogue = await store.catalogue.read();
  const site = catalogue.get('site', 'site')?.document ?? {};
  const siteZone = typeof site.timeZone === 'string' ? site.timeZone : 'UTC';
  const { visitor } = request;
  if (visitor) {
    const { account, role, groups, jiraAccountId, signedIn } = visitor;
    const known = jiraAccountId === null ? null : catalogue.get('user', jiraAccountId);
    // The prefix keeps an account from being taken for a user of Jira with the same name.
    const own = { accountId: `visitor:${account}`, displayName: visitor.name, active: true };
    const caller = callerOf(known ? userOf(known) : own, siteZone);
    // Without sign-in everybody has the same role.
    const roles = [...caller.roles, ...groupRoles(groups), ...(signedIn ? [`role:${role}`] : [])];
    return { ...caller, account, role, groups, roles };
  }
  const named = actAs() ? namedUser(request) : null;
  if (named === 'anonymous')
    return {
      userId: null,
      zone: siteZone,
      user: null,
      account: null,
      role: 'reader',
      groups: [],
      roles: [],
    };

  const users = catalogue.all('user');
  const entity =
    users.find(user => isNamed(user, named)) ?? users.find(user => isNamed(user, site.currentUser));
  if (entity) return callerOf(userOf(entity), siteZone);
  // Earlier versions took the first active user: dashboards keep their owner.
  const owner = users.find(user => user.document.active !== false)?.id ?? localUser.accountId;
  return { ...callerOf(localUser, siteZone), account: owner };
}

export const isLocal = ({ userId }: Pick<Caller, 'userId'>): boolean =>
  userId === localUser.accountId;

const ADMIN_GROUPS = /^(jira-administrators|site-admins|administrators)$/;

const userOf = ({ id, name, document }: Entity): RecordUser => ({
  accountId: id,
  displayName: name,
  ...document,
});

function callerOf(user: RecordUser, siteZone: string): Caller {
  const zone = typeof user.timeZone === 'string' ? user.timeZone : siteZone;
  const { accountId } = user;
  const groups = namesIn(user.groups) ?? [];
  return {
    userId: accountId,
    zone,
    user,
    account: accountId,
    role: groups.some(group => ADMIN_GROUPS.test(group)) ? 'admin' : 'editor',
    groups,
    roles: groupRoles(groups),
  };
}

const groupRoles = (groups: readonly string[]) => groups.map(name => `group:${name}`);

/** The person at a server without sign-in, who is no user of Jira. */
const localUser: RecordUser = { accountId: 'local', displayName: 'Local user', active: true };

function namedUser(request: FastifyRequest): string | null {
  const { replicaUser } = request.query as Record<string, unknown>;
  for (const name of [request.headers['x-replica-user'], replicaUser])
    if (typeof name === 'string' && name !== '') return name;
  const cookie = /(?:^|;\s*)replica_user=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];
  if (cookie) return safeDecode(cookie);
  const basic = /^Basic (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (basic) return Buffer.from(basic, 'base64').toString().split(':')[0] ?? null;
  return null;
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const isNamed = (user: Entity, name: unknown): boolean =>
  name !== null &&
  name !== undefined &&
  [user.id, user.document.name, user.document.key, user.document.emailAddress].includes(name);
