/** What the reader may not see of a forest stands in no answer of the programme. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from '@tallyboard/server/server.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { openSource, type Source } from './mirror/testing/source.ts';
import { forestRecords, NOW, type Planted } from './testing/forest-jira.ts';
import { run } from './testing/run.ts';

const SECRET = /HID-\d|CANARY/;
const HIDDEN: readonly Planted[] = [
  { key: 'HID-1', type: 'Initiative', summary: 'CANARY' },
  { key: 'HID-2', type: 'Epic', summary: 'CANARY' },
  { key: 'HID-3', type: 'Story', summary: 'CANARY', parent: 'EP-1' },
];
/** The last two stories have a hidden parent, of now or before. */
const SEEN: readonly Planted[] = [
  { key: 'EP-1', type: 'Epic', parent: 'HID-1' },
  { key: 'ST-1', type: 'Story', parent: 'EP-1', done: true, blocker: 'HID-3' },
  { key: 'ST-2', type: 'Story', parent: 'HID-2', done: true },
  { key: 'ST-3', type: 'Story', parent: 'EP-1', former: 'HID-2' },
];
const ROWS = ['epic', 'level:Initiative', 'version', 'query'];
const TOKEN = 'token-of-the-reader';

const folder = mkdtempSync(join(tmpdir(), 'tallyboard-canary-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function answersOf(...from: string[]) {
  const texts: string[] = [];
  for (const rows of ROWS)
    for (const format of [['json', '--result'], ['csv']]) {
      const settings = JSON.stringify({ rows });
      const { code, out, err } = await run(
        ...['report', 'programme', '--jql', 'project in (ST, EP)', '--settings', settings],
        ...['--as-of', new Date(NOW).toISOString(), '--format', ...format, ...from],
      );
      expect(code, err).toBe(0);
      // Files have their notes on stderr.
      texts.push(out, err);
    }
  return texts;
}

async function answersOfJira(open: () => Promise<Source>) {
  const jira = await open();
  jira.tokens.set(TOKEN, 'reader');
  const texts = await answersOf('--url', jira.url, '--token', TOKEN);
  await jira.close();
  expect(JSON.parse(texts[0] ?? '').result.rows).toHaveLength(1);
  return texts;
}

describe.each(['cloud', 'data-center'] as const)('%s', flavour => {
  test('by its permissions', async () => {
    const records = forestRecords([...SEEN, ...HIDDEN], flavour);
    const open = () => openSource(records, { flavour, now: NOW });
    const [epics, ...others] = await answersOfJira(open);
    expect(JSON.parse(epics ?? '').result.rows[0].total).toBe(2);
    for (const text of [epics, ...others]) expect(text).not.toMatch(SECRET);
  });

  test('where issues name what no call hands out', async () => {
    const records = forestRecords([...SEEN, ...HIDDEN], flavour).filter(
      ({ kind, value }) => kind !== 'issue' || !value.key.startsWith('HID'),
    );
    const open = () => openSource(records, { flavour, now: NOW, seesAll: true });
    for (const text of await answersOfJira(open)) expect(text).not.toMatch(SECRET);
  });
});

test('our own server, by address', async () => {
  const place = { file: join(folder, 'tallyboard.db') };
  const store = await openStore(place);
  await store.ingest(forestRecords([...SEEN, ...HIDDEN], 'cloud'));
  const server = await createServer({
    store,
    place,
    webRoot: join(import.meta.dirname, '../web/public'),
    now: () => NOW,
    openAccess: () => ({ anyHost: false, actAs: true }),
    log: false,
  });
  const totals = new Map<string, number>();
  for (const user of ['reader', 'admin'])
    for (const rows of ROWS)
      for (const format of ['json', 'csv']) {
        const query = new URLSearchParams({ jql: 'project in (ST, EP)', rows, result: 'true' });
        if (format === 'csv') query.set('format', 'csv');
        const { body, statusCode } = await server.app.inject({
          url: `/rest/tallyboard/1/report/programme?${query}`,
          headers: { host: 'localhost', 'x-replica-user': user },
        });
        expect([user, rows, statusCode]).toEqual([user, rows, 200]);
        if (user === 'reader') expect(body).not.toMatch(SECRET);
        if (format === 'json' && rows === 'epic')
          totals.set(user, JSON.parse(body).result.all.total.value);
      }
  // Of the administrator ST-2 and HID-3 too.
  expect([...totals.values()]).toEqual([2, 4]);
  await server.stop();
});
