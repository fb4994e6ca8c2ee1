import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordIssue } from '@tallyboard/replica/data/records.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { afterAll, expect, test } from 'vitest';
import { run } from '../testing/run.ts';
import { openSource } from './testing/source.ts';

const folder = mkdtempSync(join(tmpdir(), 'tallyboard-received-'));
afterAll(() => rmSync(folder, { recursive: true }));

const time = (hour: number) => `2026-01-06T${String(hour).padStart(2, '0')}:00:00.000+0000`;

function issue(
  id: number,
  changelog: RecordIssue['changelog'],
  { total, count, hour = 9 }: { total: number; count: number; hour?: number },
) {
  const worklogs = Array.from({ length: count }, (_, at) => ({
    id: String(100 * id + at),
    started: time(9),
    updated: time(hour),
    timeSpentSeconds: 60,
  }));
  const fields = {
    summary: 'Issue',
    created: time(8),
    updated: time(hour),
    status: { id: '1', name: 'Open' },
    issuetype: { id: '1', name: 'Task' },
    worklog: { total, worklogs },
  };
  const value: RecordIssue = {
    id: String(id),
    key: `R-${id}`,
    fields,
    ...(changelog && { changelog }),
  };
  return { kind: 'issue', value } as const;
}

const histories = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: String(at + 1), created: time(9), items: [] }));

test.each(['cloud', 'data-center'] as const)(
  'a mirror of %s knows incomplete lists until it has read them completely',
  async flavour => {
    const data = join(folder, flavour);
    const source = await openSource(
      [
        issue(1, { histories: histories(2) }, { total: 1, count: 1 }),
        issue(2, undefined, { total: 0, count: 0 }),
        issue(3, { total: 9, histories: histories(5) }, { total: 25, count: 22 }),
      ],
      { flavour, now: Date.parse(time(12)) },
    );
    process.env.TALLYBOARD_TOKEN = 'secret-token-of-the-test';
    const totals = async () => {
      const round = ['--site', source.url, '--jql', 'project = R', '--data', data, '--once'];
      expect(await run('mirror', ...round)).toMatchObject({ code: 0 });
      const copy = await openStore({ file: join(data, 'tallyboard.db') });
      const documents = await copy.issues.documents(['1', '2', '3']);
      await copy.close();
      return documents.map(one => [
        one.historyCount,
        one.historyTotal,
        one.worklogCount,
        one.worklogTotal,
      ]);
    };
    expect(await totals()).toEqual([
      [2, 2, 1, 1],
      [0, null, 0, 0],
      [5, 9, 22, 25],
    ]);
    source.now += 3_600_000;
    await source.store.ingest([
      issue(2, { histories: [] }, { total: 0, count: 0, hour: 12 }),
      issue(3, { histories: histories(9) }, { total: 25, count: 25, hour: 12 }),
    ]);
    expect(await totals()).toEqual([
      [2, 2, 1, 1],
      [0, 0, 0, 0],
      [9, 9, 25, 25],
    ]);
    delete process.env.TALLYBOARD_TOKEN;
    await source.close();
  },
);

test('histories of the bulk resource are stored in the time form of Jira', async () => {
  const data = join(folder, 'time-form');
  const currentUser = 'ana';
  const source = await openSource(
    [
      {
        kind: 'user',
        value: { accountId: currentUser, displayName: 'Ana', timeZone: 'America/New_York' },
      },
      { kind: 'site', value: { currentUser } },
      issue(1, { histories: histories(50) }, { total: 0, count: 0 }),
    ],
    { now: Date.parse(time(12)) },
  );
  process.env.TALLYBOARD_TOKEN = 'secret-token-of-the-test';
  const round = ['--site', source.url, '--jql', 'project = R', '--data', data, '--once'];
  expect(await run('mirror', ...round)).toMatchObject({ code: 0 });
  const copy = await openStore({ file: join(data, 'tallyboard.db') });
  const { items } = await copy.histories.page({ issueIds: ['1'] });
  expect(items).toHaveLength(50);
  expect(new Set(items.map(({ created }) => created))).toEqual(
    new Set(['2026-01-06T04:00:00.000-0500']),
  );
  expect(source.asked).toContain('POST /rest/api/3/changelog/bulkfetch');
  delete process.env.TALLYBOARD_TOKEN;
  await copy.close();
  await source.close();
});

test('issues that could not be copied are named by the status, and reports are partial until they are', async () => {
  const data = join(folder, 'unread');
  const whole = { total: 0, histories: [] };
  const none = { total: 0, count: 0 };
  const source = await openSource(
    [1, 2, 3].map(id => issue(id, whole, none)),
    {
      now: Date.parse(time(12)),
    },
  );
  process.env.TALLYBOARD_TOKEN = 'secret-token-of-the-test';
  const round = () =>
    run('mirror', '--site', source.url, '--jql', 'project = R', '--data', data, '--once');
  const unread = async () => {
    const status = await run('mirror', 'status', '--data', data);
    const report = await run(
      'report',
      'overview',
      '--jql',
      'project = R',
      '--data',
      data,
      '--format',
      'json',
    );
    const { coverage } = JSON.parse(report.out);
    return {
      lines: status.out.split('\n').filter(line => /missing in the copy|^ {2}/.test(line)),
      complete: coverage.complete,
      reasons: coverage.reasons,
    };
  };
  const answered = (id: string, key: string, summary: string) => ({
    id,
    key,
    fields: { ...issue(Number(id), whole, none).value.fields, summary },
    changelog: { startAt: 0, maxResults: 0, total: 0, histories: [] },
  });
  source.answer = (path, body) => {
    const ids = (body as { issueIdsOrKeys?: string[] } | null)?.issueIdsOrKeys;
    if (!path.includes('/issue/bulkfetch') || !ids?.includes('2')) return undefined;
    return { issues: [answered('1', 'R-1', 'One'), answered('3', 'no key', 'Three')] };
  };
  expect(await round()).toMatchObject({ code: 1 });
  const { out } = await run('mirror', 'status', '--json', '--data', data);
  expect(JSON.parse(out)).toMatchObject({
    site: source.url,
    jql: 'project = R',
    parts: { issues: { at: time(12).replace('+0000', 'Z'), ageSeconds: expect.any(Number) } },
    unread: [{ id: '3', name: 'no key', why: expect.stringMatching(/key/) }, { id: '2' }],
    trouble: null,
  });
  expect(await unread()).toEqual({
    lines: [
      '2 issues of Jira are missing in the copy, and tried again each round:',
      expect.stringMatching(/^ {2}no key: .*key/),
      '  2: Jira lists it and does not return it.',
    ],
    complete: false,
    reasons: ['2 issues of Jira could not be copied, and may be missing: no key, 2.'],
  });
  source.answer = null;
  expect(await round()).toMatchObject({ code: 0 });
  expect(await unread()).toEqual({ lines: [], complete: true, reasons: [] });
  await source.close();
});
