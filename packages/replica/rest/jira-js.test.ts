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
