#!/usr/bin/env node
/** Starts the command under Node 24: this one, else the one that npm installed. Runs on Node 20 with nothing installed. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endWithNpm } from './end-with-npm.mjs';

endWithNpm();

const NEEDED = 24;
/** Earlier ones of this version warn of `node:sqlite`. */
const NEEDED_MINOR = 15;
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..', '..');

if (!existsSync(join(root, 'node_modules', '.package-lock.json'))) {
  stop(`Tallyboard is not installed yet. Run this first:\n\n  cd ${root}\n  npm install\n`);
}

const bundled = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);
const [major, minor] = process.versions.node.split('.').map(Number);
const own = major > NEEDED || (major === NEEDED && minor >= NEEDED_MINOR);
if (!own && !existsSync(bundled)) {
  stop(
    `Tallyboard needs Node ${NEEDED}.${NEEDED_MINOR}; this is Node ${process.versions.node}, and the one that the packages bring is missing.\nRun: cd ${root} && npm install\n`,
  );
}

if (own) {
  // Before the first TypeScript: stripping types takes longer than all else of the start.
  module.enableCompileCache(join(root, 'node_modules', '.cache', 'node'));
  const { start } = await import('../main.ts');
  await start();
} else {
  const preload = new URL('./end-with-launcher.mjs', import.meta.url).href;
  const args = ['--import', preload, fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  const child = spawn(bundled, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  // A terminal sends Ctrl-C to both processes, `kill` only to this one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('error', error => stop(`Tallyboard could not be started: ${error.message}\n`));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

function stop(message) {
  process.stderr.write(message);
  process.exit(1);
}
