import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { WebRoute } from '@tallyboard/hosts/standalone/web-route.ts';
import { escapeHtml } from '@tallyboard/replica/data/escape-html.ts';
import { PAGE, PUBLIC } from '@tallyboard/replica/rest/call-rights.ts';
import { GRAVATAR_REDIRECTS, PICTURE_HOSTS } from '@tallyboard/reports/text/picture-hosts.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Notes to the page of a server with sign-in or with a real Jira behind it. */
export interface ServerNotes {
  /** JSON about the server and the reader. */
  note(reply: FastifyReply): string;
}

export interface WebAppSettings {
  readonly serverNotes: ServerNotes | null;
  /** JSON about the replica, which saves the page a call; null with a real Jira. */
  readonly replica: (() => Promise<string>) | null;
  /** Origin of the Jira whose pictures pages show: the real one, or the mirrored one. */
  readonly jiraOrigin: () => Promise<string | null>;
  /** Path for error reports; null: none are sent. */
  readonly errorReports: string | null;
  /** E-mail address for questions. */
  readonly contact: string | null;
}

const NOT_BUILT =
  '<!doctype html><title>Tallyboard</title><p>The pages have not been built. Run <code>npm run build</code>, then load this again.</p>';

/** Files that need no sign-in. */
const FILE = ':file(^[\\w.-]+\\.\\w+$)';
const PUBLIC_FILES = ['/icon.svg', `/assets/${FILE}`, `/gadgets/${FILE}`];

const HOUR_SECONDS = 3600;

const AVATARS = [...PICTURE_HOSTS, GRAVATAR_REDIRECTS].map(host => `https://${host}`);

/** Hashed files never change; pictures of the app may be an hour old. */
function cacheControlOf(path: string): string {
  if (/[\\/]assets[\\/]/.test(path)) return 'public, max-age=31536000, immutable';
  return /\.(svg|webp|png)$/.test(path) ? `public, max-age=${HOUR_SECONDS}` : 'no-cache';
}

/** Serves the built web app: hashed files immutable, its page without a cache at every route. */
export async function webApp(
  app: FastifyInstance,
  root: string,
  { serverNotes, replica, jiraOrigin, errorReports, contact }: WebAppSettings,
): Promise<void> {
  if (existsSync(root)) {
    await app.register(async scope => {
      // The route of the plugin itself, for all other files.
      scope.addHook('onRoute', route => {
        route.config = { rights: PAGE, ...route.config };
      });
      await scope.register(fastifyStatic, {
        root,
        index: false,
        preCompressed: true,
        cacheControl: false,
        setHeaders: (reply, path) => {
          reply.header('Cache-Control', cacheControlOf(path));
        },
      });
      for (const path of PUBLIC_FILES)
        scope.get(path, { config: { rights: PUBLIC } }, ({ url }, reply) =>
          reply.sendFile(url.slice(1).replace(/\?.*/, '')),
        );
    });
  }

  async function sendApp(
    reply: FastifyReply,
    status: number,
    preloads = '',
    content?: WebRoute['content'],
  ): Promise<FastifyReply> {
    const index = await readFile(join(root, 'index.html'), 'utf8').catch(() => null);
    const { connectSite: site, displayLink } = reply.request;
    const cached = displayLink ? 'no-store' : 'no-cache';
    reply.type('text/html; charset=utf-8').header('Cache-Control', cached);
    if (index === null) return reply.code(503).send(NOT_BUILT);
    // A page framed by Jira Cloud asks that Jira for everything.
    const isOwn = site === null;
    const jira = isOwn ? await jiraOrigin() : null;
    const notes = {
      'jira-origin': jira,
      // A wall by a display link has no session.
      server: isOwn && serverNotes && !displayLink ? serverNotes.note(reply) : null,
      replica: isOwn && replica ? await replica() : null,
      'error-reports': displayLink ? null : errorReports,
      contact,
    };
    const avatars = content ? [...AVATARS, jira ?? []].flat() : [];
    reply.helmet({ contentSecurityPolicy: contentSecurity(site, avatars) });
    const page = index
      .replace('<head>', () => `<head>${metaTags(notes)}`)
      .replace('</head>', () => `${isOwn ? preloads : ''}\n</head>`);
    return reply.code(status).send(page);
  }

  const routes = await readWebRoutes(root);
  for (const route of routes) {
    const path = route.path.replace(':id', ':id(^\\d+$)');
    for (const url of path === '/' ? ['/', '/index.html'] : [path, `${path}/`]) {
      app.get<{ Params: { id?: string }; Querystring: { gadget?: string } }>(
        url,
        { config: { rights: PAGE } },
        (request, reply) => {
          const { params, query } = request;
          // The root and the reports page show the gadget of the query.
          const named = route.gadget
            ? undefined
            : routes.find(each => each.gadget === query.gadget);
          const { content } = query.gadget && named ? named : route;
          return sendApp(reply, 200, preloadTags(route, params.id), content);
        },
      );
    }
  }
  // Any other path without a file extension gets the app's own page for unknown addresses.
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !/\.\w+$/.test(path);
    return isPage ? sendApp(reply, 404) : reply.code(404).send({ message: 'Not found' });
  });
}

/**
 * Only scripts, styles and pictures of our own files, and pictures of these origins. `site` frames a page that it has
 * signed, which then loads the bridge of Jira Cloud; no other site frames our pages.
 */
function contentSecurity(site: string | null, avatars: readonly string[]) {
  const hosts = site === null ? [] : [site];
  const bridge = hosts.map(() => 'https://connect-cdn.atl-paas.net');
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...bridge],
      styleSrc: ["'self'", ...hosts.map(() => "'unsafe-inline'"), ...bridge],
      imgSrc: ["'self'", 'data:', ...avatars, ...(avatars.length > 0 ? hosts : [])],
      workerSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'self'", ...hosts],
    },
  };
}

/** Meta tags, since the policy forbids inline scripts. */
const metaTags = (notes: Readonly<Record<string, string | null>>): string =>
  Object.entries(notes)
    .filter((entry): entry is [string, string] => entry[1] !== null)
    .map(([name, note]) => `\n<meta name="tallyboard-${name}" content="${escapeHtml(note)}">`)
    .join('');

/** The paths of the built app; the root alone where nothing is built. */
async function readWebRoutes(root: string): Promise<readonly WebRoute[]> {
  const text = await readFile(join(root, 'routes.json'), 'utf8').catch(() => null);
  return text === null ? [{ path: '/', scripts: [], styles: [] }] : JSON.parse(text);
}

/** Preload tags: the browser fetches these files before the code that needs them has loaded. */
function preloadTags({ scripts, styles, data }: WebRoute, id = ''): string {
  return [
    ...styles.map(file => tag('stylesheet', file)),
    ...scripts.map(file => tag('modulepreload', file)),
    ...(data === undefined ? [] : [tag('preload', data.replace(':id', id), ' as="fetch"')]),
  ].join('');
}

const tag = (rel: string, href: string, more = '') =>
  `\n<link rel="${rel}"${more} crossorigin href="${href}">`;
