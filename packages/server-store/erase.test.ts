import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BackupLine } from '@tallyboard/replica/data/backup.ts';
import type { StoreRecord } from '@tallyboard/replica/data/records.ts';
import { onEngines } from '@tallyboard/replica/store/testing/engines.ts';
import { now, smallSite } from '@tallyboard/replica/store/testing/small-site.ts';
import { expect, test } from 'vitest';
import { openServerStoreOn, openStore, type Store } from './store.ts';

const ID = '557058:0f1e2d3c-canary';
const NAME = 'Zoé Quackenbush';
const MAIL = 'zq.canary@example.com';
/** Nobody else is called so, and no text has it. */
const TRACES = [ID, NAME, 'Quackenbush', 'quackenbush', 'zoe quackenbush', MAIL];

const user = {
  accountId: ID,
  displayName: NAME,
  emailAddress: MAIL,
  active: true,
  accountType: 'atlassian',
  avatarUrls: { '48x48': `https://avatar.example.com/${ID}/quackenbush.png` },
};

function issueOf(id: string): StoreRecord {
  return {
    kind: 'issue',
    value: {
      id,
      key: `ZQ-${id}`,
      fields: {
        summary: `Ask ${NAME} about the card`,
        project: { id: '77', key: 'ZQ', name: 'Zed' },
        issuetype: { id: '1', name: 'Task' },
        status: { id: '1', name: 'To Do' },
        created: '2026-03-02T09:00:00.000+0000',
        updated: '2026-03-03T09:00:00.000+0000',
        assignee: user,
        reporter: user,
        creator: user,
        description: `[~accountid:${ID}] and ${NAME} decide`,
        comment: {
          total: 1,
          comments: [
            {
              id: `9${id}`,
              author: user,
              body: {
                type: 'doc',
                version: 1,
                content: [
                  { type: 'mention', attrs: { type: 'mention', id: ID, text: `@${NAME}` } },
                ],
              },
              created: '2026-03-02T10:00:00.000+0000',
            },
          ],
        },
        worklog: {
          total: 1,
          worklogs: [
            {
              id: `8${id}`,
              author: user,
              started: '2026-03-02T10:00:00.000+0000',
              timeSpentSeconds: 3600,
              comment: `with ${NAME}`,
            },
          ],
        },
      },
      changelog: {
        total: 1,
        histories: [
          {
            id: `7${id}`,
            author: user,
            created: '2026-03-02T12:00:00.000+0000',
            items: [
              {
                field: 'assignee',
                fieldtype: 'jira',
                fieldId: 'assignee',
                from: null,
                fromString: null,
                to: ID,
                toString: NAME,
              },
            ],
          },
        ],
      },
      watchers: [ID],
    },
  };
}

const records = (id: string): StoreRecord[] => [{ kind: 'user', value: user }, issueOf(id)];

async function fill(store: Store): Promise<void> {
  await store.ingest(smallSite(), { source: 'small' });
  await store.ingest(records('880001'), { source: 'small' });
  const { id } = await store.dashboards.create({ name: `For ${NAME}`, ownerId: ID, at: 7 });
  const properties = { settings: { jql: `assignee = "${ID}"`, title: `${NAME}'s work` } };
  await store.dashboards.addItem(id, { moduleKey: 'm', title: `Burn of ${NAME}`, properties }, 8);
  await store.properties.set('addon:x', 'global-settings', { savedBy: { id: ID, name: NAME } });
  await store.favourites.add(ID, '500');
  const owned = {
    id: 'weekly01',
    ownerId: 'ana',
    name: `Week of ${NAME}`,
    updatedMs: 9,
    shares: [],
    version: 0,
  };
  const view = {
    jql: `assignee = "${NAME}" AND status = Done`,
    settings: { userFilter: `"${NAME}"` },
  };
  await store.savedReports.save({ ...owned, description: `about ${NAME}`, view });
  await store.boardSets.save({
    ...owned,
    unit: 'points',
    members: [{ jql: `reporter = "${ID}"` }],
  });
  await store.audit.add({
    atMs: 1,
    account: 'ana',
    action: 'PUT',
    target: `/users/${ID}`,
    detail: JSON.stringify({ name: NAME }),
  });
}

async function contentOf(store: Store): Promise<string> {
  const lines: string[] = [];
  for await (const line of store.backup(5)) lines.push(JSON.stringify(line));
  return lines.join('\n');
}

const tracesIn = (text: string) => TRACES.filter(trace => text.includes(trace));

onEngines('erasing a person', openServerStoreOn, open => {
  test('takes them out of everything that is stored, once and for all', async () => {
    const store = await open();
    await fill(store);
    expect(tracesIn(await contentOf(store))).toEqual(expect.arrayContaining([ID, NAME, MAIL]));
    const counted = () =>
      store.jql.search({ jql: 'project = ZQ', viewer: { userId: null, zone: 'UTC' }, now });
    const before = await counted();

    const dry = await store.erase(ID, { dryRun: true });
    expect(dry).toMatchObject({ replacement: null, isKnown: false });
    expect(tracesIn(await contentOf(store))).toContain(NAME);

    const erasure = await store.erase(ID);
    expect(erasure?.rows).toEqual(dry?.rows);
    expect(erasure?.replacement).toMatch(/^erased-[0-9a-f]{16}$/);
    expect(tracesIn(await contentOf(store))).toEqual([]);
    expect((await counted()).ids).toEqual(before.ids);

    // What is received later.
    await store.ingest(records('880001'), { source: 'small' });
    await store.ingest(records('880002'), { source: 'small' });
    const later = await contentOf(store);
    expect(tracesIn(later)).toEqual([]);
    expect(later).toContain('Erased person');
    expect((await store.catalogue.get('user', String(erasure?.replacement)))?.name).toBe(
      'Erased person',
    );

    const again = await store.erase(ID);
    expect(again).toMatchObject({ isKnown: true, replacement: erasure?.replacement });
    expect(await store.erase('nobody')).toBeNull();
  });

  test('an account of theirs loses its name everywhere, and two stay two', async () => {
    const store = await open();
    await store.ingest(records('880001'), { source: 'small' });
    const second = { ...user, accountId: 'other-1', displayName: 'Otto Quill', emailAddress: 'oq' };
    await store.ingest([{ kind: 'user', value: second }], { source: 'small' });
    const accounts = { [ID]: ['zq', MAIL], 'other-1': ['otto.q'] };
    for (const [jira, names] of Object.entries(accounts))
      for (const id of names) {
        await store.accounts.change(id, { name: id, jiraAccountId: jira });
        const shares = [{ kind: 'account' as const, name: id, edit: false }];
        const report = { id: `of-${id}`.replace(/[@.]/g, ''), ownerId: id, name: 'zq', view: {} };
        await store.savedReports.save({
          ...report,
          description: '',
          updatedMs: 9,
          shares,
          version: 0,
        });
      }
    const erasures = [await store.erase(ID), await store.erase('other-1')];
    expect(erasures.map(each => each?.accounts)).toEqual([['zq', MAIL], ['otto.q']]);
    const content = await contentOf(store);
    for (const name of ['"zq"', MAIL, 'otto.q']) expect(content).not.toContain(name);
    const owners = await Promise.all(
      ['of-zq', 'of-otto.q'].map(id => store.savedReports.get(id.replace('.', ''))),
    );
    expect(owners.map(each => each?.ownerId)).toEqual(erasures.map(each => each?.replacement));
  });

  test('a backup of before brings nobody back', async () => {
    const store = await open();
    await fill(store);
    const lines: BackupLine[] = [];
    for await (const line of store.backup(5)) lines.push(line);
    await store.erase(ID);
    const erasures = await store.erasures();
    const from = async function* () {
      yield* lines;
    };
    await store.restore(from(), { replace: true });
    expect(tracesIn(await contentOf(store))).toContain(NAME);
    expect(await store.eraseAgain(erasures)).toBe(1);
    expect(tracesIn(await contentOf(store))).toEqual([]);
    expect(await store.eraseAgain(erasures)).toBe(0);
  });

  test('their issues are found by what stands for them', async () => {
    const store = await open();
    await fill(store);
    const found = async (jql: string) =>
      (await store.jql.search({ jql, viewer: { userId: null, zone: 'UTC' }, now })).ids;
    const clauses = ['assignee =', 'reporter =', 'assignee was', 'worklogAuthor =', 'watcher ='];
    const before = await Promise.all(clauses.map(clause => found(`${clause} "${ID}"`)));
    expect(before).toEqual(clauses.map(() => ['880001']));
    const erasure = await store.erase(ID);
    const after = await Promise.all(
      clauses.map(clause => found(`${clause} "${erasure?.replacement}"`)),
    );
    expect(after).toEqual(before);
    expect(await found('text ~ "quackenbush"')).toEqual([]);
    expect(await found('summary ~ "card" AND project = ZQ')).toEqual(['880001']);
  });
});

test('no file of the store has a byte of an erased person', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'erase-'));
  try {
    const store = await openStore({ file: join(folder, 'tallyboard.db') });
    await fill(store);
    const bytes = () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(({ parentPath, name }) => readFileSync(join(parentPath, name)).toString('utf8'))
        .join('\n');
    expect(tracesIn(bytes())).toEqual(expect.arrayContaining([ID, NAME, 'quackenbush', MAIL]));
    await store.erase(ID);
    expect(tracesIn(bytes())).toEqual([]);
    await store.close();
    expect(tracesIn(bytes())).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
