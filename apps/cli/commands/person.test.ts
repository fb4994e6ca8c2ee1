import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { now, smallSite } from '@tallyboard/replica/store/testing/small-site.ts';
import { openStore } from '@tallyboard/server-store/store.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSource } from '../mirror/testing/source.ts';
import { run } from '../testing/run.ts';

const root = mkdtempSync(join(tmpdir(), 'tallyboard-person-'));
const folder = join(root, 'data');
const backups = join(root, 'backups');

beforeAll(async () => {
  mkdirSync(folder);
  mkdirSync(backups);
  const store = await openStore({ file: join(folder, 'tallyboard.db') });
  await store.ingest(smallSite(), { source: 'small' });
  await store.close();
});
afterAll(() => rmSync(root, { recursive: true }));

const person = (...args: string[]) => run('person', ...args, '--data', folder);
const csv = async (field: string, ...more: string[]) =>
  run(
    ...['report', 'issues-by', '--data', folder, '--jql', 'project = APP', '--format', 'csv'],
    ...more,
    '--settings',
    JSON.stringify({ field }),
  );

test('the policy is set, checked and audited, and reports go by it', async () => {
  expect((await person('policy')).out).toBe('all\n');
  expect((await csv('assignee')).out).toContain('Ben Oak');
  const refused = await person('policy', 'groups-of:1');
  expect(refused).toMatchObject({ code: 2 });
  expect(refused.err).toContain("'groups-of:N' with N from 2 to 1000");
  expect((await person('policy', 'own-and-groups')).out).toBe('own-and-groups\n');
  const own = await csv('assignee');
  expect(own.out).not.toContain('Ben Oak');
  expect(own.out).toMatch(/^1 other,/m);
  expect(own.out).toMatch(/^Ana Roy,/m);
  expect((await person('policy', 'groups-of:5')).out).toBe('groups-of:5\n');
  const groups = await csv('assignee');
  expect(groups.out).toMatch(/^Fewer than 5 people and unassigned,/m);
  expect(groups.out).not.toMatch(/Ana Roy|Ben Oak/);
  const few = await run('report', 'overview', '--data', folder, '--jql', 'assignee = "acc:ben"');
  expect(few.code).not.toBe(0);
  expect(few.err).toContain("in 'assignee' name at least 5 people");
  expect((await person('policy', 'all')).code).toBe(0);
  const { out } = await run('audit', '--json', '--limit', '1', '--data', folder);
  expect(JSON.parse(out)).toMatchObject({
    action: 'figures on people',
    detail: '{"from":"groups-of:5","to":"all"}',
  });
});

test('exceptions need who, reason and last day, are listed and audited, and end', async () => {
  const who = 'group:works-council';
  const until = ['--until', '2999-03-31'];
  const reason = ['--reason', 'Agreement 12'];
  for (const [args, text] of [
    [[who, ...until], 'Enter the reason'],
    [[who, ...reason], 'Enter the last day'],
    [[who, ...reason, '--until', '2999-02-30'], 'Enter the last day'],
    [[who, ...reason, '--until', '2020-01-31'], 'is over'],
    [['acc:ben', ...until, ...reason], 'Enter group:NAME'],
  ] as const) {
    const refused = await person('except', ...args);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining(text)]);
  }
  const line = `${who} until 2999-03-31: Agreement 12\n`;
  expect((await person('except', who, ...until, ...reason)).out).toBe(line);
  expect((await person('policy')).out).toBe(`all\n  ${line}`);
  const audit = await run('audit', '--json', '--limit', '1', '--data', folder);
  const exception = { who, reason: 'Agreement 12', until: '2999-03-31' };
  expect(JSON.parse(audit.out)).toMatchObject({
    action: 'figures on people',
    detail: JSON.stringify({ from: [], to: [exception] }),
  });
  // Who reads the folder has no role.
  await person('policy', 'groups-of:5');
  const groups = await csv('assignee');
  expect(groups.out).not.toMatch(/Ana Roy|Ben Oak/);
  expect((await person('except', who, '--remove')).code).toBe(0);
  expect((await person('policy', 'all')).out).toBe('all\n');
  expect((await person('except', who, '--remove')).code).toBe(1);
  const ofRole = await person('except', 'project-role:Site Auditors', ...until, ...reason);
  expect(ofRole.out).toBe('project-role:Site Auditors until 2999-03-31: Agreement 12\n');
  expect((await person('except', 'project-role:Site Auditors', '--remove')).code).toBe(0);
});

test.each(['cloud', 'data-center'] as const)(
  'a mirror of %s goes on without an erased person, and so does a lake',
  async flavour => {
    const data = join(root, flavour);
    const source = await openSource([...smallSite()], { flavour, now });
    process.env.TALLYBOARD_TOKEN = 'secret-token-of-the-test';
    const round = ['--site', source.url, '--jql', 'project = APP', '--data', data, '--once'];
    const files = (at: string): string =>
      readdirSync(at, { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(({ parentPath, name }) => readFileSync(join(parentPath, name)).toString('latin1'))
        .join('\n');
    expect((await run('mirror', ...round)).code).toBe(0);
    const store = await openStore({ file: join(data, 'tallyboard.db') });
    const ben = (await store.catalogue.all('user')).find(({ name }) => name === 'Ben Oak');
    await store.close();
    expect(files(data)).toContain('Ben Oak');
    expect((await run('person', 'erase', ben?.id ?? '', '--data', data)).code).toBe(0);
    expect(files(data)).not.toContain('Ben Oak');
    // All issues are read again with another query.
    const wider = round.map(each => (each === 'project = APP' ? 'project in (APP, OPS)' : each));
    expect((await run('mirror', ...wider)).code).toBe(0);
    expect(files(data)).not.toContain('Ben Oak');
    const lake = join(root, `lake-${flavour}`);
    expect((await run('lake', lake, '--data', data)).code).toBe(0);
    expect(files(lake)).toContain('Ana Roy');
    expect(files(lake)).not.toContain('Ben Oak');
    await source.close();
  },
);

test('an erased person is gone from reports, and backups that have them are named', async () => {
  expect((await person('erase', 'acc:nobody')).err).toContain("no person with the id 'acc:nobody'");
  const old = join(backups, 'old.gz');
  expect((await run('backup', old, '--data', folder)).code).toBe(0);
  writeFileSync(join(backups, 'notes.txt'), 'Ben Oak');
  const dry = await person('erase', 'acc:ben', '--dry-run', '--backups', backups);
  expect(dry.out).toMatch(/^Would change \d+ rows\. Nothing was written\.\n/);
  expect((await csv('assignee')).out).toContain('Ben Oak');
  const done = await person('erase', 'acc:ben', '--backups', backups);
  expect(done.out).toMatch(/^Erased: \d+ rows changed\. The person is 'erased-[0-9a-f]{16}'/);
  expect(done.out).toContain(old);
  expect(done.out).not.toContain('notes.txt');
  const { out } = await csv('assignee');
  expect(out).not.toContain('Ben Oak');
  expect(out).toContain('Erased person');
  expect((await person('erase', 'acc:ben')).out).toContain('erased before');
  const fresh = join(backups, 'new.gz');
  await run('backup', fresh, '--data', folder);
  const again = await person('erase', 'acc:ben', '--backups', backups);
  expect(again.out).toContain(old);
  expect(again.out).not.toContain(fresh);
  const restored = await run('restore', old, '--force', '--data', folder);
  expect(restored.out).toContain('1 erased person of this backup erased again');
  expect((await csv('assignee')).out).not.toContain('Ben Oak');
});
