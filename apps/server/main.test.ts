import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStore } from '@tallyboard/server-store/store.ts';
import { servedSite } from '@tallyboard/service-kit/site/served-site.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallyboard-main-'));
});
afterEach(() => rm(folder, { recursive: true }));

function start(...args: string[]) {
  const child = spawn(process.execPath, [main, '--data', folder, '--demo-size', '20', ...args], {
    env: { ...process.env, DATABASE_URL: '', TALLYBOARD_LOG: 'warn' },
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', chunk => {
    said.out += chunk;
  });
  child.stderr.on('data', chunk => {
    said.err += chunk;
  });
  return { child, said, ended: ending(child) };
}

const ending = (child: ChildProcess): Promise<number | null> =>
  new Promise(resolve => {
    child.on('exit', code => resolve(code));
  });

async function readyPort({ child, said }: ReturnType<typeof start>): Promise<string> {
  while (!said.out.includes('\n') && child.exitCode === null) {
    await new Promise(resolve => setTimeout(resolve, 20));
  }
  return /^Tallyboard is ready at http:\/\/localhost:(\d+)\n$/.exec(said.out)?.[1] ?? said.err;
}

test('prints its address in one line, and a signal ends it without losing writes', async () => {
  const first = start('--port', '0');
  const base = `http://localhost:${await readyPort(first)}`;
  const url = `${base}/rest/atlassian-connect/1/addons/tallyboard/properties/ted`;
  expect((await fetch(url, { method: 'PUT', body: '"today"' })).status).toBe(201);
  first.child.kill('SIGINT');
  expect(await first.ended).toBe(0);
  expect(first.said.err).toBe('');

  const second = start('--port', '0');
  const kept = await fetch(url.replace(base, `http://localhost:${await readyPort(second)}`));
  expect(await kept.json()).toMatchObject({ value: 'today' });
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
});

test('the data folder says which Jira its server stands in front of', async () => {
  const servedBy = async (...args: string[]) => {
    const server = start('--port', '0', ...args);
    await readyPort(server);
    server.child.kill('SIGTERM');
    await server.ended;
    const store = await openStore({ file: join(folder, 'tallyboard.db') });
    const site = await servedSite(store);
    await store.close();
    return site;
  };
  expect(await servedBy('--site', 'http://127.0.0.1:9')).toBe('http://127.0.0.1:9');
  expect(await servedBy('--no-demo')).toBeNull();
});

test('explains that the port is taken', async () => {
  const other = createServer();
  await new Promise<void>(resolve => other.listen(0, 'localhost', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? String(address.port) : '';
  const { said, ended } = start('--port', port);
  expect(await ended).toBe(1);
  expect(said).toEqual({ out: '', err: expect.stringContaining(`Port ${port} is taken`) });
  other.close();
});

test('explains that the data folder is a file', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  const { said, ended } = start('--data', file);
  expect(await ended).toBe(1);
  expect(said.err).toContain(`'${file}' is not a folder`);
});

test('explains that the data folder cannot be created', async () => {
  const { said, ended } = start('--data', '/proc/x/data');
  expect(await ended).toBe(1);
  expect(said.err).toBe(
    "The folder '/proc/x/data' cannot be created. Give another one with --data.\n",
  );
});
