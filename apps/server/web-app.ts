import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { escapeHtml } from '@tallyboard/replica/rest/shape/html.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { preloadTags, readWebRoutes } from './web-routes.ts';

/**
 * Nothing runs but our own files. Atlaskit positions and sizes with style attributes and injects style elements, hence
 * 'unsafe-inline' for styles alone. Pictures may come from a Jira elsewhere. A page that a Jira site has signed is framed
 * by that one, and runs the bridge and the colours of Jira Cloud; all others are framed by ours alone.
 */
function contentSecurity(site: string | null, pictures: string): string {
  const bridge = site === null ? '' : ' https://connect-cdn.atl-paas.net';
  return [
    "default-src 'self'",
    `script-src 'self'${bridge}`,
    `style-src 'self' 'unsafe-inline'${bridge}`,
    `img-src 'self' data: https:${site === null ? '' : ` ${site}`}${pictures}`,
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    `frame-ancestors 'self'${site === null ? '' : ` ${site}`}`,
  ].join('; ');
}

/** A server that knows its readers, or stands in front of a real Jira. */
export interface Front {
  /** What the page is told of its server and its reader, as JSON. */
  note(request: FastifyRequest, reply: FastifyReply): string;
  /** Where the Jira behind has its pictures, which may be no https; null for the built-in one. */
  readonly pictures: string | null;
}

export interface WebAppSettings {
  readonly front: Front | null;
  /** What the page is told of the built-in Jira, as JSON, so that it need not ask; null where another one is behind. */
  readonly replica: (() => Promise<string>) | null;
  /** Where pages tell what went wrong in them; null: nobody wants to know. */
  readonly errorReports: string | null;
  /** Whom readers may write to; null where nobody is named. */
  readonly contact: string | null;
}

/** Serves the built web app: hashed files for ever, its page fresh each time, for every route of the app. */
export async function webApp(
  app: FastifyInstance,
  root: string,
  { front, replica, errorReports, contact }: WebAppSettings,
): Promise<void> {
  if (existsSync(root)) {
    await app.register(fastifyStatic, {
      root,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const hashed = /[\\/]assets[\\/]/.test(path);
        reply.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
        reply.header('X-Content-Type-Options', 'nosniff');
      },
    });
  }
  const sendApp = async (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    preloads = '',
  ) => {
    // A page framed by Jira Cloud asks that Jira for everything.
    const isOwn = request.connectSite === null;
    return sendIndex(reply, root, status, {
      site: request.connectSite,
      notes: {
        server: isOwn && front ? front.note(request, reply) : null,
        replica: isOwn && replica ? await replica() : null,
        'error-reports': errorReports,
        contact,
      },
      links: isOwn ? preloads : '',
      pictures: front?.pictures ? ` ${front.pictures}` : '',
    });
  };
  for (const route of await readWebRoutes(root)) {
    const path = route.path.replace(':id', ':id(^\\d+$)');
    for (const url of path === '/' ? ['/', '/index.html'] : [path, `${path}/`]) {
      app.get<{ Params: { id?: string } }>(url, (request, reply) =>
        sendApp(request, reply, 200, preloadTags(route, request.params.id)),
      );
    }
  }
  // Any other path without a file extension gets the app's own page for unknown addresses.
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !/\.\w+$/.test(path);
    return isPage ? sendApp(request, reply, 404) : reply.code(404).send({ message: 'Not found' });
  });
}

interface Shown {
  /** The Jira site that frames the page. */
  readonly site: string | null;
  readonly notes: Readonly<Record<string, string | null>>;
  /** Tags for what the page is going to ask for. */
  readonly links: string;
  /** One more place for pictures, with a space before it. */
  readonly pictures: string;
}

async function sendIndex(
  reply: FastifyReply,
  root: string,
  status: number,
  { site, notes, links, pictures }: Shown,
): Promise<FastifyReply> {
  const page = await readFile(join(root, 'index.html'), 'utf8').catch(() => null);
  reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-cache');
  if (page === null) {
    return reply
      .code(503)
      .send(
        '<!doctype html><title>Tallyboard</title><p>The pages have not been built. Run <code>npm run build</code>, then load this again.</p>',
      );
  }
  return reply
    .code(status)
    .header('Content-Security-Policy', contentSecurity(site, pictures))
    .header('Referrer-Policy', 'same-origin')
    .header('X-Content-Type-Options', 'nosniff')
    .send(withNotes(page, notes).replace('</head>', () => `${links}\n</head>`));
}

/** Data in attributes: the policy above lets no script stand in the page itself. */
function withNotes(page: string, notes: Readonly<Record<string, string | null>>): string {
  const tags = Object.entries(notes).flatMap(([name, note]) =>
    note === null ? [] : [`\n<meta name="tallyboard-${name}" content="${escapeHtml(note)}">`],
  );
  return page.replace('<head>', () => `<head>${tags.join('')}`);
}
