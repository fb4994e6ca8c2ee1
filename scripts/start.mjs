/**
 * `npm start`: installs what is missing, builds what is old, and serves Tallyboard.
 * Arguments after `--` go to the server: --port --data --host --no-demo and more (npm start -- --help).
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { endWithNpm } from '../apps/cli/bin/end-with-npm.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled, nodePath, root } from './lib/install.mjs';

endWithNpm();
await ensureInstalled();
const args = process.argv.slice(2);
if (!args.includes('--help')) await ensureBuilt();

const preload = new URL('../apps/cli/bin/end-with-launcher.mjs', import.meta.url).href;
const main = join(root, 'apps/server/main.ts');
const server = spawn(nodePath(), ['--import', preload, main, ...args], {
  cwd: process.env.INIT_CWD ?? root,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
// A terminal sends Ctrl-C to both processes, `kill` only to this one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => server.kill(signal));
}
server.on('exit', (code, signal) => process.exit(signal ? 0 : (code ?? 1)));
