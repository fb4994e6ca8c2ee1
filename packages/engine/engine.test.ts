import type { ReportContext } from '@tallyboard/core/model/context.ts';
import { DEFAULT_DONE } from '@tallyboard/core/model/done.ts';
import { NO_REQUIREMENT, type Requirement } from '@tallyboard/core/model/requirement.ts';
import { parseHostInfo } from '@tallyboard/hosts/info.ts';
import issuesBy from '@tallyboard/reports/issues-by/index.ts';
import overview from '@tallyboard/reports/overview/index.ts';
import { expect, test } from 'vitest';
import type { Engine } from './calls.ts';
import { createEngine } from './engine.ts';
import { contextAt, runReport } from './run-report.ts';
import { createFakeJira, type FakeIssue, ME, reply, wireIssue } from './testing/fake-jira.ts';
import { type Message, serveEngine } from './worker/rpc.ts';
import { createWorkerEngine, type WorkerLike } from './worker/worker-engine.ts';

const AS_OF = Date.parse('2026-03-10T12:00:00Z');
const info = parseHostInfo('?projectKey=AT&lic=active');

/**
 * AT-1  5pt  Ana   done
 * AT-2  3pt  Ana   in progress
 * AT-3       Bo    to do
 */
const STORY: readonly FakeIssue[] = [
  { id: '1', key: 'AT-1', status: 'Done', assignee: 'Ana', points: 5 },
  { id: '2', key: 'AT-2', status: 'In Progress', assignee: 'Ana', points: 3 },
  { id: '3', key: 'AT-3', status: 'To Do', assignee: 'Bo' },
];

const context: ReportContext = {
  asOf: AS_OF,
  zone: 'UTC',
  currentUser: null,
  hoursPerDay: 8,
  daysPerWeek: 5,
  weekStart: 0,
  dateFormat: 'MMM D, YYYY',
  calendar: null,
  doneRule: DEFAULT_DONE,
};

const settings = overview.settings.defaults;
const requirement = overview.requires(settings, context);

/** Two ends of a channel in one thread, cloning what crosses as a worker would. */
function channel(engineOf: Parameters<typeof serveEngine>[1]): WorkerLike {
  const worker: WorkerLike = {
    onmessage: null,
    onerror: null,
    onmessageerror: null,
    postMessage: message => {
      const crossed = structuredClone(message);
      queueMicrotask(() => receive(crossed));
    },
    terminate: () => {},
  };
  const { receive } = serveEngine((message: Message) => {
    const crossed = structuredClone(message);
    queueMicrotask(() => worker.onmessage?.({ data: crossed } as MessageEvent));
  }, engineOf);
  return worker;
}

const ways = {
  'in the same thread': (request: Parameters<typeof createEngine>[0]['request']) =>
    createEngine({ request, now: () => AS_OF }),
  'behind a worker': (request: Parameters<typeof createEngine>[0]['request']) =>
    createWorkerEngine(
      () => channel(proxied => createEngine({ request: proxied, now: () => AS_OF })),
      request,
    ),
} satisfies Record<string, (request: Parameters<typeof createEngine>[0]['request']) => Engine>;

for (const [way, build] of Object.entries(ways)) {
  test(`${way}: start, load, compute, rows, history`, async () => {
    const jira = createFakeJira(STORY);
    const engine = build(jira.request);
    const site = await engine.start({ info });
    expect(site).toMatchObject({
      currentUser: { name: ME.displayName, zone: 'UTC' },
      hoursPerDay: 8,
      project: { key: 'AT' },
      boards: [{ id: 7 }, { id: 8 }],
      epics: [],
      settings: { dateFormat: 'MMM D, YYYY' },
    });

    const seen: number[] = [];
    const loaded = await engine.load(
      { jql: 'project = AT', requirement },
      { onProgress: percent => seen.push(percent) },
    );
    expect(loaded).toMatchObject({ issueCount: 3, fetchedAt: AS_OF, coverage: { complete: true } });
    expect(seen.at(-1)).toBe(100);

    const { result } = await engine.compute({
      dataset: loaded?.id ?? 0,
      report: 'overview',
      settings,
      context,
    });
    expect(result).toMatchObject({ total: { value: 3 }, withResolution: { part: { value: 1 } } });

    const rows = await engine.rows({ dataset: loaded?.id ?? 0, rows: Uint32Array.of(2, 0, 99) });
    expect(rows.map(row => row.key)).toEqual(['AT-3', 'AT-1']);

    const visits = await engine.statusHistory({
      dataset: loaded?.id ?? 0,
      issueId: '1',
      asOf: AS_OF,
    });
    expect(visits.map(visit => [visit.statusName, visit.to - visit.from])).toEqual([
      ['To Do', 48 * 3_600_000],
      ['Done', 147 * 3_600_000],
    ]);
  });

  test(`${way}: an audited host is told which figures on people are read, and no others`, async () => {
    const jira = createFakeJira(STORY);
    const told: unknown[] = [];
    jira.answer = ({ path, body }) => {
      if (!path.endsWith('/figure-reads')) return null;
      told.push(body);
      return { status: 204, headers: {}, body: '' };
    };
    const engine = build(jira.request);
    const site = await engine.start({ info: { ...info, audited: true } });
    for (const field of ['priority', 'assignee']) {
      const { value } = issuesBy.settings.parse({ field });
      const request = {
        report: issuesBy,
        jql: 'project = AT',
        settings: value,
        contextAt: (at: number) => contextAt({ site, zone: 'UTC' }, at),
      };
      await runReport(engine, request, { now: AS_OF, age: null });
    }
    await expect
      .poll(() => told)
      .toEqual([
        {
          report: 'issues-by',
          jql: 'project = AT',
          settings: expect.objectContaining({ field: 'assignee' }),
        },
      ]);
  });

  test(`${way}: the trend of time spent reads the worklogs of issues that have some, and no issue again`, async () => {
    const jira = createFakeJira(STORY);
    jira.answer = ({ path, body }) => {
      if (!path.endsWith('/issue/bulkfetch')) return null;
      const { issueIdsOrKeys: ids, fields } = body as Record<string, string[]>;
      const started = '2026-03-04T08:00:00.000+0000';
      const worklogs = [{ id: '9', started, timeSpentSeconds: 3_600, author: ME }];
      const issues = STORY.filter(({ id }) => ids?.includes(id)).map(issue => {
        const wire = wireIssue(issue);
        const time = issue.id === '1' ? { timespent: 3_600 } : {};
        const logged = fields?.includes('worklog') ? { worklog: { total: 1, worklogs } } : {};
        return { ...wire, fields: { ...wire.fields, ...time, ...logged } };
      });
      return reply({ issues, issueErrors: [] });
    };
    const engine = build(jira.request);
    await engine.start({ info });
    const asked = { jql: 'a', requirement };
    await engine.load({ ...asked, requirement: { ...requirement, worklogsSince: null } });
    const before = jira.asked.length;
    const loaded = await engine.load(asked);
    expect(jira.asked.slice(before)).toEqual(['POST /rest/api/3/issue/bulkfetch']);
    expect(loaded?.coverage).toMatchObject({ worklogs: { fetched: 1, total: 1 }, complete: true });
    const { result } = await engine.compute({
      dataset: loaded?.id ?? 0,
      report: 'overview',
      settings,
      context,
    });
    expect(result).toMatchObject({ lines: [{}, {}, { trend: { current: { value: 3_600 } } }] });
    await engine.load(asked);
    expect(jira.asked.length).toBe(before + 1);
  });

  test(`${way}: a changed setting causes no request`, async () => {
    const jira = createFakeJira(STORY);
    const engine = build(jira.request);
    await engine.start({ info });
    const first = await engine.load({ jql: 'a', requirement });
    const before = jira.asked.length;
    const again = await engine.load({ jql: 'a', requirement: NO_REQUIREMENT });
    await engine.compute({
      dataset: again?.id ?? 0,
      report: 'overview',
      settings: { ...settings, done: { kind: 'resolution' } },
      context,
    });
    expect([again?.id, jira.asked.length]).toEqual([first?.id, before]);
  });

  test(`${way}: a cancelled load returns null at once and aborts its requests`, async () => {
    const jira = createFakeJira(STORY);
    const engine = build(jira.request);
    await engine.start({ info });
    jira.answer = () => new Promise(() => {});
    const controller = new AbortController();
    const loading = engine.load({ jql: 'a', requirement }, { signal: controller.signal });
    await new Promise(resolve => setTimeout(resolve));
    controller.abort();
    expect(await loading).toBeNull();
  });

  test(`${way}: a rejected query has the host's message and position`, async () => {
    const jira = createFakeJira(STORY);
    const engine = build(jira.request);
    await engine.start({ info });
    const words = "Field 'foo' does not exist or you do not have permission to view it.";
    jira.answer = ({ path }) =>
      path.endsWith('/jql/parse') ? reply({ queries: [{ query: 'x', errors: [words] }] }) : null;
    expect(await engine.checkJql({ jql: 'project = AT AND foo = 1' })).toEqual({
      errors: [words],
      at: 17,
    });
    jira.answer = () => reply({ errorMessages: [words] }, 400);
    await expect(engine.load({ jql: 'foo = 1', requirement })).rejects.toMatchObject({
      failure: { kind: 'host', status: 400, messages: [words] },
    });
    // What travels has an order and narrowing clauses: the host is asked about the reader's own text.
    const asked: unknown[] = [];
    jira.answer = ({ path, body }) => {
      if (!path.endsWith('/jql/parse')) return reply({ errorMessages: ["got 'ORDER'"] }, 400);
      asked.push(body);
      return reply({ queries: [{ query: 'x', errors: [words] }] });
    };
    const narrowed = { jql: 'foo = AND a = 1', written: 'foo =', requirement };
    await expect(engine.load(narrowed)).rejects.toMatchObject({ failure: { messages: [words] } });
    expect(asked).toEqual([{ queries: ['foo ='] }]);
  });
}

test('the query of a board filter has no ORDER BY', async () => {
  const engine = ways['in the same thread'](createFakeJira(STORY).request);
  await engine.start({ info });
  expect(await engine.boardFilter({ boardId: 7 })).toBe('project = AT');
  expect(await engine.boardFilter({ boardId: 8 })).toBe('project = AT AND labels = support');
});

test('a crash of the worker is reported and the next call starts a new one', async () => {
  const jira = createFakeJira(STORY);
  const workers: WorkerLike[] = [];
  const engine = createWorkerEngine(() => {
    const worker = channel(request => createEngine({ request, now: () => AS_OF }));
    workers.push(worker);
    return worker;
  }, jira.request);
  await engine.start({ info });
  jira.answer = () => new Promise(() => {});
  const loading = engine.load({ jql: 'a', requirement });
  workers[0]?.onerror?.({ message: 'out of memory' } as ErrorEvent);
  await expect(loading).rejects.toMatchObject({ failure: { kind: 'crash' } });
  jira.answer = null;
  const loaded = await engine.load({ jql: 'a', requirement });
  expect([loaded?.issueCount, workers.length]).toEqual([3, 2]);
});

test('calls to a worker that never starts are repeated with the next one', async () => {
  const jira = createFakeJira(STORY);
  const dead: WorkerLike[] = [];
  const silent = (): WorkerLike => ({
    onmessage: null,
    onerror: null,
    onmessageerror: null,
    postMessage: () => {},
    terminate: () => {},
  });
  const engine = createWorkerEngine(() => {
    if (dead.length > 0) return channel(request => createEngine({ request, now: () => AS_OF }));
    const worker = silent();
    dead.push(worker);
    return worker;
  }, jira.request);
  const starting = engine.start({ info });
  dead[0]?.onerror?.({ message: 'refused' } as ErrorEvent);
  expect((await starting).currentUser?.name).toBe(ME.displayName);

  // Where none begins that is said, and not tried for ever.
  const workers: WorkerLike[] = [];
  const none = createWorkerEngine(() => {
    workers.push(silent());
    return workers.at(-1) as WorkerLike;
  }, jira.request);
  const failing = none.start({ info });
  workers[0]?.onerror?.({ message: 'refused' } as ErrorEvent);
  workers[1]?.onerror?.({ message: 'refused' } as ErrorEvent);
  await expect(failing).rejects.toMatchObject({ failure: { kind: 'crash' } });
});

test('another grouping by a light field, or of worklogs by any, is no load on a page', async () => {
  const jira = createFakeJira(STORY);
  const engine = createEngine({ request: jira.request, now: () => AS_OF });
  await engine.start({ info });
  const load = (change: Partial<Requirement>) =>
    engine.load({ jql: 'x', requirement: { ...NO_REQUIREMENT, ...change } });
  const first = await load({});
  const before = jira.asked.length;
  for (const part of ['team', 'components', 'labels', 'priority'] as const)
    expect(await load({ parts: [part] })).toEqual(first);
  expect(jira.asked).toHaveLength(before);
  const logged = await load({ worklogs: 'all' });
  const after = jira.asked.length;
  for (const part of ['people', 'sprints', 'parent'] as const)
    expect(await load({ parts: [part], worklogs: 'all' })).toEqual(logged);
  expect(jira.asked).toHaveLength(after);
});

test('rows say who has an issue where people were loaded, and where not, are asked for', async () => {
  const jira = createFakeJira([...STORY, { id: '4', key: 'AT-4', status: 'To Do' }]);
  const engine = createEngine({ request: jira.request, now: () => AS_OF });
  await engine.start({ info });
  const load = async (parts: Requirement['parts']) => {
    const required = { ...NO_REQUIREMENT, parts };
    return (await engine.load({ jql: 'x', requirement: required }))?.id ?? 0;
  };
  const assigneeOf = async (dataset: number) =>
    (await engine.rows({ dataset, rows: [3] })).map(({ assignee }) => assignee);
  const without = await load([]);
  expect(await assigneeOf(without)).toEqual([undefined]);
  const asked = await engine.assignees({ dataset: without, rows: [0, 2, 3] });
  expect(asked.map(({ row, assignee }) => [row, assignee])).toEqual([
    [0, 'Ana'],
    [2, 'Bo'],
    [3, null],
  ]);
  expect(await assigneeOf(await load(['people']))).toEqual([null]);
});

test('coverage is of what a report requires', async () => {
  const jira = createFakeJira(STORY);
  const engine = createEngine({ request: jira.request, now: () => AS_OF });
  jira.answer = ({ path }) => (path.includes('changelog') ? reply({}, 403) : null);
  await engine.start({ info });
  const coverage = async (change: Partial<Requirement>) => {
    const required = { ...NO_REQUIREMENT, ...change };
    return (await engine.load({ jql: 'x', requirement: required }))?.coverage;
  };
  expect(await coverage({ history: ['status'] })).toMatchObject({
    complete: false,
    reasons: [expect.stringMatching(/^The histories of 3 issues are incomplete: /)],
  });
  // The same dataset.
  expect(await coverage({})).toMatchObject({
    complete: true,
    reasons: [],
    issues: { fetched: 3, total: 3 },
    histories: { fetched: 0, total: 0 },
  });
});
