import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Entity, EntityKind } from '../data/entity.ts';
import type { MirrorState } from '../data/mirror.ts';
import type { Store } from '../store/store.ts';
import { type CallRights, EDIT, READ_ISSUES } from './call-rights.ts';
import { type Caller, identifyCaller } from './caller.ts';
import { invalidPayload, JiraError, notAuthenticated } from './errors.ts';
import { Converter } from './shape/converter.ts';

export type ReplicaFlavour = 'cloud' | 'data-center';

export interface ReplicaContext {
  readonly store: Store;
  /** Whether a call may name the user it is made as. */
  readonly actAs: () => boolean;
  readonly flavour: ReplicaFlavour;
  readonly now: () => number;
  readonly view: View;
  /** Cloud refuses queries without a restriction. */
  readonly allowsUnbounded: boolean;
}

/** The store as a caller may see it. */
export type View = (caller: Caller, request: FastifyRequest) => ReaderView | Promise<ReaderView>;

export interface ReaderView {
  readonly store: Store;
  /** Why the caller sees nothing; null if that is not so. */
  readonly why: string | null;
  /** It is being found out: the call may be repeated in a few seconds. */
  readonly isPending?: boolean;
  /** What else the caller should know about what they see. */
  readonly notice?: string | null;
}

export interface Call extends ReplicaContext, ReaderView {
  /** The time for queries: of the clock, or of an outdated mirror. */
  readonly now: () => number;
  readonly clock: () => number;
  /** Null unless the store is a mirror. */
  readonly mirror: MirrorState | null;
  readonly caller: Caller;
  /** Who asks the queries of the call, and when. Throws while it is unknown what the caller may see: that is not 'no issues'. */
  readonly scope: { readonly viewer: Caller; readonly now: number };
  readonly isCloud: boolean;
  /** API version of the path: 3 writes ADF, 2 wiki markup. */
  readonly version: 2 | 3;
  /** Without a trailing slash. */
  readonly base: string;
  readonly url: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly headers: FastifyRequest['headers'];
  readonly reply: FastifyReply;
  readonly convert: Converter;
  /** Address of a resource of the platform API. */
  readonly address: (path: string) => string;
  /** Entities that the caller may see, by position, then name. */
  readonly all: (kind: EntityKind) => readonly Entity[];
  readonly find: (kind: EntityKind, id?: string) => Entity | undefined;
}

/** Returns the JSON of the reply, undefined for a 204, or throws. */
type Handler = (call: Call) => unknown;

/** `anonymous` is the reply to anonymous callers; by default a 401. */
type Register = (path: string, handler: Handler, anonymous?: unknown) => void;
type RegisterWithRights = (
  path: string,
  rights: CallRights,
  handler: Handler,
  anonymous?: unknown,
) => void;

type Change = 'post' | 'put' | 'delete';
type RootRoutes = Record<'get' | Change, RegisterWithRights>;
/** A GET of Jira's REST reads issues. */
type Routes = Record<Change, RegisterWithRights> & Record<'get', Register>;
type ChangeRoutes = Record<Change, Register>;

/** `api.platform.get('/field', ...)` registers a route under every API version. */
export interface Api extends ReplicaContext {
  readonly platform: Routes;
  /** Platform routes that Data Center lacks. */
  readonly cloud: Routes;
  readonly agile: Routes;
  /** Cloud's token-paged board and sprint lists. */
  readonly software: Routes;
  readonly root: RootRoutes;
  /** Routes that change issues or sprints: 403 for readers, and on a mirror, whose next round would undo the change. */
  readonly changes: { readonly platform: ChangeRoutes; readonly agile: ChangeRoutes };
}

/** Registers the routes of one resource. */
export type Resource = (api: Api) => void;

/** What routes are registered on: a Fastify server, or the router of calls in this process. */
export interface Routable {
  route(route: Route): unknown;
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** A path, whose parameters begin with a colon. */
  readonly url: string;
  readonly config: { readonly rights: CallRights };
  readonly handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
}

export function createApi(app: Routable, context: ReplicaContext): Api {
  const isCloud = context.flavour === 'cloud';
  const platform = ['/rest/api/3', '/rest/api/2', '/rest/api/latest'].slice(isCloud ? 0 : 1);
  const agile = ['/rest/agile/1.0', '/rest/agile/latest'];
  /** `isMissing`: 404, because this flavour of Jira lacks the routes. */
  const routes = (
    prefixes: string[],
    { isMissing = false, changesIssues = false } = {},
  ): RootRoutes => {
    const register =
      (method: Route['method']): RegisterWithRights =>
      (path, rights, handle, anonymous) => {
        const handler = async (request: FastifyRequest, reply: FastifyReply) => {
          if (isMissing) throw new JiraError(404, 'Data Center has no such resource.');
          const call = await readCall(context, request, reply);
          // Clients check this header to see whether their login worked.
          reply.header('X-AUSERNAME', call.caller.userId ?? 'anonymous');
          if (call.caller.userId === null) {
            if (anonymous !== undefined) return anonymous;
            throw notAuthenticated();
          }
          // An empty list would not say that the JQL filter of a key cannot be read.
          if (request.visitor?.jqlFilter !== undefined) requireKnownRights(call, reply);
          if (changesIssues) refuseChange(call);
          const answer = await handle(call);
          const { headersSent, destroyed: hasLeft } = reply.raw;
          if (answer !== undefined || reply.sent || headersSent || hasLeft) return answer;
          return reply.code(204).send();
        };
        const config = { rights };
        for (const prefix of prefixes) app.route({ method, url: prefix + path, config, handler });
      };
    return {
      get: register('GET'),
      post: register('POST'),
      put: register('PUT'),
      delete: register('DELETE'),
    };
  };
  const jira = (own: RootRoutes): Routes => ({ ...own, get: withRights(own.get, READ_ISSUES) });
  const changes = (prefixes: string[]): ChangeRoutes => {
    const own = routes(prefixes, { changesIssues: true });
    return {
      post: withRights(own.post, EDIT),
      put: withRights(own.put, EDIT),
      delete: withRights(own.delete, EDIT),
    };
  };
  return {
    ...context,
    platform: jira(routes(platform)),
    cloud: jira(routes(platform, { isMissing: !isCloud })),
    agile: jira(routes(agile)),
    software: jira(routes(['/rest/software/1.0'], { isMissing: !isCloud })),
    root: routes(['']),
    changes: { platform: changes(platform), agile: changes(agile) },
  };
}

const withRights =
  (register: RegisterWithRights, rights: CallRights): Register =>
  (path, handle, anonymous) =>
    register(path, rights, handle, anonymous);

export async function readCall(
  context: ReplicaContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Call> {
  const base = `${request.protocol}://${request.host}`;
  const version = request.url.startsWith('/rest/api/3/') ? 3 : 2;
  const caller = await identifyCaller(context, request);
  const mirror = await context.store.mirror.state();
  const now = mirror ? presentOf(mirror, context.now()) : context.now();
  const view = await context.view(caller, request);
  const catalogue = await view.store.catalogue.read();
  let convert: Converter | undefined;
  const call: Call = {
    ...context,
    ...view,
    now: () => now,
    clock: context.now,
    mirror,
    caller,
    get scope() {
      requireKnownRights(view, reply);
      return { viewer: caller, now };
    },
    isCloud: context.flavour === 'cloud',
    version,
    base,
    url: base + request.url,
    params: request.params as Record<string, string>,
    query: request.query as Record<string, unknown>,
    body: request.body,
    headers: request.headers,
    reply,
    get convert() {
      convert ??= new Converter(call);
      return convert;
    },
    address: path => `${base}/rest/api/${version}/${path}`,
    all: kind => catalogue.all(kind),
    find: (kind, id = '') => catalogue.get(kind, id),
  };
  return call;
}

const PENDING_SECONDS = 2;

/** Throws a 403 while it is unknown what a caller may see, and a 503 with Retry-After if that takes seconds. */
export function requireKnownRights(
  { why, isPending = false }: ReaderView,
  reply: FastifyReply,
): void {
  if (why === null) return;
  if (isPending) reply.header('Retry-After', PENDING_SECONDS);
  throw new JiraError(isPending ? 503 : 403, why);
}

/** Younger data counts as current. */
const FRESH_MS = 60 * 60_000;

/**
 * The time for queries on a mirror: now if its data is fresh, else the time of the data, so that issues do not age
 * without updates.
 */
export function presentOf({ asOfMs }: Pick<MirrorState, 'asOfMs'>, now: number): number {
  return asOfMs !== null && now - asOfMs > FRESH_MS ? asOfMs : now;
}

function refuseChange({ mirror, caller }: Call): void {
  if (mirror) throw new JiraError(403, `This is a mirror of ${mirror.site}: change it there.`);
  if (caller.role === 'reader') throw new JiraError(403, 'Readers cannot change issues.');
}

/** With `known`, other properties are rejected, as Jira's newer resources do. */
export function readBody(call: Call, known?: readonly string[]): Record<string, unknown> {
  const { body } = call;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalidPayload();
  if (known && Object.keys(body).some(name => !known.includes(name))) throw invalidPayload();
  return body as Record<string, unknown>;
}
