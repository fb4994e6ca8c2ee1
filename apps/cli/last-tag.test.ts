/** Data of this version and the last version that was released: it reads them, or says that they are newer. */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { run } from './testing/run.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-last-tag-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
/** The last version before this commit; '' without one, and where tags were not fetched. */
const tag = git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*').stdout.trim();

/** The released version, with its own workspaces and the installed packages of this one. */
function checkOut(): string {
  const place = join(folder, 'released');
  mkdirSync(place);
  const archive = spawnSync('git', ['archive', tag], { cwd: root, maxBuffer: 2 ** 30 });
  spawnSync('tar', ['-x', '-C', place], { input: archive.stdout });
  const workspaces = ['packages', 'apps'].flatMap(each =>
    readdirSync(join(place, each)).map(name => join(each, name)),
  );
  for (const within of ['', ...workspaces]) {
    const modules = join(within, 'node_modules');
    if (!existsSync(join(root, modules))) continue;
    mkdirSync(join(place, modules), { recursive: true });
    for (const name of readdirSync(join(root, modules)))
      if (name !== SCOPE) symlinkSync(join(root, modules, name), join(place, modules, name));
  }
  mkdirSync(join(place, 'node_modules', SCOPE));
  for (const each of workspaces) {
    const manifest = join(place, each, 'package.json');
    if (!existsSync(manifest)) continue;
    const { name } = JSON.parse(readFileSync(manifest, 'utf8'));
    if (name.startsWith(`${SCOPE}/`))
      symlinkSync(join(place, each), join(place, 'node_modules', name));
  }
  return place;
}

const SCOPE = '@tallyboard';

test('reads the data of this version, or refuses them as newer', async ({ skip }) => {
  skip(tag === '', 'There is no tag of a version here.');
  const data = join(folder, 'data');
  expect((await run('demo', '--size', '200', '--data', data)).code).toBe(0);
  const asked = ['report', 'breakdown', '--jql', 'project = WEB', '--data', data];
  const now = await run(...asked);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(checkOut(), 'apps/cli/bin/tallyboard.mjs'), ...asked],
    { encoding: 'utf8' },
  );
  const lines = (text: string) => text.split('\n').length;
  if (status === 0) expect(lines(stdout)).toBe(lines(now.out));
  else expect(stderr).toMatch(/newer version/);
  expect(stderr).not.toMatch(/^\s+at /m);
});
