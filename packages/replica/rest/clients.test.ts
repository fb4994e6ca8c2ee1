import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoReplica, openDemoReplica } from './testing/demo-replica.ts';

const require = createRequire(import.meta.url);

let demo: DemoReplica;
let base: URL;
beforeAll(async () => {
  demo = await openDemoReplica({ size: 120 });
  base = new URL(await demo.app.listen({ port: 0, host: '127.0.0.1' }));
});
afterAll(() => demo.close());

test('jira-client reads, creates, edits, moves and deletes', async () => {
  const JiraApi = require('jira-client');
  const jira = new JiraApi({
    protocol: 'http',
    host: base.hostname,
    port: base.port,
    username: 'someone@example.com',
    password: 'any',
    apiVersion: '2',
  });
  const lists: Record<string, { length: number }> = {
    projects: await jira.listProjects(),
    components: await jira.listComponents('WEB'),
    versions: await jira.getVersions('WEB'),
    fields: await jira.listFields(),
    priorities: await jira.listPriorities(),
    statuses: await jira.listStatus(),
    types: await jira.listIssueTypes(),
    users: await jira.searchUsers({ query: 'mara' }),
    boards: (await jira.getAllBoards()).values,
    sprints: (await jira.getAllSprints(1)).values,
    linkTypes: (await jira.listIssueLinkTypes()).issueLinkTypes,
    createMeta: (await jira.getIssueCreateMetadata({ projectKeys: 'WEB' })).projects,
  };
  for (const [name, { length }] of Object.entries(lists)) expect(length, name).toBeGreaterThan(0);
  await jira.getServerInfo();
  await jira.getCurrentUser();
  await jira.getProject('WEB');
  await jira.getIssueWatchers('WEB-3');
  await jira.getIssueChangelog('WEB-3');

  const fields = { project: { key: 'WEB' }, issuetype: { name: 'Task' }, summary: 'Print' };
  const { key } = await jira.addNewIssue({ fields });
  await jira.updateIssue(key, { fields: { summary: 'Print again' } });
  await jira.addComment(key, 'A comment');
  await jira.addWorklog(key, { timeSpent: '1h' });
  const { transitions } = await jira.listTransitions(key);
  const done = transitions.find(({ name }: { name: string }) => name === 'Done');
  await jira.transitionIssue(key, { transition: { id: done.id } });
  expect((await jira.getComments(key)).comments).toMatchObject([{ body: 'A comment' }]);
  expect((await jira.getIssueWorklogs(key)).worklogs).toHaveLength(1);
  expect((await jira.findIssue(key)).fields).toMatchObject({
    summary: 'Print again',
    timespent: 3600,
    status: { name: 'Done' },
  });
  await jira.deleteIssue(key);
  // As on Jira Cloud.
  await expect(jira.searchJira('project = WEB')).rejects.toThrow(/API has been removed/);
});

/** Runs the MCP server and returns a function that calls its tools. */
async function startMcpServer() {
  const child: ChildProcess = spawn(
    process.execPath,
    [require.resolve('@nexus2520/jira-mcp-server')],
    {
      env: {
        JIRA_BASE_URL: base.origin,
        JIRA_EMAIL: 'someone@example.com',
        JIRA_API_TOKEN: 'any',
      },
      stdio: ['pipe', 'pipe', 'ignore'],
    },
  );
  const waiting = new Map<number, (message: McpReply) => void>();
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', line => {
      const message: McpReply = JSON.parse(line);
      waiting.get(message.id)?.(message);
    });
  const request = (method: string, params: object) =>
    new Promise<McpReply>(resolve => {
      const id = waiting.size + 1;
      waiting.set(id, resolve);
      child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
  const clientInfo = { name: 'test', version: '1' };
  const protocolVersion = '2025-03-26';
  await request('initialize', { protocolVersion, capabilities: {}, clientInfo });
  return {
    async call(name: string, args: object): Promise<string> {
      const { result, error } = await request('tools/call', { name, arguments: args });
      const text = result?.content[0]?.text ?? error?.message ?? '';
      expect(result?.isError ?? error, text).toBeFalsy();
      return text;
    },
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

interface McpReply {
  id: number;
  result?: { content: { text: string }[]; isError?: boolean };
  error?: { message: string };
}

test('an MCP server for Jira finds, creates, comments and moves issues', async () => {
  const { call, stop } = await startMcpServer();
  try {
    for (const action of ['projects', 'users', 'create_metadata'])
      await call('jira_search', { action, query: 'mara', projectKey: 'WEB' });
    expect(await call('jira_search', { action: 'issues', jql: 'key = WEB-3' })).toContain('WEB-3');
    await call('jira_links', { action: 'get_link_types', issueKey: 'WEB-3' });
    await call('jira_links', { action: 'list', issueKey: 'WEB-3' });
    const made = await call('jira_issues', {
      action: 'create',
      projectKey: 'WEB',
      issueType: 'Task',
      summary: 'Print',
    });
    const issueKey = /WEB-\d+/.exec(made)?.[0];
    await call('jira_issues', { action: 'update', issueKey, summary: 'Print again' });
    await call('jira_comments', { action: 'add', issueKey, comment: 'A comment' });
    expect(await call('jira_comments', { action: 'get', issueKey })).toContain('A comment');
    const moves = await call('jira_workflow', { action: 'get_transitions', issueKey });
    expect(moves).toContain('Done');
    await call('jira_workflow', { action: 'transition', issueKey, transitionId: '10001' });
    const issue = await call('jira_issues', { action: 'get', issueKey });
    expect(issue).toContain('Print again');
    expect(issue).toContain('Done');
  } finally {
    await stop();
  }
});
