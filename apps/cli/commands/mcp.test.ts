import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../testing/run.ts';

const main = fileURLToPath(new URL('../bin/tallyboard.mjs', import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tallyboard-cli-mcp-'));
  const store = await openStore({ file: join(folder, 'tallyboard.db') });
  await store.ingest(demoRecords({ seed: 5, asOf: Date.now(), size: 100 }));
  await store.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each(['new', 'old'])(
  'a client of the %s era gets the figures of the command line',
  async era => {
    const started = { command: process.execPath, args: [main, 'mcp', '--data', folder] };
    const about = { name: 'test', version: '1' };
    const client =
      era === 'new'
        ? new Client(about, { versionNegotiation: { mode: 'auto' } })
        : (new OldClient(about) as unknown as Client);
    const transport = era === 'new' ? new StdioClientTransport(started) : new OldTransport(started);
    await client.connect(transport as StdioClientTransport);
    const args = { report: 'breakdown', jql: 'project = WEB', asOf: 'last-week' };
    const { structuredContent } = await client.callTool({ name: 'report', arguments: args });
    const { out } = await run(
      ...['report', 'breakdown', '--data', folder, '--jql', 'project = WEB'],
      ...['--as-of', 'last-week', '--format', 'csv'],
    );
    const total = (structuredContent as { rows: unknown[][] }).rows.at(-1);
    expect(out.trim().split('\r\n').at(-1)).toBe(total?.map(cell => cell ?? '').join(','));
    const figure = { ...args, row: 'Total', column: 'Created' };
    const { structuredContent: issues } = await client.callTool({
      name: 'issues',
      arguments: figure,
    });
    expect((issues as { total: number }).total).toBe(total?.[1]);
    // A query that only orders is answered as by reports.
    const { structuredContent: every } = await client.callTool({
      name: 'issues',
      arguments: { jql: 'order by key' },
    });
    expect(every).toMatchObject({ total: 100 });
    await client.close();
  },
);

test('without data it says how to get some', async () => {
  const { code, err } = await run('mcp', '--data', join(folder, 'none'));
  expect([code, err]).toEqual([1, expect.stringContaining('tallyboard import')]);
});
