/**
 * The proxy's list of calls against the client itself: every endpoint of the client, called as Cloud and as Data Center,
 * asks for something on the list or for something that our own server keeps; and nothing on the list is asked by nobody.
 */
import { readdirSync } from 'node:fs';
import { createJiraClient, type JiraClient } from '@tallyboard/jira/client.ts';
import { HttpError } from '@tallyboard/jira/errors.ts';
import { type HttpRequest, writeUrl } from '@tallyboard/jira/transport.ts';
import { allowedCalls, findAllowed, readAddress } from '@tallyboard/server/site/allowed-calls.ts';
import { expect, test } from 'vitest';

const folder = new URL('../packages/jira/endpoints/', import.meta.url);
const item = { dashboardId: '10000', itemId: '10010' };
const shape = { fields: ['summary'], expand: ['changelog'] };
const refusal = new HttpError({ method: 'GET', path: '/x' }, 400, {
  ...{ messages: [], fieldErrors: {}, heading: '', retryAfter: null },
});
const placement = { issues: ['OPS-1'], rankBeforeIssue: 'OPS-2' };

type Endpoint = (client: JiraClient, ...args: readonly unknown[]) => Promise<unknown>;

/** Arguments for each endpoint after the client; more than one list where it asks in several ways. */
const samples: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
  fetchAppSetting: [['global-settings']],
  putAppSetting: [['global-settings', {}]],
  fetchBoards: [[{ projectKeyOrId: 'OPS', type: 'scrum' }]],
  fetchBoard: [[84]],
  fetchBoardConfiguration: [[84]],
  fetchBoardSprints: [[84, 'active']],
  fetchBoardIssues: [[84, shape]],
  fetchBacklogIssues: [[84, shape]],
  fetchSprintIssues: [[37, shape]],
  fetchBulkChangelogs: [[{ ids: ['1'] }]],
  fetchDashboards: [[]],
  fetchItemProperty: [[item, 'settings']],
  putItemProperty: [[item, 'settings', {}]],
  putItemTitle: [[item, 'Title']],
  renameGadget: [[item, 'Title']],
  fetchFilters: [[]],
  fetchFilter: [['10603']],
  fetchIssue: [['OPS-1', shape]],
  fetchMayAdminister: [[]],
  fetchIssueHistories: [['OPS-1']],
  assignIssue: [['OPS-1', 'a']],
  checkJql: [['project = OPS AND text ~ "ü & 100%"']],
  explainRefusal: [[refusal, 'project = OPS']],
  fetchAutocompleteData: [[]],
  fetchSuggestions: [['status', 'In']],
  rankIssues: [[placement]],
  moveToBacklog: [[84, placement]],
  moveToSprint: [[37, placement]],
  estimateIssue: [['OPS-1', 84, '8']],
  fetchProjects: [[]],
  fetchProject: [['OPS']],
  fetchVersions: [['OPS']],
  fetchTokenPage: [[{ jql: 'project = OPS', ...shape }]],
  fetchIssuesById: [[['1', '2'], shape]],
  fetchOffsetPage: [
    [{ jql: 'project = OPS', startAt: 0, maxResults: 50, ...shape }],
    [{ jql: `key in (${'OPS-1,'.repeat(1000)}OPS-2)`, startAt: 0, maxResults: 50, ...shape }],
  ],
  fetchIssueCount: [['project = OPS']],
  checkBySearch: [['project = OPS']],
  fetchFields: [[]],
  fetchStatuses: [[]],
  fetchConfiguration: [[]],
  fetchMyself: [[]],
  createSprint: [[{ name: 'Sprint 5', originBoardId: 84 }]],
  fetchSprint: [[37]],
  fetchAssignableUsers: [[{ project: 'OPS', text: 'an' }]],
  fetchWorklogs: [['OPS-1']],
};

/** Whatever the client asks for is noted and refused: nothing that it makes of a reply matters here. */
function recordingClient(flavour: 'cloud' | 'data-center') {
  const asked: HttpRequest[] = [];
  const client = createJiraClient({
    flavour,
    request: async request => {
      asked.push(request);
      return { status: 418, headers: {}, body: '' };
    },
  });
  return { client, asked };
}

async function endpoints(): Promise<[string, Endpoint][]> {
  const found: [string, Endpoint][] = [];
  for (const file of readdirSync(folder)) {
    if (!file.endsWith('.ts') || /base64|\.test\./.test(file)) continue;
    const module: Record<string, unknown> = await import(new URL(file, folder).href);
    for (const [name, value] of Object.entries(module)) {
      if (typeof value === 'function') found.push([name, value as Endpoint]);
    }
  }
  return found;
}

/** Dashboards, their gadgets' properties and shared settings stay on our own server. */
const kept =
  /^\/(rest\/api\/\d\/dashboard(\/[\w-]+)*|rest\/atlassian-connect\/1\/addons\/[\w.-]+\/properties\/[\w-]+|plugins\/servlet\/[\w.-]+\/settings)$/;

test('every call of the client is on the list or kept here, and the list holds nothing else', async () => {
  const used = new Set(['GET /rest/api/2/serverInfo']);
  const strange: string[] = [];
  const names: string[] = [];
  for (const [name, call] of await endpoints()) {
    names.push(name);
    for (const flavour of ['cloud', 'data-center'] as const) {
      const { client, asked } = recordingClient(flavour);
      for (const args of samples[name] ?? []) await call(client, ...args).catch(() => {});
      for (const request of asked) {
        const address = readAddress(writeUrl(request));
        const allowed = address && findAllowed(request.method, address.path);
        if (allowed) used.add(`${allowed.method} ${allowed.pattern}`);
        else if (!kept.test(request.path))
          strange.push(`${name}: ${request.method} ${request.path}`);
      }
      expect(asked.length, `${name} asks for something`).toBeGreaterThan(0);
    }
  }
  // A new endpoint needs a sample here.
  expect(Object.keys(samples).sort()).toEqual(names.sort());
  expect(strange).toEqual([]);
  expect([...used].sort()).toEqual(
    allowedCalls.map(({ method, pattern }) => `${method} ${pattern}`).sort(),
  );
});
