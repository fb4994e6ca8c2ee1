import type { Role } from '@tallyboard/replica/rest/visitor.ts';
import type { FastifyInstance } from 'fastify';
import type { Audit } from '../audit/audit.ts';

const RANK: Readonly<Record<Role, number>> = { reader: 0, editor: 1, admin: 2 };

/** Calls that are sent as POST and change nothing. */
const READS =
  /^\/rest\/tallyboard\/1\/(columns|report(\/[\w-]+)?)$|^\/rest\/api\/\w+\/(search(\/jql|\/approximate-count)?|(issue|changelog)\/bulkfetch|worklog\/list|issue\/[^/]+\/changelog\/list|jql\/\w+|expression\/\w+|permissions\/\w+)$/;
/** The role that other changes need, by path; the first match counts. Paths that are not listed change nothing. */
const NEEDED: readonly (readonly [RegExp, Role])[] = [
  // Owners and shares decide.
  [/^\/(replica\/jira-token|rest\/tallyboard\/1\/(keys|display-links))(\/|$)/, 'reader'],
  [
    /^\/(replica\/(dashboards|saved-reports)|rest\/api\/\w+\/(dashboard|filter\/\d+\/favourite))(\/|$)/,
    'reader',
  ],
  [/^\/(rest\/atlassian-connect|plugins\/servlet)\//, 'admin'],
  [/^\/(rest|replica|plugins)\//, 'editor'],
];

/** The role that a request needs for what it changes; null if it changes nothing. */
export function neededRole(method: string, url: string): Role | null {
  const path = url.split('?')[0] ?? '';
  if (method === 'GET' || method === 'HEAD' || (method === 'POST' && READS.test(path))) return null;
  return NEEDED.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}

export function mayChange(role: Role, method: string, url: string): boolean {
  const needed = neededRole(method, url);
  return needed === null || RANK[role] >= RANK[needed];
}

/** Tells pages whether the visitor administers this server, which Jira does not know. */
export function answerAdminister(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url, visitor }, reply) => {
    if (!visitor || !/^\/rest\/api\/\w+\/mypermissions\?permissions=ADMINISTER$/.test(url)) return;
    const permission = { key: 'ADMINISTER', havePermission: visitor.role === 'admin' };
    return reply.send({ permissions: { ADMINISTER: permission } });
  });
}

/** Calls that audit themselves; some have secrets in their bodies. */
const SECRET = /^\/(replica\/jira-token|rest\/tallyboard\/1\/(keys|display-links))([/?]|$)/;

/** Audits each change that this server made. */
export function noteChanges(app: FastifyInstance, audit: Audit): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { method, url, visitor, accessKey, body } = request;
    if (reply.statusCode >= 300 || neededRole(method, url) === null || SECRET.test(url))
      return payload;
    await audit.note({
      account: visitor?.account ?? 'local',
      action: accessKey ? `changed here by key tb_${accessKey.id}` : 'changed here',
      target: `${method} ${url.split('?')[0]}`,
      detail: body === undefined ? '' : JSON.stringify(body),
    });
    return payload;
  });
}
