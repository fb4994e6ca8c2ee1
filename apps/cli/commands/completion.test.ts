import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { run } from '../testing/run.ts';

const has = (shell: string) => spawnSync(shell, ['--version']).status === 0;

/** What bash offers for the last of these words. */
async function offered(...words: readonly string[]): Promise<readonly string[]> {
  const { out } = await run('completion', 'bash');
  const typed = words.map(word => `'${word}'`).join(' ');
  const ask = `COMP_WORDS=(tallyboard ${typed}); COMP_CWORD=${words.length}; _tallyboard; echo "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', `${out}\n${ask}`], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.trim().split(' ');
}

test('bash completes commands, their words and settings', async ({ skip }) => {
  skip(!has('bash'), 'There is no bash here.');
  expect(await offered('re')).toEqual(['restore', 'report', 'reconcile']);
  expect(await offered('report', 'time')).toEqual(['timesheet', 'time-in-status']);
  expect(await offered('key', 'a')).toEqual(['add']);
  expect(await offered('mirror', '--s')).toEqual(['--shrink', '--site']);
  expect(await offered('doctor', '--')).toContain('--data');
});

test.each(['zsh', 'fish'])('%s gets a script that it can read', async shell => {
  const { code, out } = await run('completion', shell);
  expect(code).toBe(0);
  expect(out).toContain('time-in-status');
  if (!has(shell)) return;
  expect(spawnSync(shell, ['-n'], { input: out, encoding: 'utf8' })).toMatchObject({
    status: 0,
    stderr: '',
  });
});

test('an unknown shell is named with those that there are', async () => {
  const { code, err } = await run('completion', 'tcsh');
  expect(code).toBe(2);
  expect(err).toContain('bash, zsh, fish');
});
