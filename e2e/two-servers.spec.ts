/** Two servers over one PostgreSQL behind a load balancer; one is killed while somebody works. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { startPostgres, type TestPostgres } from '../packages/replica/store/testing/postgres.ts';
import { expectCsv, expectDrill } from './journey.ts';

const program = resolve(import.meta.dirname, '../apps/server/main.ts');
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-two-servers-'));
let postgres: TestPostgres;
let databaseUrl: string | null;
let balancer: Server;
let base: string;
const servers = new Map<ChildProcess, string>();

async function startServer(): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    [program, '--port', '0', '--data', folder, '--demo-size', '600'],
    {
      env: { ...process.env, DATABASE_URL: databaseUrl ?? '', TALLYBOARD_LOG: 'warn' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [line] = await once(child.stdout, 'data');
  servers.set(child, /http:\S+/.exec(String(line))?.[0] ?? '');
  child.once('exit', () => servers.delete(child));
  return child;
}

/** Takes turns, and repeats a call at the other server when one does not answer. */
async function startBalancer(): Promise<Server> {
  let turn = 0;
  const server = createServer(async (request, reply) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { host: _, connection: __, ...headers } = request.headers as Record<string, string>;
    const body = parts.length > 0 ? Buffer.concat(parts) : null;
    turn += 1;
    const own = turn;
    for (let tries = 0; tries < 4; tries++) {
      const all = [...servers.values()];
      const target = all[(own + tries) % all.length];
      const { method = 'GET', url } = request;
      const answer = await fetch(`${target}${url}`, {
        method,
        headers: { ...headers, 'accept-encoding': 'identity' },
        body,
        redirect: 'manual',
      }).catch(() => null);
      if (!answer || answer.status === 503) continue;
      reply.writeHead(answer.status, Object.fromEntries(answer.headers));
      reply.end(Buffer.from(await answer.arrayBuffer()));
      return;
    }
    reply.writeHead(502).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

test.beforeAll(async () => {
  postgres = await startPostgres();
  databaseUrl = await postgres.database();
  if (!databaseUrl)
    console.warn('No PostgreSQL here: the two servers share a SQLite file instead.');
  await Promise.all([startServer(), startServer()]);
  balancer = await startBalancer();
  base = `http://localhost:${(balancer.address() as AddressInfo).port}`;
});
test.afterAll(async () => {
  const ended = [...servers.keys()].map(child => {
    child.kill('SIGTERM');
    return once(child, 'exit');
  });
  await Promise.all(ended);
  balancer.close();
  balancer.closeAllConnections();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('what somebody saves is there after one server was killed, and reports go on', async ({
  page,
}) => {
  test.slow();
  await page.goto(`${base}/dashboards`);
  await page.getByRole('button', { name: 'Create dashboard' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Held by two');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Held by two' })).toBeVisible();
  await page.getByRole('button', { name: 'Add gadget' }).click();
  await page.getByRole('searchbox', { name: 'Search gadgets' }).fill('Text');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByRole('button', { name: /^Actions of/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Title and color' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Kept');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('article', { name: 'Kept' })).toBeVisible();

  const [killed] = servers.keys();
  killed?.kill('SIGKILL');
  await expect.poll(() => servers.size).toBe(1);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Held by two' })).toBeVisible();
  await expect(page.getByRole('article', { name: 'Kept' })).toBeVisible();

  await page.goto(`${base}/reports?tab=custom&adminMode=true`);
  const report = page.locator('article.tb-frame');
  await expect(report).toHaveAttribute('aria-busy', 'false');
  await expectDrill(page, page, '');
  await expectCsv(page, page);

  await startServer();
  await page.goto(`${base}/dashboards`);
  await expect(page.getByRole('link', { name: 'Held by two' }).first()).toBeVisible();
});
