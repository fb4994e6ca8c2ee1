/** Who opens a wall by a display link: a screen that nobody has signed in at. */
import { PUBLIC } from '@tallyboard/replica/rest/call-rights.ts';
import { mayView } from '@tallyboard/replica/rest/platform/dashboard.ts';
import type { Visitor } from '@tallyboard/replica/rest/visitor.ts';
import type { DisplayLink } from '@tallyboard/server-store/display-links.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import type { DisplayLinks } from '@tallyboard/service-kit/sign-in/display-links.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Audit } from '../audit/audit.ts';
import { type Failure, html, sendPage } from '../pages/layout.ts';
import { type Guard, refuse } from '../sign-in/guard.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The link that the screen was opened with. */
    displayLink?: DisplayLink;
  }
}

interface WallParts {
  readonly guard: Guard;
  readonly links: DisplayLinks;
  readonly store: Pick<Store, 'dashboards'>;
  readonly audit: Audit;
}

const isWallPath = (path: string): boolean => path.startsWith('/wall/');

/** The page of a wall, what it reads, or a link in place of its number. */
const PATH = /^\/wall\/([^/]+)(\/[^?]*)?$/;
const COOKIE = 'tallyboard-wall';
/** The longest that browsers keep a cookie. */
const COOKIE_DAYS = 400;
const DAY_SECONDS = 86_400;

const NEW_LINK =
  "Whoever may edit dashboards makes a new one: open the dashboard, then 'Display link' in its menu.";

/**
 * Lets a screen with the cookie of a wall read this wall, with the rights that the maker of its link has now. All other routes
 * know neither the cookie nor the link.
 */
export function wallVisitors(app: FastifyInstance, parts: WallParts): void {
  const { guard, links, audit } = parts;

  // The hook below asks for the cookie of the wall in place of a session.
  app.addHook('onRoute', route => {
    const { rights = PUBLIC } = route.config ?? {};
    if (isWallPath(route.url))
      route.config = { ...route.config, rights: { ...rights, access: 'public' } };
  });
  // For links in place of numbers, which the hook answers.
  app.all('/wall/*', { config: { rights: PUBLIC } }, (_, reply) =>
    refuse(reply, 404, 'There is no such address of a wall.'),
  );
  app.addHook('onRequest', async (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    if (!isWallPath(path)) return;
    reply.header('Referrer-Policy', 'no-referrer');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(reply.header('Allow', 'GET, HEAD'), 405, 'A wall is read alone.');
    const [, name = '', rest = ''] = PATH.exec(path) ?? [];
    const isPage = rest === '' || rest === '/';
    if (!isPage && isFromOtherSite(request))
      return refuse(reply, 403, 'A page of another site may not call this server.');
    const failed = /^\d{1,15}$/.test(name)
      ? await admit(request, reply, name, isPage)
      : await exchange(request, reply, name);
    if (failed === null) return;
    if (!isPage) return refuse(reply, failed.status, `${failed.message} ${NEW_LINK}`);
    const body = html`<p class="problem">${failed.message}</p><p>${NEW_LINK}</p>`;
    return sendPage(reply, 'This wall cannot be shown', body, failed.status);
  });

  /** Puts the cookie in place of the link, which leaves the address. */
  async function exchange(
    request: FastifyRequest,
    reply: FastifyReply,
    text: string,
  ): Promise<Failure | null> {
    const exchanged = await links.exchange(text);
    if ('refusal' in exchanged) {
      const account = /^tw_\w{8}/.exec(text)?.[0] ?? 'display link';
      const why = exchanged.refusal;
      await audit.refuse({ account, action: 'key refused', address: request.ip, why });
      return { status: 401, message: why };
    }
    const { link, cookie } = exchanged;
    const ended = await findVisitor(link);
    if ('status' in ended) return ended;
    request.displayLink = link;
    setCookie(reply, link.dashboard, cookie);
    reply.header('Cache-Control', 'no-store').redirect(`/wall/${link.dashboard}`, 303);
    return null;
  }

  async function admit(
    request: FastifyRequest,
    reply: FastifyReply,
    dashboard: string,
    isPage: boolean,
  ): Promise<Failure | null> {
    const cookie = request.cookies[COOKIE];
    const link = await links.ofCookie(cookie);
    if ('refusal' in link) return { status: 401, message: link.refusal };
    if (link.dashboard !== dashboard)
      return { status: 401, message: 'The display link of this screen is of another wall.' };
    const visitor = await findVisitor(link);
    if ('status' in visitor) return visitor;
    request.visitor = visitor;
    request.displayLink = link;
    // A screen that is in use keeps its cookie.
    if (isPage && cookie !== undefined) setCookie(reply, dashboard, cookie);
    return null;
  }

  /** The maker of a link, as one who changes nothing; why the link has ended. */
  async function findVisitor(link: DisplayLink): Promise<Visitor | Failure> {
    const owner = await guard.ownerOf(link.owner);
    if (!owner) return ended('The account that made this display link is gone.');
    if (owner.role === 'reader')
      return ended('The account that made this display link may no longer share: it is a reader.');
    const dashboard = await parts.store.dashboards.get(link.dashboard);
    if (!dashboard) return ended('The dashboard of this display link was deleted.');
    if (!mayView({ caller: owner }, dashboard))
      return ended(
        'The dashboard is no longer shared with the account that made this display link.',
      );
    return { ...owner, role: 'reader' };
  }

  const setCookie = (reply: FastifyReply, dashboard: string, value: string) =>
    void reply.setCookie(COOKIE, value, {
      // No other wall, and nothing else, gets it.
      path: `/wall/${dashboard}`,
      httpOnly: true,
      // Lax, because links in mails and chats are cross-site.
      sameSite: 'lax',
      secure: guard.isSecure,
      maxAge: COOKIE_DAYS * DAY_SECONDS,
    });
}

const ended = (message: string): Failure => ({ status: 403, message });

const isFromOtherSite = ({ headers: { 'sec-fetch-site': site } }: FastifyRequest): boolean =>
  site === 'cross-site' || site === 'same-site';
