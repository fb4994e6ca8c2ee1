import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';

const bin = join(import.meta.dirname, 'bin/tallyboard.mjs');
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-launcher-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The launcher starts another Node only under an older one, as of the system. */
const oldNode = (process.env.PATH ?? '')
  .split(delimiter)
  .map(path => join(path, 'node'))
  .find(node => Number(/^v(\d+)/.exec(String(spawnSync(node, ['-v']).stdout))?.[1] ?? 99) < 24);
if (!oldNode) console.warn('There is no Node below 24 here: the launcher is not tested.');

const SERVE = ['serve', '--port', '0', '--data', folder, '--demo-size', '10'];

interface Started {
  readonly launcher: ChildProcess;
  readonly url: string;
}

async function started(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Started> {
  const launcher = spawn(command, args, {
    // npm finds the command in the checkout.
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...env },
  });
  let out = '';
  launcher.stdout.setEncoding('utf8').on('data', text => {
    out += text;
  });
  const address = () => /ready at (http:\S+)/.exec(out)?.[1];
  await expect.poll(address).toBeDefined();
  return { launcher, url: address() ?? '' };
}

const answers = (url: string) =>
  fetch(`${url}/health`).then(
    ({ status }) => status,
    () => 'gone',
  );

test.for(['SIGKILL', 'SIGTERM'] as const)(
  'the server ends with its launcher by %s',
  async (signal, { skip }) => {
    skip(!oldNode, 'There is no Node below 24 here.');
    const { launcher, url } = await started(oldNode ?? '', [bin, ...SERVE]);
    expect(await answers(url)).toBe(200);
    launcher.kill(signal);
    await expect.poll(() => answers(url)).toBe('gone');
  },
);

/** As npm does: in a shell, to which alone it passes a signal on. */
const inShell = (...command: readonly string[]) => ['-c', '"$@"; exit $?', 'sh', ...command];
const nodes = [process.execPath, ...(oldNode ? [oldNode] : [])];

describe('by npm', () => {
  beforeEach(({ skip }) => skip(process.platform === 'win32', 'Windows has no such signals.'));

  test.each(nodes)('the server ends with the shell that npm runs it in (%s)', async node => {
    const command = inShell(node, bin, ...SERVE);
    const { launcher, url } = await started('sh', command, { npm_command: 'exec' });
    expect(await answers(url)).toBe(200);
    launcher.kill('SIGTERM');
    await expect.poll(() => answers(url)).toBe('gone');
  });

  test('the server ends with npm by SIGTERM', async () => {
    const { launcher, url } = await started('npm', ['exec', '--no', '--', 'tallyboard', ...SERVE]);
    expect(await answers(url)).toBe(200);
    launcher.kill('SIGTERM');
    await expect.poll(() => answers(url)).toBe('gone');
  });
});
