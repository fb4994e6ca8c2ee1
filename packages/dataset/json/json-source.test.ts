import type { BoardId, FieldId } from '@tallyboard/core/model/ids.ts';
import { NO_REQUIREMENT, type Requirement } from '@tallyboard/core/model/requirement.ts';
import { createJiraClient } from '@tallyboard/jira/client.ts';
import { HttpError } from '@tallyboard/jira/errors.ts';
import type { Flavour } from '@tallyboard/jira/flavour.ts';
import type { HttpRequest } from '@tallyboard/jira/http.ts';
import { createFakeClock } from '@tallyboard/jira/testing/fake-clock.ts';
import {
  cloudHandlers,
  createFakeHost,
  dataCenterHandlers,
  type FakeSite,
  failure,
  fakeIssue,
  fakeIssues,
  type Handler,
  on,
  reply,
} from '@tallyboard/jira/testing/fake-jira.ts';
import { describe, expect, it } from 'vitest';
import { json } from './json-source.ts';

const AS_OF = Date.parse('2026-03-20T12:00:00Z');

function setUp(site: FakeSite, flavour: Flavour = 'cloud', faults: readonly Handler[] = []) {
  const clock = createFakeClock();
  const handlers = flavour === 'cloud' ? cloudHandlers(site) : dataCenterHandlers(site);
  const host = createFakeHost([...faults, ...handlers], { clock, latency: 100 });
  const client = createJiraClient({ flavour, request: host.request, clock, random: () => 0.5 });
  const seen: number[] = [];
  const load = (requirement: Partial<Requirement> = {}, jql = 'project = OPS') =>
    json({ client, now: () => AS_OF }).open(
      jql,
      { ...NO_REQUIREMENT, ...requirement },
      { onProgress: percent => seen.push(percent) },
    );
  return { clock, host, seen, load };
}

function asked(requests: readonly HttpRequest[], ending: string): readonly HttpRequest[] {
  return requests.filter(request => request.path.endsWith(ending));
}

describe('Cloud', () => {
  it('reads every issue in the order of the walk, in the least calls, eight at a time', async () => {
    const { host, load, seen, clock } = setUp({ issues: fakeIssues(5_250).reverse() });
    const dataset = await load();

    expect(dataset.issues).toHaveLength(5_250);
    expect(dataset.issues[0]?.key).toBe('OPS-5250');
    expect(dataset.coverage).toEqual({
      issues: { fetched: 5_250, total: 5_250 },
      worklogs: { fetched: 0, total: 0 },
      histories: { fetched: 0, total: 0 },
      reasons: [],
      complete: true,
    });
    expect(asked(host.requests, 'search/jql')).toHaveLength(2);
    expect(asked(host.requests, 'bulkfetch')).toHaveLength(53);
    // Beside those: four of the site itself and one count.
    expect(host.requests).toHaveLength(2 + 53 + 5);
    expect(host.widest).toBe(8);
    // Two steps of the walk, then 60 calls by eight: near the best schedule there is.
    expect(clock.now()).toBeLessThanOrEqual(100 * (1 + Math.ceil(60 / 8) + 1));

    expect(seen[0]).toBe(1);
    expect(seen.at(-1)).toBe(100);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  it('asks for the fields of the requirement alone', async () => {
    const fields = [field('customfield_1', 'Story Points', `${STANDARD}float`, 'number')];
    const { host, load } = setUp({ issues: fakeIssues(1), fields });
    await load({ parts: ['points', 'people'], customFields: ['customfield_9' as FieldId] });
    expect(asked(host.requests, 'bulkfetch')[0]?.body).toEqual({
      issueIdsOrKeys: ['10001'],
      fields: [
        'summary',
        'project',
        'issuetype',
        'status',
        'resolution',
        'created',
        'updated',
        'resolutiondate',
        'statuscategorychangedate',
        'customfield_1',
        'assignee',
        'reporter',
        'creator',
        'customfield_9',
      ],
      properties: ['tallyboard.received'],
    });
  });

  it('replaces an empty query, which Cloud refuses', async () => {
    const { host, load } = setUp({ issues: fakeIssues(1) });
    const dataset = await load({}, '  ');
    const body = asked(host.requests, 'search/jql')[0]?.body;
    expect(body).toMatchObject({ jql: 'created >= "1970-01-01" ORDER BY created DESC, key DESC' });
    expect(dataset.jql).toBe('  ');
  });

  it('survives duplicates and a repeated token', async () => {
    const pages: Record<string, unknown> = {
      '': { issues: [{ id: '10001' }, { id: '10002' }], nextPageToken: 'a' },
      a: { issues: [{ id: '10002' }, { id: '10003' }], nextPageToken: 'b' },
      b: { issues: [{ id: '10003' }], nextPageToken: 'a' },
    };
    const walk = on('POST', '/rest/api/3/search/jql', request =>
      reply(200, pages[String((request.body as { nextPageToken?: string }).nextPageToken ?? '')]),
    );
    const whole = setUp({ issues: fakeIssues(3) }, 'cloud', [walk]);
    const complete = await whole.load();
    expect(complete.issues.map(issue => issue.key)).toEqual(['OPS-1', 'OPS-2', 'OPS-3']);
    expect(complete.coverage.complete).toBe(true);
    expect(complete.warnings).toEqual(['Jira sent the same page of the issue list twice.']);

    // The host counts more than came: the rest is hidden behind the repeated token.
    const short = setUp({ issues: fakeIssues(9) }, 'cloud', [walk]);
    const partial = await short.load();
    expect(partial.coverage.complete).toBe(false);
    expect(partial.coverage.reasons).toEqual([
      'The list of issues may end early: Jira sent the same page twice.',
    ]);
  });

  it('goes on over short and empty pages of the walk', async () => {
    const pages: Record<string, unknown> = {
      '': { issues: [], nextPageToken: 'a' },
      a: { issues: [{ id: '10001' }], nextPageToken: 'b', isLast: false },
      b: { issues: [{ id: '10002' }], nextPageToken: 'c', isLast: true },
    };
    const walk = on('POST', '/rest/api/3/search/jql', request =>
      reply(200, pages[String((request.body as { nextPageToken?: string }).nextPageToken ?? '')]),
    );
    const { load } = setUp({ issues: fakeIssues(2) }, 'cloud', [walk]);
    expect((await load()).issues).toHaveLength(2);
  });

  it('counts what bulkfetch leaves out, and what cannot be understood, as missing', async () => {
    const issues = [...fakeIssues(4), fakeIssue(5, { status: { name: 'Lost' } })];
    const { load } = setUp({ issues, hidden: ['10002', '10003'] });
    const { coverage, issues: read } = await load();
    expect(read.map(issue => issue.key)).toEqual(['OPS-1', 'OPS-4']);
    expect(coverage.issues).toEqual({ fetched: 2, total: 5 });
    expect(coverage.reasons).toEqual([
      '1 issue missing: not understood (issue OPS-5 fields.status.id: expected an id, found nothing).',
      '2 issues missing: Jira found them but did not hand them out.',
    ]);
  });

  it('keeps the other batches when one fails after all tries', async () => {
    const fault = on('POST', '/rest/api/3/issue/bulkfetch', request => {
      const ids = (request.body as { issueIdsOrKeys: string[] }).issueIdsOrKeys;
      return ids.includes('10001') ? failure(503, 'Busy.') : undefined;
    });
    const { load, host } = setUp({ issues: fakeIssues(250) }, 'cloud', [fault]);
    const { coverage, issues } = await load();
    expect(issues).toHaveLength(150);
    expect(coverage.issues).toEqual({ fetched: 150, total: 250 });
    expect(coverage.reasons).toEqual(['100 issues missing: Jira answered with status 503 (Busy).']);
    expect(asked(host.requests, 'bulkfetch')).toHaveLength(2 + 4);
  });

  it('throws the failure when nothing could be read', async () => {
    const denied = on('POST', '/rest/api/3/issue/bulkfetch', () => failure(403, 'No licence.'));
    const { load } = setUp({ issues: fakeIssues(250) }, 'cloud', [denied]);
    await expect(load()).rejects.toThrow(HttpError);
    const broken = on('POST', '/rest/api/3/search/jql', () =>
      failure(400, "Field 'x' does not exist."),
    );
    await expect(setUp({ issues: [] }, 'cloud', [broken]).load()).rejects.toMatchObject({
      status: 400,
      messages: ["Field 'x' does not exist."],
    });
  });

  it('throws when the site cannot be read, though the walk goes on', async () => {
    const fault = on('GET', '/rest/api/2/field', () => failure(403, 'No fields.'));
    const { load } = setUp({ issues: fakeIssues(900), walkPage: 300 }, 'cloud', [fault]);
    await expect(load()).rejects.toMatchObject({ status: 403, path: '/rest/api/2/field' });
  });

  it('waits out a storm of 429 and loses nothing', async () => {
    const storm = on('POST', '/rest/api/3/issue/bulkfetch', (_, count) =>
      count < 12 ? reply(429, '<h1>Slow down</h1>', { 'retry-after': '7' }) : undefined,
    );
    const { load, clock } = setUp({ issues: fakeIssues(2_000) }, 'cloud', [storm]);
    const dataset = await load();
    expect(dataset.issues).toHaveLength(2_000);
    expect(dataset.coverage.complete).toBe(true);
    expect(clock.now()).toBeGreaterThanOrEqual(14_000);
  });

  it('asks for named histories 1,000 issues at a time, over several pages', async () => {
    const issues = fakeIssues(1_500).map(issue => ({
      ...issue,
      histories: statusMoves(Number(issue.id), 3),
    }));
    const { load, host } = setUp({ issues, historyPage: 1_000 });
    const dataset = await load({ history: ['status'] });
    const calls = asked(host.requests, 'changelog/bulkfetch');
    expect(calls).toHaveLength(3 + 2);
    expect(calls[0]?.body).toMatchObject({ fieldIds: ['status'], maxResults: 10_000 });
    expect(dataset.issues.every(issue => issue.changes.length === 3 && issue.historyComplete)).toBe(
      true,
    );
    expect(dataset.coverage.histories).toEqual({ fetched: 4_500, total: 4_500 });
    expect(dataset.issues[0]?.changes.map(change => change.historyId)).toEqual(['1', '2', '3']);
    expect(dataset.coverage.complete).toBe(true);
  });

  it('takes histories with the issues where no field id picks them out, and completes those cut at 40', async () => {
    const issues = [1, 2, 3].map(number => ({
      ...fakeIssue(number),
      histories: [...statusMoves(number, number === 2 ? 57 : 39), parentMove(900)],
    }));
    const { load, host } = setUp({ issues });
    const dataset = await load({ history: ['status', 'parent'] });
    expect(asked(host.requests, 'issue/bulkfetch')[0]?.body).toMatchObject({
      expand: ['changelog'],
    });
    const calls = asked(host.requests, 'changelog/bulkfetch').map(request => request.body);
    expect(calls).toEqual([{ issueIdsOrKeys: ['10002'], maxResults: 10_000 }]);
    expect(dataset.issues.map(issue => issue.changes.length)).toEqual([40, 58, 40]);
    expect(dataset.issues.map(issue => issue.changes.at(-1)?.field)).toEqual([
      'parent',
      'parent',
      'parent',
    ]);
    expect(dataset.coverage.histories).toEqual({ fetched: 138, total: 138 });
    expect(dataset.coverage.complete).toBe(true);
  });

  it('marks histories that stay cut', async () => {
    const issues = [{ ...fakeIssue(1), histories: statusMoves(1, 50) }, fakeIssue(2)];
    const fault = on('POST', '/rest/api/3/changelog/bulkfetch', () => failure(500, 'Oops.'));
    const inline = await setUp({ issues }, 'cloud', [fault]).load({
      history: ['parent', 'status'],
    });
    expect(inline.issues.map(issue => [issue.changes.length, issue.historyComplete])).toEqual([
      [40, false],
      [0, true],
    ]);
    expect(inline.coverage.histories).toEqual({ fetched: 40, total: 50 });
    expect(inline.coverage.complete).toBe(false);

    const named = await setUp({ issues }, 'cloud', [fault]).load({ history: ['status'] });
    expect(named.issues.map(issue => issue.historyComplete)).toEqual([false, false]);
    expect(named.coverage.reasons).toEqual([
      'The histories of 2 issues are incomplete: Jira answered with status 500 (Oops).',
    ]);
  });

  it('knows what a replica did not receive: histories by property or in place, worklogs likewise', async () => {
    const issues = [
      { ...fakeIssue(1), received: { changelog: { fetched: 0, total: null } } },
      {
        ...fakeIssue(2),
        histories: statusMoves(2, 2),
        received: { changelog: { fetched: 2, total: 5 } },
      },
      {
        ...fakeIssue(3),
        worklogs: worklogs(25),
        received: { worklog: { fetched: 25, total: 30 } },
      },
      { ...fakeIssue(4), histories: statusMoves(4, 1), worklogs: worklogs(2) },
    ];
    for (const history of [['status'], ['status', 'parent']] as const) {
      const { coverage, issues: found } = await setUp({ issues }).load({ history });
      expect(found.map(issue => issue.historyComplete)).toEqual([false, false, true, true]);
      expect(coverage.histories).toEqual({ fetched: 3, total: null });
      expect(coverage.reasons).toEqual([
        '3 history entries missing: The import did not have them. In OPS-2.',
        '1 issue came without history.',
      ]);
      expect(coverage.lasting).toEqual(coverage.reasons);
    }
    const { coverage, issues: found } = await setUp({ issues }).load({ worklogs: 'all' });
    expect(found.map(issue => [issue.worklogs.length, issue.worklogsComplete])).toEqual([
      [0, true],
      [0, true],
      [25, false],
      [2, true],
    ]);
    expect(coverage.worklogs).toEqual({ fetched: 27, total: 32 });
    expect(coverage.reasons).toEqual([
      '5 worklogs missing: The import did not have them. In OPS-3.',
    ]);
    expect((await setUp({ issues }).load()).coverage.complete).toBe(true);
  });

  it('reads worklogs beyond 20 by their own pages, in the range asked for', async () => {
    const issues = [
      { ...fakeIssue(1), worklogs: worklogs(20) },
      { ...fakeIssue(2), worklogs: worklogs(45) },
    ];
    const all = await setUp({ issues }).load({ worklogs: 'all' });
    expect(all.issues.map(issue => issue.worklogs.length)).toEqual([20, 45]);
    expect(all.coverage.worklogs).toEqual({ fetched: 65, total: 65 });

    const { load, host } = setUp({ issues });
    const from = Date.parse('2026-01-11T00:00:00Z');
    const to = Date.parse('2026-01-31T00:00:00Z');
    const range = await load({ worklogs: { from, to } });
    expect(asked(host.requests, '/worklog')[0]?.query).toEqual({
      startAt: 0,
      maxResults: 5_000,
      startedAfter: from - 1,
      startedBefore: to,
    });
    expect(range.issues[1]?.worklogs).toHaveLength(20);
    expect(range.coverage).toMatchObject({ worklogs: { fetched: 40, total: 40 }, complete: true });
  });

  it('loads boards beside the issues; one without sprints has no list of them', async () => {
    const sprint = { id: 5, name: 'S', state: 'closed', startDate: '2026-03-02T08:00:00.000Z' };
    const agile = [
      on('GET', '/rest/agile/1.0/board/1', () => reply(200, { id: 1, name: 'Ops', type: 'scrum' })),
      on('GET', '/rest/agile/1.0/board/1/configuration', () =>
        reply(200, { id: 1, filter: { id: 7 } }),
      ),
      on('GET', '/rest/agile/1.0/board/1/sprint', () =>
        reply(200, { isLast: true, values: [sprint] }),
      ),
      on('GET', '/rest/agile/1.0/board/2', () =>
        reply(200, { id: 2, name: 'Flow', type: 'kanban' }),
      ),
      on('GET', '/rest/agile/1.0/board/2/configuration', () => failure(403, 'No.')),
      on('GET', '/rest/agile/1.0/board/2/sprint', () =>
        failure(400, 'The board does not support sprints'),
      ),
    ];
    const { load, host } = setUp({ issues: fakeIssues(1) }, 'cloud', agile);
    const boards = [1 as BoardId, 2 as BoardId];
    expect((await load({ boards })).boardSprints.size).toBe(0);
    expect(asked(host.requests, '/sprint')).toEqual([]);
    const dataset = await load({ boards, history: ['sprint'] });
    expect([...dataset.boardSprints]).toEqual([[1, [5]]]);
    expect([...dataset.sprints.keys()]).toEqual([5]);
    expect(dataset.boards.get(2 as BoardId)?.type).toBe('kanban');
    expect(dataset.boardConfigurations.get(1 as BoardId)?.filterId).toBe('7');
    expect(dataset.warnings).toEqual([
      'The configuration of board 2 could not be read: Jira answered with status 403 (No).',
    ]);
    expect(dataset.coverage.complete).toBe(true);
  });
});

describe('Data Center', () => {
  it('reads the pages after the first side by side, in order', async () => {
    const { load, host, clock } = setUp({ issues: fakeIssues(4_300) }, 'data-center');
    const dataset = await load();
    expect(dataset.issues.map(issue => issue.key)).toEqual(
      fakeIssues(4_300).map(issue => issue.key),
    );
    expect(dataset.coverage).toMatchObject({
      issues: { fetched: 4_300, total: 4_300 },
      complete: true,
    });
    const starts = asked(host.requests, '/search').map(request => request.query?.startAt);
    expect(starts).toEqual([0, 1_000, 2_000, 3_000, 4_000, 4_300]);
    // The site, the first page, the others at once, and a look behind the end.
    expect(clock.now()).toBeLessThanOrEqual(400);
  });

  it('knows histories that came cut or not at all, and worklogs that no page has', async () => {
    const issues = [
      { ...fakeIssue(1), received: { changelog: { fetched: 0, total: null } } },
      {
        ...fakeIssue(2),
        worklogs: worklogs(3),
        received: { changelog: { fetched: 0, total: 4 }, worklog: { fetched: 3, total: 8 } },
      },
      { ...fakeIssue(3), histories: statusMoves(3, 2) },
    ];
    const whole = on('GET', '/rest/api/2/issue/10002', () =>
      reply(200, { ...fakeIssue(2), changelog: { total: 4, histories: [] } }),
    );
    const { load } = setUp({ issues }, 'data-center', [whole]);
    const { coverage, issues: found } = await load({ history: ['status'], worklogs: 'all' });
    expect(found.map(issue => [issue.historyComplete, issue.worklogsComplete])).toEqual([
      [false, true],
      [false, false],
      [true, true],
    ]);
    expect(coverage).toMatchObject({
      histories: { fetched: 2, total: null },
      worklogs: { fetched: 3, total: 8 },
      reasons: [
        '4 history entries missing: Jira did not hand them out. In OPS-2.',
        '5 worklogs missing: Jira did not hand them out. In OPS-2.',
        '1 issue came without history.',
      ],
    });
    // Jira may hand them out another time.
    expect(coverage.lasting).toBeUndefined();
  });

  it('takes the page size that the host allows', async () => {
    const { load } = setUp({ issues: fakeIssues(120), searchPage: 50 }, 'data-center');
    expect((await load()).issues).toHaveLength(120);
  });

  it('survives a total that lies, pages that shrink and a failed page', async () => {
    const listed = fakeIssues(50).map(({ id, key, fields }) => ({ id, key, fields }));
    const page = (startAt: number, size: number, total: number) =>
      reply(200, {
        startAt,
        maxResults: size,
        total,
        issues: listed.slice(startAt, startAt + size),
      });
    const lying = on('GET', '/rest/api/2/search', ({ query }) =>
      page(Number(query?.startAt), 20, 20),
    );
    const grown = await setUp({ issues: [] }, 'data-center', [lying]).load();
    expect(grown.issues).toHaveLength(50);
    expect(grown.coverage.complete).toBe(true);

    const shrinking = on('GET', '/rest/api/2/search', ({ query }) => {
      const startAt = Number(query?.startAt);
      return page(startAt, startAt === 0 ? 20 : 7, 50);
    });
    expect((await setUp({ issues: [] }, 'data-center', [shrinking]).load()).issues).toHaveLength(
      50,
    );

    const failing = on('GET', '/rest/api/2/search', ({ query }) => {
      const startAt = Number(query?.startAt);
      return startAt === 20 ? failure(500, 'Oops.') : page(startAt, 20, 60);
    });
    const partial = await setUp({ issues: [] }, 'data-center', [failing]).load();
    expect(partial.issues).toHaveLength(30);
    expect(partial.coverage.issues).toEqual({ fetched: 30, total: 60 });
    expect(partial.coverage.reasons).toEqual([
      '20 issues missing: Jira answered with status 500 (Oops).',
      '10 issues missing: Jira counted them but did not hand them out.',
    ]);
  });

  it('has whole histories, sprints as text, and epics by key, which it names', async () => {
    const fields = [
      field('customfield_2', 'Sprint', `${GREENHOPPER}gh-sprint`, 'array'),
      field('customfield_3', 'Epic Link', `${GREENHOPPER}gh-epic-link`, 'any'),
      field('customfield_4', 'Epic Name', `${GREENHOPPER}gh-epic-label`, 'string'),
    ];
    const text =
      'com.atlassian.greenhopper.service.sprint.Sprint@1[id=44,rapidViewId=8,state=ACTIVE,name=Five, or so,startDate=2026-03-02T08:00:00.000Z,endDate=<null>,completeDate=<null>,goal=]';
    const story = fakeIssue(1, {
      customfield_2: [text],
      customfield_3: 'OPS-90',
      issuetype: { id: '7', name: 'Story', subtask: false },
    });
    const epic = { ...fakeIssue(90, { customfield_4: 'Payments' }), histories: [] };
    const site = { issues: [{ ...story, histories: statusMoves(1, 120) }, epic], fields };
    const inside = await setUp(site, 'data-center').load({
      parts: ['sprints', 'parent'],
      history: ['status'],
    });
    const [first] = inside.issues;
    expect(first?.changes).toHaveLength(120);
    expect(first?.historyComplete).toBe(true);
    expect(inside.coverage.histories).toEqual({ fetched: 120, total: 120 });
    expect(first?.sprints).toMatchObject([
      { id: 44, name: 'Five, or so', state: 'active', boardId: 8 },
    ]);
    expect(first?.epic).toEqual({ id: '10090', key: 'OPS-90', summary: 'Payments', level: 1 });

    // The epic is not among the issues of the query: it is asked for by its key.
    const elsewhere = on('GET', '/rest/api/2/search', () =>
      reply(200, {
        startAt: 0,
        maxResults: 1_000,
        total: 1,
        issues: [{ id: story.id, key: story.key, fields: story.fields }],
      }),
    );
    const outside = await setUp(site, 'data-center', [elsewhere]).load({ parts: ['parent'] });
    expect(outside.issues[0]?.parent?.summary).toBe('Payments');
  });
});

const STANDARD = 'com.atlassian.jira.plugin.system.customfieldtypes:';
const GREENHOPPER = 'com.pyxis.greenhopper.jira:';

function field(id: string, name: string, custom: string, type: string) {
  return { id, name, custom: true, schema: { type, custom } };
}

/** Moves to and fro between two statuses, one a minute. */
function statusMoves(_seed: number, count: number) {
  return Array.from({ length: count }, (_, index) => ({
    id: String(index + 1),
    created: new Date(Date.parse('2026-03-02T10:00:00Z') + index * 60_000).toISOString(),
    items: [
      {
        field: 'status',
        fieldId: 'status',
        from: index % 2 ? '2' : '1',
        fromString: 'x',
        to: index % 2 ? '1' : '2',
        toString: 'y',
      },
    ],
  }));
}

function parentMove(id: number) {
  return {
    id: String(id),
    created: '2026-03-04T10:00:00.000Z',
    items: [{ field: 'IssueParentAssociation', from: null, to: '10100', toString: 'OPS-3' }],
  };
}

/** One hour on each day of January 2026 and on. */
function worklogs(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    id: String(index),
    started: new Date(Date.parse('2026-01-01T12:00:00Z') + index * 86_400_000).toISOString(),
    timeSpentSeconds: 3_600,
    author: { accountId: 'ana', displayName: 'Ana Roy' },
  }));
}

describe.each(['cloud', 'data-center'] as const)('%s where every second call fails', flavour => {
  /** The same faults to the same calls in the same order: mulberry32. */
  const chance = (seed: number) => {
    let state = seed;
    return () => {
      state = (state + 0x6d2b79f5) >>> 0;
      let t = state;
      t = Math.imul(t ^ (t >>> 15), t | 1);
      t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
      return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
    };
  };
  const MINUTE = 60_000;

  it('ends within minutes: with everything, with what is missing said, or with the failure', async () => {
    const issues = fakeIssues(1_000).map((issue, n) => ({
      ...issue,
      histories: statusMoves(n, 2),
      worklogs: n % 50 === 0 ? worklogs(30) : [],
    }));
    const ends = { complete: 0, partial: 0, failed: 0 };
    for (let seed = 1; seed <= 20; seed++) {
      const draw = chance(seed);
      const fault: Handler = () => (draw() < 0.5 ? failure(503, 'Busy.') : undefined);
      const site = { issues, searchPage: 100, walkPage: 300 };
      const { load, clock } = setUp(site, flavour, [fault]);
      const parts = { history: ['status'], worklogs: 'all' } as const;
      const end = await load(parts).catch((error: unknown) => error);
      expect(clock.now(), `seed ${seed}`).toBeLessThan(5 * MINUTE);
      if (end instanceof Error) {
        expect(end).toMatchObject({ name: 'HttpError', status: 503 });
        ends.failed += 1;
      } else {
        const { coverage, issues: found } = end as Awaited<ReturnType<typeof load>>;
        expect(coverage.complete).toBe(coverage.reasons.length === 0);
        if (coverage.complete) expect(found).toHaveLength(1_000);
        ends[coverage.complete ? 'complete' : 'partial'] += 1;
      }
    }
    expect(Math.min(...Object.values(ends)), JSON.stringify(ends)).toBeGreaterThan(0);
  });
});
