import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import type { StorePlace } from '@tallyboard/database/engine.ts';
import { PROBE } from '@tallyboard/replica/rest/call-rights.ts';
import { isDeeperThan, MAX_DEPTH } from '@tallyboard/replica/rest/depth.ts';
import { isHangUp } from '@tallyboard/replica/rest/errors.ts';
import type { Faults } from '@tallyboard/replica/rest/faults.ts';
import { replica } from '@tallyboard/replica/rest/replica.ts';
import { mirrorView } from '@tallyboard/server-store/mirror-readers.ts';
import { serverResources } from '@tallyboard/server-store/rest/resources.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { columnStream } from '@tallyboard/service-kit/columns/columns.ts';
import type { SegmentWriter } from '@tallyboard/service-kit/columns/renewal.ts';
import type { DeliverySettings } from '@tallyboard/service-kit/delivery/delivery-settings.ts';
import { holdsOnlyDemo } from '@tallyboard/service-kit/demo.ts';
import { VERSION } from '@tallyboard/service-kit/version.ts';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { createAudit } from './audit/audit.ts';
import { collectCalls, isCall, refuseUnknownCalls, rightsOf } from './calls.ts';
import { callsInFlight } from './calls-in-flight.ts';
import { type ConnectSettings, connect, signedPages } from './connect/connect.ts';
import { answerBelow, rewriteBelow } from './context-path.ts';
import { allowOrigins } from './cors.ts';
import { demoRequests } from './demo-requests.ts';
import {
  type ErrorReportSettings,
  errorReports,
  isReportOfApp,
  REPORTS_PATH,
} from './error-reports/error-reports.ts';
import { answerBadPath, securityHeaders } from './headers.ts';
import { metrics } from './metrics.ts';
import { FILES_OF_PAGES, html, pageStyles, sendPage } from './pages/layout.ts';
import { doors } from './reports/doors.ts';
import { createReportPool, type ReportPool } from './reports/report-pool.ts';

import { type LogLevel, loggerSettings, RequestLog } from './request-log.ts';
import { requireToken } from './require-token.ts';
import { type AuthSettings, createAuth } from './sign-in/auth.ts';
import { noteChanges } from './sign-in/changes.ts';
import { type Guard, refuse, refuseUnknownHosts } from './sign-in/guard.ts';
import { type ReverseProxy, reverseProxy } from './site/reverse-proxy.ts';
import type { SiteSettings } from './site/site-settings.ts';
import { createStoreHealth, type StoreHealth } from './store-health.ts';
import { subscriptions } from './subscriptions/subscriptions.ts';
import { displayWalls, openWalls } from './walls/walls.ts';
import { type ServerNotes, webApp } from './web-app.ts';

export interface ServerSettings {
  store: Store;
  /** Where processes that compute reports open the store; without it there are none. */
  place?: StorePlace;
  /** Folder of the built web app. */
  webRoot: string;
  flavour?: 'cloud' | 'data-center';
  faults?: Faults;
  now?: () => number;
  /** Without it everybody who reaches the server may use it. */
  auth?: AuthSettings;
  /** Without `auth`: what any caller may do. Read for each call, since an import can be added to a demo. */
  openAccess?: () => OpenAccess;
  /** A real Jira in place of the replica. Needs `auth`. */
  site?: SiteSettings;
  /** Context path of Jira, such as '/jira'. */
  contextPath?: string;
  /** Serve the app of Atlassian Connect. */
  connect?: ConnectSettings;
  /** Required by the API of the replica. */
  token?: string;
  /** Proxies whose X-Forwarded-* headers are trusted; loopback by default. */
  trustedProxies?: string;
  /** Pages that may call for figures with an access key; none by default. */
  corsOrigins?: readonly string[];
  /** E-mail address for questions, shown in the documentation. */
  contact?: string;
  /** Where error reports of pages go; nowhere by default. */
  errorReports?: Pick<ErrorReportSettings, 'target' | 'embedded' | 'origins'>;
  /** Pages read up to so many issues of a query; figures of more are computed by the server. 250,000 by default. */
  pageIssues?: number | undefined;
  /** A process for reports starts with the server. */
  keepsReportsReady?: boolean;
  /** How messages leave the server; without it none do. */
  delivery?: DeliverySettings;
  /** Writes stale segments for calls that need them; without it such calls are left to JSON. */
  segmentWriter?: SegmentWriter;
  /** Logs go to stderr: stdout has only the line with the address. */
  log?: LogLevel;
}

/** On a server without sign-in. */
export interface OpenAccess {
  /** Answers to any Host header, else to the names of this machine only. */
  readonly anyHost: boolean;
  /** A call may name the user it is made as. */
  readonly actAs: boolean;
}

export interface Server {
  app: FastifyInstance;
  health: StoreHealth;
  /** Listens, runs `prepare` while answering 503, then serves. Returns the port. */
  start(
    listenOptions: { port: number; host: string },
    prepare?: () => Promise<void>,
  ): Promise<number>;
  /** Ends the calls in flight, for at most 10 s, then all connections and the store. New calls are refused. */
  stop(): Promise<void>;
}

/** A percent-encoded letter or digit, or one of '-._'. */
const ESCAPED_PLAIN = /%(2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\da])/i;

/** Fastify with what comes before all routes. */
async function createApp(settings: ServerSettings): Promise<FastifyInstance> {
  const app = fastify({
    logger: loggerSettings(settings.log ?? 'warn'),
    logController: new RequestLog(),
    // For long lists of keys; Jira takes several megabytes too.
    bodyLimit: 10 * 1024 * 1024,
    // Paths on Data Center hold names of sprints and filters.
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: answerBadPath,
    // Calls in flight end first, see `stop`.
    forceCloseConnections: 'idle',
    // A busy machine may need more than the 10 s of the default.
    pluginTimeout: 0,
    // Against slow requests that hold a connection (Slowloris).
    requestTimeout: 120_000,
    ...(settings.contextPath && { rewriteUrl: rewriteBelow(settings.contextPath) }),
    trustProxy: settings.trustedProxies ?? 'loopback',
  });
  collectCalls(app);
  await securityHeaders(app, settings.auth?.publicUrl?.protocol === 'https:');
  // RFC 9112: a request with two Host headers is refused.
  app.addHook('onRequest', async ({ raw: { rawHeaders } }, reply) => {
    const names = rawHeaders.filter((_, at) => at % 2 === 0);
    if (names.filter(name => name.toLowerCase() === 'host').length > 1)
      return refuse(reply, 400, 'There is more than one Host header.');
  });
  // The router decodes these and checks of paths do not: a role must not depend on the spelling of a path.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/') || ESCAPED_PLAIN.test(pathOf(request)))
      return refuse(reply, 400, 'This address cannot be read.');
  });
  return app;
}

function refuseInvalid(app: FastifyInstance, health: StoreHealth): void {
  app.addHook('preValidation', async ({ body }, reply) => {
    if (isDeeperThan(MAX_DEPTH, body))
      return refuse(reply, 400, `The JSON of the body has more than ${MAX_DEPTH} levels.`);
  });
  app.setErrorHandler((error, request, reply) => {
    const trouble = health.note(error);
    if (!trouble) return answerError(error, request, reply);
    const { status, message } = trouble;
    if (trouble.kind === 'away' || trouble.kind === 'locked') reply.header('Retry-After', 5);
    if (isCall(request)) return refuse(reply, status, message);
    return sendPage(reply, 'Not available', html`<p>${message}</p>`, status);
  });
}

interface ServerState {
  /** Why calls are refused; null if they are not. */
  readonly pause: () => 'starting' | 'stopping' | null;
  readonly siteOf: () => ReverseProxy | null;
}

function probes(app: FastifyInstance, health: StoreHealth, { pause, siteOf }: ServerState): void {
  const probe = { config: { rights: PROBE } };
  app.get('/health', probe, () => ({ status: 'alive' }));
  app.get('/ready', probe, async (_, reply) => {
    const paused = pause();
    if (paused) return reply.code(503).send({ status: paused, version: VERSION });
    const { reason, mirror, reports } = await health.readiness();
    if (reason !== null)
      return reply.code(503).send({ status: 'not ready', reason, version: VERSION });
    const jira = siteOf()?.state();
    return reply.send({
      status: 'ready',
      version: VERSION,
      ...(mirror && { mirror }),
      ...(jira && { jira }),
      ...(reports && { reports }),
    });
  });
  app.addHook('onRequest', async (request, reply) => {
    const paused = pause();
    if (!paused || rightsOf(request).access === 'probe' || FILES_OF_PAGES.includes(request.url))
      return;
    reply.header('Retry-After', 1);
    const message = `Tallyboard is ${paused}.`;
    if (isCall(request)) return refuse(reply, 503, message);
    // Browsers load a page again by `Refresh`, not by `Retry-After`.
    reply.header('Refresh', 3);
    const body = html`<p>This page loads again by itself.</p>`;
    return sendPage(reply, message, body, 503);
  });
  app.addHook('onSend', async (_, reply) => {
    if (pause() === 'stopping') reply.header('Connection', 'close');
  });
}

async function compress(app: FastifyInstance): Promise<void> {
  // On one machine compression takes longer than it saves.
  app.addHook('onRequest', async request => {
    if (isNear(request)) request.headers['x-no-compression'] = '1';
  });
  await app.register(fastifyCompress, {
    threshold: 2048,
    encodings: ['br', 'gzip'],
    // The fastest levels already save nine tenths.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    zlibOptions: { level: 1 },
  });
}

/** Processes that compute reports. */
function poolOf(
  app: FastifyInstance,
  { place, site, flavour, keepsReportsReady }: ServerSettings,
  health: StoreHealth,
): Pick<ReportPool, 'run'> | null {
  if (!place) return null;
  const pool = createReportPool({ place });
  app.addHook('onClose', () => pool.close());
  // It starts while this process does. In front of a Jira pages compute their figures themselves.
  if (keepsReportsReady && !site && flavour !== 'data-center') pool.keepReady(1);
  return { run: (prepare, asked) => health.watch(pool.run(prepare, asked)) };
}

interface SendingParts
  extends Pick<Parameters<typeof subscriptions>[1], 'pool' | 'guard' | 'siteOf'> {
  readonly health: StoreHealth;
  /** Where the server listens, once it does. */
  readonly address: { readonly port: number };
}

/** Subscriptions; links in mails lead to the address for browsers. */
function sendingOf(
  app: FastifyInstance,
  { store, webRoot, site, auth, now = Date.now, delivery = NO_DELIVERY }: ServerSettings,
  { health, address, ...parts }: SendingParts,
) {
  const base = () => auth?.publicUrl?.origin ?? `http://localhost:${address.port}`;
  const onError = (error: unknown) => health.log(error, 'a subscription could not be sent');
  const ways = { settings: delivery, isSite: site !== undefined, base, onError };
  return subscriptions(app, { ...parts, ...ways, store, webRoot, now });
}

const NO_DELIVERY: DeliverySettings = { mail: null, webhookHosts: [], folder: null };

/** The web app, with the replica or a proxy to a real Jira. */
export async function createServer(settings: ServerSettings): Promise<Server> {
  const { store, webRoot, flavour, faults, errorReports: projects, now = Date.now } = settings;
  const app = await createApp(settings);
  const calls = callsInFlight(app);
  const health = createStoreHealth(store, app.log, now);
  refuseInvalid(app, health);
  let paused: 'starting' | 'stopping' | null = null;
  let site: ReverseProxy | null = null;
  probes(app, health, { pause: () => paused, siteOf: () => site });
  if (settings.contextPath) answerBelow(app, settings.contextPath);
  await compress(app);
  await pageStyles(app);
  allowOrigins(app, settings.corsOrigins ?? []);
  // Before sign-in, which a page signed by Jira does not need.
  signedPages(app, settings.connect && { ...settings.connect, store, now });
  const { openAccess = () => ({ anyHost: true, actAs: false }) } = settings;
  if (!settings.auth) refuseUnknownHosts(app, () => openAccess().anyHost);
  const audit = createAudit(store.audit, app.log, health.log, now);
  noteChanges(app, audit);
  app.addHook('onClose', () => audit.closeHour());
  metrics(app, health);
  const pool = poolOf(app, settings, health);
  const isOpen = (request: FastifyRequest) =>
    projects !== undefined && isReportOfApp(request, projects);
  const isProxy = settings.site !== undefined;
  const guard =
    settings.auth &&
    (await createAuth(app, store, { ...settings.auth, audit, isOpen, isProxy }, now));
  if (settings.connect) connect(app, { ...settings.connect, store, now });
  const siteOf = () => site?.access() ?? null;
  const wallParts = pool && guard && { guard, store, audit, pool, siteOf, now };
  const walls = wallParts ? [await displayWalls(app, wallParts)] : [];
  if (!guard) openWalls(app);
  const address = { port: 0 };
  const sent =
    pool &&
    (await sendingOf(app, settings, { pool, guard: guard ?? null, siteOf, health, address }));
  const resources = [
    ...serverResources(store),
    ...walls,
    ...(sent ? [sent.resource] : []),
    ...(pool ? [doors({ pool, store, webRoot, siteOf: () => site, audit })] : []),
  ];
  let serverNotes: ServerNotes | null = null;
  if (settings.site && guard) {
    const parts = { ...settings.site, guard, audit, resources, store, now };
    site = await reverseProxy(app, parts);
    serverNotes = notesOf(guard, site);
  } else {
    if (settings.token !== undefined) requireToken(app, settings.token);
    await app.register(replica, {
      store,
      now,
      resources: [
        ...resources,
        columnStream({
          segmentWriter: settings.segmentWriter,
          maxIssues: settings.place && (settings.pageIssues ?? PAGE_ISSUES),
        }),
      ],
      actAs: () => !guard && openAccess().actAs,
      view: mirrorView(store, now),
      ...(flavour ? { flavour } : {}),
      ...(faults ? { faults } : {}),
    });
    demoRequests(app, { isDemo: () => holdsOnlyDemo(store), now });
    serverNotes = guard ? notesOf(guard, null) : null;
  }
  refuseUnknownCalls(app);
  if (projects) await errorReports(app, { ...projects, now, release: VERSION });
  await webApp(app, webRoot, {
    serverNotes,
    replica: settings.site ? null : () => describeReplica(store, flavour ?? 'cloud'),
    jiraOrigin: async () => {
      const address = site?.address() ?? (await store.mirror.state())?.site;
      return URL.parse(address ?? '')?.origin ?? null;
    },
    errorReports: projects ? REPORTS_PATH : null,
    contact: settings.contact ?? null,
  });

  return {
    app,
    health,
    async start({ port, host }, prepare) {
      if (prepare) paused = 'starting';
      await app.listen({ port, host });
      await prepare?.();
      if (paused === 'starting') paused = null;
      address.port = portOf(app) ?? port;
      if (settings.delivery) sent?.rounds.start();
      return address.port;
    },
    async stop() {
      paused = 'stopping';
      await calls.endAndClose();
      await store.close();
    },
  };
}

async function describeReplica(
  { mirror }: Store,
  flavour: NonNullable<ServerSettings['flavour']>,
): Promise<string> {
  const mirrored = (await mirror.state()) !== null;
  return JSON.stringify({ flavour, mirrored, columns: flavour === 'cloud' });
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? '';

/** Null for a socket of another kind. */
function portOf({ server }: FastifyInstance): number | null {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : null;
}

/** A million issues take 300 MB in a browser, see docs/decisions/server-figures.md. */
const PAGE_ISSUES = 250_000;

/** In the form of Jira's errors; internal errors are only logged. */
function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isHangUp(error, reply)) return reply;
  const { statusCode = 500, message } = error as { statusCode?: number; message: string };
  if (statusCode < 500) return refuse(reply, statusCode, message);
  request.log.error({ err: error }, 'call failed');
  return refuse(reply, statusCode, 'Internal server error');
}

/** What a signed-in page needs: its CSRF token, its reader, and the site of Jira. In front of a Jira no link is used. */
const notesOf = (guard: Guard, site: ReverseProxy | null): ServerNotes => ({
  note: reply =>
    JSON.stringify({
      token: guard.csrfToken(reply),
      user: reply.request.visitor?.signedIn ? reply.request.visitor.name : null,
      role: reply.request.visitor?.role ?? null,
      linked: site !== null || reply.request.visitor?.jiraAccountId != null,
      site: site && { address: site.address(), flavour: site.flavour() },
    }),
});

/** A call to the API from this machine, not forwarded by a proxy. */
function isNear({ url, ip, headers }: FastifyRequest): boolean {
  const local = ip === '::1' || ip.startsWith('127.') || ip.startsWith('::ffff:127.');
  return local && headers['x-forwarded-for'] === undefined && url.startsWith('/rest/');
}
