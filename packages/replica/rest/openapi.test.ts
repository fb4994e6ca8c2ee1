import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type DemoReplica, openDemoReplica } from './testing/demo-replica.ts';
import { OpenApiCheck } from './testing/openapi.ts';

type Json = Record<string, unknown>;

let demo: DemoReplica;
const check = new OpenApiCheck();

beforeAll(async () => {
  demo = await openDemoReplica();
});
afterAll(() => demo.close());

let problems: string[] = [];
afterEach(() => {
  const found = problems;
  problems = [];
  expect(found).toEqual([]);
});

/** Sends a request and validates the reply. */
async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) {
  const reply = await demo.app.inject({
    method,
    url,
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  const json: unknown = reply.body === '' ? undefined : reply.json();
  if (reply.body !== '') {
    problems.push(...check.problems(method, url, reply.statusCode, json));
  }
  return { status: reply.statusCode, json: json as Json };
}

const platformGets = [
  'search/jql?jql=project%20%3D%20WEB&fields=*all&expand=changelog,names,schema,renderedFields',
  'search/jql?jql=project%20%3D%20WEB',
  'issue/WEB-1?expand=changelog,names,renderedFields',
  'issue/WEB-1/changelog',
  'issue/WEB-1/properties',
  'issue/WEB-1/properties/none',
  'issue/WEB-1/worklog',
  'issue/NOPE-1',
  'field',
  'field/search',
  'status',
  'status/10000',
  'statuscategory',
  'statuses/search',
  'priority',
  'resolution',
  'issuetype',
  'configuration',
  'myself?expand=groups,applicationRoles',
  'serverInfo',
  'mypermissions?permissions=BROWSE_PROJECTS,ADMINISTER',
  'permissionscheme?expand=all',
  'permissionscheme/0',
  'project/PLAT/permissionscheme?expand=permissions',
  'role',
  'project/PLAT/role',
  'project/PLAT/role/10003',
  'issuesecurityschemes',
  'issuesecurityschemes/10000',
  'issuesecurityschemes/level',
  'issuesecurityschemes/level/member',
  'issuesecurityschemes/project',
  'project/PLAT/issuesecuritylevelscheme',
  'project/PLAT/securitylevel',
  'group/member?groupname=developers',
  'group/bulk',
  'project',
  'project/search?maxResults=2',
  'project/WEB',
  'project/WEB/version?orderBy=-releaseDate',
  'project/WEB/versions',
  'filter/search?expand=jql,owner,description,favourite,viewUrl,searchUrl,sharePermissions',
  'filter/favourite',
  'filter/my',
  'filter/10200',
  'user/assignable/search?project=WEB&query=a',
  'dashboard',
  'dashboard/search',
  'jql/autocompletedata',
  'jql/autocompletedata/suggestions?fieldName=status&fieldValue=in',
  'issue/picker?query=WEB-1',
  'issue/WEB-1/transitions?expand=transitions.fields',
  'issue/WEB-1/editmeta',
  'issue/createmeta?projectKeys=WEB&expand=projects.issuetypes.fields',
  'issue/createmeta/WEB/issuetypes',
  'issue/createmeta/WEB/issuetypes/10001',
  'issue/WEB-3/comment',
  'issue/WEB-1/votes',
  'issue/WEB-1/watchers',
  'project/WEB/statuses',
  'project/WEB/components',
  'project/WEB/component',
  'component/10200',
  'component/10200/relatedIssueCounts',
  'version/10105/relatedIssueCounts',
  'version/10105/unresolvedIssueCount',
  'priority/search',
  'resolution/search',
  'issueLinkType',
  'label',
  'user/search?query=a',
  'users',
  'users/search',
  'user/picker?query=a',
  'user/assignable/multiProjectSearch?projectKeys=WEB&query=a',
  'groups/picker?query=a',
  'groupuserpicker?query=a',
  'permissions',
  'application-properties',
  'worklog/updated',
  'worklog/deleted',
];

test.each(['3', '2'])('replies of platform version %s are valid', async version => {
  for (const path of platformGets) await ask('GET', `/rest/api/${version}/${path}`);
  const user = String((await ask('GET', `/rest/api/${version}/myself`)).json.accountId);
  await ask('GET', `/rest/api/${version}/user/bulk?accountId=${user}`);
  await ask('GET', `/rest/api/${version}/user?accountId=${user}`);
  await ask('GET', `/rest/api/${version}/user/groups?accountId=${user}`);
  const projectPermissions = [
    { permissions: ['BROWSE_PROJECTS'], projects: [10000], issues: [10001] },
  ];
  const check = { accountId: user, globalPermissions: ['ADMINISTER'], projectPermissions };
  const posts: [string, unknown][] = [
    ['search/jql', { jql: 'project = WEB', fields: ['*all'], maxResults: 10, expand: 'changelog' }],
    ['permissions/project', { permissions: ['BROWSE_PROJECTS'] }],
    ['permissions/check', check],
    ['search/approximate-count', { jql: 'project = WEB' }],
    ['search', { jql: 'project = WEB' }],
    ['issue/bulkfetch', { issueIdsOrKeys: ['WEB-1', 'WEB-2', 'NOPE-1'], expand: ['changelog'] }],
    ['changelog/bulkfetch', { issueIdsOrKeys: ['WEB-1', 'WEB-2'], fieldIds: ['status'] }],
    ['jql/parse', { queries: ['project = WEB AND status was Done', 'nonsense ='] }],
    ['jql/match', { issueIds: [10001], jqls: ['project = WEB'] }],
    ['jql/autocompletedata', { projectIds: [] }],
  ];
  for (const [path, body] of posts) await ask('POST', `/rest/api/${version}/${path}`, body);
});

test('remote links of version 3 are a list; version 2 describes a single one', async () => {
  expect((await ask('GET', '/rest/api/3/issue/WEB-1/remotelink')).json).toEqual([]);
});

test.each(['3', '2'])('replies of writes of version %s are valid', async version => {
  const content = [{ type: 'paragraph', content: [{ type: 'text', text: 'A text' }] }];
  const text = version === '3' ? { type: 'doc', version: 1, content } : 'A text';
  const fields = { project: { key: 'WEB' }, issuetype: { name: 'Bug' }, summary: 'Fault' };
  const made = await ask('POST', `/rest/api/${version}/issue`, { fields });
  expect(made.status).toBe(201);
  const issue = `/rest/api/${version}/issue/${made.json.key}`;
  await ask('POST', `/rest/api/${version}/issue/bulk`, { issueUpdates: [{ fields }, {}] });
  await ask('PUT', issue, { fields: { description: text }, update: { labels: [{ add: 'a' }] } });
  await ask('POST', `${issue}/transitions`, { transition: { id: '3' } });
  for (const [list, body] of [
    ['comment', { body: text }],
    ['worklog', { timeSpent: '1h', comment: text }],
  ] as const) {
    const { json } = await ask('POST', `${issue}/${list}`, body);
    await ask('GET', `${issue}/${list}/${json.id}`);
    await ask('PUT', `${issue}/${list}/${json.id}`, body);
    await ask('GET', `${issue}/${list}`);
    expect((await ask('DELETE', `${issue}/${list}/${json.id}`)).status).toBe(204);
  }
  const { json } = await ask('GET', `${issue}?expand=changelog`);
  expect(json.changelog).toMatchObject({ total: 4 });
  expect((await ask('DELETE', issue)).status).toBe(204);
});

test('replies of the agile API are valid', async () => {
  const boards = (await ask('GET', '/rest/agile/1.0/board')).json.values as {
    id: number;
    type: string;
  }[];
  for (const { id } of boards) {
    for (const path of [
      '',
      '/configuration',
      '/sprint?state=active',
      '/issue',
      '/backlog',
      '/epic',
      '/project',
      '/version',
      '/quickfilter',
      '/features',
    ]) {
      const reply = await ask('GET', `/rest/agile/1.0/board/${id}${path}`);
      expect(reply.status, `${id}${path}`).toBe(200);
    }
  }
  const scrum = boards.find(({ type }) => type === 'scrum')?.id;
  const made = await ask('POST', '/rest/agile/1.0/sprint', { name: 'Next', originBoardId: scrum });
  expect(made.status).toBe(201);
  await ask('GET', '/rest/agile/1.0/issue/WEB-3');
  const sprint = `/rest/agile/1.0/sprint/${made.json.id}`;
  await ask('POST', `${sprint}/issue`, { issues: ['WEB-3'] });
  await ask('GET', `${sprint}/issue`);
  await ask('PUT', '/rest/agile/1.0/issue/rank', {
    issues: ['WEB-3', 'NOPE-1'],
    rankBeforeIssue: 'WEB-2',
  });
  await ask('POST', `/rest/agile/1.0/backlog/${scrum}/issue`, { issues: ['WEB-3'] });
});

test('replies of dashboards, gadgets and properties are valid', async () => {
  const { json: dashboard } = await ask('POST', '/rest/api/3/dashboard', {
    name: 'Team',
    sharePermissions: [],
    editPermissions: [],
  });
  const base = `/rest/api/3/dashboard/${dashboard.id}`;
  const { json: gadget } = await ask('POST', `${base}/gadget`, { moduleKey: 'tallyboard:status' });
  await ask('PUT', `${base}/gadget/${gadget.id}`, { title: 'Status', color: 'green' });
  const hostile = await ask('PUT', `${base}/gadget/${gadget.id}`, { color: '1e3' });
  expect(hostile.status).toBe(400);
  const { json: listed } = await ask('GET', `${base}/gadget`);
  expect(listed).toMatchObject({ gadgets: [{ title: 'Status', color: 'green' }] });
  const property = `${base}/items/${gadget.id}/properties/settings`;
  expect((await ask('GET', property)).status).toBe(404);
  expect((await ask('PUT', property, { a: 1 })).status).toBe(201);
  expect((await ask('PUT', property, { a: 2 })).status).toBe(200);
  expect((await ask('GET', property)).json).toEqual({ key: 'settings', value: { a: 2 } });
  expect((await ask('PUT', property, 'x'.repeat(32_767))).status).toBe(400);
  await ask('GET', `${base}/items/${gadget.id}/properties`);
  expect((await ask('DELETE', property)).status).toBe(204);
});

test('replies of app properties are valid', async () => {
  const list = '/rest/atlassian-connect/1/addons/tallyboard/properties';
  expect((await ask('GET', `${list}/ted`)).status).toBe(404);
  expect((await ask('PUT', `${list}/ted`, '2026-06-17')).status).toBe(201);
  expect((await ask('PUT', `${list}/ted`, '2026-06-18')).status).toBe(200);
  expect((await ask('GET', `${list}/ted`)).json.value).toBe('2026-06-18');
  expect((await ask('GET', list)).json.keys).toHaveLength(1);
  expect((await ask('DELETE', `${list}/ted`)).status).toBe(204);
});

test('most replies were validated', () => {
  expect(check.checked.size).toBeGreaterThan(70);
});
