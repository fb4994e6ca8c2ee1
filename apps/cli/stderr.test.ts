/** A run that succeeds writes nothing to stderr, and neither do the processes that it starts. */

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'tallyboard-stderr-'));
const data = join(folder, 'data');
const exported = join(folder, 'export');
afterAll(() => rmSync(folder, { recursive: true }));

const category = { id: 3, key: 'done', name: 'Done' };
const status = { id: '5', name: 'Closed', statusCategory: category };
const created = '2026-03-02T09:00:00.000+0000';
const issue = {
  id: '10001',
  key: 'CASE-1',
  fields: {
    summary: 'One',
    status,
    issuetype: { id: '1', name: 'Story', subtask: false },
    project: { id: '100', key: 'CASE', name: 'CASE' },
    created,
    updated: created,
    resolution: { id: '1', name: 'Fixed' },
    resolutiondate: created,
  },
  changelog: { startAt: 0, maxResults: 0, total: 0, histories: [] },
};

beforeAll(() => {
  mkdirSync(exported);
  writeFileSync(join(exported, 'issues.json'), JSON.stringify({ issues: [issue] }));
  writeFileSync(join(exported, 'statuses.json'), JSON.stringify([status]));
});

function runAlone(...args: string[]) {
  const bin = join(import.meta.dirname, 'bin', 'tallyboard.mjs');
  const { status: code, stderr } = spawnSync(process.execPath, [bin, ...args], {
    encoding: 'utf8',
  });
  return { code, stderr };
}

test('a demo, and a backup that is restored', () => {
  const good = { code: 0, stderr: '' };
  const [made, saved, restored] = ['demo', 'saved', 'restored'].map(name => join(folder, name));
  expect(runAlone('demo', '--size', '50', '--data', String(made))).toEqual(good);
  expect(runAlone('backup', String(saved), '--data', String(made))).toEqual(good);
  expect(runAlone('restore', String(saved), '--data', String(restored))).toEqual(good);
});

test.each([
  ['import', exported],
  ['report', 'overview', '--jql', 'project = CASE'],
  ['jql', 'project = CASE', '--count'],
  ['backup', join(folder, 'backup')],
  ['account'],
  ['audit'],
])('%s', (...args) => {
  expect(runAlone(...args, '--data', data)).toEqual({ code: 0, stderr: '' });
});
