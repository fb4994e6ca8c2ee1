import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IssueDocument } from '@tallyboard/replica/data/issues/issue-document.ts';
import type { RecordIssue } from '@tallyboard/replica/data/records.ts';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { FIELD } from '@tallyboard/replica/seed/site/fields.ts';
import { assign } from '@tallyboard/replica/store/testing/assign.ts';
import { sharedPostgres } from '@tallyboard/replica/store/testing/shared-postgres.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../testing/run.ts';
import { differences, dumpOf } from './testing/dump.ts';
import { openSource, type Source } from './testing/source.ts';

const asOf = Date.parse('2026-06-17T12:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-mirror-'));
beforeAll(() => {
  process.env.TALLYBOARD_TOKEN = 'secret-token-of-the-test';
});
afterAll(() => {
  delete process.env.TALLYBOARD_TOKEN;
  rmSync(folder, { recursive: true });
});

async function onCopy<T>(data: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ file: join(data, 'tallyboard.db') });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const everything = 'created >= "1970-01-01"';

const DATA_AS_OF = /^Data as of Jun 17, 2026 \d\d:\d\d; figures are of that time\.$/m;

describe.each(['cloud', 'data-center'] as const)('a mirror of %s', flavour => {
  const data = join(folder, flavour);
  let source: Source;
  const mirror = (jql = everything, ...more: string[]) =>
    run('mirror', '--site', source.url, '--jql', jql, '--data', data, '--once', ...more);
  const compared = () =>
    onCopy(data, async copy => {
      const [one, other] = [
        await dumpOf(source.store, flavour, asOf),
        await dumpOf(copy, flavour, asOf),
      ];
      return differences(one, other);
    });

  beforeAll(async () => {
    source = await openSource(demoRecords({ seed: 5, asOf, size: 300 }), { flavour, now: asOf });
  });
  afterAll(() => source.close());

  test('answers like the Jira that it mirrors', async () => {
    const { code, out, err } = await mirror();
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err).toMatch(/what Jira would show them/);
    expect(err).toMatch(/^\d+ new, 0 changed, 0 gone; data as of 2026-06-17T12:00:00Z/m);
    expect(await compared()).toEqual([]);
    const segments = await onCopy(data, copy => copy.segments.list());
    expect(segments.filter(({ isValid }) => !isValid)).toEqual([]);
    // It holds every issue: for its owner alone.
    expect(statSync(data).mode & 0o077).toBe(0);
  });

  test('is read by the other commands, which print its age', async () => {
    const report = ['report', 'overview', '--jql', 'project = WEB', '--data', data];
    const table = await run(...report);
    expect(table).toMatchObject({ code: 0, err: expect.stringMatching(DATA_AS_OF) });
    const json = JSON.parse((await run(...report, '--format', 'json')).out);
    // The real present is long after: figures are of the time of the data.
    const time = '2026-06-17T12:00:00.000Z';
    expect(json).toMatchObject({ asOf: time, dataAsOf: time });
    const listed = await run('jql', 'project = WEB', '--data', data);
    expect(listed).toMatchObject({ code: 0, err: expect.stringMatching(DATA_AS_OF) });
    const more = await run('import', import.meta.filename, '--data', data);
    expect(more).toMatchObject({ code: 1, err: expect.stringMatching(/the mirror of a Jira/) });
  });

  test('needs few calls for a round without changes', async () => {
    const before = source.asked.length;
    const { err } = await mirror();
    expect(err).toMatch(/^0 new, 0 changed, 0 gone/m);
    const calls = source.asked.slice(before);
    expect(calls.filter(call => /bulkfetch|changelog|issue\/\d+\/worklog/.test(call))).toEqual([]);
  });

  test('changes nothing in a round without changes, also when it rereads boards, fields and users', async () => {
    const revision = () => onCopy(data, copy => copy.segments.revision());
    const before = await revision();
    source.now += 3_600_000;
    expect((await mirror()).err).toMatch(/^0 new, 0 changed, 0 gone; data as of 2026-06-17T13/m);
    expect(await revision()).toBe(before);
  });

  test('copies changes: issues, worklogs, sprints, names, deletions', async () => {
    const { store } = source;
    source.now += 2 * 3_600_000;
    const [first, second, third] = await idsOf(store, 'project = WEB ORDER BY key');
    const [gone] = await idsOf(store, 'project = WEB AND type = Bug AND issueLinkType is EMPTY');
    const author = (await store.catalogue.all('user'))[0]?.document as never;
    const at = source.now - 60_000;
    await assign(store, { issueId: first, assignee: null, author, at });
    await store.issues.delete([keyOf(await store.issues.documents([gone]))]);
    const [deleted] = await idsOf(store, 'worklogAuthor is not EMPTY AND project = APP');
    await withoutWorklogs(source, deleted);
    await addWorklogs(store, second, source.now - 120_000);
    const version = (await store.catalogue.all('version')).find(({ name }) => name === '2.2');
    await store.catalogue.save('version', version?.id ?? '', {
      ...version?.document,
      name: '2.2 LTS',
    });
    const [active] = (await store.catalogue.all('sprint')).filter(
      ({ document }) => document.state === 'active',
    );
    await store.sprints.update(active?.id ?? '', { state: 'closed' }, at);
    const [future] = (await store.catalogue.all('sprint')).filter(
      ({ document }) => document.state === 'future',
    );
    await store.sprints.delete(future?.id ?? '', author, at);
    await store.sprints.create({
      name: 'New',
      originBoardId: Number(active?.document.originBoardId),
    });
    await renamed(store, third, source.now - 30_000);

    const { code, err } = await mirror();
    expect({ code, err }).toMatchObject({ code: 0 });
    expect(err).toMatch(/^0 new, \d+ changed, 1 gone; data as of 2026-06-17T15:00:00Z/m);
    expect(await compared()).toEqual([]);
  });

  test('copies an SLA out of its hours, which does not change updated', async () => {
    const { store } = source;
    const isResting = 'running() AND "Time to resolution" != withinCalendarHours()';
    const resting = (data: Store) => idsOf(data, `"Time to resolution" = ${isResting}`);
    const [id] = await idsOf(store, '"Time to resolution" = withinCalendarHours()');
    const { fields } = await recordOf(store, id);
    const { ongoingCycle, ...others } = Object(fields[FIELD.timeToResolution]);
    expect(await onCopy(data, resting)).toEqual([]);
    await rewrite(store, id, {
      [FIELD.timeToResolution]: {
        ...others,
        ongoingCycle: { ...ongoingCycle, withinCalendarHours: false },
      },
    });
    expect((await mirror()).err).toMatch(/^0 new, 1 changed, 0 gone/m);
    expect(await onCopy(data, resting)).toEqual([id]);
    expect((await mirror()).err).toMatch(/^0 new, 0 changed, 0 gone/m);
  });

  test('copies the rank order, which does not change updated', async () => {
    const { store } = source;
    const order = await idsOf(store, 'project = WEB ORDER BY Rank');
    const [first, second, third, last] = [order[0], order[1], order[2], order.at(-1) ?? ''];
    const author = (await store.catalogue.all('user'))[0]?.document as never;
    const at = source.now - 60_000;
    await store.planning.rank({ issueIds: [last], beforeId: first, author, at });
    await store.planning.rank({ issueIds: [second], afterId: third, author, at });
    const { err } = await mirror();
    expect(err).toMatch(/^0 new, [23] changed, 0 gone/m);
    const ranked = 'project = WEB ORDER BY Rank';
    expect(await onCopy(data, copy => idsOf(copy, ranked))).toEqual(await idsOf(store, ranked));
    expect(await compared()).toEqual([]);
  });

  test('prints the age of its parts', async () => {
    const { code, out } = await run('mirror', 'status', '--data', data);
    expect(code).toBe(0);
    expect(out).toMatch(/^rank order +2026-06-17T15:00:00Z {2}\d+ (min|h|d)$/m);
    expect(out).toMatch(/^votes, .* as of the last change of each issue$/m);
  });

  test('deletes issues of a narrower query once confirmed, and copies those of a wider one', async () => {
    const narrow = 'project = WEB';
    const refused = await mirror(narrow);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.err).toMatch(/run once with --shrink/);
    expect((await mirror(narrow, '--shrink')).code).toBe(0);
    const web = await idsOf(source.store, narrow);
    expect(await onCopy(data, copy => copy.issues.count())).toBe(web.length);
    expect((await mirror(everything)).code).toBe(0);
    expect(await compared()).toEqual([]);
  });

  test('copies a new project key, and a new and a deleted field', async () => {
    const { store } = source;
    const project = (await store.catalogue.all('project')).find(
      ({ document }) => document.key === 'WEB',
    );
    const moved = await idsOf(store, 'project = WEB');
    await store.catalogue.save('project', project?.id ?? '', { ...project?.document, key: 'NET' });
    for (const id of moved) await rekey(store, id);
    const field = { id: 'customfield_19999', name: 'Passing', schema: { type: 'string' } };
    await store.catalogue.save('field', field.id, field);
    source.now += 2 * 3_600_000;
    expect((await mirror()).code).toBe(0);
    const renamed = 'project = NET';
    expect(await onCopy(data, copy => idsOf(copy, renamed))).toEqual(await idsOf(store, renamed));
    expect(await compared()).toEqual([]);

    await store.catalogue.delete('field', field.id);
    source.now += 2 * 3_600_000;
    expect((await mirror()).code).toBe(0);
    const fields = await onCopy(data, copy => copy.catalogue.all('field'));
    expect(fields.some(({ name }) => name === 'Passing')).toBe(false);
  });
});

const idsOf = async (store: Store, jql: string): Promise<[string, string, string, string]> => {
  const { ids } = await store.jql.search({ jql, viewer: { userId: null, zone: 'UTC' }, now: asOf });
  return ids as [string, string, string, string];
};

const keyOf = ([issue]: IssueDocument[]): string => issue?.key ?? '';

/** An issue as it is stored, for writing it back with something changed. */
async function recordOf(store: Store, id: string): Promise<RecordIssue> {
  const [issue] = await store.issues.documents([id]);
  const { items } = await store.worklogs.page({ issueId: id });
  const { items: histories } = await store.histories.page({ issueIds: [id] });
  if (!issue) throw new Error(`There is no issue ${id}.`);
  const { key, fields } = issue;
  const worklogs = items.map(({ document }) => document);
  return { id, key, fields: { ...fields, worklog: { worklogs } }, changelog: { histories } };
}

async function rewrite(store: Store, id: string, change: Record<string, unknown>): Promise<void> {
  const record = await recordOf(store, id);
  const value = { ...record, fields: { ...record.fields, ...change } };
  const { problems } = await store.ingest([{ kind: 'issue', value }]);
  expect(problems).toEqual([]);
}

/** The issue as Jira has it after its project got another key: its own time of update stays. */
async function rekey(store: Store, id: string): Promise<void> {
  const text = JSON.stringify(await recordOf(store, id));
  const value = JSON.parse(text.replaceAll('"WEB', '"NET')) as RecordIssue;
  const { problems } = await store.ingest([{ kind: 'issue', value }]);
  expect(problems).toEqual([]);
}

const stamp = (at: number) => new Date(at).toISOString().replace('Z', '+0000');

const renamed = (store: Store, id: string, at: number) =>
  rewrite(store, id, { summary: 'Another name', updated: stamp(at) });

/** The issue's own time of update stays: Jira's list of deleted worklogs alone tells. */
async function withoutWorklogs({ store, deletedWorklogs, now }: Source, id: string): Promise<void> {
  const { items } = await store.worklogs.page({ issueId: id });
  await rewrite(store, id, { worklog: { worklogs: [] }, timespent: null, timetracking: null });
  deletedWorklogs.push(...items.map(worklog => ({ id: worklog.id, atMs: now - 90_000 })));
}

/** More worklogs than an issue carries with it, and a list of changed worklogs alone tells. */
async function addWorklogs(store: Store, id: string, at: number): Promise<void> {
  const { fields } = await recordOf(store, id);
  const worklogs = Array.from({ length: 33 }, (_, n) => ({
    id: String(990_000 + n),
    issueId: id,
    author: fields.reporter,
    started: stamp(asOf - n * 3_600_000),
    created: stamp(at),
    updated: stamp(at),
    timeSpentSeconds: 600,
  }));
  await rewrite(store, id, { worklog: { worklogs } });
}

test('over PostgreSQL, where a second process is refused while the first one runs', async () => {
  const postgres = sharedPostgres();
  const databaseUrl = await postgres.database();
  if (databaseUrl === null) console.warn('No PostgreSQL here: no mirror over one is held.');
  else {
    const source = await openSource(demoRecords({ seed: 5, asOf, size: 150 }), { now: asOf });
    process.env.DATABASE_URL = databaseUrl;
    const mirror = () => run('mirror', '--site', source.url, '--jql', everything, '--once');
    const first = await openStore({ databaseUrl });
    const lock = await first.lock('mirror');
    expect(await mirror()).toMatchObject({ code: 1, err: expect.stringMatching(/already/) });
    await lock?.release();
    expect(await mirror()).toMatchObject({ code: 0, err: expect.stringMatching(/^150 new/m) });
    delete process.env.DATABASE_URL;
    const [one, other] = [
      await dumpOf(source.store, 'cloud', asOf),
      await dumpOf(first, 'cloud', asOf),
    ];
    expect(differences(one, other)).toEqual([]);
    await Promise.all([first.close(), source.close()]);
  }
  await postgres.stop();
});

describe('is refused, with what to do', () => {
  test.each([
    [['--jql', 'project = WEB'], 2, /--site is missing/],
    [['--site', 'https://example.com'], 2, /--jql is missing/],
    [['--site', 'example.com', '--jql', 'a = b'], 2, /is an address such as/],
    [['--site', 'http://127.0.0.1:9', '--jql', 'a = b'], 1, /does not answer/],
    [['--site', 'http://a.b', '--jql', 'a = b', '--every', '0'], 2, /number of minutes/],
    [['--site', 'http://a.b', '--jql', 'a = b'], 2, /Give the https address of a\.b\. --insecure/],
  ])('%j', async (args, code, message) => {
    const done = await run('mirror', ...args, '--data', join(folder, 'none'));
    expect(done).toMatchObject({ code, err: expect.stringMatching(message) });
  });

  test('a folder with other issues, another site, and no token', async () => {
    const records = [...demoRecords({ seed: 5, asOf, size: 20 })];
    const [one, other] = [
      await openSource(records, { now: asOf }),
      await openSource(records, { now: asOf }),
    ];
    const data = join(folder, 'refused');
    const mirror = (site: string, place = data) =>
      run('mirror', '--site', site, '--jql', everything, '--data', place, '--once');
    expect((await mirror(one.url)).code).toBe(0);
    expect(await mirror(other.url)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/a folder of its own/),
    });

    const imported = join(folder, 'imported');
    mkdirSync(imported);
    await onCopy(imported, store => store.ingest(records));
    expect(await mirror(one.url, imported)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/holds other issues/),
    });
    delete process.env.TALLYBOARD_TOKEN;
    expect(await mirror(one.url)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/TALLYBOARD_TOKEN is not set/),
    });
    process.env.TALLYBOARD_TOKEN = 'secret-token-of-the-test';
    await Promise.all([one.close(), other.close()]);
  });

  test.each([
    [/search/, { status: 401 }, /rejects the token/],
    [/bulkfetch/, { status: 403 }, /may not read .*bulkfetch/],
    [/search/, { status: 400 }, /rejects the query of --jql\. Refused in this test/],
    [/search/, { status: 429, headers: { 'retry-after': '1800' } }, /wait for 30 minutes/],
  ])(
    'a Jira that refuses %s with %j; the copy has the reason until the next complete round',
    async (paths, refusal, message) => {
      const records = [...demoRecords({ seed: 5, asOf, size: 20 })];
      const source = await openSource(records, { now: asOf });
      const data = mkdtempSync(join(folder, 'refusing-'));
      const mirror = () =>
        run('mirror', '--site', source.url, '--jql', everything, '--data', data, '--once');
      source.refuses = { paths, ...refusal };
      expect(await mirror()).toMatchObject({ code: 1, err: expect.stringMatching(message) });
      const trouble = () => onCopy(data, async store => (await store.mirror.state())?.trouble);
      expect((await trouble())?.text).toMatch(message);
      source.refuses = null;
      expect((await mirror()).code).toBe(0);
      expect(await trouble()).toBeNull();
      await source.close();
    },
  );
});
