import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { APPS, describedApp } from './apps.ts';

test.each([
  [null, null, 'localhost', 'reports'],
  [null, 'burn', 'localhost', 'burn'],
  [null, 'nothing', 'velocity.tally.example', 'velocity'],
  [null, null, 'lite.tally.example', 'lite'],
  [null, 'burn', 'velocity.tally.example', 'burn'],
  ['tracking', 'burn', 'localhost', 'estimation'],
  ['time-status', null, 'localhost', 'time-status'],
  ['text', null, 'localhost', 'text'],
  ['nothing', null, 'localhost', 'reports'],
])('module %s, app %s on %s: %s', (module, asked, hostName, name) =>
  expect(describedApp({ module, asked }, hostName).name).toBe(name),
);

test('every screenshot is there for each colour mode, small enough for a slow network', async () => {
  const folder = join(import.meta.dirname, '../public/docs');
  for (const { name, docs } of APPS) {
    if ((await docs()).screenshot === null) continue;
    for (const mode of ['light', 'dark']) {
      const file = join(folder, `${mode}/${name}.webp`);
      expect([file, existsSync(file)]).toEqual([file, true]);
      expect(statSync(file).size).toBeLessThan(80_000);
    }
  }
});
