/** Replies of a Jira, or of what stands before it, that are no answer: a round fails in one line, and the next one succeeds. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { connect, connectWhenUp } from './connect.ts';
import { openMirror } from './open.ts';
import { runMirror } from './run.ts';
import { differences, dumpOf } from './testing/dump.ts';
import { openSource, type Source, type SpoiledReply } from './testing/source.ts';

const waits = vi.hoisted(() => ({ ms: 0, end: () => {}, begin: () => {} }));
vi.mock('node:timers/promises', async importOriginal => ({
  ...(await importOriginal<typeof import('node:timers/promises')>()),
  setTimeout: (ms: number) =>
    new Promise<void>(resolve => {
      Object.assign(waits, { ms, end: resolve });
      waits.begin();
    }),
}));

const asOf = Date.parse('2026-06-17T12:00:00Z');
const EVERY_MS = 240_000;
const HOUR_MS = 3_600_000;
const LOGIN = '<html><title>Log in</title><h1>Sign in</h1></html>';

const ofGateway = (status: number) => () => ({ status, type: 'text/html', body: LOGIN });
const text = (body: string) => () => ({ body });
type Spoil = (body: string) => SpoiledReply;

const KINDS: Readonly<Record<string, Spoil>> = {
  'a page': () => ({ type: 'text/html', body: LOGIN }),
  'a page that calls itself JSON': text(LOGIN),
  nothing: text(''),
  null: text('null'),
  'an empty object': text('{}'),
  'a list of nulls': text('[null]'),
  'a list with null in it': body => ({ body: body.replace(/\[\{/, '[null,{') }),
  'a text': text('"text"'),
  '400 of a gateway': ofGateway(400),
  '403 of a gateway': ofGateway(403),
  '404 of a gateway': ofGateway(404),
  'a redirect': ofGateway(302),
};
const SOME_KINDS = ['a page', 'an empty object'];

const SEARCH = { cloud: '/search/jql', 'data-center': '/search\\b' };
const PATHS = [
  ...['/serverInfo', '/myself', '/configuration$', '/field', '/issue/bulkfetch'],
  ...['/changelog/bulkfetch', '/worklog/updated', '/project/\\d+$', '/board\\?'],
  ...['/board/\\d+/configuration', '/sprint\\?', '/user/bulk', '/filter/favourite'],
];

const folder = mkdtempSync(join(tmpdir(), 'tallyboard-spoiled-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** More histories than an issue has with it on Cloud. */
const LONG_ISSUE = {
  kind: 'issue',
  value: {
    id: '990001',
    key: 'LONG-1',
    fields: {
      summary: 'Long',
      created: '2026-01-06T08:00:00.000+0000',
      updated: '2026-01-06T09:00:00.000+0000',
      status: { id: '1', name: 'Open' },
      issuetype: { id: '1', name: 'Task' },
    },
    changelog: {
      histories: Array.from({ length: 50 }, (_, at) => ({
        id: String(990_000 + at),
        created: '2026-01-06T09:00:00.000+0000',
        items: [],
      })),
    },
  },
} as const;

async function startMirror(flavour: 'cloud' | 'data-center') {
  process.env.TALLYBOARD_TOKEN = 'secret-token-of-the-test';
  const records = [...demoRecords({ seed: 5, asOf, size: 20 }), LONG_ISSUE];
  const source = await openSource(records, { flavour, now: asOf, seesAll: true });
  const copy = await openStore({ file: join(folder, `${flavour}.db`) });
  const stop = new AbortController();
  const said: string[] = [];
  const voice = { onProgress: () => {}, say: (line: string) => void said.push(line) };
  const connection = await connect(source.url, stop.signal);
  const settings = { jql: 'created >= "1970-01-01"', shrink: false, signal: stop.signal };
  const mirror = await openMirror(copy, connection, settings, folder, voice);
  let running: Promise<void> | null = null;
  /** Runs one round, and returns what it says. */
  const round = async (spoils: Source['spoils'] = null) => {
    said.length = 0;
    source.spoils = spoils;
    const waiting = new Promise<void>(resolve => {
      waits.begin = resolve;
    });
    if (running) waits.end();
    running ??= runMirror(mirror, connection.calls, EVERY_MS);
    await Promise.race([waiting, running]);
    const isAsked = source.spoils === null;
    source.spoils = null;
    return { lines: said.filter(line => !line.startsWith('Permissions ')), isAsked };
  };
  const close = async () => {
    delete process.env.TALLYBOARD_TOKEN;
    stop.abort();
    waits.end();
    await running?.catch(() => {});
    await Promise.all([source.close(), copy.close()]);
  };
  return { source, copy, round, close };
}

describe.each(['cloud', 'data-center'] as const)('a mirror of %s', flavour => {
  let mirror: Awaited<ReturnType<typeof startMirror>>;
  beforeAll(async () => {
    mirror = await startMirror(flavour);
    await mirror.round();
  });
  afterAll(() => mirror.close());

  const paths = [SEARCH[flavour], ...(flavour === 'cloud' ? PATHS : ['/issue/\\d+\\?'])];
  test.each(Object.entries(KINDS))('fails one round for %s', async (kind, spoil) => {
    for (const path of SOME_KINDS.includes(kind) ? paths : paths.slice(0, 1)) {
      mirror.source.now += 2 * HOUR_MS;
      // To be read again.
      await mirror.copy.issues.delete(['LONG-1']);
      const { lines, isAsked } = await mirror.round({ paths: new RegExp(path), spoil });
      if (!isAsked) continue;
      expect(lines, path).toEqual([
        expect.stringMatching(/^[^\n]{10,400} Next attempt in 4 min\.$/),
      ]);
      expect(lines[0], path).not.toMatch(/TypeError|\bat \w+ \(|undefined/);
      expect(waits.ms).toBe(EVERY_MS);
      const next = await mirror.round();
      expect(next.lines, path).toEqual([expect.stringMatching(/^[01] new, 0 changed, 0 gone; /)]);
    }
  });

  test('equals its source afterwards', async () => {
    const [one, other] = [
      await dumpOf(mirror.source.store, flavour, asOf),
      await dumpOf(mirror.copy, flavour, asOf),
    ];
    expect(differences(one, other)).toEqual([]);
  });

  test('waits an hour at most, whatever Jira asks for', async () => {
    const headers = { 'retry-after': '99999999' };
    mirror.source.refuses = { paths: /serverInfo/, status: 429, headers };
    const { lines } = await mirror.round();
    mirror.source.refuses = null;
    const said = /limits the rate of calls: wait for 60 minutes\. Next attempt in 60 min\.$/;
    expect(lines).toEqual([expect.stringMatching(said)]);
    expect(waits.ms).toBe(3_600_000);
  });

  test.each([
    [
      Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
      /^The database does not answer/,
    ],
    [new TypeError("Cannot read properties of null (reading 'id')"), /^Tallyboard failed: Cannot/],
  ])('fails one round for %s of its own', async (error, text) => {
    vi.spyOn(mirror.copy.mirror, 'step').mockRejectedValueOnce(error);
    expect((await mirror.round()).lines).toEqual([expect.stringMatching(text)]);
    expect(waits.ms).toBe(EVERY_MS);
    expect((await mirror.round()).lines).toEqual([expect.stringMatching(/^0 new, 0 changed/)]);
  });

  test('counts an issue once that comes twice', async () => {
    await mirror.copy.issues.delete(['LONG-1']);
    const twice = (body: string) => {
      const page = JSON.parse(body);
      return { body: JSON.stringify({ ...page, issues: [...page.issues, ...page.issues] }) };
    };
    const { lines } = await mirror.round({ paths: /issue\/bulkfetch|search$/, spoil: twice });
    expect(lines).toEqual([expect.stringMatching(/^1 new, 0 changed, 0 gone; /)]);
  });

  if (flavour === 'data-center')
    test('takes no list for whole whose pages repeat', async () => {
      let first = '';
      const spoils = {
        paths: /search\b/,
        spoil(body: string) {
          first ||= JSON.stringify({ ...JSON.parse(body), total: 1_000 });
          // The next page too.
          setImmediate(() => {
            mirror.source.spoils = spoils;
          });
          return { body: first };
        },
      };
      const { lines } = await mirror.round(spoils);
      expect(lines).toEqual([
        expect.stringMatching(
          /Jira sent 3 pages without anything new\. Try again later\. Next attempt in 4 min\.$/,
        ),
      ]);
    });

  test('ends for a query that is rejected twice, or a rejected token, and for nothing else', async () => {
    const words = 'The value does not exist.';
    const rejected = () => ({ status: 400, body: JSON.stringify({ errorMessages: [words] }) });
    const once = await mirror.round({ paths: new RegExp(SEARCH[flavour]), spoil: rejected });
    expect(once.lines).toEqual([expect.stringContaining('Next attempt')]);
    mirror.source.refuses = { paths: new RegExp(SEARCH[flavour]), status: 400 };
    await expect(mirror.round()).rejects.toThrow(
      /rejects the query of --jql\. Refused in this test/,
    );
  });
});

test('a Jira that is down at the start is waited for, a wrong address is not', async () => {
  process.env.TALLYBOARD_TOKEN = 'secret-token-of-the-test';
  const stop = new AbortController();
  const said: string[] = [];
  const settings = { signal: stop.signal, say: (line: string) => void said.push(line) };
  const source = await openSource([], { now: asOf });
  source.refuses = { paths: /serverInfo/, status: 404 };
  const start = (everyMs: number | null) => connectWhenUp(source.url, { ...settings, everyMs });
  await expect(start(EVERY_MS)).rejects.toThrow(/answers GET .*serverInfo with 404/);
  source.refuses = { paths: /serverInfo/, status: 429, headers: { 'retry-after': '400' } };
  await expect(start(null)).rejects.toThrow(/limits the rate of calls/);
  const waiting = new Promise<void>(resolve => {
    waits.begin = resolve;
  });
  const starting = start(EVERY_MS);
  await waiting;
  source.refuses = null;
  waits.end();
  expect(await starting).toMatchObject({ site: source.url });
  expect(said).toEqual([expect.stringMatching(/Next attempt in 7 min\.$/)]);
  await source.close();
});
