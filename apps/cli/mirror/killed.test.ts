import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIXTURES } from '@tallyboard/jira/testing/fixtures.ts';
import { importFiles } from '@tallyboard/replica/import/import-files.ts';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { assign } from '@tallyboard/replica/store/testing/assign.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { afterAll, expect, test } from 'vitest';
import { differences, dumpOf } from './testing/dump.ts';
import { openSource, type Source } from './testing/source.ts';

/** 1,000 issues with every run of the tests; TALLYBOARD_MIRROR_ISSUES=20000 for the whole measure. */
const ISSUES = Number(process.env.TALLYBOARD_MIRROR_ISSUES ?? 1_000);
const KILLS = 5;
const asOf = Date.parse('2026-06-17T12:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-killed-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The demo beside what real sites had: old and new ones, on premises and in the cloud. */
async function fullSource(): Promise<Source> {
  const source = await openSource([], { now: asOf, seesAll: true });
  const sets = ISSUES < 20_000 ? ['devlake', 'aea', 'aerogear'] : [''];
  await importFiles(
    source.store,
    sets.map(set => join(FIXTURES, 'data', set)),
  );
  const size = ISSUES - (await source.store.issues.count());
  await source.store.ingest(demoRecords({ seed: 5, asOf, size }), { source: 'demo' });
  expect(await source.store.issues.count()).toBeGreaterThanOrEqual(ISSUES);
  return source;
}

function startMirror(source: Source) {
  const program = join(import.meta.dirname, '../bin/tallyboard.mjs');
  const query = ['--site', source.url, '--jql', 'created >= "1970-01-01"', '--data', folder];
  const child = spawn(process.execPath, [program, 'mirror', ...query, '--once'], {
    env: { ...process.env, TALLYBOARD_TOKEN: 'secret-token-of-the-test' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', text => {
    said += text;
  });
  return { child, ended: once(child, 'exit'), said: () => said };
}

/** Kills the mirror at one of its next calls, whichever it is; returns what it had said until then. */
async function killedMirror(source: Source, calls: number): Promise<void> {
  const stop = source.asked.length + calls;
  const { child, ended } = startMirror(source);
  const watch = setInterval(() => {
    if (source.asked.length >= stop) child.kill('SIGKILL');
  }, 1);
  const [, signal] = await ended;
  clearInterval(watch);
  expect(signal).toBe('SIGKILL');
}

/** What people do meanwhile. */
async function work({ store, now }: Source, round: number): Promise<void> {
  const viewer = { userId: null, zone: 'UTC' };
  const { ids } = await store.jql.search({ jql: 'project = WEB ORDER BY key', viewer, now });
  const author = (await store.catalogue.all('user'))[0]?.document as never;
  for (const issueId of ids.slice(round * 7, round * 7 + 5)) {
    await assign(store, { issueId, assignee: null, author, at: now });
  }
  const [gone] = await store.issues.documents(ids.slice(-1));
  await store.issues.delete([gone?.key ?? '']);
}

test(`a mirror of ${ISSUES} issues that is killed five times equals its source in the end`, async () => {
  const source = await fullSource();
  // A call brings a hundred issues; the first dozen are fields, statuses and the list.
  const whole = ISSUES / 100;
  for (let round = 0; round < KILLS; round++) {
    const calls = 3 + Math.floor(Math.random() * (whole / 4 + 14));
    await killedMirror(source, calls);
    source.now += 10 * 60_000;
    await work(source, round);
  }
  const begun = performance.now();
  const { ended, said } = startMirror(source);
  expect(await ended).toEqual([0, null]);
  console.info(
    `${said().trim()} (last round ${Math.round((performance.now() - begun) / 1000)} s of its own)`,
  );

  const copy = await openStore({ file: join(folder, 'tallyboard.db') });
  expect((await copy.mirror.state())?.asOfMs).toBe(source.now);
  const [one, other] = [
    await dumpOf(source.store, 'cloud', asOf),
    await dumpOf(copy, 'cloud', asOf),
  ];
  expect(one.size).toBeGreaterThan(ISSUES);
  expect(differences(one, other)).toEqual([]);
  await copy.close();
  await source.close();
}, 900_000);
