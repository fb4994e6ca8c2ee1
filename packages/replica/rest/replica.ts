import { BusyError } from '@tallyboard/database/process/busy-error.ts';
import { storeTrouble } from '@tallyboard/database/store-error.ts';
import type { FastifyInstance } from 'fastify';
import { createApi } from './api.ts';
import { READ_ISSUES } from './call-rights.ts';
import { isHangUp, JiraError, jiraErrorOf, noSuchCall, sendJiraError } from './errors.ts';
import { type Faults, injectFaults } from './faults.ts';
import { type JiraApiSettings, registerJiraApi } from './jira-api.ts';
import { pages } from './pages/pages.ts';
import { pictures } from './pictures.ts';
import { sendProblem } from './problem.ts';
import { addonProperties, dashboard, dashboardItemProperties } from './resources.ts';

export interface ReplicaSettings extends JiraApiSettings {
  faults?: Faults;
}

/** A Fastify plugin: Jira's REST API, and its pages for issues and filters, over a store. */
export async function replica(app: FastifyInstance, settings: ReplicaSettings): Promise<void> {
  const { now = Date.now, faults = {} } = settings;
  readJsonBodies(app);
  refuseForeignChanges(app);
  injectFaults(app, faults, now);
  answerErrors(app);
  pictures(app);
  const context = registerJiraApi(app, settings);
  app.all('/rest/*', { config: { rights: READ_ISSUES } }, (_, reply) =>
    sendJiraError(reply, noSuchCall()),
  );
  await app.register(pages, context);
}

/** A Fastify plugin for a server in front of a real Jira: Jira's dashboards, gadget settings and app properties only. */
export async function dashboardResources(
  app: FastifyInstance,
  { store, now = Date.now, resources = [] }: Pick<JiraApiSettings, 'store' | 'now' | 'resources'>,
): Promise<void> {
  readJsonBodies(app);
  answerErrors(app);
  const view = () => ({ store, why: null });
  const api = createApi(app, {
    store,
    flavour: 'cloud',
    now,
    actAs: () => false,
    view,
    allowsUnbounded: false,
  });
  const own = [dashboard, dashboardItemProperties, addonProperties];
  for (const resource of [...own, ...resources]) resource(api);
}

function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    if (isHangUp(error, reply)) return reply;
    // Answered by the server, which keeps track of it.
    if (storeTrouble(error)) throw error;
    const known = jiraErrorOf(error);
    if (known.status >= 500) {
      const isExpected = error instanceof JiraError || error instanceof BusyError;
      if (isExpected) request.log.warn(`call refused: ${known.message}`);
      else request.log.error({ err: error }, 'call failed');
    } else if (known.cause) request.log.warn({ err: known.cause }, 'call refused');
    return sendProblem(reply, known);
  });
}

/** CSRF, as in Jira: a write from another origin needs a header that such a page cannot send. */
function refuseForeignChanges(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin, authorization } = request.headers;
    if (request.method === 'GET' || request.method === 'HEAD' || origin === undefined) return;
    if (URL.parse(origin)?.host === request.host) return;
    if (request.headers['x-atlassian-token'] === 'no-check') return;
    // Browsers send no bearer by themselves, and ask before a page of another origin does.
    if (/^bearer /i.test(authorization ?? '')) return;
    await sendJiraError(reply, new JiraError(403, 'XSRF check failed'));
  });
}

/** Reads any body but uploads as JSON: clients in frames omit the content type. */
function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // No call takes attachments: the answer is that, not that they are no JSON.
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, _body, done) =>
    done(null, undefined),
  );
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
