import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestPostgres } from '@tallyboard/replica/store/testing/postgres.ts';
import { sharedPostgres } from '@tallyboard/replica/store/testing/shared-postgres.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
const DEMO = 60;

let folder: string;
let postgres: TestPostgres;
let databaseUrl: string | null;
const servers: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallyboard-two-'));
  postgres = sharedPostgres();
  databaseUrl = await postgres.database();
  if (!databaseUrl)
    console.warn('No PostgreSQL here: the two servers share a SQLite file instead.');
});
afterAll(async () => {
  for (const server of servers) server.kill('SIGKILL');
  await postgres.stop();
  await rm(folder, { recursive: true });
});

/** Starts a server process over the shared database; resolves to its address when it is ready. */
async function startServer() {
  const args = ['--port', '0', '--data', folder, '--demo-size', String(DEMO)];
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...process.env, DATABASE_URL: databaseUrl ?? '', TALLYBOARD_LOG: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  servers.push(child);
  const [line] = await once(child.stdout, 'data');
  const port = /localhost:(\d+)/.exec(String(line))?.[1];
  return { child, base: `http://localhost:${port}` };
}

/** Like a load balancer: a call without a reply, or with 5xx, is repeated on the next server. */
function balancedClient(bases: readonly string[]) {
  let turn = 0;
  return async (method: string, path: string, body?: unknown): Promise<unknown> => {
    turn += 1;
    const own = turn;
    for (let tries = 0; tries < 6; tries++) {
      const base = bases[(own + tries) % bases.length];
      const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
      const reply = await fetch(base + path, init).catch(() => null);
      if (reply?.ok) return reply.status === 204 ? null : reply.json();
      if (reply && reply.status < 500) throw new Error(`${method} ${path}: ${reply.status}`);
    }
    throw new Error(`Nobody answers ${method} ${path}.`);
  };
}

type Named = { id: string; name: string };
const settingsPath = '/rest/atlassian-connect/1/addons/tallyboard/properties';

test('two servers over one database: nothing acknowledged is lost when one is killed under load', async () => {
  const [first, second] = await Promise.all([startServer(), startServer()]);
  const call = balancedClient([first.base, second.base]);

  // Both were started at once over an empty database; the demo must be there once.
  const counted = { jql: 'created >= "1970-01-01"' };
  const count = await call('POST', '/rest/api/3/search/approximate-count', counted);
  expect(count).toEqual({ count: DEMO });
  const { dashboards } = (await call('GET', '/replica/dashboards')) as { dashboards: Named[] };
  const names = dashboards.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);

  const board = dashboards[0]?.id;
  const { items } = (await call('GET', `/replica/dashboards/${board}`)) as { items: Named[] };
  const itemPath = `/rest/api/3/dashboard/${board}/items/${items[0]?.id}/properties`;
  const saved = new Map<string, unknown>();
  const created: string[] = [];
  let acknowledged = 0;
  const worker = async (own: number) => {
    for (let n = 0; n < 40; n++) {
      const name = `Of ${own}, ${n}`;
      await call('PUT', `${itemPath}/load-${own}`, { n });
      saved.set(`${itemPath}/load-${own}`, { n });
      await call('PUT', `${settingsPath}/load-${own}`, [name]);
      saved.set(`${settingsPath}/load-${own}`, [name]);
      await call('POST', '/replica/dashboards', { name });
      created.push(name);
      acknowledged += 3;
      await call('GET', `/replica/dashboards/${board}`);
    }
  };
  const killing = (async () => {
    while (acknowledged < 150) await new Promise(resolve => setTimeout(resolve, 5));
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
  })();
  await Promise.all([worker(1), worker(2), worker(3), worker(4), killing]);
  expect(acknowledged).toBe(480);

  // The other server, and a third that replaces the killed one, have all of it.
  const third = await startServer();
  for (const { base } of [second, third]) {
    const ask = balancedClient([base]);
    for (const [path, value] of saved) expect(await ask('GET', path)).toMatchObject({ value });
    const list = (await ask('GET', '/replica/dashboards')) as { dashboards: Named[] };
    const there = new Set(list.dashboards.map(({ name }) => name));
    expect(created.filter(name => !there.has(name))).toEqual([]);
  }
});
