import type { FastifyInstance } from 'fastify';
import { StoreError } from '../data/store-error.ts';
import { JqlError } from '../jql/api.ts';
import type { Store } from '../store/store.ts';
import { board } from './agile/board.ts';
import { boardIssue } from './agile/board-issue.ts';
import { epic } from './agile/epic.ts';
import { agileIssue } from './agile/issue.ts';
import { issueEstimation } from './agile/issue-estimation.ts';
import { issueRank } from './agile/issue-rank.ts';
import { sprint } from './agile/sprint.ts';
import { type Api, createApi, type ReplicaFlavour } from './api.ts';
import { JiraError, sendJiraError } from './errors.ts';
import { type Faults, injectFaults } from './faults.ts';
import { ownDashboards } from './own/dashboards.ts';
import { ownMirror, refuseChangesOfMirror } from './own/mirror.ts';
import { pages } from './pages/pages.ts';
import { pictures } from './pictures.ts';
import { addonProperties } from './platform/addon-properties.ts';
import { appSettings } from './platform/app-settings.ts';
import { changelogBulkfetch } from './platform/changelog-bulkfetch.ts';
import { configuration } from './platform/configuration.ts';
import { dashboard, dashboardGadget, dashboardItemProperties } from './platform/dashboard.ts';
import { field, fieldSearch } from './platform/field.ts';
import { filter, filterSearch } from './platform/filter.ts';
import { issue } from './platform/issue.ts';
import { issueBulkfetch } from './platform/issue-bulkfetch.ts';
import { issueChangelog } from './platform/issue-changelog.ts';
import { issueWorklog, worklog } from './platform/issue-worklog.ts';
import { jql, jqlAutocompletedata } from './platform/jql.ts';
import { mypermissions } from './platform/mypermissions.ts';
import { myself } from './platform/myself.ts';
import { priorityResolutionIssuetype } from './platform/priority.ts';
import { project, projectList, projectSearch } from './platform/project.ts';
import { removedSearch, search } from './platform/search.ts';
import { approximateCount } from './platform/search-approximate-count.ts';
import { searchJql } from './platform/search-jql.ts';
import { serverInfo } from './platform/server-info.ts';
import { status, statusesSearch } from './platform/status.ts';
import { user, userBulk } from './platform/user.ts';
import { version } from './platform/version.ts';

export interface ReplicaSettings {
  store: Store;
  flavour?: ReplicaFlavour;
  /** The clock; tests fix it. */
  now?: () => number;
  faults?: Faults;
}

/** Resources of both flavours. */
const shared: ((api: Api) => void)[] = [
  issue,
  issueWorklog,
  worklog,
  field,
  status,
  priorityResolutionIssuetype,
  configuration,
  myself,
  serverInfo,
  mypermissions,
  projectList,
  project,
  version,
  filter,
  user,
  jqlAutocompletedata,
  dashboard,
  dashboardItemProperties,
  ownDashboards,
  ownMirror,
  board,
  boardIssue,
  epic,
  sprint,
  agileIssue,
  issueRank,
  issueEstimation,
];

const ofFlavour: Record<ReplicaFlavour, ((api: Api) => void)[]> = {
  cloud: [
    searchJql,
    removedSearch,
    approximateCount,
    issueBulkfetch,
    issueChangelog,
    changelogBulkfetch,
    fieldSearch,
    statusesSearch,
    projectSearch,
    filterSearch,
    userBulk,
    jql,
    dashboardGadget,
    addonProperties,
  ],
  'data-center': [search, appSettings],
};

/** A Fastify plugin: Jira's REST API, and its pages for issues and filters, over a store. */
export async function replica(app: FastifyInstance, settings: ReplicaSettings): Promise<void> {
  const { store, flavour = 'cloud', now = Date.now, faults = {} } = settings;
  readJsonBodies(app);
  refuseForeignChanges(app);
  injectFaults(app, faults, now);
  answerErrors(app);
  pictures(app);
  app.addHook('onRequest', request => refuseChangesOfMirror({ store }, request));
  const api = createApi(app, { store, flavour, now });
  for (const resource of [...shared, ...ofFlavour[flavour]]) resource(api);
  // What Jira has and the replica has not.
  app.all('/rest/*', (_, reply) =>
    sendJiraError(reply, new JiraError(404, 'There is no such resource here.')),
  );
  await app.register(pages, { store, flavour, now });
}

/** What is kept here also where the issues are a real Jira's, of either flavour: dashboards and shared settings. */
const kept = [
  dashboard,
  dashboardItemProperties,
  dashboardGadget,
  ownDashboards,
  addonProperties,
  appSettings,
];

/** A Fastify plugin: dashboards, their gadgets' settings and the settings of all users, and nothing of issues. */
export async function keptResources(
  app: FastifyInstance,
  { store, now = Date.now }: Pick<ReplicaSettings, 'store' | 'now'>,
): Promise<void> {
  readJsonBodies(app);
  answerErrors(app);
  const api = createApi(app, { store, flavour: 'cloud', now });
  for (const resource of kept) resource(api);
}

function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const known = jiraErrorOf(error);
    if (known.status >= 500 && !isHangUp(error)) request.log.error({ err: error }, 'call failed');
    return sendJiraError(reply, known);
  });
}

/**
 * Jira's own guard: a change that a page of another origin asks for needs a header that such a page cannot send
 * without being allowed to. Without it any web page could write to a replica on the visitor's machine.
 */
function refuseForeignChanges(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (request.method === 'GET' || request.method === 'HEAD' || origin === undefined) return;
    if (URL.parse(origin)?.host === request.host) return;
    if (request.headers['x-atlassian-token'] === 'no-check') return;
    await sendJiraError(reply, new JiraError(403, 'XSRF check failed'));
  });
}

/** A body is JSON whatever its type says: clients in frames leave the type out. */
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

/** The caller went away before the answer was out: closing a page is no failure. */
const isHangUp = (error: unknown): boolean =>
  (error as { code?: unknown }).code === 'ERR_STREAM_PREMATURE_CLOSE';

function jiraErrorOf(error: unknown): JiraError {
  if (error instanceof JiraError) return error;
  if (error instanceof JqlError) return new JiraError(400, error.messages);
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
