#!/usr/bin/env node
/** Starts the command under Node 24: this one, else the one that npm installed. Runs on Node 20 with nothing installed. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const NEEDED = 24;
/** Earlier ones of this version warn of `node:sqlite`. */
const NEEDED_MINOR = 15;
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..', '..');
const main = join(here, '..', 'main.ts');

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
  const { start } = await import(pathToFileURL(findBundle() ?? main).href);
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

/** What `npm run build` made of the sources, unless they have changed since; null without it. */
function findBundle() {
  const folder = join(here, '..', 'dist');
  const list = join(folder, 'sources.json');
  if (!existsSync(list)) return null;
  const made = JSON.parse(readFileSync(list, 'utf8'));
  const isUnchanged = ([path, size, seconds]) => {
    const now = statSync(join(root, path), { throwIfNoEntry: false });
    return now?.size === size && Math.floor(now.mtimeMs / 1000) === seconds;
  };
  return made.root === root && made.files.every(isUnchanged) ? join(folder, 'main.js') : null;
}

function stop(message) {
  process.stderr.write(message);
  process.exit(1);
}
