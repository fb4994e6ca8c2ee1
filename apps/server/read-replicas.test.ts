import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres, startReplica } from '@tallyboard/replica/store/testing/postgres.ts';
import { expect, test } from 'vitest';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
const patient = { timeout: 60_000, interval: 50 };

interface Issue {
  id: string;
  fields: { summary: string };
}

async function startServer(folder: string, environment: Record<string, string>) {
  const args = ['--port', '0', '--data', folder, '--demo-size', '60'];
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...process.env, ...environment, TALLYBOARD_LOG: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', text => {
    errors += text;
  });
  const [line] = await once(child.stdout, 'data');
  const base = `http://localhost:${/localhost:(\d+)/.exec(String(line))?.[1]}`;
  async function call<Reply>(path: string, method = 'GET', body?: unknown): Promise<Reply> {
    const headers = { 'content-type': 'application/json' };
    const json = body === undefined ? {} : { headers, body: JSON.stringify(body) };
    const reply = await fetch(base + path, { method, ...json });
    expect([reply.ok, path]).toEqual([true, path]);
    return (reply.status === 204 ? null : reply.json()) as Reply;
  }
  const replicas = async () => (await call<{ replicas?: unknown }>('/ready')).replicas;
  return { child, call, replicas, errors: () => errors };
}

test('two servers read from a replica that lags, dies and comes back, never older data', async context => {
  const postgres = await startPostgres();
  const databaseUrl = await postgres.database();
  if (databaseUrl === null) return context.skip('There is no PostgreSQL here.');
  const folder = await mkdtemp(join(tmpdir(), 'tallyboard-replicas-'));
  const replica = await startReplica(databaseUrl);
  const gone = 'postgres://test:secret-word@127.0.0.1:1/gone';
  const environment = {
    DATABASE_URL: databaseUrl,
    DATABASE_READ_URLS: `${replica.databaseUrl}, ${gone}`,
  };
  const first = await startServer(folder, environment);
  const second = await startServer(folder, environment);
  const servers = [first, second];
  const untilAll = async (state: string) => {
    for (const { replicas } of servers)
      await expect.poll(replicas, patient).toEqual([state, 'away']);
  };
  /** Rows that were read of issues on the replica. */
  const rowsRead = async () => {
    const [row] = await replica.run<{ count: number }>(
      "select seq_tup_read + coalesce(idx_tup_fetch, 0) as count from pg_stat_user_tables where relname = 'issues'",
    );
    return row?.count ?? 0;
  };
  const search = { jql: 'created >= "1970-01-01" ORDER BY id', fields: ['summary'] };
  /** All pages, one from each server in turn; `between` runs after the first. */
  async function load(between = async () => {}): Promise<Issue[]> {
    const issues: Issue[] = [];
    let token: string | undefined;
    for (let turn = 0; turn === 0 || token; turn++) {
      const body = { ...search, maxResults: 10, ...(token && { nextPageToken: token }) };
      const server = servers[turn % 2] ?? first;
      const page = await server.call<{ issues: Issue[]; nextPageToken?: string }>(
        '/rest/api/3/search/jql',
        'POST',
        body,
      );
      issues.push(...page.issues);
      token = page.nextPageToken;
      if (turn === 0) await between();
    }
    return issues;
  }

  await untilAll('in use');
  for (const { errors } of servers) {
    expect(errors()).toContain('DATABASE_READ_URLS, address 2: connect ECONNREFUSED');
    expect(errors()).not.toContain('secret-word');
  }
  const whole = await load();
  expect(whole).toHaveLength(60);
  const before = await rowsRead();
  await expect
    .poll(async () => {
      await load();
      return rowsRead();
    }, patient)
    .toBeGreaterThan(before + 60);

  // Lags: the pages after a write have it, from either server.
  const ids = whole.map(({ id }) => id);
  const last = ids.at(-1);
  const rename = (summary: string) =>
    first.call(`/rest/api/3/issue/${last}`, 'PUT', { fields: { summary } });
  const loaded = await load(async () => {
    await replica.run('select pg_wal_replay_pause()');
    await rename('Renamed once');
  });
  expect(loaded.map(({ id }) => id)).toEqual(ids);
  expect(loaded.at(-1)).toMatchObject({ fields: { summary: 'Renamed once' } });
  for (const { call } of servers) {
    const issue = await call<Issue>(`/rest/api/3/issue/${last}`);
    expect(issue).toMatchObject({ fields: { summary: 'Renamed once' } });
  }
  await untilAll('behind');
  await replica.run('select pg_wal_replay_resume()');
  await untilAll('in use');

  // Dies during loads.
  const loads = [load(), load(), load(replica.kill), load()];
  for (const issues of await Promise.all(loads)) expect(issues).toEqual(loaded);
  await rename('Renamed twice');
  expect((await load()).at(-1)).toMatchObject({ fields: { summary: 'Renamed twice' } });
  await untilAll('away');

  await replica.start();
  await untilAll('in use');
  const restarted = await rowsRead();
  await expect
    .poll(async () => {
      expect((await load()).at(-1)).toMatchObject({ fields: { summary: 'Renamed twice' } });
      return rowsRead();
    }, patient)
    .toBeGreaterThan(restarted + 60);

  const stop = async (child: ChildProcess) => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  await Promise.all(servers.map(({ child }) => stop(child)));
  await replica.stop();
  await postgres.stop();
  await rm(folder, { recursive: true });
}, 240_000);
