import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'tallyboard-launcher-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The launcher starts another Node only under an older one, as of the system. */
const oldNode = (process.env.PATH ?? '')
  .split(delimiter)
  .map(path => join(path, 'node'))
  .find(node => Number(/^v(\d+)/.exec(String(spawnSync(node, ['-v']).stdout))?.[1] ?? 99) < 24);
if (!oldNode) console.warn('There is no Node below 24 here: the launcher is not tested.');

async function started(): Promise<{ readonly launcher: ChildProcess; readonly url: string }> {
  const bin = join(import.meta.dirname, 'bin/tallyboard.mjs');
  const args = ['serve', '--port', '0', '--data', folder, '--demo-size', '10'];
  const launcher = spawn(oldNode ?? '', [bin, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  let out = '';
  launcher.stdout.setEncoding('utf8').on('data', text => {
    out += text;
  });
  const address = () => /ready at (http:\S+)/.exec(out)?.[1];
  await expect.poll(address, { timeout: 30_000 }).toBeDefined();
  return { launcher, url: address() ?? '' };
}

const answers = (url: string) =>
  fetch(`${url}/health`).then(
    ({ status }) => status,
    () => 'gone',
  );

test.for(['SIGKILL', 'SIGTERM'] as const)(
  'the server ends with its launcher by %s',
  { timeout: 60_000 },
  async (signal, { skip }) => {
    skip(!oldNode, 'There is no Node below 24 here.');
    const { launcher, url } = await started();
    expect(await answers(url)).toBe(200);
    launcher.kill(signal);
    await expect.poll(() => answers(url), { timeout: 20_000 }).toBe('gone');
  },
);
