import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import { openStore } from '@tallyboard/replica/store/open.ts';
import type { Store } from '@tallyboard/replica/store/store.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { main } from '../main.ts';
import { differences, dumpOf } from './testing/dump.ts';
import { openSource, type Source } from './testing/source.ts';

const asOf = Date.parse('2026-06-17T12:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-mirror-'));
beforeAll(() => {
  process.env.TALLYBOARD_TOKEN = 'secret-token';
});
afterAll(() => {
  delete process.env.TALLYBOARD_TOKEN;
  rmSync(folder, { recursive: true });
});

async function run(...args: string[]) {
  const written = { out: '', err: '' };
  const stream = (name: 'out' | 'err') => ({
    write: (text: string) => {
      written[name] += text;
    },
  });
  const code = await main(args, { out: stream('out'), err: stream('err') });
  return { code, ...written };
}

async function onCopy<T>(data: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ file: join(data, 'tallyboard.db') });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const everything = 'created >= "1970-01-01"';

describe.each(['cloud', 'data-center'] as const)('a mirror of %s', flavour => {
  const data = join(folder, flavour);
  let source: Source;
  const mirror = (jql = everything, ...more: string[]) =>
    run('mirror', '--site', source.url, '--jql', jql, '--data', data, '--once', ...more);
  const compared = () =>
    onCopy(data, async copy => {
      const [one, other] = [
        await dumpOf(source.store, flavour, asOf),
        await dumpOf(copy, flavour, asOf),
      ];
      return differences(one, other);
    });

  beforeAll(async () => {
    source = await openSource(demoRecords({ seed: 5, asOf, size: 300 }), { flavour, now: asOf });
  });
  afterAll(() => source.close());

  test('answers like the Jira that it mirrors', async () => {
    const { code, out, err } = await mirror();
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(err).toMatch(/does not carry Jira's permissions/);
    expect(err).toMatch(/^\d+ new, 0 changed, 0 gone; data as of 2026-06-17T12:00:00Z/m);
    expect(await compared()).toEqual([]);
  });
});
