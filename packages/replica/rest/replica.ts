import type { FastifyInstance } from 'fastify';
import { DATABASE_AWAY, isDatabaseAway, StoreError } from '../data/store-error.ts';
import { BusyError, JqlError } from '../jql/api.ts';
import type { Store } from '../store/store.ts';
import { createApi, type ReplicaFlavour, type Resource, type View } from './api.ts';
import { JiraError, sendJiraError } from './errors.ts';
import { type Faults, injectFaults } from './faults.ts';
import { pages } from './pages/pages.ts';
import { pictures } from './pictures.ts';
import * as jiraResources from './resources.ts';

export interface ReplicaSettings {
  store: Store;
  flavour?: ReplicaFlavour;
  /** The clock; tests fix it. */
  now?: () => number;
  faults?: Faults;
  /** Whether a call may name the user it is made as, for demos and tests (by default). */
  actAs?: () => boolean;
  /** By default what the site's permission schemes grant. */
  view?: View;
  /** Further resources on the same API. */
  resources?: readonly Resource[];
}

/** A Fastify plugin: Jira's REST API, and its pages for issues and filters, over a store. */
export async function replica(app: FastifyInstance, settings: ReplicaSettings): Promise<void> {
  const { store, flavour = 'cloud', now = Date.now, faults = {}, resources = [] } = settings;
  const granted: View = async ({ userId }) => {
    // A mirror holds what its account may see.
    const isMirror = (await store.mirror.state()) !== null;
    return { store: isMirror ? store : store.as(userId), why: null };
  };
  const { actAs = () => true, view = granted } = settings;
  readJsonBodies(app);
  refuseForeignChanges(app);
  injectFaults(app, faults, now);
  answerErrors(app);
  pictures(app);
  const api = createApi(app, { store, flavour, now, actAs, view });
  for (const resource of [...Object.values(jiraResources), ...resources]) resource(api);
  app.all('/rest/*', (_, reply) =>
    sendJiraError(reply, new JiraError(501, 'This server does not implement this call of Jira.')),
  );
  await app.register(pages, { store, flavour, now, actAs, view });
}

/** A Fastify plugin for a server in front of a real Jira: Jira's dashboards, gadget settings and app properties only. */
export async function dashboardResources(
  app: FastifyInstance,
  { store, now = Date.now, resources = [] }: Pick<ReplicaSettings, 'store' | 'now' | 'resources'>,
): Promise<void> {
  readJsonBodies(app);
  answerErrors(app);
  const view = () => ({ store, why: null });
  const api = createApi(app, { store, flavour: 'cloud', now, actAs: () => false, view });
  const { dashboard, dashboardItemProperties, addonProperties } = jiraResources;
  const own = [dashboard, dashboardItemProperties, addonProperties];
  for (const resource of [...own, ...resources]) resource(api);
}

function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const known = jiraErrorOf(error);
    if (known.status >= 500 && !isHangUp(error)) request.log.error({ err: error }, 'call failed');
    return sendJiraError(reply, known);
  });
}

/** CSRF, as in Jira: a write from another origin needs a header that such a page cannot send. */
function refuseForeignChanges(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (request.method === 'GET' || request.method === 'HEAD' || origin === undefined) return;
    if (URL.parse(origin)?.host === request.host) return;
    if (request.headers['x-atlassian-token'] === 'no-check') return;
    await sendJiraError(reply, new JiraError(403, 'XSRF check failed'));
  });
}

/** Reads any body as JSON: clients in frames omit the content type. */
function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => {
    if (body === '') return done(null, undefined);
    try {
      done(null, JSON.parse(String(body)));
    } catch {
      done(
        new JiraError(
          400,
          'There was an error parsing JSON. Check that your request body is valid.',
        ),
      );
    }
  });
}

/** The client closed the connection early, e.g. its page. */
const isHangUp = (error: unknown): boolean =>
  (error as { code?: unknown }).code === 'ERR_STREAM_PREMATURE_CLOSE';

function jiraErrorOf(error: unknown): JiraError {
  if (error instanceof JiraError) return error;
  if (error instanceof JqlError) return new JiraError(400, error.messages);
  if (isDatabaseAway(error)) return new JiraError(503, DATABASE_AWAY);
  if (error instanceof BusyError) return new JiraError(503, error.message);
  if (error instanceof StoreError) {
    const status = { 'not-found': 404, invalid: 400, conflict: 409 }[error.reason];
    return new JiraError(status, error.message);
  }
  const status = (error as { statusCode?: unknown }).statusCode;
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new JiraError(status, error instanceof Error ? error.message : 'Bad request.');
  }
  return new JiraError(500, 'Internal server error');
}
