/** Builds the pages and the command line if their sources have changed. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, nodePath, progressLine, root, run } from './install.mjs';

const SHARED = [
  'packages/core',
  'packages/jira',
  'packages/hosts',
  'packages/ui',
  'packages/engine',
  'packages/report-kit',
  'packages/reports',
];
const BUILDS = [
  { app: 'apps/web', result: 'index.html', name: 'pages', sources: SHARED },
  {
    app: 'apps/cli',
    result: 'main.js',
    name: 'command line',
    sources: [
      ...SHARED,
      'apps/server',
      'packages/columns',
      'packages/database',
      'packages/replica',
      'packages/server-store',
    ],
  },
];

function* files(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'dist' || entry.name === 'node_modules' || entry.name === 'bench') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else if (!/\.test\.tsx?$/.test(entry.name)) yield path;
  }
}

function sourceHash(folders) {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  for (const folder of folders) {
    for (const path of [...files(join(root, folder))].sort()) {
      const { size, mtimeMs } = statSync(path);
      // With the time: a bundle of the command line is not used once its sources have another.
      hash.update(`${path} ${size} ${mtimeMs}`).update(readFileSync(path));
    }
  }
  return hash.digest('hex');
}

export async function ensureBuilt() {
  for (const each of BUILDS) await build(each);
}

async function build({ app, result, name, sources }) {
  const dist = join(root, app, 'dist');
  const stampFile = join(dist, '.built-from');
  const hash = sourceHash([app, ...sources]);
  if (
    existsSync(join(dist, result)) &&
    existsSync(stampFile) &&
    readFileSync(stampFile, 'utf8') === hash
  )
    return;
  const line = progressLine(`Building the ${name}`);
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const { code, output } = await run(nodePath(), [vite, 'build', app, '--logLevel', 'warn']);
  if (code !== 0) {
    process.stderr.write(`\n${output}\n`);
    fail(
      /ENOSPC/.test(output)
        ? 'The disk is full. Free some space, then run the command again.'
        : `The ${name} could not be built. See the output above.`,
    );
  }
  writeFileSync(stampFile, hash);
  line.done();
}
