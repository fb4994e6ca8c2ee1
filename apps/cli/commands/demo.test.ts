import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY } from '@tallyboard/replica/seed/clock.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { refreshDemo } from '@tallyboard/service-kit/demo.ts';
import { afterAll, expect, test } from 'vitest';
import { run } from '../testing/run.ts';

const folder = mkdtempSync(join(tmpdir(), 'tallyboard-demo-'));
const data = join(folder, 'data');
afterAll(() => rmSync(folder, { recursive: true }));

test('makes a demo that a server leaves alone on later days, and that a smaller one replaces', async () => {
  expect(await run('demo', '--size', '80', '--data', data)).toEqual({
    code: 0,
    out: '80 issues in 6 projects\n',
    err: '',
  });
  const store = await openStore({ file: join(data, 'tallyboard.db') });
  expect(await refreshDemo(store, { size: 30, now: Date.now() + 3 * DAY })).toBe(false);
  await store.close();
  const smaller = await run('demo', '--size', '20', '--data', data);
  expect(smaller.out).toBe('20 issues in 6 projects\n');
});

test('leaves real issues alone', async () => {
  const file = join(folder, 'issue.json');
  const project = { id: '1', key: 'MINE', name: 'Mine' };
  const fields = {
    project,
    summary: 'x',
    created: '2026-06-01T10:00:00.000+0000',
    status: { id: '1', name: 'Open' },
    issuetype: { id: '1', name: 'Task' },
  };
  writeFileSync(file, JSON.stringify({ id: '1', key: 'MINE-1', fields }));
  const mine = join(folder, 'mine');
  await run('import', file, '--data', mine);
  const { code, err } = await run('demo', '--data', mine);
  expect(code).toBe(1);
  expect(err).toMatch(/^There are real issues in .*Give another folder with --data\.\n$/);
});

test.each(['0', '1000001', '', 'many', '1.5'])('refuses the size "%s"', async size => {
  const { code, err } = await run('demo', '--size', size, '--data', join(folder, 'none'));
  expect(code).toBe(2);
  expect(err).toMatch(/--size is a whole number from 1 to 1,000,000/);
});
