import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COLUMNS_PATH } from '@tallyboard/dataset/stream/fetch-columns.ts';
import { smallSite } from '@tallyboard/replica/store/testing/small-site.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServer, type Server } from './server.ts';
import { makeWebRoot } from './testing/web-root.ts';

const many = (count: number, text: string, separator: string) =>
  Array(count).fill(text).join(separator);

const QUERIES = [
  `key in (${Array.from({ length: 100_000 }, (_, at) => `APP-${at}`).join()})`,
  `summary ~ "${'a'.repeat(1_000_000)}"`,
  many(1000, 'status changed', ' OR '),
  many(1000, 'text ~ "a* b*"', ' OR '),
  many(1000, 'project = APP', ' OR '),
  '('.repeat(100_000),
  many(10_000, 'NOT', ' '),
  'updated >= -99999999999999w',
  'created > 99999999999999999999',
];

describe('hostile queries', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-hostile-'));
  let webRoot: string;
  let server: Server;
  beforeAll(async () => {
    webRoot = await makeWebRoot(['/']);
    const queryProcesses = { processes: 1, deadlineMs: 4000 };
    const store = await openStore({ file: join(folder, 'tallyboard.db') }, { queryProcesses });
    await store.ingest(smallSite());
    server = await createServer({ store, webRoot, log: false });
  });
  afterAll(async () => {
    await server.stop();
    await rm(webRoot, { recursive: true });
    await rm(folder, { recursive: true });
  });

  const search = (jql: string) =>
    server.app.inject({
      method: 'POST',
      url: '/rest/api/3/search/jql',
      payload: { jql, fields: ['id'] },
    });
  const health = async () => (await server.app.inject({ url: '/health' })).statusCode;

  const columns = (jql: string) =>
    server.app.inject({ method: 'POST', url: COLUMNS_PATH, payload: { jql } });

  test.each([
    ['as JSON', search],
    ['as columns', columns],
  ])('are answered or refused without internal messages, %s', async (_, ask) => {
    for (const reply of await Promise.all(QUERIES.map(ask))) {
      expect([200, 204, 400]).toContain(reply.statusCode);
      expect(reply.body).not.toMatch(/call stack|SQLITE|SqliteError|\.ts:|Expression tree/);
    }
  });

  test('a hanging query delays nobody, and is refused at the deadline', async () => {
    const path = `/proc/${process.pid}/task/${process.pid}/children`;
    for (const pid of readFileSync(path, 'utf8').trim().split(' '))
      process.kill(Number(pid), 'SIGSTOP');
    let isPending = true;
    const hanging = search('project = APP').finally(() => {
      isPending = false;
    });
    expect(await health()).toBe(200);
    expect((await server.app.inject({ url: '/rest/api/3/myself' })).statusCode).toBe(200);
    expect(isPending).toBe(true);
    expect((await hanging).statusCode).toBe(400);
    expect((await hanging).json().errorMessages[0]).toContain('it takes longer than 4 seconds');
    const again = async () => (await search('project = APP')).statusCode;
    await expect.poll(again).toBe(200);
  });

  test('too many queries in one call are refused', async () => {
    const parse = (queries: string[]) =>
      server.app.inject({ method: 'POST', url: '/rest/api/3/jql/parse', payload: { queries } });
    expect((await parse(Array(1001).fill('a = b'))).statusCode).toBe(400);
    expect((await parse(Array(100).fill('project = APP'))).json().queries).toHaveLength(100);
  });
});
