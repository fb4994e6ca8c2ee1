import { createAgileClient, createCloudClient } from 'jira.js';
import { createClient } from 'jira.js/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoReplica, openDemoReplica } from './testing/demo-replica.ts';

/** jira.js over a real connection: it validates replies by its own schemas of Jira Cloud and throws for a mismatch. */
let demo: DemoReplica;
let jira: ReturnType<typeof createCloudClient>;
let agile: ReturnType<typeof createAgileClient>;

beforeAll(async () => {
  demo = await openDemoReplica({ size: 120 });
  const host = await demo.app.listen({ port: 0, host: '127.0.0.1' });
  const auth = { type: 'basic', email: 'someone@example.com', apiToken: 'any' } as const;
  const client = createClient({ host, auth, onSchemaMismatch: 'throw' });
  jira = createCloudClient(client);
  agile = createAgileClient(client);
});
afterAll(() => demo.close());

const jql = 'project = WEB ORDER BY key ASC';

test('finds, fetches and reads issues with their histories and worklogs', async () => {
  const { count } = await jira.issueSearch.countIssues({ jql });
  const ids: string[] = [];
  let nextPageToken: string | undefined;
  do {
    const page = await jira.issueSearch.searchAndReconsileIssuesUsingJqlPost({
      jql,
      maxResults: 10,
      ...(nextPageToken ? { nextPageToken } : {}),
    });
    ids.push(...(page.issues ?? []).map(issue => String(issue.id)));
    nextPageToken = page.nextPageToken ?? undefined;
  } while (nextPageToken);
  expect(new Set(ids).size).toBe(count);

  const issueIdsOrKeys = ids.slice(0, 20);
  const bulk = await jira.issues.bulkFetchIssues({
    issueIdsOrKeys,
    fields: ['*all'],
    expand: ['changelog'],
  });
  expect(bulk.issues).toHaveLength(issueIdsOrKeys.length);
  for (const issueIdOrKey of issueIdsOrKeys.slice(0, 5)) {
    await jira.issues.getIssue({ issueIdOrKey, expand: ['changelog', 'names'] });
    await jira.issues.getChangeLogs({ issueIdOrKey });
    await jira.issueWorklogs.getIssueWorklog({ issueIdOrKey });
  }
});

test('reads the lists of a site', async () => {
  expect((await jira.issueFields.getFields()).length).toBeGreaterThan(20);
  expect((await jira.workflowStatuses.getStatuses()).length).toBeGreaterThan(3);
  const me = await jira.myself.getCurrentUser({ expand: ['groups'] });
  expect(me.timeZone).toBeTruthy();
  await jira.jiraSettings.getConfiguration();
  await jira.serverInfo.getServerInfo();
  const projects = await jira.projects.searchProjects({});
  expect(projects.values?.length).toBeGreaterThan(3);
  await jira.projects.getProject({ projectIdOrKey: 'WEB' });
  await jira.projectVersions.getProjectVersionsPaginated({ projectIdOrKey: 'WEB' });
  await jira.filters.getFiltersPaginated({ expand: ['jql', 'owner'] });
  await jira.filters.getFavouriteFilters({});
  await jira.userSearch.findAssignableUsers({ project: 'WEB' });
  await jira.jql.getAutoComplete();
});

test('reads boards and plans sprints', async () => {
  const boards = await agile.board.getAllBoards({ type: 'scrum' });
  const boardId = Number(boards.values?.[0]?.id);
  await agile.board.getBoard({ boardId });
  await agile.board.getConfiguration({ boardId });
  await agile.board.getAllSprints({ boardId, state: 'active' });
  const backlog = await agile.board.getIssuesForBacklog({ boardId, maxResults: 5 });
  const issues = (backlog.issues ?? []).map(issue => String(issue.key));
  const sprint = await agile.sprint.createSprint({ name: 'Autumn', originBoardId: boardId });
  const sprintId = Number(sprint.id);
  await agile.sprint.moveIssuesToSprintAndRank({ sprintId, issues });
  const inSprint = await agile.sprint.getIssuesForSprint({ sprintId });
  expect(inSprint.issues).toHaveLength(issues.length);
  await agile.issue.estimateIssueForBoard({ issueIdOrKey: issues[0] ?? '', boardId, value: '3' });
  await agile.backlog.moveIssuesToBacklogForBoard({ boardId, issues });
  expect((await agile.sprint.getIssuesForSprint({ sprintId })).issues).toHaveLength(0);
});

const adf = (text: string) => ({
  type: 'doc' as const,
  version: 1 as const,
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

test('reads what clients ask before they write', async () => {
  const issueIdOrKey = 'WEB-1';
  const projectIdOrKey = 'WEB';
  const found = await jira.issueSearch.getIssuePickerResource({ query: issueIdOrKey });
  expect(found.sections?.[0]?.issues?.map(({ key }) => key)).toEqual([issueIdOrKey]);
  const { fields } = await jira.issues.getEditIssueMeta({ issueIdOrKey });
  expect(Object.keys(fields ?? {})).toEqual(
    expect.arrayContaining(['summary', 'assignee', 'priority', 'timetracking', 'labels']),
  );
  const types = await jira.issues.getCreateIssueMetaIssueTypes({ projectIdOrKey });
  const issueTypeId = String(types.issueTypes?.find(({ name }) => name === 'Task')?.id);
  const meta = await jira.issues.getCreateIssueMetaIssueTypeId({ projectIdOrKey, issueTypeId });
  expect(meta.fields?.filter(({ required }) => required).map(({ key }) => key)).toEqual([
    'project',
    'summary',
    'issuetype',
  ]);
  await jira.issueComments.getComments({ issueIdOrKey });
  await jira.issueVotes.getVotes({ issueIdOrKey });
  await jira.issueWatchers.getIssueWatchers({ issueIdOrKey });
  expect(await jira.issueRemoteLinks.getRemoteIssueLinks({ issueIdOrKey })).toEqual([]);

  const statuses = await jira.projects.getAllStatuses({ projectIdOrKey });
  expect(statuses.find(({ name }) => name === 'Task')?.statuses.length).toBeGreaterThan(1);
  const components = await jira.projectComponents.getProjectComponents({ projectIdOrKey });
  const id = String(components[0]?.id);
  await jira.projectComponents.getProjectComponentsPaginated({ projectIdOrKey });
  await jira.projectComponents.getComponent({ id });
  const { issueCount } = await jira.projectComponents.getComponentRelatedIssues({ id });
  expect(issueCount).toBe((await jira.issueSearch.countIssues({ jql: `component = ${id}` })).count);
  const versions = await jira.projectVersions.getProjectVersions({ projectIdOrKey });
  const version = { id: String(versions.find(({ released }) => !released)?.id) };
  await jira.projectVersions.getVersion(version);
  const related = await jira.projectVersions.getVersionRelatedIssues(version);
  const unresolved = await jira.projectVersions.getVersionUnresolvedIssues(version);
  expect(unresolved.issuesCount).toBe(related.issuesFixedCount);
});

test('reads the lists of forms', async () => {
  expect((await jira.issuePriorities.searchPriorities({})).total).toBe(5);
  await jira.issuePriorities.getPriority({ id: '1' });
  await jira.issueResolutions.getResolution({ id: '10000' });
  await jira.issueTypes.getIssueAllTypes();
  const { issueLinkTypes = [] } = await jira.issueLinkTypes.getIssueLinkTypes();
  expect(issueLinkTypes[0]?.outward).toBe('blocks');
  const issueLinkTypeId = String(issueLinkTypes[0]?.id);
  await jira.issueLinkTypes.getIssueLinkType({ issueLinkTypeId });
  expect((await jira.labels.getAllLabels({})).values).toContain('accessibility');
  expect((await jira.userSearch.findUsers({ query: 'mara' }))[0]?.displayName).toMatch(/^Mara /);
  await jira.users.getAllUsers({});
  await jira.users.getAllUsersDefault({});
  expect((await jira.userSearch.findUsersForPicker({ query: 'mara' })).total).toBe(1);
  await jira.userSearch.findBulkAssignableUsers({ projectKeys: 'WEB', query: '' });
  expect((await jira.groups.findGroups({ query: 'developers' })).total).toBe(1);
  await jira.groupAndUserPicker.findUsersAndGroups({ query: 'a' });
  await jira.permissions.getAllPermissions();
  await jira.jiraSettings.getApplicationProperty({});
  const boards = await agile.board.getAllBoards({ type: 'scrum' });
  const boardId = Number(boards.values?.[0]?.id);
  const { features } = await agile.board.getFeaturesForBoard({ boardId });
  expect(features?.find(({ boardFeature }) => boardFeature === 'SPRINTS')?.state).toBe('ENABLED');
});

test('creates, edits, assigns, moves and deletes an issue, each with its history', async () => {
  const { key: issueIdOrKey, id } = await jira.issues.createIssue({
    fields: {
      project: { key: 'WEB' },
      issuetype: { name: 'Task' },
      summary: 'Check the label printer',
      description: adf('It jams.'),
      labels: ['printer'],
    },
  });
  const { accountId } = await jira.myself.getCurrentUser({});
  await jira.issues.editIssue({
    issueIdOrKey,
    fields: { summary: 'Check both printers', timetracking: { originalEstimate: '1d' } },
    update: { labels: [{ add: 'depot' }], components: [{ add: { name: 'Booking' } }] },
  });
  await jira.issues.assignIssue({ issueIdOrKey, accountId: String(accountId) });
  const { transitions = [] } = await jira.issues.getTransitions({ issueIdOrKey });
  const done = transitions.find(({ name }) => name === 'Done');
  await jira.issues.doTransition({ issueIdOrKey, transition: { id: String(done?.id) } });

  const { fields, changelog } = await jira.issues.getIssue({ issueIdOrKey, expand: 'changelog' });
  expect(fields).toMatchObject({
    summary: 'Check both printers',
    labels: ['printer', 'depot'],
    assignee: { accountId },
    status: { name: 'Done' },
    resolution: { name: 'Done' },
    timeoriginalestimate: 28_800,
    timeestimate: null,
  });
  const items = (changelog?.histories ?? []).toReversed().map(entry => entry.items ?? []);
  expect(items.map(entry => entry.map(({ field }) => field))).toEqual([
    ['summary', 'timeoriginalestimate', 'labels', 'Component'],
    ['assignee'],
    ['status', 'resolution'],
  ]);
  const jql = `key = ${issueIdOrKey} AND status changed to Done AND resolved >= -1h`;
  expect((await jira.issueSearch.countIssues({ jql })).count).toBe(1);

  const subtask = { project: { key: 'WEB' }, issuetype: { name: 'Sub-task' }, summary: 'Paper' };
  const child = await jira.issues.createIssue({
    fields: { ...subtask, parent: { key: issueIdOrKey } },
  });
  const { fields: parent } = await jira.issues.getIssue({ issueIdOrKey });
  expect(parent?.subtasks).toMatchObject([{ key: child.key }]);
  await expect(jira.issues.deleteIssue({ issueIdOrKey })).rejects.toThrow(/400/);
  await jira.issues.deleteIssue({ issueIdOrKey, deleteSubtasks: 'true' });
  await expect(jira.issues.getIssue({ issueIdOrKey: String(id) })).rejects.toThrow(/404/);

  const bulk = await jira.issues.createIssues({
    issueUpdates: [
      { fields: { project: { key: 'WEB' }, issuetype: { name: 'Task' }, summary: 'One' } },
      { fields: { project: { key: 'WEB' }, issuetype: { name: 'Task' } } },
    ],
  });
  expect(bulk.issues).toHaveLength(1);
  expect(bulk.errors).toMatchObject([{ status: 400, failedElementNumber: 1 }]);
});

test('comments and logs work', async () => {
  const { key: issueIdOrKey } = await jira.issues.createIssue({
    fields: { project: { key: 'WEB' }, issuetype: { name: 'Task' }, summary: 'Measure' },
  });
  const { id } = await jira.issueComments.addComment({ issueIdOrKey, body: adf('First') });
  const comment = { issueIdOrKey, id: String(id) };
  await jira.issueComments.updateComment({ ...comment, body: { body: adf('Second') } });
  expect(JSON.stringify(await jira.issueComments.getComment(comment))).toContain('Second');
  await jira.issueComments.addComment({ issueIdOrKey, body: 'A text' });
  await jira.issueComments.deleteComment(comment);
  expect((await jira.issueComments.getComments({ issueIdOrKey })).total).toBe(1);

  await jira.issues.editIssue({
    issueIdOrKey,
    fields: { timetracking: { originalEstimate: '5h', remainingEstimate: '5h' } },
  });
  const log = { issueIdOrKey, timeSpentSeconds: 3600, comment: adf('Setup') };
  const worklog = await jira.issueWorklogs.addWorklog(log);
  const logged = { issueIdOrKey, id: String(worklog.id) };
  await jira.issueWorklogs.updateWorklog({ ...logged, body: { timeSpent: '2h' } });
  expect((await jira.issueWorklogs.getWorklog(logged)).timeSpentSeconds).toBe(7200);
  const times = async () => (await jira.issues.getIssue({ issueIdOrKey })).fields;
  expect(await times()).toMatchObject({ timespent: 7200, timeestimate: 10_800 });
  await jira.issueWorklogs.deleteWorklog(logged);
  expect(await times()).toMatchObject({ timespent: 0, timeestimate: 18_000 });
});

test('a call that is not implemented is 501, and a missing issue 404', async () => {
  await expect(jira.issueAttachments.getAttachmentMeta()).rejects.toThrow(/501.*not implement/);
  await expect(jira.issues.getTransitions({ issueIdOrKey: 'NOPE-1' })).rejects.toThrow(/404/);
});
