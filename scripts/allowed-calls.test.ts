/**
 * The proxy's list against the calls that the product makes: every endpoint function is called by the product and asks,
 * as Cloud and as Data Center, for a call of the list or for one that our own server answers; and each call of the list
 * is made by an endpoint function.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeUrl } from '@tallyboard/jira/address.ts';
import { createJiraClient, type JiraClient } from '@tallyboard/jira/client.ts';
import { HttpError } from '@tallyboard/jira/errors.ts';
import type { HttpRequest } from '@tallyboard/jira/http.ts';
import { allowedCalls, findAllowed, readAddress } from '@tallyboard/server/site/allowed-calls.ts';
import { expect, test } from 'vitest';

const folder = new URL('../packages/jira/endpoints/', import.meta.url);
const item = { dashboardId: '10000', itemId: '10010' };
const shape = { fields: ['summary'], expand: ['changelog'] };
const refusal = new HttpError({ method: 'GET', path: '/x' }, 400, {
  messages: [],
  heading: '',
  retryAfter: null,
});

type Endpoint = (client: JiraClient, ...args: readonly unknown[]) => Promise<unknown>;

/** Arguments for each endpoint after the client; more than one list where it asks in several ways. */
const samples: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
  fetchAppSetting: [['global-settings']],
  fetchAppSettingKeys: [[]],
  putAppSetting: [['global-settings', {}]],
  fetchBoards: [['OPS']],
  fetchBoard: [[84]],
  findBoardOfFilter: [['10603']],
  fetchBoardConfiguration: [[84]],
  fetchBoardSprints: [[84]],
  readBoardSprints: [[84]],
  fetchBulkChangelogs: [[{ ids: ['1'] }]],
  walkBulkChangelogs: [[{ ids: ['1'] }, () => {}]],
  fetchItemProperty: [[item, 'settings']],
  putItemProperty: [[item, 'settings', {}]],
  putItemTitle: [[item, 'Title']],
  renameGadget: [[item, 'Title']],
  fetchFilters: [[]],
  fetchFilter: [['10603']],
  fetchIssueHistories: [['OPS-1']],
  checkJql: [['project = OPS AND text ~ "ü & 100%"']],
  explainRefusal: [[refusal, 'project = OPS']],
  fetchJqlWords: [[]],
  fetchSuggestions: [['status', 'In']],
  fetchProjects: [[]],
  fetchProject: [['OPS']],
  searchProjects: [['ops']],
  fetchVersions: [['OPS']],
  fetchTokenPage: [[{ jql: 'project = OPS', ...shape }]],
  fetchIssuesById: [[['1', '2'], shape]],
  fetchOffsetPage: [
    [{ jql: 'project = OPS', startAt: 0, maxResults: 50, ...shape }],
    [{ jql: `key in (${'OPS-1,'.repeat(1000)}OPS-2)`, startAt: 0, maxResults: 50, ...shape }],
  ],
  fetchIssueCount: [['project = OPS']],
  fetchFirstIssues: [[{ jql: 'project = OPS', fields: ['id'], max: 100 }]],
  fetchFields: [[]],
  fetchStatuses: [[]],
  fetchConfiguration: [[]],
  fetchMyself: [[]],
  fetchMyRoles: [[]],
  fetchUserNames: [[['a-1']]],
  fetchSprint: [[7]],
  fetchWorklogs: [['OPS-1']],
  addWorklog: [
    [
      'OPS-1',
      { started: 0, zone: 'UTC', spentSeconds: 60, comment: '', remaining: { how: 'auto' } },
    ],
  ],
  deleteWorklog: [['OPS-1', { worklogId: '7', remaining: { how: 'auto' } }]],
  fetchWorkIssues: [['OPS-1']],
  fetchWorklogChanges: [
    ['updated', 0],
    ['deleted', 0],
  ],
  fetchIssuesOfWorklogs: [[['10000']]],
  fetchSprintReport: [[{ board: 84, sprint: 7 }]],
  fetchPermissions: [[['ADMINISTER']], [['EDIT_ISSUES'], 'OPS']],
  fetchAssignable: [[{ project: 'OPS', text: 'a' }]],
  assignIssue: [['OPS-1', 'ana']],
  estimateIssue: [['OPS-1', { boardId: 84, value: '8' }]],
  setField: [['OPS-1', { fieldId: 'duedate', value: null }]],
  moveToSprint: [[7, ['OPS-1']]],
  moveToBacklog: [[['OPS-1']]],
  rankIssues: [[['OPS-1'], { rankBeforeIssue: 'OPS-2' }]],
};

/** Data Center has no such call: there they ask for nothing. */
const CLOUD_ALONE: ReadonlySet<string> = new Set(['findBoardOfFilter', 'searchProjects']);

/** Records each request and refuses it: what the client makes of a reply does not matter here. */
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
    if (!file.endsWith('.ts') || /^(base64|property|read)\.|\.test\./.test(file)) continue;
    const module: Record<string, unknown> = await import(new URL(file, folder).href);
    for (const [name, value] of Object.entries(module)) {
      if (typeof value === 'function') found.push([name, value as Endpoint]);
    }
  }
  return found;
}

const root = fileURLToPath(new URL('..', import.meta.url));

/** Text of the product's own sources, without tests. */
function productText(): string {
  const files = ['packages', 'apps'].flatMap(top =>
    readdirSync(`${root}${top}`, { recursive: true, encoding: 'utf8' }).map(
      path => `${top}/${path}`,
    ),
  );
  return files
    .filter(
      path => /\.tsx?$/.test(path) && !/\.test\.|\/(node_modules|dist|testing|bench)\//.test(path),
    )
    .map(path => readFileSync(root + path, 'utf8'))
    .join('\n');
}

test('the product calls every endpoint function', async () => {
  const text = productText();
  const uses = (name: string) => text.match(new RegExp(`(?<!function )\\b${name}\\(`, 'g')) ?? [];
  const passed = (name: string) => text.match(new RegExp(`[(,:] *${name}[,)]`, 'g')) ?? [];
  const names = (await endpoints()).map(([name]) => name);
  expect(names.filter(name => uses(name).length + passed(name).length === 0)).toEqual([]);
});

/** Dashboards, their gadgets' properties, shared settings and who administers them: our own server answers these. */
const stored =
  /^\/(rest\/api\/\d\/(mypermissions|dashboard(\/[\w-]+)*)|rest\/atlassian-connect\/1\/addons\/[\w.-]+\/properties(\/[\w-]+)?|plugins\/servlet\/[\w.-]+\/settings)$/;

/** Actions of the drawer, which are not offered in front of a real Jira: its calls are made as another user. */
const planning =
  /^(GET \/rest\/api\/2\/user\/assignable\/search|PUT \/rest\/api\/[23]\/issue\/OPS-1(\/assignee)?|PUT \/rest\/agile\/1\.0\/issue\/(OPS-1\/estimation|rank)|POST \/rest\/agile\/1\.0\/(backlog|sprint\/7)\/issue|POST \/rest\/api\/2\/issue\/OPS-1\/worklog|DELETE \/rest\/api\/2\/issue\/OPS-1\/worklog\/7)$/;

/** Owners of shared reports, inside Jira Cloud: our own server knows its accounts. */
const inside = /^GET \/rest\/api\/3\/user\/bulk$/;

test('every call of the client is allowed or answered by our server, and no other call is allowed', async () => {
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
        else {
          const text = `${request.method} ${request.path}`;
          const isOwn = stored.test(request.path) || planning.test(text) || inside.test(text);
          if (!isOwn) strange.push(`${name}: ${text}`);
        }
      }
      if (flavour === 'data-center' && CLOUD_ALONE.has(name)) continue;
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
