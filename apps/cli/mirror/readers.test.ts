import { HttpError } from '@tallyboard/jira/errors.ts';
import type { StoreRecord } from '@tallyboard/replica/data/records.ts';
import type { Caller } from '@tallyboard/replica/rest/caller.ts';
import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import {
  MAX_ACCESS_AGE_MS,
  mirrorView,
  readerAccess,
} from '@tallyboard/server-store/mirror-readers.ts';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';
import fc from 'fast-check';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from './connect.ts';
import type { Mirror } from './context.ts';
import { openMirror } from './open.ts';
import { refreshAccess } from './readers.ts';
import { mirrorRound } from './round.ts';
import { openSource, type Source } from './testing/source.ts';

const asOf = Date.parse('2026-06-17T12:00:00Z');
const minute = 60_000;
let source: Source;
let copy: Store;
let mirror: Mirror;
let users: readonly string[];
let now = Date.now();

beforeAll(async () => {
  process.env.TALLYBOARD_TOKEN = 'secret-token-of-the-test';
  const records = [...demoRecords({ seed: 5, asOf, size: 300 })].map(restrict);
  source = await openSource(records, { now: asOf });
  copy = await openStore({ memory: true });
  const { signal } = new AbortController();
  const settings = { jql: 'created > "1970-01-01"', shrink: false, signal };
  const silent = { onProgress: () => {}, say: () => {} };
  mirror = await openMirror(copy, await connect(source.url, signal), settings, 'copy', silent);
  await mirrorRound(mirror);
  now = Date.now();
  const people = await source.store.catalogue.all('user');
  users = people.filter(({ document }) => document.active !== false).map(({ id }) => id);
});
afterAll(async () => {
  delete process.env.TALLYBOARD_TOKEN;
  await copy.close();
  await source.close();
});

/** Every second comment and worklog is for a group or role, which no scheme names. */
function restrict(record: StoreRecord): StoreRecord {
  if (record.kind !== 'issue') return record;
  const visibilities = [
    { type: 'group', value: 'developers' },
    { type: 'role', value: 'Members', identifier: 'Members' },
  ];
  const { comment, worklog } = record.value.fields as Record<string, Record<string, object[]>>;
  for (const list of [comment?.comments ?? [], worklog?.worklogs ?? []])
    for (let at = 0; at < list.length; at += 2)
      Object.assign(list[at] ?? {}, { visibility: visibilities[(at / 2) % 2] });
  return record;
}

/** A reader is here at an instant, and the mirroring process takes its turn. */
async function arrive(userId: string, atMs = now) {
  await readerAccess(copy, userId, atMs);
  await refreshAccess(mirror, atMs);
  return readerAccess(copy, userId, atMs);
}

async function idsOf(store: Store, userId: string, jql: string, atMs?: number): Promise<string[]> {
  const known =
    atMs === undefined ? undefined : (await readerAccess(copy, userId, atMs)).visibility;
  const viewer = { userId, zone: 'UTC' };
  const { ids } = await store.as(userId, known).jql.search({ jql, viewer, now: asOf });
  return ids;
}

/** Ids, or the messages of a refused query: these must not tell of hidden things either. */
const answerOf = (ids: Promise<string[]>) =>
  ids.catch((error: { messages: string[] }) => error.messages);

/** Without the place of an error, which a JQL filter of a key moves. */
const placeless = async (ids: Promise<string[]>) =>
  (await answerOf(ids)).map(text => text.replace(/ \(line .*\)$/, ''));

const all = 'ORDER BY key';

const clause = fc.constantFrom(
  'project = OPS',
  'project = PLAT',
  'project in (WEB, OPS, PLAT)',
  'level is not EMPTY',
  'labels = security',
  'reporter = currentUser()',
  'assignee = currentUser()',
  'status = Done',
  'statusCategory != Done',
  'issuetype = Bug',
  'sprint in openSprints()',
  'text ~ "the"',
  'updated >= -30d',
  'worklogAuthor is not EMPTY',
  'worklogAuthor = currentUser()',
  'comment ~ "the"',
  'key in updatedBy(currentUser(), "-100d")',
  'status changed AFTER -60d',
  'parent is not EMPTY',
  'issueLinkType is not EMPTY',
);
/** One to three clauses, each of them or its opposite. */
const query = fc
  .array(fc.tuple(fc.boolean(), clause), { minLength: 1, maxLength: 3 })
  .map(clauses => clauses.map(([not, text]) => (not ? `NOT ${text}` : text)).join(' AND '));

describe('a reader of a mirror', () => {
  test('sees nothing before Jira has been asked, and is told why', async () => {
    const [userId = ''] = users;
    const before = await readerAccess(copy, userId, now);
    expect(before.why).toMatch(/being asked/);
    expect(await idsOf(copy, userId, all, now)).toEqual([]);
    expect((await readerAccess(copy, null, now)).why).toMatch(/not linked/);
    expect((await arrive(userId)).why).toBeNull();
    expect((await idsOf(copy, userId, all, now)).length).toBeGreaterThan(0);
  });

  test('finds by 1,000 random queries what Jira finds for the same user', async () => {
    for (const userId of users) await arrive(userId);
    const sizes = new Set<number>();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...users), query, async (userId, jql) => {
        const ordered = `${jql} ORDER BY key`;
        const found = await answerOf(idsOf(copy, userId, ordered, now));
        expect(found).toEqual(await answerOf(idsOf(source.store, userId, ordered)));
        sizes.add(found.length);
      }),
      { numRuns: 1_000 },
    );
    expect(sizes.size).toBeGreaterThan(20);
    const counts = new Set<number>();
    for (const userId of users) counts.add((await idsOf(copy, userId, all, now)).length);
    // Else the queries would have compared readers who all see the same.
    expect(counts.size).toBeGreaterThan(2);
  });

  test('gets the comments and worklogs that Jira shows the same user', async () => {
    const entriesOf = async (store: Pick<Store, 'jql' | 'issues' | 'worklogs'>) => {
      const viewer = { userId: null, zone: 'UTC' };
      const { ids } = await store.jql.search({ jql: all, viewer, now: asOf });
      const issues = (await store.issues.documents(ids)).map(({ key, fields, worklogTotal }) => {
        const { total, comments } = fields.comment as { total: number; comments: { id: string }[] };
        return { key, worklogTotal, total, comments: comments.map(({ id }) => id) };
      });
      return { issues, worklogs: await store.worklogs.updatedSince(0, 1e6) };
    };
    const counts = new Set<number>();
    for (const userId of users) {
      const { visibility } = await arrive(userId);
      const entries = await entriesOf(copy.as(userId, visibility));
      expect(entries).toEqual(await entriesOf(source.store.as(userId)));
      counts.add(entries.worklogs.length);
    }
    expect(counts.size).toBeGreaterThan(2);
  });

  test('loses revoked rights within five minutes', async () => {
    const { catalogue } = source.store;
    const ops = (await catalogue.all('project')).find(({ document }) => document.key === 'OPS');
    const access = await catalogue.get('projectAccess', ops?.id ?? '');
    const admin = String((await catalogue.site()).currentUser);
    const others = users.filter(id => id !== admin);
    const seesOps = (userId: string, atMs: number) =>
      idsOf(copy, userId, 'project = OPS', atMs).then(
        ids => ids.length > 0,
        () => false,
      );
    const reader = (await firstOf(others, userId => seesOps(userId, now))) ?? '';
    expect(await seesOps(reader, now)).toBe(true);

    const everybody = await catalogue.all('group');
    for (const group of everybody)
      await catalogue.save('group', group.id, { ...group.document, members: [] });
    await catalogue.save('projectAccess', ops?.id ?? '', { ...access?.document, roles: {} });
    for (const user of await catalogue.all('user'))
      await catalogue.save('user', user.id, { ...user.document, groups: [] });
    const administrators = everybody.find(({ name }) => name === 'jira-administrators');
    await catalogue.save('group', administrators?.id ?? '', {
      ...administrators?.document,
      members: [admin],
    });
    const late = now + MAX_ACCESS_AGE_MS - minute;
    await arrive(reader, late);
    expect(await seesOps(reader, late)).toBe(false);
    expect(await idsOf(copy, reader, all, late)).toEqual(await idsOf(source.store, reader, all));
  });

  test('sees nothing once permissions are five minutes old and Jira cannot be asked', async () => {
    const [userId = ''] = users;
    const later = now + 20 * minute;
    expect((await arrive(userId, later)).why).toBeNull();
    source.refuses = { paths: /./, status: 403 };
    const old = later + MAX_ACCESS_AGE_MS;
    expect((await arrive(userId, old)).why).toMatch(/could not be asked/);
    expect(await idsOf(copy, userId, all, old)).toEqual([]);
    // The clock was set back: nobody knows how old they are.
    expect((await arrive(userId, later - 2 * MAX_ACCESS_AGE_MS)).why).toMatch(/could not be asked/);
    source.refuses = null;
  });

  test('no longer sees the level of project leads when another one leads', async () => {
    const { catalogue } = source.store;
    const [scheme] = await catalogue.all('securityScheme');
    const members = [{ id: '1', holder: { type: 'projectLead' } }];
    const stored = (scheme?.document.levels ?? []) as object[];
    const levels = stored.map(level => ({ ...level, members }));
    await catalogue.save('securityScheme', scheme?.id ?? '', { ...scheme?.document, levels });
    const plat = (await catalogue.all('project')).find(({ document }) => document.key === 'PLAT');
    const lead = (accountId: string) =>
      catalogue.save('project', plat?.id ?? '', { ...plat?.document, lead: { accountId } });
    const [first = '', second = ''] = users.slice(2);
    const secret = 'level is not EMPTY';
    const later = now + 30 * minute;
    await lead(first);
    await arrive(first, later);
    expect((await idsOf(copy, first, secret, later)).length).toBeGreaterThan(0);
    await lead(second);
    await arrive(first, later + 4 * minute);
    expect(await idsOf(copy, first, secret, later + 4 * minute)).toEqual([]);
  });

  test('unknown to Jira sees nothing, and does not block others', async () => {
    const [userId = ''] = users;
    const later = now + 40 * minute;
    source.refuses = { paths: /permissions\/check/, status: 400 };
    const unknown = await arrive('unknown', later);
    source.refuses = null;
    expect(unknown).toMatchObject({ visibility: { projects: new Map() } });
    expect((await arrive(userId, later)).why).toBeNull();
  });

  test('has the project roles that an exception for figures on people names', async () => {
    const [userId = ''] = users;
    const { catalogue } = source.store;
    const [project] = await catalogue.all('project');
    const access = await catalogue.get('projectAccess', project?.id ?? '');
    const actor = { type: 'atlassian-user-role-actor', actorUser: { accountId: userId } };
    const roles = { ...Object(access?.document.roles), 777: [actor] };
    await source.store.ingest([
      { kind: 'role', value: { id: '777', name: 'Works council' } },
      { kind: 'projectAccess', value: { ...access?.document, roles } as never },
    ]);
    const exceptions = [{ who: 'project-role:Works council', reason: 'test', until: '2999-01-01' }];
    await copy.properties.set('addon:com.tallyboard.reports', 'global-settings', {
      figuresOnPeopleExceptions: exceptions,
    });
    const later = now + 50 * minute;
    const { visibility } = await arrive(userId, later);
    const held = await copy.as(userId, visibility).access.projectRoles();
    expect(held['Works council']).toEqual([project?.id]);
  });

  test('sees nothing of a project whose schemes the account may not read, which is said once', async () => {
    const [project] = await source.store.catalogue.all('project');
    const said: string[] = [];
    const { client } = mirror;
    const send: typeof client.send = (request, options) => {
      if (request.path.endsWith(`/project/${project?.id}/permissionscheme`))
        throw new HttpError(request, 403, {
          messages: ['You may not.'],
          heading: null,
          retryAfter: null,
        });
      return client.send(request, options);
    };
    const limited = {
      ...mirror,
      client: Object.assign(Object.create(client), { send }),
      say: (text: string) => void said.push(text),
    };
    for (const at of [54, 58]) await refreshAccess(limited, now + at * minute);
    expect(said).toEqual([
      `Permissions of ${project?.document.key} could not be read, so that readers without a Jira token of their own will see nothing of this project: the account needs the permission Administer Jira, or Administer Projects there.`,
    ]);
  });

  test('costs Jira at most 20 calls an hour of continuous use', async () => {
    const [userId = ''] = users;
    const start = now + 60 * minute;
    await arrive(userId, start);
    const before = source.asked.length;
    let gaps = 0;
    for (let at = start; at < start + 60 * minute; at += 20_000) {
      const { why } = await arrive(userId, at);
      if (why !== null) gaps += 1;
    }
    const calls = source.asked.slice(before).filter(call => call.endsWith('/permissions/check'));
    expect(gaps).toBe(0);
    expect(calls.length).toBeGreaterThan(11);
    expect(calls.length).toBeLessThanOrEqual(20);
  });
});

async function firstOf<T>(values: readonly T[], test: (value: T) => Promise<boolean>) {
  for (const value of values) if (await test(value)) return value;
  return undefined;
}

test('a key with a JQL filter finds what Jira finds for its owner within it', async () => {
  for (const userId of users) await arrive(userId);
  const view = mirrorView(copy, () => now);
  const filters = ['project in (WEB, OPS)', 'assignee = currentUser()', 'level is not EMPTY'];
  const sizes = new Set<number>();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...users),
      fc.constantFrom(...filters),
      // Issues that the filter hides are no parents and no links of those in it.
      query.filter(jql => !/parent|issueLink/.test(jql)),
      async (userId, jqlFilter, jql) => {
        const visitor = { signedIn: true, jiraAccountId: userId, jqlFilter };
        const caller = { userId, zone: 'UTC' };
        const { store, why } = await view(caller as Caller, { visitor } as FastifyRequest);
        if (why !== null) {
          // Jira refuses the filter too: one of its projects is hidden from the owner.
          const [refusal] = await answerOf(idsOf(source.store, userId, jqlFilter));
          expect(why).toContain(refusal);
          return;
        }
        const scope = { viewer: caller, now: asOf };
        const found = await placeless(
          store.jql.search({ ...scope, jql: `${jql} ORDER BY key` }).then(({ ids }) => ids),
        );
        const expected = idsOf(source.store, userId, `(${jqlFilter}) AND (${jql}) ORDER BY key`);
        expect(found).toEqual(await placeless(expected));
        sizes.add(found.length);
      },
    ),
    { numRuns: 300 },
  );
  expect(sizes.size).toBeGreaterThan(4);
});
