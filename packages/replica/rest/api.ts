import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { MirrorState } from '../data/mirror.ts';
import type { Store } from '../store/store.ts';
import { type Caller, identifyCaller } from './caller.ts';
import { invalidPayload, notAuthenticated } from './errors.ts';

export type ReplicaFlavour = 'cloud' | 'data-center';

/** What a resource needs to answer: the data, the flavour and the clock. */
export interface ReplicaContext {
  readonly store: Store;
  readonly flavour: ReplicaFlavour;
  readonly now: () => number;
}

/** One call of the REST API, as a handler sees it. */
export interface Call extends ReplicaContext {
  /** The present that queries lean on: the clock's, or that of a mirror that has become old. */
  readonly now: () => number;
  /** The clock itself. */
  readonly clock: () => number;
  readonly caller: Caller;
  /** Platform API version that was addressed; decides ADF (3) or wiki markup (2). */
  readonly version: 2 | 3;
  /** Where this server is, without a slash at the end. */
  readonly base: string;
  /** The address that was called, in full. */
  readonly url: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly headers: FastifyRequest['headers'];
  readonly reply: FastifyReply;
}

/** Answers a call: the value becomes the JSON of the reply. Errors are thrown. */
type Handler = (call: Call) => unknown;

interface RouteSettings {
  /** What someone who is not logged in gets with status 200. Without it: 401. */
  anonymous?: unknown;
}

type Register = (path: string, handler: Handler, settings?: RouteSettings) => void;

interface Routes {
  get: Register;
  post: Register;
  put: Register;
  delete: Register;
}

/** Where resources register themselves: `api.platform.get('/field', ...)` serves it under every version. */
export interface Api extends ReplicaContext {
  readonly platform: Routes;
  readonly agile: Routes;
  /** The newer board and sprint lists of Cloud, paged by token. */
  readonly software: Routes;
  /** Paths from the root, for what lies outside of these. */
  readonly root: Routes;
}

/** Registers the routes of one resource. */
export type Resource = (api: Api) => void;

export function createApi(app: FastifyInstance, context: ReplicaContext): Api {
  const versions = context.flavour === 'cloud' ? ['3', '2', 'latest'] : ['2', 'latest'];
  return {
    ...context,
    platform: routesUnder(
      app,
      context,
      versions.map(version => `/rest/api/${version}`),
    ),
    agile: routesUnder(app, context, ['/rest/agile/1.0', '/rest/agile/latest']),
    software: routesUnder(app, context, ['/rest/software/1.0']),
    root: routesUnder(app, context, ['']),
  };
}

function routesUnder(app: FastifyInstance, context: ReplicaContext, prefixes: string[]): Routes {
  const register =
    (method: 'GET' | 'POST' | 'PUT' | 'DELETE'): Register =>
    (path, handler, settings = {}) => {
      for (const prefix of prefixes) {
        app.route({
          method,
          url: prefix + path,
          handler: async (request, reply) => {
            const call = await readCall(context, request, reply);
            if (call.caller.userId !== null) return handler(call);
            if ('anonymous' in settings) return settings.anonymous;
            throw notAuthenticated();
          },
        });
      }
    };
  return {
    get: register('GET'),
    post: register('POST'),
    put: register('PUT'),
    delete: register('DELETE'),
  };
}

async function readCall(
  context: ReplicaContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Call> {
  const base = baseOf(request);
  const caller = await identifyCaller(context.store, request);
  const now = await presentNow(context);
  // Both flavours name the caller here: `anonymous` tells a client that its login did not take.
  reply.header('X-AUSERNAME', caller.userId ?? 'anonymous');
  return {
    ...context,
    now: () => now,
    clock: context.now,
    caller,
    version: request.url.startsWith('/rest/api/3/') ? 3 : 2,
    base,
    url: base + request.url,
    params: request.params as Record<string, string>,
    query: request.query as Record<string, unknown>,
    body: request.body,
    headers: request.headers,
    reply,
  };
}

/** Younger data counts as of now: rounds come every few minutes, and a busy Jira may delay some. */
const FRESH_MS = 60 * 60_000;

/**
 * The present of a mirror: now while its data is fresh, else the time of the data. What happened since is not known, so
 * an issue must not grow older, a sprint go on and a day pass without work in the meantime.
 */
export function presentOf({ asOfMs }: Pick<MirrorState, 'asOfMs'>, now: number): number {
  return asOfMs !== null && now - asOfMs > FRESH_MS ? asOfMs : now;
}

async function presentNow({ store, now }: ReplicaContext): Promise<number> {
  const state = await store.mirror.state();
  return state ? presentOf(state, now()) : now();
}

const baseOf = (request: FastifyRequest): string => `${request.protocol}://${request.host}`;

/** The body as an object; with `known`, a property beyond these is refused, as Jira's newer resources do. */
export function readBody(call: Call, known?: readonly string[]): Record<string, unknown> {
  const { body } = call;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalidPayload();
  if (known && Object.keys(body).some(name => !known.includes(name))) throw invalidPayload();
  return body as Record<string, unknown>;
}
