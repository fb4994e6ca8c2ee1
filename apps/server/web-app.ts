import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { escapeHtml } from '@tallyboard/replica/rest/shape/html.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Only scripts, styles and pictures of our own files. Pages with issues load avatars and icons over https. `site` frames a
 * page that it has signed, which then loads the bridge of Jira Cloud; no other site frames our pages.
 */
function contentSecurity({ site, pictures, content }: PageContent) {
  const bridge = site === null ? [] : ['https://connect-cdn.atl-paas.net'];
  const hosts = site === null ? [] : [site];
  const remote = ['https:', ...hosts, ...(pictures === null ? [] : [pictures])];
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...bridge],
      styleSrc: ["'self'", ...(site === null ? [] : ["'unsafe-inline'"]), ...bridge],
      imgSrc: ["'self'", 'data:', ...(content ? remote : [])],
      workerSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'self'", ...hosts],
    },
  };
}

/** Notes to the page of a server with sign-in or with a real Jira behind it. */
export interface ServerNotes {
  /** JSON about the server and the reader. */
  note(request: FastifyRequest, reply: FastifyReply): string;
  /** Origin of the real Jira, for its pictures over http; null without one. */
  readonly pictures: string | null;
}

export interface WebAppSettings {
  readonly serverNotes: ServerNotes | null;
  /** JSON about the replica, so that the page need not ask; null with a real Jira. */
  readonly replica: (() => Promise<string>) | null;
  /** Path for error reports; null: none are sent. */
  readonly errorReports: string | null;
  /** E-mail address for questions. */
  readonly contact: string | null;
}

/** Serves the built web app: hashed files immutable, its page without a cache at every route. */
export async function webApp(
  app: FastifyInstance,
  root: string,
  { serverNotes, replica, errorReports, contact }: WebAppSettings,
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
      },
    });
  }
  const sendApp = async (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    preloads = '',
    content?: WebRoute['content'],
  ) => {
    // A page framed by Jira Cloud asks that Jira for everything.
    const isOwn = request.connectSite === null;
    return sendIndex(reply, root, status, {
      site: request.connectSite,
      notes: {
        server: isOwn && serverNotes ? serverNotes.note(request, reply) : null,
        replica: isOwn && replica ? await replica() : null,
        'error-reports': errorReports,
        contact,
      },
      links: isOwn ? preloads : '',
      pictures: serverNotes?.pictures ?? null,
      content,
    });
  };
  const routes = await readWebRoutes(root);
  for (const route of routes) {
    const path = route.path.replace(':id', ':id(^\\d+$)');
    for (const url of path === '/' ? ['/', '/index.html'] : [path, `${path}/`]) {
      app.get<{ Params: { id?: string }; Querystring: { gadget?: string } }>(
        url,
        (request, reply) => {
          const { params, query } = request;
          // The root and the reports page show the gadget of the query.
          const named = route.gadget
            ? undefined
            : routes.find(each => each.gadget === query.gadget);
          const { content } = query.gadget && named ? named : route;
          return sendApp(request, reply, 200, preloadTags(route, params.id), content);
        },
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

interface PageContent {
  /** The Jira site that frames the page. */
  readonly site: string | null;
  readonly notes: Readonly<Record<string, string | null>>;
  /** Preload tags. */
  readonly links: string;
  /** Origin of the Jira that pictures come from. */
  readonly pictures: string | null;
  readonly content: WebRoute['content'];
}

async function sendIndex(
  reply: FastifyReply,
  root: string,
  status: number,
  page: PageContent,
): Promise<FastifyReply> {
  const index = await readFile(join(root, 'index.html'), 'utf8').catch(() => null);
  reply.type('text/html; charset=utf-8').header('Cache-Control', 'no-cache');
  if (index === null) {
    return reply
      .code(503)
      .send(
        '<!doctype html><title>Tallyboard</title><p>The pages have not been built. Run <code>npm run build</code>, then load this again.</p>',
      );
  }
  reply.helmet({ contentSecurityPolicy: contentSecurity(page) });
  return reply
    .code(status)
    .send(withNotes(index, page.notes).replace('</head>', () => `${page.links}\n</head>`));
}

/** As meta tags, since the policy forbids inline scripts. */
function withNotes(page: string, notes: Readonly<Record<string, string | null>>): string {
  const tags = Object.entries(notes).flatMap(([name, note]) =>
    note === null ? [] : [`\n<meta name="tallyboard-${name}" content="${escapeHtml(note)}">`],
  );
  return page.replace('<head>', () => `<head>${tags.join('')}`);
}

/** A path of the web app, as its build lists them in routes.json. */
interface WebRoute {
  /** ':id' stands for a number. */
  readonly path: string;
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** The call that everything else on the page waits for. */
  readonly data?: string;
  readonly gadget?: string;
  /** Pictures of issues, or also rich text with style attributes; absent for neither. */
  readonly content?: 'issues';
}

/** The paths of the built app; the root alone where nothing is built. */
async function readWebRoutes(root: string): Promise<readonly WebRoute[]> {
  const text = await readFile(join(root, 'routes.json'), 'utf8').catch(() => null);
  return text === null ? [{ path: '/', scripts: [], styles: [] }] : JSON.parse(text);
}

/** Preload tags for the head of the page: the browser fetches these files before the code that asks for them has come. */
function preloadTags({ scripts, styles, data }: WebRoute, id = ''): string {
  return [
    ...styles.map(file => tag('stylesheet', file)),
    ...scripts.map(file => tag('modulepreload', file)),
    ...(data === undefined ? [] : [tag('preload', data.replace(':id', id), ' as="fetch"')]),
  ].join('');
}

const tag = (rel: string, href: string, more = '') =>
  `\n<link rel="${rel}"${more} crossorigin href="${href}">`;
