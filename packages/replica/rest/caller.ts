import type { FastifyRequest } from 'fastify';
import type { Entity } from '../data/entity.ts';
import type { RecordUser } from '../data/records.ts';
import type { Viewer } from '../jql/api.ts';
import type { Store } from '../store/store.ts';

export interface Caller extends Viewer {
  readonly user: RecordUser | null;
}

/**
 * The site's current user, unless the call names another one (account id, name or e-mail) in the header `X-Replica-
 * User`, the query parameter `replicaUser`, the cookie `replica_user` or basic authentication; `anonymous` is nobody.
 * There are no passwords: the data is for demos and tests.
 */
export async function identifyCaller(store: Store, request: FastifyRequest): Promise<Caller> {
  const site = await store.catalogue.site();
  const siteZone = typeof site.timeZone === 'string' ? site.timeZone : 'UTC';
  const named = namedUser(request);
  if (named === 'anonymous') return { userId: null, zone: siteZone, user: null };

  const users = await store.catalogue.all('user');
  const entity =
    users.find(user => isNamed(user, named)) ??
    users.find(user => isNamed(user, site.currentUser)) ??
    users.find(user => user.document.active !== false);
  if (!entity) return { userId: localUser.accountId, zone: siteZone, user: localUser };
  const user = { accountId: entity.id, displayName: entity.name, ...entity.document };
  const zone = typeof entity.document.timeZone === 'string' ? entity.document.timeZone : siteZone;
  return { userId: entity.id, zone, user };
}

/** For a site without users. */
const localUser: RecordUser = { accountId: 'local', displayName: 'Local user', active: true };

function namedUser(request: FastifyRequest): string | null {
  const header = request.headers['x-replica-user'];
  if (typeof header === 'string' && header !== '') return header;
  const query = (request.query as Record<string, unknown>).replicaUser;
  if (typeof query === 'string' && query !== '') return query;
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
