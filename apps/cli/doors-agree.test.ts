/** Whatever the door, a question has the same figures, or the same problem with the same path. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { BoardId } from '@tallyboard/core/model/ids.ts';
import type { Answer } from '@tallyboard/engine/ask/answer-schema.ts';
import { readQuestion } from '@tallyboard/engine/ask/read-question.ts';
import { savedQuestion } from '@tallyboard/engine/ask/saved-question.ts';
import { reportLink } from '@tallyboard/mcp/links.ts';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import type { AnySetting, Stored } from '@tallyboard/report-kit/settings/schema.ts';
import { aboutReport, MENU, REPORTS } from '@tallyboard/reports/catalogue/reports.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import { createServer, type Server } from '@tallyboard/server/server.ts';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';
import { parsePageState, savedView } from '@tallyboard/web/router/page-state.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { run } from './testing/run.ts';

const now = Date.parse('2026-06-17T12:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-doors-'));
const place = { file: join(folder, 'tallyboard.db') };
const ALL = 'created >= 1970-01-01';
let store: Store;
let server: Server;
let address: string;
let client: Client;
/** The account of whoever asks a server without sign-in. */
let owner = '';

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  store = await openStore(place);
  await store.ingest(demoRecords({ seed: 5, asOf: now, size: 80 }));
  server = await createServer({
    store,
    place,
    webRoot: join(import.meta.dirname, '../web/public'),
    now: () => now,
    openAccess: () => ({ anyHost: false, actAs: true }),
    log: false,
  });
  address = `http://127.0.0.1:${await server.start({ port: 0, host: '127.0.0.1' })}`;
  client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const visitor = await (await fetch(`${address}/rest/api/3/myself`)).json();
  owner = visitor.accountId;
  await client.connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`)));
  const members = [{ board: 1 as BoardId }, { jql: 'project = OPS' }];
  for (const [id, name] of [
    ['set00001', 'Programme'],
    ['set00002', 'Twice'],
    ['set00003', 'twice'],
  ] as const) {
    const own = { ownerId: owner, shares: [], version: 0, updatedMs: 1 };
    await store.boardSets.save({ id, name, unit: 'points', members, ...own });
  }
});
afterAll(async () => {
  vi.useRealTimers();
  await client.close();
  await server.stop();
  rmSync(folder, { recursive: true });
});

interface Asked {
  readonly report?: string;
  readonly jql?: string;
  readonly boardSet?: string;
  readonly settings?: Stored;
  readonly asOf?: string;
  readonly timeZone?: string;
}

type Outcome =
  | { readonly answer: Answer }
  /** What is said, one problem a line. */
  | { readonly problems: readonly string[] };

const HINT = /^(tallyboard|Run) .*--help/;

async function byCommandLine({
  report = '',
  jql,
  boardSet,
  settings,
  asOf,
  timeZone,
}: Asked): Promise<{ text: string; outcome: Outcome }> {
  const option = (name: string, text: string | undefined) =>
    text === undefined ? [] : [`--${name}`, text];
  const { code, out, err } = await run(
    ...['report', report, '--data', folder, '--format', 'json', ...option('jql', jql)],
    ...option('settings', settings && JSON.stringify(settings)),
    ...[...option('board-set', boardSet), ...option('as-of', asOf)],
    ...option('time-zone', timeZone),
  );
  if (code === 0) return { text: out, outcome: { answer: JSON.parse(out) } };
  const problems = err
    .trim()
    .split('\n')
    .filter(line => !HINT.test(line));
  return { text: '', outcome: { problems } };
}

async function received(reply: Response): Promise<{ text: string; outcome: Outcome }> {
  const text = await reply.text();
  const json = JSON.parse(text);
  return { text, outcome: reply.ok ? { answer: json } : { problems: json.errorMessages } };
}

async function byAddress({ report, settings = {}, ...members }: Asked) {
  const written = Object.entries(settings).map(
    ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
  );
  const query = new URLSearchParams({ ...members, ...Object.fromEntries(written) });
  const path = encodeURIComponent(report ?? '');
  return received(await fetch(`${address}/rest/tallyboard/1/report/${path}?${query}`));
}

async function byBody(asked: Asked) {
  const url = `${address}/rest/tallyboard/1/report`;
  return received(await fetch(url, { method: 'POST', body: JSON.stringify(asked) }));
}

interface Told {
  readonly fields: readonly string[];
  readonly keys: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** The figures that an assistant was told, as many as fit, or what it was told in their place. */
async function byAssistant({ timeZone: _, ...asked }: Asked, saved?: string) {
  const name = 'report';
  const given = saved === undefined ? asked : { saved };
  const told = await client.callTool({ name, arguments: { ...given } });
  const [content] = told.content as { text: string }[];
  if (told.isError) return { problems: content?.text };
  return { told: told.structuredContent as unknown as Told };
}

/** The numbers of a table by the keys of figures. */
function figuresOf({ fields, keys, rows }: Told): readonly (readonly [string, unknown])[] {
  return rows.flatMap((row, at) =>
    fields.map((field, column) => {
      const key = keys[at] ?? '';
      return [key === '' ? field : `${key}/${field}`, row[column] ?? null] as const;
    }),
  );
}

const isNumber = (value: unknown): value is number => typeof value === 'number';

/** Compares what every door says of a question. */
async function agree(asked: Asked): Promise<Outcome> {
  const [line, address, body] = await Promise.all([
    byCommandLine(asked),
    byAddress(asked),
    byBody(asked),
  ]);
  const saidBy = ({ outcome }: { outcome: Outcome }) =>
    'problems' in outcome ? outcome.problems : 'answered';
  expect([saidBy(address), saidBy(body)]).toEqual([saidBy(line), saidBy(line)]);
  // Byte for byte.
  if (line.text !== '') expect([address.text, body.text]).toEqual([line.text, line.text]);
  // An assistant has no zone to give.
  if (asked.timeZone === undefined) {
    const assistant = await byAssistant(asked);
    const { outcome } = line;
    if (!('answer' in outcome)) expect(assistant.problems).toBe(outcome.problems.join(' '));
    else agreeWith(outcome.answer, assistant.told);
  }
  return line.outcome;
}

/** Each number that an assistant is told is that of the answer. */
function agreeWith(answer: Answer, told: Told | undefined): void {
  expect(told).toBeDefined();
  const known = new Map(answer.figures.map(({ key, value }) => [key, value]));
  for (const [key, value] of told ? figuresOf(told) : [])
    if (isNumber(value) && !/(?:^|\/)issue:/.test(key))
      expect([key, known.get(key)]).toEqual([key, value]);
}

const TIMES = [
  ...['2026-03-01', '2026-06-16', '2026-06-17', '2026-03-01T10:00:00Z', 'last-week', 'last-sprint'],
  ...['2026-03-01T10:00:00+02:00', '2026-03-01T23:30:00.123-0930', '2001-01-01', '1969-07-20'],
  ...['2099-01-01', '2099-01-01T00:00:00Z', '2026-06-18', '2026-06-17T12:04:00Z'],
  ...['yesterday', '2026-13-45', '2026-03-01T10:00:00', 'last-weak', '', ' ', '0', '1e9'],
];
const ZONES = ['Asia/Kolkata', 'America/St_Johns', 'UTC', 'Mars', 'Europe/Berln', ''];
const QUERIES = [
  'project = WEB',
  '',
  'project = WEB ORDER BY rank',
  'project = (',
  'projekt = WEB',
];
const NAMES = ['Age', 'Resolution Time', 'overviw', 'none at all', 'OVERVIEW', ''];
const BOARDS = [1, '1', 0, 99, 'WEB board', -1, 1.5];

/** Values that a setting takes, and one that it does not. */
function valuesOf({ codec: { shape } }: AnySetting): readonly [unknown, unknown, unknown] {
  switch (shape.kind) {
    case 'choice': {
      const [first, last] = [shape.choices[0], shape.choices.at(-1)];
      return [last?.name, first?.code, `${first?.name}x`];
    }
    case 'flag':
      return [true, 1, 'maybe'];
    case 'whole':
      return [shape.max, shape.min, shape.max + 1];
    case 'flags':
      return [Object.keys(shape.labels).slice(-1), [], ['x']];
    default:
      return [undefined, undefined, 'x'];
  }
}

const SETS = ['Programme', 'programme', 'set00001', 'Progrmme', 'Twice', 'nothing like it', ''];

const isAnswered = (outcome: Outcome) => 'answer' in outcome;

describe('a question', () => {
  test.each(TIMES)('as of %j', async asOf => {
    await agree({ report: 'throughput', jql: ALL, asOf });
    await agree({ report: 'velocity', settings: { boardId: 1 }, asOf });
  });

  test('in the future is refused, whatever its form', async () => {
    for (const asOf of ['2099-01-01', '2099-01-01T00:00:00Z'])
      expect(isAnswered(await agree({ report: 'age', jql: ALL, asOf }))).toBe(false);
  });

  test.each(ZONES)('in the zone %j', async timeZone => {
    await agree({ report: 'created-resolved', jql: ALL, timeZone });
    await agree({
      report: 'burn',
      jql: ALL,
      settings: { boardId: 1 },
      timeZone,
      asOf: '2026-06-10',
    });
  });

  test.each(QUERIES)('over %j', async jql => {
    await agree({ report: 'overview', jql });
    await agree({ report: 'timesheet', jql, settings: { colour: 'red' } });
  });

  test.each(NAMES)('for the report %j', async report => {
    // The command line says which reports there are where none is named.
    if (report !== '') await agree({ report, jql: ALL });
  });

  test.each(BOARDS)('on the board %j', async boardId => {
    for (const report of ['velocity', 'wip-age', 'burn'])
      await agree({ report, jql: ALL, settings: { boardId } });
  });

  test.each(SETS)('on the board set %j', async boardSet => {
    for (const report of ['velocity', 'throughput', 'burn', 'overview', 'timesheet']) {
      await agree({ report, boardSet });
      await agree({ report, boardSet, jql: 'priority = High', asOf: 'last-sprint' });
    }
  });

  test.each(REPORTS)(
    'of $id with and without a query, and by all that it shows',
    async ({ id }) => {
      await agree({ report: id });
      const outcome = await agree({ report: id, jql: ALL });
      const { figures = [], headline } = 'answer' in outcome ? outcome.answer : {};
      const keys = figures.map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
      // Those of the headline come first; one with the key of a cell is that cell.
      const shown = headline?.figures.map(({ key }) => key) ?? [];
      expect(keys.slice(0, shown.length)).toEqual(shown);
      for (const { key, kind } of figures.slice(0, shown.length))
        if (key.includes('/')) expect([key, kind]).toEqual([key, expect.any(String)]);
      // The rows of a programme are issues, in the columns that name them.
      const named =
        id === 'programme' ? /"\w+-\d+",(?="[^"]+","(?:to-do|in-progress|done)")/g : /$^/;
      const text = JSON.stringify(outcome).replaceAll(new RegExp(named, 'g'), '');
      expect(text).not.toMatch(/"(?:APP|WEB|OPS|API)-\d+"/);
    },
  );

  test.each(REPORTS)('of $id with each setting', async ({ id }) => {
    const { list } = (await findReport(id))?.settings ?? { list: [] };
    const own = list.filter(({ name }) => name !== 'boardId');
    for (const at of [0, 1]) {
      const values = own.map(setting => [setting.name, valuesOf(setting)[at]] as const);
      const settings = Object.fromEntries(values.filter(([, value]) => value !== undefined));
      await agree({ report: id, jql: 'project = WEB', settings });
    }
    for (const setting of own) {
      const settings = { [setting.name]: valuesOf(setting)[2] };
      await agree({ report: id, jql: 'project = WEB', settings });
    }
  });

  test('names settings as they were typed, with the nearest', async () => {
    const told = async (settings: Stored) => {
      const outcome = await agree({ report: 'breakdown', jql: ALL, settings });
      return 'problems' in outcome ? outcome.problems : [];
    };
    expect(await told({ groupBy: 'compnent' })).toEqual([
      expect.stringMatching(/^groupBy: "compnent" is none of .*\. Did you mean "component"\?/),
    ]);
    expect(await told({ gType: 'compnent' })).toEqual([
      expect.stringMatching(/^gType: "compnent"/),
    ]);
    expect(await told({ grupBy: 1, showStatusBar: 'x' })).toHaveLength(2);
  });
});

const TABS: readonly (readonly [name: string, view: Stored, jql: string])[] = [
  ['a query', { tab: 'custom', jql: 'project = WEB' }, 'project = WEB'],
  ['the board of a project', { tab: 'project', board: 1 }, 'project = WEB'],
  [
    'a board set',
    {
      tab: 'project',
      boardSet: {
        id: 'set00001',
        name: 'Programme',
        unit: 'points',
        members: [{ board: 1 }, { jql: 'project = OPS' }],
      },
    },
    '(project = WEB) OR (project = OPS)',
  ],
  [
    'all epics',
    { tab: 'epics', epic: '' },
    'parent is not EMPTY AND issuetype not in subTaskIssueTypes()',
  ],
  ['an epic', { tab: 'epics', epic: 'WEB-1' }, 'parent = WEB-1'],
  ['the user', { tab: 'user' }, 'assignee = currentUser()'],
  ['a preset', { tab: 'custom', preset: 'active-sprints' }, 'sprint in openSprints()'],
];

describe.each(TABS)('a saved report of %s', (name, view, jql) => {
  test.each(['overview', 'estimation'])('of %s answers at every door', async report => {
    const id = `${report.slice(0, 3)}aved${TABS.findIndex(([each]) => each === name)}`;
    const own = { ownerId: owner, description: '', shares: [], version: 0, updatedMs: 1 };
    const saved = { id, name: `${report} of ${name}`, ...own };
    await store.savedReports.save({ ...saved, view: { report, view: report, ...view } });
    const line = await run('report', id, '--data', folder, '--format', 'json');
    const reply = await fetch(`${address}/rest/tallyboard/1/saved/${id}`);
    // Whose issues they are depends on who asks: the command line is nobody in particular.
    if (name !== 'the user') expect(await reply.clone().text()).toBe(line.out);
    const answer: Answer = await reply.json();
    expect(answer.report).toBe(report);
    const plain = await byBody({ report, jql });
    const { figures } = 'answer' in plain.outcome ? plain.outcome.answer : { figures: null };
    expect(answer.figures).toEqual(figures);
    agreeWith(answer, (await byAssistant({}, id)).told);
    const feed = await (await fetch(`${address}/odata/${id}`)).json();
    const known = new Map(answer.figures.map(each => [each.key, each.value]));
    for (const { Key, Row: _, ...cells } of feed.value)
      for (const [column, value] of Object.entries(cells))
        if (isNumber(value))
          expect([Key, column, known.get(`${Key}/${column}`)]).toEqual([Key, column, value]);
  });
});

test('the link of an answer asks the page the same question', async () => {
  for (const { id } of REPORTS) {
    const settings = aboutReport(id)?.onBoard ? { boardId: 1 } : {};
    const asked = { report: id, jql: 'project = WEB', asOf: '2026-03-01', settings };
    const question = await readQuestion(asked, { now });
    const link = reportLink({ pages: '' }, question);
    if (link === null) continue;
    const state = parsePageState(new URL(link, 'http://localhost').searchParams);
    const item = MENU.find(({ selector }) => selector === state.selector);
    const view = { report: item?.report, menuSettings: item?.settings, ...savedView(state) };
    const { scope, asOf, report } = await savedQuestion({ name: id, view });
    expect({ scope, asOf, report: report.id }).toEqual({
      scope: question.scope,
      asOf: question.asOf,
      report: id,
    });
  }
});
