/** Reports on board sets: the union of their boards as the raw records have it, and what a reader may not see. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answer } from '@tallyboard/engine/ask/answer-schema.ts';
import type { RecordIssue, StoreRecord } from '@tallyboard/replica/data/records.ts';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { createServer } from '@tallyboard/server/server.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { accountsIn } from '@tallyboard/service-kit/sign-in/accounts.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { run } from './testing/run.ts';

const now = Date.parse('2026-06-17T12:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-board-sets-'));
const issues: RecordIssue[] = [];
const sprints: Record<string, unknown>[] = [];

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  const records = [...demoRecords({ seed: 5, asOf: now, size: 200 })];
  for (const { kind, value } of records) {
    if (kind === 'issue') issues.push(value as RecordIssue);
    if (kind === 'sprint') sprints.push(value as Record<string, unknown>);
  }
  const store = await openStore({ file: join(folder, 'tallyboard.db') });
  await store.ingest(records);
  await store.close();
});
afterAll(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

const addSaying = async (name: string, ...members: string[]) => {
  const { code, out, err } = await run('board-set', 'add', name, ...members, '--data', folder);
  expect(code).toBe(0);
  return { id: out.trim(), err };
};

const add = async (name: string, ...members: string[]) => {
  const { id, err } = await addSaying(name, ...members);
  expect(err).toBe('');
  return id;
};

async function ask(report: string, ...options: string[]): Promise<Answer & { result: unknown }> {
  const { code, out, err } = await run(
    ...['report', report, '--data', folder, '--format', 'json', '--result', ...options],
  );
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out);
}

const textsOf = ({ notes }: Pick<Answer, 'notes'>) =>
  notes.filter(({ code }) => code.startsWith('board-set')).map(({ text }) => text);

const projectOf = ({ fields }: RecordIssue) => (fields.project as { key: string }).key;

test.each(['throughput', 'cycle-time', 'cumulative-flow', 'forecast', 'overview', 'estimation'])(
  '%s on a set has each issue of its boards and queries once',
  async report => {
    const inner = await add(`Inner of ${report}`, '--board', '2');
    // WEB comes by its board and by the query too.
    const members = ['--board', '1', '--jql', 'project in (WEB, OPS)', '--set', inner];
    const id = await add(`Outer of ${report}`, ...members);
    const { coverage, jql } = await ask(report, '--board-set', id);
    const expected = issues.filter(each => ['WEB', 'OPS', 'APP'].includes(projectOf(each)));
    expect(coverage?.issues).toEqual({ fetched: expected.length, total: expected.length });
    expect(jql).toContain('(project = WEB) OR (project in (WEB, OPS)) OR (project = APP)');
  },
);

test('the total of a set is that of its issues, counted in the records', async () => {
  const id = await add('Counted', '--board', '1', '--board', '2');
  const named = await ask('breakdown', '--board-set', id, '--settings', '{"groupBy":"project"}');
  const countOf = (key: string) => issues.filter(each => projectOf(each) === key).length;
  const [web = 0, app = 0] = ['WEB', 'APP'].map(countOf);
  const { rows } = named.result as { rows: { label: string; count: { value: number } }[] };
  expect(rows.map(({ count }) => count.value).sort()).toEqual([web, app].sort());
  expect(named.coverage?.issues.fetched).toBe(web + app);
});

test('velocity on a set has the last sprints of each of its boards', async () => {
  const id = await add('Sprints', '--board', '1', '--board', '2', '--jql', 'project = WEB');
  const answer = await ask('velocity', '--board-set', id, '--settings', '{"sprintCount":3}');
  const byEnd = (a: (typeof sprints)[number], b: (typeof sprints)[number]) =>
    Date.parse(String(a.completeDate)) - Date.parse(String(b.completeDate));
  const ended = [1, 2]
    .flatMap(board =>
      sprints
        .filter(({ state, originBoardId }) => state === 'closed' && Number(originBoardId) === board)
        .sort(byEnd)
        .slice(-3),
    )
    .sort(byEnd);
  const { periods } = answer.result as { periods: { name: string }[] };
  expect(periods.map(({ name }) => name)).toEqual(ended.map(({ name }) => name));
});

test('burn on a set offers the started sprints of all its boards', async () => {
  const id = await add('Burning', '--board', '2', '--board', '1', '--board', '4');
  const answer = await ask('burn', '--board-set', id);
  const started = sprints.filter(
    ({ state, originBoardId }) => state !== 'future' && [1, 2].includes(Number(originBoardId)),
  );
  const { sprints: found } = answer.result as { sprints: { name: string }[] };
  expect(found.map(({ name }) => name).sort()).toEqual(started.map(({ name }) => name).sort());
});

test('the unit of a set is the estimation of a report that is asked for none', async () => {
  const id = await add('In points', '--board', '1', '--unit', 'points');
  const unitOf = async (settings: object) => {
    const answer = await ask('velocity', '--board-set', id, '--settings', JSON.stringify(settings));
    return (answer.result as { unit: string }).unit;
  };
  expect(await unitOf({})).toBe('points');
  expect(await unitOf({ estimation: 'count' })).toBe('issues');
});

test.each([
  ['{"boardSet":"Other"}', /^boardSet: The settings name another one, "Other"\. Give one/],
  ['{"boardSet":{"name":"Other","members":[{"board":1}]}}', /^boardSet: The settings name another/],
  ['{"boardId":1}', /^boardSet: The settings name a board too\. Give the board or the set/],
  ['{"board":1}', /^boardSet: The settings name a board too\. Give the board or the set/],
])('beside a set %s is refused', async (settings, words) => {
  const id = await add(`Beside ${settings.length}`, '--board', '1');
  const args = ['--board-set', id, '--settings', settings, '--data', folder];
  const { code, err } = await run('report', 'velocity', ...args);
  expect([code, err]).toEqual([2, expect.stringMatching(words)]);
});

test('the same set by its id and by its name is one', async () => {
  const id = await add('Named twice', '--board', '1');
  const named = JSON.stringify({ boardSet: 'Named twice' });
  const { settings } = await ask('velocity', '--board-set', id, '--settings', named);
  expect(settings.boardSet).toMatchObject({ name: 'Named twice' });
  const copy = JSON.stringify({ boardSet: settings.boardSet });
  await ask('velocity', '--board-set', id, '--settings', copy);
});

test('a set goes on as its copy when it is changed or gone, and says so', async () => {
  const id = await add('Copied', '--board', '1', '--board', '4');
  const first = await ask('throughput', '--board-set', 'Copied');
  expect(textsOf(first)).toEqual([]);
  const settings = JSON.stringify({ boardSet: first.settings.boardSet });
  expect(first.settings.boardSet).toEqual({
    id,
    name: 'Copied',
    unit: 'issues',
    members: [{ board: 1 }, { board: 4 }],
  });
  const store = await openStore({ file: join(folder, 'tallyboard.db') });
  const stored = await store.boardSets.get(id);
  if (stored) await store.boardSets.save({ ...stored, members: [{ jql: 'project = APP' }] });
  await store.close();
  const changed = await ask('throughput', '--settings', settings);
  expect(textsOf(changed)).toEqual([
    "The board set 'Copied' has changed: its earlier definition is used. Choose it again for the new one.",
  ]);
  expect((await run('board-set', 'remove', 'Copied', '--data', folder)).code).toBe(0);
  const gone = await ask('throughput', '--settings', settings);
  expect(textsOf(gone)).toEqual([
    "The board set 'Copied' is deleted, or not shared with you: its last definition is used.",
  ]);
  expect([changed.figures, gone.figures]).toEqual([first.figures, first.figures]);
});

test('deleted boards and refused queries are left out with a line', async () => {
  const members = ['--board', '1', '--board', '99', '--jql', 'project = NONE'];
  const { id: some, err } = await addSaying('Some', ...members);
  expect(err).toBe(
    "--board 99 is left out for now: there is no such board.\n--jql 'project = NONE' is left out for now: The value 'NONE' does not exist for the field 'project'.\n",
  );
  for (const report of ['wip-age', 'velocity', 'overview']) {
    const answer = await ask(report, '--board-set', some);
    expect(textsOf(answer)).toEqual([
      "1 board of the board set 'Some' is deleted, not visible to you, or of a filter with an error, and left out.",
      "1 query of the board set 'Some' is wrong, deleted or not visible to you, and left out.",
    ]);
  }
  const { id: none } = await addSaying('None', '--board', '98', '--board', '99');
  const answer = await ask('overview', '--board-set', none);
  expect(textsOf(answer)).toEqual(["The board set 'None' has no board or query that you may see."]);
  expect(answer.coverage?.issues.fetched).toBe(0);
});

test('sets of an account that is removed are gone', async () => {
  const data = mkdtempSync(join(folder, 'accounts-'));
  const store = await openStore({ file: join(data, 'tallyboard.db') });
  await accountsIn(store).set('ana', 'hash');
  const own = ['board-set', 'add', 'Own', '--board', '1', '--data', data];
  expect((await run(...own)).err).toContain('--account');
  expect((await run(...own, '--account', 'Ana')).code).toBe(0);
  expect(await store.boardSets.all()).toMatchObject([{ name: 'Own', ownerId: 'ana' }]);
  await accountsIn(store).remove('ana');
  expect(await store.boardSets.all()).toEqual([]);
  await store.close();
});

test('members and owners that cannot be used are refused', async () => {
  const refusal = async (...args: string[]) =>
    (await run('board-set', ...args, '--data', folder)).err.split('\n')[0];
  expect(await refusal('add', 'X')).toContain('Give members: --board, --jql or --set.');
  expect(await refusal('add', 'X', '--board', 'WEB')).toContain("not 'WEB'");
  expect(await refusal('add', 'X', '--board', '1', '--unit', 'miles')).toContain("not 'miles'");
  expect(await refusal('add', 'X', '--jql', 'status =')).toMatch(
    /^--jql 'status =': Error in the JQL/,
  );
  expect(await refusal('add', 'X', '--set', 'Countd')).toContain('Did you mean "Counted"?');
  expect(await refusal('add', 'X', '--board', '1', '--account', 'ana')).toContain("'ana'");
  expect((await run('board-set', 'list', '--data', folder)).out).toMatch(
    /Counted +everybody +issues +board 1; board 2/,
  );
});

describe('a board that a reader may not see', () => {
  test('is left out of the figures of a set with a line, and named nowhere', async () => {
    const place = { file: join(folder, 'hidden.db') };
    const file = new URL('../../fixtures/cases/hidden-from-readers/records.json', import.meta.url);
    const records: StoreRecord[] = JSON.parse(readFileSync(file, 'utf8'));
    const store = await openStore(place);
    await store.ingest(records);
    const server = await createServer({
      store,
      place,
      webRoot: join(import.meta.dirname, '../web/public'),
      now: () => now,
      openAccess: () => ({ anyHost: false, actAs: true }),
      log: false,
    });
    const address = `http://127.0.0.1:${await server.start({ port: 0, host: '127.0.0.1' })}`;
    const everyone = [{ kind: 'everyone', name: '', edit: false } as const];
    const set = { id: 'seenset1', name: 'Seen', unit: 'issues', version: 0, updatedMs: 1 } as const;
    const nested = {
      ...set,
      id: 'nested01',
      name: 'SECRET-SET',
      members: [{ jql: 'key = WEB-1' }],
    };
    await store.boardSets.save({ ...nested, ownerId: 'admin', shares: [] });
    const members = [{ board: 90 as never }, { jql: 'project = WEB' }, { set: 'nested01' }];
    await store.boardSets.save({ ...set, members, ownerId: 'admin', shares: everyone });
    for (const report of ['throughput', 'velocity', 'overview']) {
      const reply = await fetch(`${address}/rest/tallyboard/1/report/${report}?boardSet=Seen`, {
        headers: { 'x-replica-user': 'reader' },
      });
      const text = await reply.text();
      expect([reply.status, text.match(/SECRET-[A-Z-]+|SEC-\d+/)]).toEqual([200, null]);
      expect(textsOf(JSON.parse(text))).toEqual([
        "1 set is left out of the board set 'Seen': deleted, or not shared with you.",
        "1 board of the board set 'Seen' is deleted, not visible to you, or of a filter with an error, and left out.",
      ]);
    }
    await server.stop();
  });
});
