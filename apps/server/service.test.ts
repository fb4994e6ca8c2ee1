import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSecretFiles } from '@tallyboard/service-kit/secret-files.ts';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'tallyboard-service-'));
afterAll(() => rmSync(folder, { recursive: true }));

const fileWith = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

test('reads secrets from files; an empty file sets none', () => {
  const environment: NodeJS.ProcessEnv = {
    TALLYBOARD_TOKEN_FILE: fileWith('token', 'the-token\n'),
    TALLYBOARD_OIDC_CLIENT_SECRET_FILE: fileWith('empty', ''),
    HOME_FILE: fileWith('other', 'other'),
  };
  expect(readSecretFiles(environment)).toBe(null);
  expect(environment).toMatchObject({ TALLYBOARD_TOKEN: 'the-token' });
  expect(environment.TALLYBOARD_OIDC_CLIENT_SECRET).toBe('');
  expect(environment).not.toHaveProperty('HOME');
  // The command line and the server both ask.
  expect(readSecretFiles(environment)).toBe(null);
});

test.each([
  [
    { TALLYBOARD_KEY: 'a', TALLYBOARD_KEY_FILE: '/b' },
    /TALLYBOARD_KEY and TALLYBOARD_KEY_FILE are/,
  ],
  [
    { PGPASSWORD_FILE: '/nowhere/password' },
    /^PGPASSWORD_FILE names '\/nowhere\/password', which cannot be read: there is no such file\.$/,
  ],
])('%o is refused', (environment, problem) => {
  expect(readSecretFiles({ ...environment })).toMatch(problem);
});

test('tells systemd when it is ready, and that it runs until it hangs', async () => {
  const log = join(folder, 'states');
  const command = fileWith('systemd-notify', `#!/bin/sh\necho "$1" >> ${log}\n`);
  chmodSync(command, 0o755);
  const script = fileWith(
    'server.mjs',
    `import { notifySystemd } from '${join(import.meta.dirname, 'service-manager.ts')}';
     notifySystemd(process.env);
     process.stdin.once('data', () => { for (;;); });`,
  );
  const environment = { PATH: `${folder}:${process.env.PATH}`, WATCHDOG_USEC: '300000' };
  const alone = spawnSync(process.execPath, [script], {
    env: environment,
    input: '',
    timeout: 60_000,
  });
  expect(alone.status).toBe(0);
  const server = spawn(process.execPath, [script], {
    env: { ...environment, NOTIFY_SOCKET: '/run/systemd/notify' },
  });
  const states = () => {
    try {
      return readFileSync(log, 'utf8').trim().split('\n');
    } catch {
      return [];
    }
  };
  await expect.poll(() => states().length).toBeGreaterThan(3);
  expect([...new Set(states())]).toEqual(['READY=1', 'WATCHDOG=1']);
  server.stdin.write('hang');
  // Pending reports may still arrive.
  let last = -1;
  await expect
    .poll(
      () => {
        const unchanged = states().length === last;
        last = states().length;
        return unchanged;
      },
      { interval: 1000 },
    )
    .toBe(true);
  server.kill('SIGKILL');
});
