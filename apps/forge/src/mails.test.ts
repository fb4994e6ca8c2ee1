/** Released reports, their mails and the action of Automation, through the functions that the platform calls. */
import { createFakeJira, type FakeIssue } from '@tallyboard/engine/testing/fake-jira.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { scopesOf } from '../testing/scopes.ts';
import { answerStorage, type Kept } from '../testing/storage.ts';
import { handler, reportFigures, sendMails } from './index.ts';

/** Ana has four issues, Bo and Dee two each: nothing is told of Bo and Dee. */
const STORY: readonly FakeIssue[] = [
  { id: '1', key: 'AT-1', status: 'Done', assignee: 'Ana' },
  { id: '2', key: 'AT-2', status: 'Done', assignee: 'Ana' },
  { id: '3', key: 'AT-3', status: 'To Do', assignee: 'Ana' },
  { id: '4', key: 'AT-4', status: 'To Do', assignee: 'Ana' },
  { id: '5', key: 'AT-5', status: 'To Do', assignee: 'Bo' },
  { id: '6', key: 'AT-6', status: 'To Do', assignee: 'Bo' },
  { id: '7', key: 'AT-7', status: 'To Do', assignee: 'Dee' },
  { id: '8', key: 'AT-8', status: 'To Do', assignee: 'Dee' },
];

const report = 'weekly01';
const ADMIN = 'admin';
const EDITOR = 'ana';
const READER = 'bo';

interface Notified {
  readonly issue: string | undefined;
  readonly body: Record<string, unknown>;
}

let kept: Kept;
let notified: Notified[];
let answers: number;
/** Who asked Jira for issues. */
let searched: Set<string>;

beforeEach(async () => {
  kept = new Map();
  notified = [];
  answers = 204;
  searched = new Set();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-06T12:00:00Z') });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const jira = createFakeJira(STORY);
  let account = '';
  Object.assign(globalThis, {
    async __forge_fetch__(
      where: { readonly provider: string; readonly type?: string },
      address: string,
      init: { readonly method?: string; readonly body?: string } = {},
    ) {
      const body = init.body === undefined ? undefined : JSON.parse(init.body);
      if (where.type === 'kvs') return answerStorage(kept, address, body);
      const { method = 'GET' } = init;
      if (scopesOf(method, address) === null) throw new Error(`No scope: ${method} ${address}`);
      const { pathname: path, searchParams } = new URL(address, 'https://x.example');
      if (path.includes('search/jql')) searched.add(where.provider);
      const issue = /^\/rest\/api\/3\/issue\/([^/]+)(\/notify)?$/.exec(path);
      if (issue?.[2]) {
        expect(where.provider).toBe('app');
        notified.push({ issue: issue[1], body });
        return new Response(null, { status: answers });
      }
      if (where.provider === 'user') {
        if (path.endsWith('/mypermissions'))
          return Response.json({
            permissions: { ADMINISTER: { havePermission: account === ADMIN } },
          });
        if (issue && method === 'GET')
          return issue[1] === 'AT-1'
            ? Response.json({ id: '1', key: 'AT-1' })
            : new Response('{}', { status: 404 });
        if (path.endsWith('/groups/picker'))
          return Response.json({
            groups: [
              { name: 'leads', groupId: 'g-1' },
              { name: 'leads of all', groupId: 'g-2' },
            ].filter(({ name }) => name.startsWith(searchParams.get('query') ?? '')),
          });
        if (path.endsWith('/user/search'))
          return Response.json(
            searchParams.get('query') === 'Cy'
              ? [{ accountId: 'u-cy', accountType: 'atlassian', displayName: 'Cy' }]
              : [],
          );
      }
      const query = Object.fromEntries(searchParams);
      const reply = await jira.request({ method: method as 'GET', path, query, body });
      return new Response(reply.body, { status: reply.status });
    },
  });
  ask = async (who, functionKey, payload) => {
    account = who;
    const answer = await handler({ call: { functionKey, payload }, context: {} } as never, {
      principal: { accountId: who },
    });
    return answer as { readonly status: number; readonly body: Record<string, unknown> };
  };
  const view = {
    report: 'issues-by',
    tab: 'custom',
    selector: 1,
    preset: 'custom',
    jql: '',
    settings: { field: 'assignee' },
  };
  await save(view, 0);
});
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(globalThis, '__forge_fetch__');
});

let ask: (
  account: string,
  functionKey: string,
  payload: object,
) => Promise<{ readonly status: number; readonly body: Record<string, unknown> }>;

const save = (view: object, version: number) =>
  ask(EDITOR, 'save-report', {
    id: report,
    body: { version, name: 'Who has what', view, shares: [{ kind: 'everyone', edit: false }] },
  });
const release = () => ask(ADMIN, 'set-released', { report, on: true });
const body = {
  cron: '0 8 * * *',
  zone: 'Europe/Prague',
  issue: 'AT-1',
  to: ['watchers', 'leads', 'Cy'],
};
const add = (more: object = {}, account = EDITOR) =>
  ask(account, 'add-mail', { report, body: { ...body, ...more } });
const listed = async (account = EDITOR) => (await ask(account, 'list-mails', { report })).body;
const messageOf = ({ body: found }: { readonly body: unknown }) =>
  String(Reflect.get(Object(found), 'errorMessages'));
const at = (time: string) => vi.setSystemTime(new Date(time));
const history = async () => {
  const [{ id }] = (await listed()).subscriptions as [{ id: string }];
  return (await ask(EDITOR, 'mail-history', { id })).body.runs;
};

it('gives Automation the totals of a released report, computed by the app', async () => {
  const unreleased = await reportFigures({ report });
  expect(unreleased).toMatchObject({ errors: [{ message: expect.stringMatching(/no released/) }] });
  expect(messageOf(await ask(EDITOR, 'set-released', { report, on: true }))).toMatch(
    /administrator/,
  );
  expect(await release()).toMatchObject({ status: 200 });
  const found = await reportFigures({ report });
  expect(found).toMatchObject({ value: null, complete: true, asOf: '2026-03-06T12:00:00.000Z' });
  const { text, figures } = found as { text: string; figures: string };
  expect(text).toMatch(/^Ana +4\b/m);
  expect(text).not.toMatch(/\bBo\b|AT-\d/);
  expect(text).toContain('fewer than three issues are left out');
  const [key] = Object.entries(JSON.parse(figures)).find(([, value]) => value === 4) ?? [''];
  expect(await reportFigures({ report, figure: key })).toMatchObject({ value: 4 });
  expect(await reportFigures({ report, figure: 'x' })).toMatchObject({
    errors: [{ message: expect.stringContaining(`'x'`) }],
  });
  expect([...searched]).toEqual(['app']);

  // A release is of the report as it was.
  await save({ report: 'issues-by', tab: 'custom', jql: 'project = AT', settings: {} }, 1);
  expect(await reportFigures({ report })).toEqual(unreleased);
});

it('follows the policy of figures on people', async () => {
  kept.set('setting:global-settings', { figuresOnPeople: 'groups-of:5' });
  await release();
  const { text } = (await reportFigures({ report })) as { text: string };
  expect(text).not.toMatch(/\b(Ana|Bo)\b/);
});

it('releases no report about whoever looks', async () => {
  await save({ report: 'overview', tab: 'custom', jql: 'assignee = currentUser()' }, 1);
  expect(messageOf(await release())).toMatch(/without a reader/);
  await save({ report: 'overview', tab: 'user' }, 2);
  expect(messageOf(await release())).toMatch(/without a reader/);
});

it('sends a mail by an issue once for each time that is due, to whom was chosen', async () => {
  await release();
  expect(await add()).toMatchObject({ status: 200 });
  await sendMails();
  expect(notified).toEqual([]);
  // 08:00 in Prague is 07:00 UTC; of the days that were missed the last one is sent.
  at('2026-03-09T07:10:00Z');
  await sendMails();
  await sendMails();
  expect(notified).toHaveLength(1);
  const [{ issue, body: sent } = { issue: '', body: {} }] = notified;
  expect(issue).toBe('1');
  expect(sent.to).toEqual({
    watchers: true,
    assignee: false,
    reporter: false,
    voters: false,
    users: [{ accountId: 'u-cy' }],
    groupIds: ['g-1'],
  });
  expect(sent.subject).toBe('Who has what (Tallyboard)');
  expect(sent.textBody).toMatch(/^Ana +4\b/m);
  expect(String(sent.textBody) + String(sent.htmlBody)).not.toMatch(/\bBo\b|AT-[2-6]/);
  expect(await history()).toMatchObject([
    {
      due: '2026-03-09T07:00:00.000Z',
      cause: 'schedule',
      messages: [{ to: 'watchers of the issue, leads, Cy', state: 'sent' }],
    },
  ]);
  expect((await listed()).subscriptions).toMatchObject([
    { whenText: 'Every day at 08:00 (Europe/Prague), by AT-1', next: '2026-03-10T07:00:00.000Z' },
  ]);
});

it('says in the history why nothing was sent, and never sends what is not released', async () => {
  await add();
  at('2026-03-07T07:10:00Z');
  await sendMails();
  await release();
  answers = 404;
  at('2026-03-08T07:10:00Z');
  await sendMails();
  expect(await history()).toMatchObject([
    { detail: 'The issue was deleted, or the app may not see it.', messages: [] },
    { detail: expect.stringMatching(/not released/), messages: [] },
  ]);
  expect(notified).toHaveLength(1);
});

it('does not repeat a run that the platform has ended', async () => {
  await release();
  await add();
  const [id] = [...kept.keys()].flatMap(key => (key.startsWith('mail:') ? [key.slice(5)] : []));
  const due = Date.parse('2026-03-07T07:00:00Z');
  kept.set(`mail-run:${id}:${due}`, {
    due,
    cause: 'schedule',
    finished: null,
    sent: false,
    detail: '',
  });
  at('2026-03-07T07:10:00Z');
  await sendMails();
  expect(notified).toEqual([]);
  expect(await history()).toMatchObject([{ detail: 'It was begun and not finished.' }]);
  at('2026-03-08T07:10:00Z');
  await sendMails();
  expect(notified).toHaveLength(1);
});

it.each([
  ['no schedule', { cron: 'x' }, /five fields/],
  ['a zone that is none', { zone: 'Mars' }, /no time zone/],
  ['no issue', { issue: 'x' }, /such as OPS-12/],
  ['an issue out of sight', { issue: 'AT-9' }, /may not see it/],
  ['nobody', { to: [] }, /Say who gets it/],
  ['an unknown name', { to: ['Zed'] }, /no group or person 'Zed'/],
])('refuses %s', async (_, more, text) => {
  const refused = await add(more);
  expect(refused.status).toBe(400);
  expect(messageOf(refused)).toMatch(text);
  expect((await listed()).subscriptions).toEqual([]);
});

it('is made by who may change the report, and changed by its author', async () => {
  expect(await add({}, READER)).toMatchObject({ status: 403 });
  await add();
  const [{ id }] = (await listed()).subscriptions as [{ id: string }];
  expect((await listed(READER)).subscriptions).toEqual([]);
  const paused = { id, body: { state: 'paused' } };
  expect(await ask(READER, 'change-mail', paused)).toMatchObject({ status: 403 });
  expect(await ask(EDITOR, 'change-mail', paused)).toMatchObject({ status: 200 });
  await release();
  at('2026-03-07T07:10:00Z');
  await sendMails();
  expect(notified).toEqual([]);
  expect(await ask(EDITOR, 'test-mail', { id })).toMatchObject({ status: 200 });
  expect(notified).toHaveLength(1);
  expect(await ask(READER, 'remove-mail', { id })).toMatchObject({ status: 403 });
  expect(await ask(EDITOR, 'delete-report', { id: report })).toMatchObject({ status: 200 });
  // Mails, runs and the release go with their report.
  expect([...kept.keys()]).toEqual([]);
});
