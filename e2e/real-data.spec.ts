/**
 * Real issues, imported by the command, shown in the browser and reported in the terminal: the same figures. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { testPort } from './self-hosted/processes.ts';

const root = resolve(import.meta.dirname, '..');
const tidev = resolve(root, 'fixtures/data/tidev');
const port = testPort(13);

let folder: string;
let server: ChildProcess | null = null;

const tallyboard = (...args: string[]) =>
  execFileSync(process.execPath, [join(root, 'apps/cli/bin/tallyboard.mjs'), ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });

test.describe('issues of a real project', () => {
  test.beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tallyboard-real-'));
    tallyboard('import', tidev, '--data', folder);
    const main = join(root, 'apps/server/main.ts');
    server = spawn(process.execPath, [main, '--port', `${port}`, '--data', folder, '--no-demo'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await new Promise<void>((ready, failed) => {
      server?.stdout?.on('data', chunk => String(chunk).includes('is ready at') && ready());
      server?.on('exit', code => failed(new Error(`The server ended with ${code}.`)));
    });
  });

  test.afterAll(() => {
    server?.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });

  test('browser and terminal agree on the overview', async ({ page }) => {
    const jql = 'project = ALOY';
    await page.goto(
      `http://localhost:${port}/reports?tab=custom&preset=custom&jql=${encodeURIComponent(jql)}`,
    );
    await expect(page.getByRole('region', { name: 'Report scope' })).toContainText('complete');
    const { result } = JSON.parse(
      tallyboard(
        'report',
        'overview',
        '--jql',
        jql,
        '--data',
        folder,
        '--format',
        'json',
        '--result',
      ),
    );
    expect(result.total.value).toBe(1499);

    const shown = async (name: string) => {
      const button = page
        .getByRole('button', { name: new RegExp(`^[\\d,.]+ ${name}, show issues$`) })
        .first();
      return Number((await button.innerText()).replace(/\D/g, ''));
    };
    expect(await shown('All issues')).toBe(result.total.value);
    expect(await shown('Resolved issues')).toBe(result.lines[0].part.value);
    const lists = new Map<string, number>(
      result.lists.map((l: { id: string; figure: { value: number } }) => [l.id, l.figure.value]),
    );
    expect(await shown('Bugs')).toBe(lists.get('bugs'));

    const byAssignee: { label: string; count: { value: number } }[] = result.breakdowns[0].rows;
    const table = page.getByRole('table', { name: 'By Assignee' });
    const heads = await table.locator('thead').getByRole('columnheader').allInnerTexts();
    const rows = table.locator('tbody tr').filter({ hasNotText: /^Total/ });
    const said = await rows.evaluateAll(
      (list, at) =>
        list.map(row => {
          const cells = [...row.querySelectorAll('th, td')].map(cell => cell.textContent?.trim());
          return [cells[0] ?? '', cells[at] ?? ''];
        }),
      heads.findIndex(head => head.trim() === 'Issues'),
    );
    expect(said.length).toBe(10);
    for (const [label, count] of said) {
      const row = byAssignee.find(r => label!.endsWith(r.label));
      expect([label, Number(count!.replace(/\D.*$/, ''))]).toEqual([label, row?.count.value]);
    }
  });
});
