import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, expect, test } from 'vitest';
import { run } from './testing/run.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-bundle-'));
// The packages that it does not have are those of this folder.
const bundle = mkdtempSync(join(root, 'node_modules', 'tallyboard-bundle-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
  rmSync(bundle, { recursive: true });
});

const list = join(bundle, 'sources.json');
const touched = join(import.meta.dirname, 'table.ts');

/** Builds as `npm run build` does, and returns whether there was a list as the build began and once it had written the rest. */
async function buildBundle(): Promise<boolean[]> {
  const hasList: boolean[] = [];
  const look = () => void hasList.push(existsSync(list));
  const { atimeMs, mtimeMs } = statSync(touched);
  await build({
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: bundle, emptyOutDir: true },
    plugins: [
      {
        name: 'test',
        enforce: 'pre',
        buildStart: { order: 'post', handler: look },
        transform: {
          filter: { id: touched },
          handler: () => utimesSync(touched, atimeMs / 1000, mtimeMs / 1000 + 60),
        },
        writeBundle: { order: 'pre', handler: look },
      },
    ],
  }).finally(() => utimesSync(touched, atimeMs / 1000, mtimeMs / 1000));
  return hasList;
}

test('the bundle makes a demo and its reports as the sources do', async () => {
  writeFileSync(list, 'of an earlier build');
  expect(await buildBundle()).toEqual([false, false]);
  const { files } = JSON.parse(readFileSync(list, 'utf8'));
  const { size, mtimeMs } = statSync(touched);
  // As it was read, not as it was changed during the build.
  expect(files).toContainEqual(['apps/cli/table.ts', size, Math.floor(mtimeMs / 1000)]);
  // Processes and threads too.
  const paths = files.map(([path]: [string]) => path);
  expect(paths).toContain('apps/server/columns/segment-process.ts');
  expect(paths).toContain('packages/database/sqlite/thread.ts');
  const program = join(bundle, 'program.mjs');
  writeFileSync(program, "import { start } from './main.js';\nawait start();\n");
  const bundled = (...args: string[]) =>
    spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
  const data = join(folder, 'data');
  expect(bundled('demo', '--size', '300', '--data', data)).toMatchObject({ status: 0 });
  const asOf = new Date().toISOString();
  const args = [
    'report',
    'overview',
    '--data',
    data,
    '--jql',
    'created > 2000-01-01',
    '--as-of',
    asOf,
  ];
  const { code, out } = await run(...args, '--format', 'json');
  expect(code).toBe(0);
  expect(bundled(...args, '--format', 'json').stdout).toBe(out);
});

test('the program runs the bundle as long as its sources are unchanged', () => {
  const place = join(folder, 'place');
  const cli = join(place, 'apps/cli');
  for (const each of ['bin', 'dist']) mkdirSync(join(cli, each), { recursive: true });
  mkdirSync(join(place, 'node_modules'));
  writeFileSync(join(place, 'node_modules/.package-lock.json'), '{}');
  copyFileSync(join(import.meta.dirname, 'bin/tallyboard.mjs'), join(cli, 'bin/tallyboard.mjs'));
  const says = (text: string) => `export const start = () => console.log('${text}');`;
  writeFileSync(join(cli, 'main.ts'), says('sources'));
  writeFileSync(join(cli, 'dist/main.js'), says('bundle'));
  const { size, mtimeMs } = statSync(join(cli, 'main.ts'));
  const write = (files: unknown[], of = place) =>
    writeFileSync(join(cli, 'dist/sources.json'), JSON.stringify({ root: of, files }));
  const program = () =>
    spawnSync(process.execPath, [join(cli, 'bin/tallyboard.mjs')], { encoding: 'utf8' }).stdout;
  expect(program()).toBe('sources\n');
  const seconds = Math.floor(mtimeMs / 1000);
  write([['apps/cli/main.ts', size, seconds]]);
  expect(program()).toBe('bundle\n');
  write([['apps/cli/main.ts', size, seconds - 1]]);
  expect(program()).toBe('sources\n');
  write([['apps/cli/main.ts', size + 1, seconds]]);
  expect(program()).toBe('sources\n');
  write([['apps/cli/gone.ts', size, seconds]]);
  expect(program()).toBe('sources\n');
  write([['apps/cli/main.ts', size, seconds]], root);
  expect(program()).toBe('sources\n');
});
