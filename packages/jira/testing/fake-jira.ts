import { abortReason } from '../errors.ts';
import type { Clock } from '../gate.ts';
import type { HttpReply, HttpRequest, RequestFunction } from '../http.ts';
import { RECEIVED, type Received } from '../wire/received.ts';

/** A JSON reply, as hosts send it. */
export function reply(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): HttpReply {
  const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
  return { status, headers, body: text };
}

/** A failure in Jira's own shape. */
export function failure(status: number, message: string): HttpReply {
  return reply(status, { errorMessages: [message], errors: {} });
}

/** Answers a request, or leaves it (undefined) to the next handler. */
export type Handler = (request: HttpRequest, count: number) => HttpReply | undefined;

export interface FakeHost {
  readonly request: RequestFunction;
  readonly requests: readonly HttpRequest[];
  /** The most requests that were open at once. */
  readonly widest: number;
}

/** A host that asks its handlers in turn; each request takes `latency` of the clock. */
export function createFakeHost(
  handlers: readonly Handler[],
  { latency = 0, clock }: { latency?: number; clock?: Clock } = {},
): FakeHost {
  const requests: HttpRequest[] = [];
  const counts = new Map<Handler, number>();
  let open = 0;
  let widest = 0;
  return {
    requests,
    get widest() {
      return widest;
    },
    async request(request, signal) {
      requests.push(request);
      open += 1;
      widest = Math.max(widest, open);
      try {
        if (clock) await clock.sleep(latency, signal);
        else await Promise.resolve();
        if (signal?.aborted) throw abortReason(signal);
        for (const handler of handlers) {
          const count = counts.get(handler) ?? 0;
          counts.set(handler, count + 1);
          const answer = handler(request, count);
          if (answer === undefined) {
            counts.set(handler, count);
            continue;
          }
          // A round trip through text, as on a real wire.
          return answer;
        }
        return failure(404, `Nobody answers ${request.method} ${request.path}`);
      } finally {
        open -= 1;
      }
    },
  };
}

/** A handler of one method and path. */
export function on(
  method: HttpRequest['method'],
  path: string | RegExp,
  answer: (request: HttpRequest, count: number) => HttpReply | undefined,
): Handler {
  return (request, count) => {
    const fits = typeof path === 'string' ? request.path === path : path.test(request.path);
    return request.method === method && fits ? answer(request, count) : undefined;
  };
}

/** A site that a test fills: what bulk calls and searches answer from. */
export interface FakeSite {
  readonly issues: readonly FakeIssue[];
  readonly fields?: readonly unknown[];
  /** Ids that the search lists and bulkfetch leaves out. */
  readonly hidden?: readonly string[];
  /** Most histories that come with an issue; 40 on Cloud. */
  readonly inlineHistories?: number;
  /** Most ids on one page of the walk. */
  readonly walkPage?: number;
  /** Most histories on one page of changelog/bulkfetch. */
  readonly historyPage?: number;
  /** Most issues on one page of Data Center's search. */
  readonly searchPage?: number;
  readonly worklogChanges?: Record<
    'updated' | 'deleted',
    { readonly worklogId: number; readonly updatedTime: number }[]
  >;
}

export interface FakeIssue {
  readonly id: string;
  readonly key: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly histories?: readonly FakeHistory[];
  readonly worklogs?: readonly Record<string, unknown>[];
  /** What the replica knows that it did not receive; a real site has no such property. */
  readonly received?: Received | undefined;
}

interface FakeHistory {
  readonly id: string;
  readonly created: string;
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

type Body = Readonly<Record<string, unknown>>;

function bodyOf(request: HttpRequest): Body {
  return (request.body ?? {}) as Body;
}

const INLINE_WORKLOGS = 20;

function cut(site: FakeSite, issue: FakeIssue, body: Body, inlineHistories: number) {
  const wanted = body.fields as readonly string[];
  const fields = Object.fromEntries(
    Object.entries(issue.fields).filter(([name]) => wanted.includes(name)),
  );
  const worklogs = issue.worklogs ?? [];
  if (wanted.includes('worklog')) {
    const inlined = worklogs.slice(0, INLINE_WORKLOGS);
    fields.worklog = {
      startAt: 0,
      maxResults: INLINE_WORKLOGS,
      total: issue.received?.worklog?.total ?? worklogs.length,
      worklogs: inlined,
    };
  }
  const histories = [...(issue.histories ?? [])].reverse();
  const expand = String(body.expand ?? '');
  const isUnreceived = issue.received?.changelog?.total === null && histories.length === 0;
  const properties = [body.properties ?? []].flat();
  return {
    id: issue.id,
    key: issue.key,
    fields,
    ...(issue.received &&
      properties.includes(RECEIVED) && { properties: { [RECEIVED]: issue.received } }),
    ...(expand.includes('changelog') && {
      changelog: isUnreceived
        ? undefined
        : {
            startAt: 0,
            total: issue.received?.changelog?.total ?? histories.length,
            histories: histories.slice(0, site.inlineHistories ?? inlineHistories),
          },
    }),
  };
}

function siteHandlers(site: FakeSite): Handler[] {
  const empty = { timeTrackingConfiguration: { workingHoursPerDay: 8, workingDaysPerWeek: 5 } };
  return [
    on('GET', '/rest/api/2/field', () => reply(200, site.fields ?? [])),
    on('GET', '/rest/api/2/status', () => reply(200, STATUSES)),
    on('GET', '/rest/api/2/configuration', () => reply(200, empty)),
    on('GET', '/rest/api/2/myself', () => reply(200, { accountId: 'me', displayName: 'Mia' })),
    on('GET', /\/worklog\/(updated|deleted)$/, ({ path }) => {
      const values = site.worklogChanges?.[path.endsWith('updated') ? 'updated' : 'deleted'] ?? [];
      return reply(200, { values, lastPage: true });
    }),
    on('POST', /\/worklog\/list$/, request => {
      const asked = new Set((bodyOf(request).ids as readonly number[]).map(String));
      const logs = site.issues.flatMap(({ id, worklogs = [] }) =>
        worklogs.map(worklog => ({ ...worklog, issueId: id })),
      );
      return reply(
        200,
        logs.filter(log => asked.has(String(Object(log).id))),
      );
    }),
  ];
}

export const STATUSES = [
  { id: '1', name: 'To Do', statusCategory: { id: 2 } },
  { id: '2', name: 'In Progress', statusCategory: { id: 4 } },
  { id: '3', name: 'Done', statusCategory: { id: 3 } },
];

/** Jira Cloud over a site. */
export function cloudHandlers(site: FakeSite): Handler[] {
  const byId = new Map(site.issues.map(issue => [issue.id, issue]));
  const hidden = new Set(site.hidden ?? []);
  return [
    ...siteHandlers(site),
    on('POST', '/rest/api/3/search/jql', request => {
      const body = bodyOf(request);
      const start = Number(body.nextPageToken ?? 0);
      const lean = (body.fields as readonly string[]).every(field => field === 'id');
      const most = lean ? (site.walkPage ?? 5_000) : 100;
      const end = start + Math.min(Number(body.maxResults), most);
      const isLast = end >= site.issues.length;
      const issues = site.issues
        .slice(start, end)
        .map(issue => (lean ? { id: issue.id } : cut(site, issue, body, 40)));
      return reply(200, { issues, isLast, ...(!isLast && { nextPageToken: String(end) }) });
    }),
    on('POST', '/rest/api/3/search/approximate-count', () =>
      reply(200, { count: site.issues.length }),
    ),
    on('POST', '/rest/api/3/issue/bulkfetch', request => {
      const body = bodyOf(request);
      const ids = body.issueIdsOrKeys as readonly string[];
      if (ids.length > 100) return failure(400, 'Too many issues.');
      const found = ids
        .filter(id => !hidden.has(id))
        .map(id => byId.get(id))
        .filter(issue => issue !== undefined);
      found.sort((a, b) => Number(a.id) - Number(b.id));
      return reply(200, {
        issues: found.map(issue => cut(site, issue, body, 40)),
        issueErrors: [],
      });
    }),
    on('POST', '/rest/api/3/changelog/bulkfetch', request =>
      reply(200, bulkChangelogs(site, byId, bodyOf(request))),
    ),
    on('GET', /^\/rest\/api\/3\/issue\/[^/]+\/worklog$/, request => worklogs(byId, request)),
  ];
}

function bulkChangelogs(site: FakeSite, byId: ReadonlyMap<string, FakeIssue>, body: Body) {
  const fieldIds = body.fieldIds as readonly string[] | undefined;
  const all = (body.issueIdsOrKeys as readonly string[]).flatMap(id =>
    (byId.get(id)?.histories ?? [])
      .map(history => ({
        ...history,
        // Real sites write a number here, whatever their schema says.
        created: Date.parse(history.created),
        items: history.items.filter(item => !fieldIds || fieldIds.includes(String(item.fieldId))),
      }))
      .filter(history => history.items.length > 0)
      .map(history => ({ id, history })),
  );
  const start = Number(body.nextPageToken ?? 0);
  const end = start + Math.min(Number(body.maxResults), site.historyPage ?? 10_000);
  const page = Map.groupBy(all.slice(start, end), entry => entry.id);
  const issueChangeLogs = [...page].map(([issueId, entries]) => ({
    issueId,
    changeHistories: entries.map(entry => entry.history),
  }));
  return { issueChangeLogs, ...(end < all.length && { nextPageToken: String(end) }) };
}

function worklogs(byId: ReadonlyMap<string, FakeIssue>, request: HttpRequest): HttpReply {
  const id = request.path.split('/').at(-2) ?? '';
  const after = Number(request.query?.startedAfter ?? Number.NEGATIVE_INFINITY);
  const before = Number(request.query?.startedBefore ?? Number.POSITIVE_INFINITY);
  const issue = byId.get(id);
  const all = (issue?.worklogs ?? []).filter(worklog => {
    const started = Date.parse(String(worklog.started));
    return started > after && started < before;
  });
  const startAt = Number(request.query?.startAt ?? 0);
  const maxResults = Math.min(Number(request.query?.maxResults ?? 5_000), 5_000);
  const page = all.slice(startAt, startAt + maxResults);
  const total = issue?.received?.worklog?.total ?? all.length;
  return reply(200, { startAt, maxResults, total, worklogs: page });
}

/** Jira Data Center over a site. */
export function dataCenterHandlers(site: FakeSite): Handler[] {
  const byId = new Map(site.issues.map(issue => [issue.id, issue]));
  const search = (query: Body): HttpReply => {
    const startAt = Number(query.startAt ?? 0);
    const maxResults = Math.min(Number(query.maxResults), site.searchPage ?? 1_000);
    const listed = keysIn(String(query.jql));
    const all = listed ? site.issues.filter(issue => listed.has(issue.key)) : site.issues;
    const issues = all.slice(startAt, startAt + maxResults);
    const body = {
      ...query,
      fields: typeof query.fields === 'string' ? query.fields.split(',') : query.fields,
    };
    return reply(200, {
      startAt,
      maxResults,
      total: all.length,
      issues: issues.map(issue => cut(site, issue, body, Number.POSITIVE_INFINITY)),
    });
  };
  return [
    ...siteHandlers(site),
    on('GET', '/rest/api/2/search', request => search(request.query ?? {})),
    on('POST', '/rest/api/2/search', request => search(bodyOf(request))),
    on('GET', /^\/rest\/api\/2\/issue\/[^/]+\/worklog$/, request => worklogs(byId, request)),
  ];
}

function keysIn(jql: string): Set<string> | null {
  const list = /^issuekey in \((.*)\)$/.exec(jql)?.[1];
  return list === undefined ? null : new Set(list.split(', '));
}

/** A plain issue; `fields` are laid over its own. */
export function fakeIssue(number: number, fields: Record<string, unknown> = {}): FakeIssue {
  return {
    id: String(10_000 + number),
    key: `OPS-${number}`,
    fields: {
      summary: `Issue ${number}`,
      project: { id: '10', key: 'OPS', name: 'Operations' },
      issuetype: { id: '7', name: 'Story', subtask: false, hierarchyLevel: 0 },
      status: STATUSES[0],
      resolution: null,
      resolutiondate: null,
      created: '2026-03-02T09:00:00.000+0100',
      updated: '2026-03-05T09:00:00.000+0100',
      ...fields,
    },
  };
}

export function fakeIssues(count: number, fields: Record<string, unknown> = {}): FakeIssue[] {
  return Array.from({ length: count }, (_, index) => fakeIssue(index + 1, fields));
}
