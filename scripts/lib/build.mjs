/** Builds the pages if their sources have changed. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, nodePath, progressLine, root, run } from './install.mjs';

const SOURCES = [
  'apps/web',
  'packages/dataset',
  'packages/core',
  'packages/engine',
  'packages/hosts',
  'packages/jira',
  'packages/records',
  'packages/report-kit',
  'packages/reports',
  'packages/ui',
];
const dist = join(root, 'apps/web/dist');
const stampFile = join(dist, '.built-from');

function* files(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'dist' || entry.name === 'node_modules' || entry.name === 'bench') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else if (!/\.test\.tsx?$/.test(entry.name)) yield path;
  }
}

function sourceHash() {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const folder of SOURCES)
    for (const path of [...files(join(root, folder))].sort())
      hash.update(path).update(readFileSync(path));
  return hash.digest('hex');
}

export async function ensureBuilt() {
  const hash = sourceHash();
  const isThere = existsSync(join(dist, 'index.html')) && existsSync(stampFile);
  if (isThere && readFileSync(stampFile, 'utf8') === hash) return;
  const line = progressLine('Building the pages');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  for (const pages of ['apps/web', 'apps/web/figure-page']) {
    const args = [vite, 'build', pages, '--logLevel', 'warn'];
    const { code, output } = await run(nodePath(), args);
    if (code === 0) continue;
    process.stderr.write(`\n${output}\n`);
    fail(
      /ENOSPC/.test(output)
        ? 'The disk is full. Free some space, then run the command again.'
        : 'The pages could not be built. See the output above.',
    );
  }
  writeFileSync(stampFile, hash);
  line.done();
}
