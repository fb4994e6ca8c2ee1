/** Display links as calls: pages make, list and revoke them. */
import { mayManage, mayView } from '@tallyboard/replica/rest/platform/dashboard.ts';
import type { Visitor } from '@tallyboard/replica/rest/visitor.ts';
import type { DisplayLink } from '@tallyboard/server-store/display-links.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import type { DisplayLinks } from '@tallyboard/service-kit/sign-in/display-links.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Audit } from '../audit/audit.ts';
import type { Failure } from '../pages/layout.ts';
import { readJson } from '../read-json.ts';
import { refuse } from '../sign-in/guard.ts';
import { LIST_LINKS, MAKE_LINK, REVOKE_LINK } from './display-link-rights.ts';

const CALL = '/rest/tallyboard/1/display-links';
const MAX_NAME = 100;

export interface DisplayLinkParts {
  readonly links: DisplayLinks;
  readonly dashboards: Pick<Store['dashboards'], 'get'>;
  readonly audit: Audit;
}

export async function displayLinkCalls(
  app: FastifyInstance,
  parts: DisplayLinkParts,
): Promise<void> {
  const { links, dashboards } = parts;
  readJson(app);

  app.get(CALL, { config: { rights: LIST_LINKS } }, async (request, reply) => {
    const { visitor } = request;
    if (!visitor?.signedIn) return refuse(reply, ONLY_PEOPLE.status, ONLY_PEOPLE.message);
    const { dashboard, all } = request.query as Record<string, unknown>;
    if (all === 'true' && visitor.role !== 'admin')
      return refuse(reply, 403, 'Administrators alone see the display links of all.');
    if (all === 'true') return { links: (await links.all()).map(described) };
    if (dashboard === undefined) return { links: (await links.of(visitor.account)).map(described) };
    const found = await dashboards.get(String(dashboard));
    if (!found || !mayView({ caller: visitor }, found)) return refuse(reply, 404, NO_DASHBOARD);
    const list = await links.ofDashboard(found.id);
    const isTheirs = mayManage({ caller: visitor }, found) || visitor.role === 'admin';
    return {
      links: list.filter(({ owner }) => isTheirs || owner === visitor.account).map(described),
    };
  });

  app.post(CALL, { config: { rights: MAKE_LINK } }, async (request, reply) => {
    const made = await makeLink(parts, request);
    if ('status' in made) return refuse(reply, made.status, made.message);
    return reply.code(201).send({ ...described(made.link), path: `/wall/${made.text}` });
  });

  app.delete(`${CALL}/:id`, { config: { rights: REVOKE_LINK } }, async (request, reply) => {
    const { id } = request.params as { id: string };
    const failure = await revokeLink(parts, request, id);
    return failure ? refuse(reply, failure.status, failure.message) : reply.code(204).send();
  });
}

async function makeLink(
  { links, dashboards, audit }: DisplayLinkParts,
  { visitor, accessKey, body }: FastifyRequest,
): Promise<{ readonly text: string; readonly link: DisplayLink } | Failure> {
  if (!visitor?.signedIn || accessKey) return ONLY_PEOPLE;
  if (visitor.role === 'reader')
    return { status: 403, message: 'Readers cannot share, so they make no display links.' };
  const { dashboard, name = '' } = (body ?? {}) as Record<string, unknown>;
  const found = await dashboards.get(String(dashboard));
  if (!found || !mayView({ caller: visitor }, found)) return { status: 404, message: NO_DASHBOARD };
  if (typeof name !== 'string' || name.trim() === '' || name.length > MAX_NAME)
    return {
      status: 400,
      message: `name: give the link a name of at most ${MAX_NAME} characters, such as the room of the screen.`,
    };
  const owner = visitor.account;
  const made = await links.make({ owner, dashboard: found.id, name: name.trim() });
  const detail = JSON.stringify({ dashboard: found.id, name: made.link.name });
  const target = `tw_${made.link.id}`;
  await audit.note({ account: owner, action: 'display link made', target, detail });
  return made;
}

/** Makers revoke their links, those who manage a dashboard its links, administrators any. Returns why it was not done. */
export async function revokeLink(
  { links, dashboards, audit }: DisplayLinkParts,
  { visitor }: FastifyRequest,
  given: string,
): Promise<Failure | null> {
  const link = await links.get(given.replace(/^tw_/, ''));
  if (
    !visitor ||
    !link ||
    !(await mayRevoke(dashboards, visitor, link)) ||
    !(await links.revoke(link.id))
  )
    return { status: 404, message: 'There is no such display link.' };
  const target = `tw_${link.id}`;
  const { account } = visitor;
  await audit.note({ account, action: 'display link revoked', target, detail: link.owner });
  return null;
}

async function mayRevoke(
  dashboards: DisplayLinkParts['dashboards'],
  visitor: Visitor,
  { owner, dashboard }: DisplayLink,
): Promise<boolean> {
  if (visitor.role === 'admin' || owner === visitor.account) return true;
  const found = await dashboards.get(dashboard);
  return found !== null && mayManage({ caller: visitor }, found);
}

const ONLY_PEOPLE: Failure = {
  status: 403,
  message: 'People who are signed in make display links.',
};
const NO_DASHBOARD = 'There is no such dashboard.';

const isoTime = (atMs: number | null): string | null =>
  atMs === null ? null : new Date(atMs).toISOString();

const described = (link: DisplayLink) => ({
  id: `tw_${link.id}`,
  owner: link.owner,
  dashboard: link.dashboard,
  name: link.name,
  created: isoTime(link.createdMs),
  used: isoTime(link.usedMs),
  revoked: isoTime(link.revokedMs),
});
