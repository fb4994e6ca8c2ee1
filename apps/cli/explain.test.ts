/** Why a figure changed: at every door the same, with events that stand in the raw issues at their instants. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Answer } from '@tallyboard/engine/ask/answer-schema.ts';
import type { WhyAnswer } from '@tallyboard/engine/why/why-schema.ts';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { createServer, type Server } from '@tallyboard/server/server.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { run } from './testing/run.ts';

const now = Date.parse('2026-06-17T12:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-explain-'));
const place = { file: join(folder, 'tallyboard.db') };
let server: Server;
let address: string;
let client: Client;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  const store = await openStore(place);
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
  await client.connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`)));
});
afterAll(async () => {
  vi.useRealTimers();
  await client.close();
  await server.stop();
  rmSync(folder, { recursive: true });
});

const SINCE = '2026-05-20';
interface Asked {
  readonly report: string;
  readonly jql?: string;
  readonly settings?: object;
}

async function report(asked: Asked, asOf?: string): Promise<Answer> {
  const body = JSON.stringify({ ...asked, ...(asOf && { asOf }) });
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(`${address}/rest/tallyboard/1/report`, {
    method: 'POST',
    headers,
    body,
  });
  return reply.json();
}

async function byCommandLine(
  { report: id, jql, settings }: Asked,
  figure: string,
): Promise<WhyAnswer> {
  const { code, out, err } = await run(
    ...['explain', id, '--data', folder, '--figure', figure, '--since', SINCE, '--format', 'json'],
    ...(jql ? ['--jql', jql] : []),
    ...(settings ? ['--settings', JSON.stringify(settings)] : []),
  );
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out);
}

/** When something happened to an issue, by its raw record. */
async function instantsOf(key: string): Promise<ReadonlySet<string>> {
  const place = `${address}/rest/api/3/issue/${key}?expand=changelog&fields=created,worklog`;
  const { fields, changelog } = await (await fetch(place)).json();
  const times = [
    fields.created,
    ...changelog.histories.map(({ created }: { created: string }) => created),
    ...fields.worklog.worklogs.map(({ started }: { started: string }) => started),
  ];
  return new Set(times.map(time => new Date(time).toISOString()));
}

async function byAddress(
  what: 'explain' | 'reconcile',
  id: string,
  parameters: Readonly<Record<string, string>>,
) {
  const query = new URLSearchParams(parameters);
  return (await fetch(`${address}/rest/tallyboard/1/${what}/${id}?${query}`)).json();
}

const QUESTIONS: readonly [Asked, readonly string[]][] = [
  [
    { report: 'overview', jql: 'project = WEB' },
    [
      'measure:resolved/figure',
      'measure:resolved/percent',
      'measure:points/figure',
      'measure:time/figure',
    ],
  ],
  [{ report: 'velocity', settings: { boardId: 1 } }, ['completed', 'committed']],
  [{ report: 'cycle-time', jql: 'project = WEB' }, ['percentile85']],
  [{ report: 'timesheet', jql: 'project = WEB' }, ['total']],
  // Its past needs histories that its present does not.
  [{ report: 'age', jql: 'project = WEB', settings: { kind: 'stale' } }, ['median']],
];

test.each(QUESTIONS)('$report: what is told happened then, and adds up', async (asked, figures) => {
  const [then, present] = await Promise.all([report(asked, SINCE), report(asked)]);
  for (const figure of figures) {
    const why = await byCommandLine(asked, figure);
    const valueIn = ({ figures: all }: Answer) => all.find(({ key }) => key === figure)?.value;
    expect([figure, why.before ?? 0]).toEqual([figure, near(valueIn(then))]);
    expect([figure, why.after ?? 0]).toEqual([figure, near(valueIn(present))]);
    const parts = why.causes.reduce((sum, { part }) => sum + part, why.window?.part ?? 0);
    expect(parts).toBeCloseTo(why.explained, 9);
    expect([figure, why.explained]).toEqual([figure, expect.closeTo(why.change, 9)]);
    expect(why.change).toBeCloseTo((why.after ?? 0) - (why.before ?? 0), 9);
    expect(why.doubts).toEqual([]);
    for (const { at, issues } of why.causes)
      for (const key of issues)
        expect([key, [...(await instantsOf(key))]]).toEqual([key, expect.arrayContaining([at])]);
    const { report: id, ...question } = asked;
    const body = JSON.stringify({ ...question, figure, since: SINCE });
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(`${address}/rest/tallyboard/1/explain/${id}`, {
      method: 'POST',
      headers,
      body,
    });
    expect(await reply.json()).toEqual(why);
    const { jql, settings } = asked;
    const own = { ...(jql !== undefined && { jql }), ...(settings as Record<string, string>) };
    expect(await byAddress('explain', id, { ...own, figure, since: SINCE })).toEqual(why);
    const { structuredContent } = await client.callTool({
      name: 'explain',
      arguments: { ...asked, figure, since: SINCE },
    });
    const { before, after, change, explained, story } = why;
    expect(structuredContent).toMatchObject({ before, after, change, explained, story });
  }
});

/** Figures of reports are rounded to two decimals; what is not available counts 0 in a change. */
const near = (value: number | null | undefined) => expect.closeTo(value ?? 0, 1);

test('what cannot be explained is said', async () => {
  const explain = async (...more: string[]) => {
    const { code, err } = await run(
      ...['explain', 'overview', '--jql', 'project = WEB', '--data', folder, ...more],
    );
    return [code, err.split('\n')[0]];
  };
  expect(await explain('--since', SINCE)).toEqual([
    2,
    expect.stringContaining('--figure is missing'),
  ]);
  const figure = ['--figure', 'measure:resolved/figure'];
  expect(await explain(...figure)).toEqual([2, expect.stringContaining('--since is missing')]);
  expect(await explain(...figure, '--since', 'soon')).toEqual([
    2,
    expect.stringContaining('"soon" is no day such as 2026-03-31'),
  ]);
  expect(await explain(...figure, '--since', '2030-01-01')).toEqual([
    2,
    expect.stringMatching(/^since: This time is in the future/),
  ]);
  expect(await explain(...figure, '--since', '2026-06-01', '--as-of', '2026-05-01')).toEqual([
    2,
    expect.stringContaining('Choose an earlier time'),
  ]);
  expect(await explain('--figure', 'nonsense', '--since', SINCE)).toEqual([
    2,
    expect.stringContaining("The report has no figure 'nonsense'. There are: "),
  ]);
  const forecast = await run(
    ...['explain', 'programme', '--jql', 'project = WEB', '--data', folder, '--format', 'json'],
    ...['--figure', 'epic:WEB-3/chance', '--since', SINCE],
  );
  const { causes, doubts } = JSON.parse(forecast.out);
  expect(causes).toEqual([]);
  expect(doubts.length).toBeLessThanOrEqual(1);
});

test('what other settings do is the same at every door, and adds up', async () => {
  const asked = { report: 'overview', jql: 'project in (WEB, APP)' };
  const figure = 'measure:resolved/figure';
  const against = { doneRule: 'resolution' };
  const byHand = (...more: string[]) =>
    run(
      ...['explain', asked.report, '--jql', asked.jql, '--data', folder, '--format', 'json'],
      ...['--figure', figure, ...more],
    );
  const { code, out, err } = await byHand('--against', JSON.stringify(against));
  expect([code, err]).toEqual([0, '']);
  const why: WhyAnswer = JSON.parse(out);
  const valueIn = ({ figures }: Answer) => figures.find(({ key }) => key === figure)?.value;
  const [before, after] = await Promise.all([
    report({ ...asked, settings: against }),
    report(asked),
  ]);
  expect([why.before, why.after]).toEqual([valueIn(before), valueIn(after)]);
  expect(why.change).toBeGreaterThan(0);
  expect(why).toMatchObject({ against, explained: why.change, doubts: [] });
  expect(why).not.toHaveProperty('since');
  // The issues that have the status category Done and no resolution.
  const search = new URLSearchParams({
    jql: `${asked.jql} AND statusCategory = Done AND resolution is EMPTY`,
    fields: 'key',
    maxResults: '1000',
  });
  const { issues } = await (await fetch(`${address}/rest/api/3/search/jql?${search}`)).json();
  expect(why.causes).toEqual([
    {
      at: null,
      kind: 'An issue is done when',
      issues: expect.toSatisfy((keys: string[]) => {
        expect(keys.toSorted()).toEqual(issues.map(({ key }: { key: string }) => key).toSorted());
        return true;
      }),
      part: why.change,
      by: null,
      from: 'A resolution is set',
      to: 'the rule of the site',
    },
  ]);
  const reply = await fetch(`${address}/rest/tallyboard/1/explain/${asked.report}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jql: asked.jql, figure, against }),
  });
  expect(await reply.json()).toEqual(why);
  expect(
    await byAddress('explain', asked.report, {
      jql: asked.jql,
      figure,
      against: JSON.stringify(against),
    }),
  ).toEqual(why);
  // Settings are parameters by their names: the same, the other way round.
  const back = { jql: asked.jql, figure, doneRule: 'resolution', against: '{"doneRule":null}' };
  expect(await byAddress('explain', asked.report, back)).toMatchObject({
    before: why.after,
    after: why.before,
    explained: -why.change,
  });
  const { structuredContent } = await client.callTool({
    name: 'explain',
    arguments: { ...asked, figure, against },
  });
  expect(structuredContent).toMatchObject({ ...why, causes: [{ part: why.change }] });
  for (const [given, text] of [
    ['{"sprintCount":3}', 'against.sprintCount: There is no such setting.'],
    ['{"doneRule":"never"}', 'against.doneRule: "never" is none of'],
    ['[]', 'against: [] is no object of settings'],
    ['{', '--against is not JSON'],
    ['{}', 'against: These are the settings that the answer has'],
  ] as const) {
    const refused = await byHand('--against', given);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining(text)]);
  }
  const both = await byHand('--against', '{"doneRule":"resolution"}', '--since', SINCE);
  expect([both.code, both.err]).toEqual([
    2,
    expect.stringContaining('Give an earlier time or other settings, not both.'),
  ]);
});

test('another board has other sprints: a figure that is not there is refused', async () => {
  const asked = { report: 'velocity', settings: { boardId: 1 } };
  const { figures } = await report(asked);
  const figure = figures.find(({ key }) => /^sprint:\d+\/completed$/.test(key))?.key ?? '';
  const byHand = (against: object) =>
    run(
      ...['explain', 'velocity', '--settings', '{"boardId":1}', '--data', folder],
      ...['--figure', figure, '--format', 'json', '--against', JSON.stringify(against)],
    );
  const refused = await byHand({ boardId: 2 });
  expect([refused.code, refused.err]).toEqual([
    2,
    `against: With these settings the report has no figure '${figure}'.\n`,
  ]);
  const total = await run(
    ...['explain', 'velocity', '--settings', '{"boardId":1}', '--data', folder],
    ...['--figure', 'completed', '--format', 'json', '--against', '{"boardId":2}'],
  );
  expect([total.code, total.err]).toEqual([0, '']);
  const why: WhyAnswer = JSON.parse(total.out);
  const other = await report({ ...asked, settings: { boardId: 2 } });
  const valueIn = ({ figures: all }: Answer) => all.find(({ key }) => key === 'completed')?.value;
  expect([why.before, why.after]).toEqual([
    near(valueIn(other)),
    near(valueIn({ figures } as Answer)),
  ]);
  expect(why.explained).toBeCloseTo(why.change, 9);
  expect(why.causes.length).toBeGreaterThan(0);
});

test('an expected number is found by the same ways at every door', async () => {
  const asked = {
    report: 'overview',
    jql: 'project in (WEB, APP)',
    figure: 'measure:resolved/figure',
  };
  const byHand = async (expected: number) => {
    const { code, out, err } = await run(
      ...['reconcile', asked.report, '--jql', asked.jql, '--data', folder, '--format', 'json'],
      ...['--figure', asked.figure, '--expected', String(expected)],
    );
    expect([code, err]).toEqual([0, '']);
    return JSON.parse(out);
  };
  const { value } = await byHand(0);
  // By its own query.
  const strict = await report({
    report: 'overview',
    jql: `${asked.jql} AND resolution is not EMPTY`,
    settings: { doneRule: 'resolution' },
  });
  const expected = strict.figures.find(({ key }) => key === asked.figure)?.value ?? 0;
  expect(expected).toBeLessThan(value);
  const found = await byHand(expected);
  expect(found.found.map(({ switches }: { switches: string[] }) => switches)).toContainEqual([
    'done: resolution',
  ]);
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(`${address}/rest/tallyboard/1/reconcile/${asked.report}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ jql: asked.jql, figure: asked.figure, expected }),
  });
  expect(await reply.json()).toEqual(found);
  const { report: id, ...members } = asked;
  expect(await byAddress('reconcile', id, { ...members, expected: String(expected) })).toEqual(
    found,
  );
  const { structuredContent } = await client.callTool({
    name: 'explain',
    arguments: { ...asked, expected },
  });
  expect(structuredContent).toMatchObject({ found: found.found, story: found.story });
  const none = await run(
    ...['reconcile', 'overview', '--jql', 'project = WEB', '--data', folder],
    ...['--figure', asked.figure, '--expected', 'many'],
  );
  expect([none.code, none.err]).toEqual([2, expect.stringContaining('is no number such as 34')]);
});
