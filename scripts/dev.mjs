/**
 * `npm run dev`: Vite serves the pages from their sources with live reload and forwards all other requests to the server,
 * which restarts when one of its files changes. Arguments after `--` go to the server, but --port is of the pages.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { ensureInstalled, nodePath, root } from './lib/install.mjs';

await ensureInstalled();
const { port, rest } = readPort(process.argv.slice(2));
const apiPort = await freePort();
const node = nodePath();
const env = { ...process.env, NODE_ENV: 'development', TALLYBOARD_API_PORT: String(apiPort) };
const cwd = process.env.INIT_CWD ?? root;

const server = spawn(
  node,
  ['--watch', join(root, 'apps/server/main.ts'), ...rest, '--port', String(apiPort)],
  { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] },
);
const pages = spawn(
  node,
  [join(root, 'node_modules/vite/bin/vite.js'), 'apps/web', '--port', port, '--strictPort'],
  { cwd: root, env, stdio: 'inherit' },
);

function stop() {
  server.kill();
  pages.kill();
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
for (const child of [server, pages]) {
  child.on('exit', code => {
    stop();
    process.exitCode ??= code ?? 0;
  });
}

function readPort(args) {
  const at = args.indexOf('--port');
  if (at < 0) return { port: '8080', rest: args };
  return { port: args[at + 1] ?? '8080', rest: [...args.slice(0, at), ...args.slice(at + 2)] };
}

async function freePort() {
  const probe = createServer().listen(0, 'localhost');
  await once(probe, 'listening');
  const free = probe.address().port;
  probe.close();
  return free;
}
