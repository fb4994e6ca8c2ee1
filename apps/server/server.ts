import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import fastifyHelmet from '@fastify/helmet';
import type { Faults } from '@tallyboard/replica/rest/faults.ts';
import { replica } from '@tallyboard/replica/rest/replica.ts';
import type { Store } from '@tallyboard/replica/store/store.ts';
import fastify, {
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import { type ConnectSettings, connect, isConnectPath, pagesOf } from './connect/connect.ts';
import { answerBelow, rewriteBelow } from './context-path.ts';
import { demoRequests } from './demo-requests.ts';
import type { ReportTarget } from './error-reports/dsn.ts';
import { errorReports, REPORTS_PATH } from './error-reports/error-reports.ts';
import about from './package.json' with { type: 'json' };
import { requireToken } from './require-token.ts';
import { type Auth, type AuthSettings, createAuth } from './sign-in/auth.ts';
import { refuseUnknownHosts } from './sign-in/guard.ts';
import { type ReverseProxy, reverseProxy, type SiteSettings } from './site/reverse-proxy.ts';
import { type ServerNotes, webApp } from './web-app.ts';

export interface ServerSettings {
  store: Store;
  /** Folder of the built web app. */
  webRoot: string;
  flavour?: 'cloud' | 'data-center';
  faults?: Faults;
  now?: () => number;
  /** Who may come in; without it whoever reaches the server. */
  auth?: AuthSettings;
  /** Without a auth: the server answers to the names of this machine alone. */
  localHostsOnly?: boolean;
  /** A real Jira to stand in front of, in place of the replica. Needs a auth. */
  site?: SiteSettings;
  /** Jira is below this path, such as '/jira', and nothing of it elsewhere. */
  contextPath?: string;
  /** The server is an app of Jira Cloud as well, by Atlassian Connect. */
  connect?: ConnectSettings;
  /** The replica's API asks for this token. */
  token?: string;
  /** Proxies that may say whom they speak for; by default those on this machine. */
  trustedProxies?: string;
  /** The e-mail address that the documentation names for questions. */
  contact?: string;
  /** Who wants to know what goes wrong in pages; nobody by default. */
  errorReports?: ReportTarget;
  /** Log level, or false for none. Logs go to stderr: stdout is for the one line that says where the server is. */
  log?: 'debug' | 'info' | 'warn' | 'error' | false;
}

export interface Server {
  app: FastifyInstance;
  /** Listens, lets `prepare` fill the store, then opens the doors. Returns the port. */
  start(
    listenOptions: { port: number; host: string },
    prepare?: () => Promise<void>,
  ): Promise<number>;
  /** Takes no more calls, hangs up and closes the store. What was acknowledged is on disk already. */
  stop(): Promise<void>;
}

/** The one process of Tallyboard: the web app, and the replica of Jira that it talks to. */
export async function createServer(settings: ServerSettings): Promise<Server> {
  const { store, webRoot, flavour, faults, now = Date.now } = settings;
  const app = fastify({
    logger: loggerSettings(settings.log ?? 'warn'),
    // Long lists of keys and settings; Jira itself takes several megabytes.
    bodyLimit: 10 * 1024 * 1024,
    // Data Center's names of sprints and filters make long addresses.
    routerOptions: { maxParamLength: 500 },
    forceCloseConnections: true,
    // Whoever sends a request drop by drop does not hold a connection for ever.
    requestTimeout: 120_000,
    ...(settings.contextPath && { rewriteUrl: rewriteBelow(settings.contextPath) }),
    // A proxy on this machine may say which address was called.
    trustProxy: settings.trustedProxies ?? 'loopback',
  });
  const isHttps = settings.auth?.publicUrl?.protocol === 'https:';
  await app.register(fastifyHelmet, {
    // Each kind of page sets its own. One for every reply would bind the scripts of workers too.
    contentSecurityPolicy: false,
    // Jira shows the icons of gadgets.
    crossOriginResourcePolicy: false,
    // Browsers warn of these two over plain http.
    crossOriginOpenerPolicy: isHttps,
    originAgentCluster: isHttps,
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: isHttps && { includeSubDomains: false },
  });
  let ready = true;
  app.get('/health', () => ({ status: 'alive' }));
  app.get('/ready', async (_, reply) => {
    const answers =
      ready &&
      (await store.ping().then(
        () => true,
        () => false,
      ));
    return reply.code(answers ? 200 : 503).send({ status: answers ? 'ready' : 'starting' });
  });
  app.addHook('onRequest', async (request, reply) => {
    if (ready || request.url === '/health' || request.url === '/ready') return;
    await reply.code(503).header('Retry-After', 1).send({ message: 'Tallyboard is starting.' });
  });

  if (settings.contextPath) answerBelow(app, settings.contextPath);
  // On one machine packing and unpacking a reply takes longer than handing it over.
  app.addHook('onRequest', async request => {
    if (isNear(request)) request.headers['x-no-compression'] = '1';
  });
  await app.register(fastifyCompress, {
    threshold: 2048,
    encodings: ['br', 'gzip'],
    // Replies are made on the fly: the fastest levels already take nine tenths of the size away.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    zlibOptions: { level: 1 },
  });
  // Before the auth: a page that Jira has signed needs no sign-in here.
  pagesOf(app, settings.connect && { ...settings.connect, store, now });
  if (settings.localHostsOnly) refuseUnknownHosts(app);
  const auth =
    settings.auth &&
    (await createAuth(
      app,
      store,
      { ...settings.auth, ...(settings.connect && { isOpen: isConnectPath }) },
      now,
    ));
  if (settings.connect) connect(app, { ...settings.connect, store, now });
  let serverNotes: ServerNotes | null = null;
  if (settings.site && auth) {
    const proxy = await reverseProxy(app, { ...settings.site, ...auth, store, now });
    serverNotes = notesOf(auth, proxy);
  } else {
    if (settings.token !== undefined) requireToken(app, settings.token);
    await app.register(replica, {
      store,
      now,
      ...(flavour ? { flavour } : {}),
      ...(faults ? { faults } : {}),
    });
    demoRequests(app);
    serverNotes = auth ? notesOf(auth, null) : null;
  }
  const { errorReports: target } = settings;
  if (target) await errorReports(app, { target, now, release: about.version });
  const describeReplica = async () =>
    JSON.stringify({
      flavour: flavour ?? 'cloud',
      mirrored: (await store.mirror.state()) !== null,
    });
  await webApp(app, webRoot, {
    serverNotes,
    replica: settings.site ? null : describeReplica,
    errorReports: target ? REPORTS_PATH : null,
    contact: settings.contact ?? null,
  });

  return {
    app,
    async start({ port, host }, prepare) {
      ready = prepare === undefined;
      await app.listen({ port, host });
      await prepare?.();
      ready = true;
      const address = app.server.address();
      return typeof address === 'object' && address !== null ? address.port : port;
    },
    async stop() {
      await app.close();
      await store.close();
    },
  };
}

/** What a page behind the auth has to know: the token of its changes, who reads it, and the Jira behind. */
const notesOf = ({ guard }: Auth, site: ReverseProxy | null): ServerNotes => ({
  note: (request, reply) =>
    JSON.stringify({
      token: guard.csrfToken(request, reply),
      user: request.visitor?.signedIn ? request.visitor.name : null,
      site: site && { address: site.address, flavour: site.flavour() },
    }),
  pictures: site && new URL(site.address).origin,
});

/** What a log line may hold of a call: no headers, and no tokens of the query. */
function loggerSettings(level: ServerSettings['log']): FastifyServerOptions['logger'] {
  if (!level) return false;
  return {
    level,
    stream: process.stderr,
    serializers: {
      req: request => ({ method: request.method, url: withoutSecrets(request.url) }),
      res: reply => ({ statusCode: reply.statusCode }),
    },
  };
}

export const withoutSecrets = (url: string): string =>
  url.replace(
    /([?&](?:jwt|token|access_token|signed_request|password|lic|code|state|session_state)=)[^&]*/gi,
    '$1…',
  );

/** A call to the API from this machine, and from no proxy that speaks for somebody far away. */
function isNear({ url, ip, headers }: FastifyRequest): boolean {
  const local = ip === '::1' || ip.startsWith('127.') || ip.startsWith('::ffff:127.');
  return local && headers['x-forwarded-for'] === undefined && url.startsWith('/rest/');
}
