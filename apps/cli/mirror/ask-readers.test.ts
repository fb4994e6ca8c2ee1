import { demoRecords } from '@tallyboard/replica/seed/demo.ts';
import {
  MAX_ACCESS_AGE_MS,
  readerAccess,
  TOKEN_ANSWERS,
  type TokenAnswer,
} from '@tallyboard/server-store/mirror-readers.ts';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';
import { readerTokens, removeReaderToken } from '@tallyboard/service-kit/site/reader-tokens.ts';
import { existingSecretKey } from '@tallyboard/service-kit/site/secret-key.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askReaders, MAX_CALLS } from './ask-readers.ts';
import { connect } from './connect.ts';
import type { Mirror } from './context.ts';
import { openMirror } from './open.ts';
import { refreshAccess } from './readers.ts';
import { mirrorRound } from './round.ts';
import { openSource, type Source } from './testing/source.ts';

const asOf = Date.parse('2026-06-17T12:00:00Z');
const minute = 60_000;
const key = () => Buffer.alloc(32, 9);
const all = 'ORDER BY key';

const CLAUSES = [
  'project = OPS',
  'project = PLAT',
  'project in (WEB, OPS, PLAT)',
  'level is not EMPTY',
  'labels = security',
  'reporter = currentUser()',
  'assignee = currentUser()',
  'status = Done',
  'issuetype = Bug',
  'sprint in openSprints()',
  'text ~ "the"',
  'updated >= -30d',
  'worklogAuthor = currentUser()',
  'status changed AFTER -60d',
  'parent is not EMPTY',
  'issueLinkType is not EMPTY',
];

describe.each(['cloud', 'data-center'] as const)('readers with tokens of %s', flavour => {
  let source: Source;
  let copy: Store;
  let mirror: Mirror;
  let users: readonly string[];
  let now = Date.now();
  const said: string[] = [];

  beforeAll(async () => {
    process.env.TALLYBOARD_TOKEN = 'secret-token-of-the-test';
    source = await openSource(demoRecords({ seed: 5, asOf, size: 300 }), { flavour, now: asOf });
    copy = await openStore({ memory: true });
    const { signal } = new AbortController();
    const settings = { jql: 'created > "1970-01-01"', shrink: false, signal };
    const voice = { onProgress: () => {}, say: (text: string) => void said.push(text) };
    mirror = await openMirror(copy, await connect(source.url, signal), settings, 'copy', voice);
    await mirrorRound(mirror);
    now = Date.now();
    const people = await source.store.catalogue.all('user');
    users = people.filter(({ document }) => document.active !== false).map(({ id }) => id);
    for (const user of users) await give(user);
  });
  afterAll(async () => {
    delete process.env.TALLYBOARD_TOKEN;
    await copy.close();
    await source.close();
  });

  const tokenOf = (user: string) => `token-of-${user.replace(/\W/g, '')}`;

  async function give(user: string, token = tokenOf(user), givenMs = now): Promise<void> {
    source.tokens.set(token, user);
    const account = `account of ${user}`;
    await copy.accounts.change(account, { jiraAccountId: user });
    const credential = { email: flavour === 'cloud' ? 'reader@example.com' : null, token };
    const { site } = mirror.state;
    await readerTokens(copy, key).give({ account, jiraAccountId: user, site, givenMs }, credential);
  }

  /** A reader is here at an instant, and the mirroring process takes its turn. */
  async function arrive(user: string, atMs = now) {
    await readerAccess(copy, user, atMs);
    await askReaders(mirror, key, atMs);
    return readerAccess(copy, user, atMs);
  }

  async function idsOf(store: Store, user: string, jql: string, atMs?: number): Promise<string[]> {
    const known =
      atMs === undefined ? undefined : (await readerAccess(copy, user, atMs)).visibility;
    const viewer = { userId: user, zone: 'UTC' };
    return (await store.as(user, known).jql.search({ jql, viewer, now: asOf })).ids;
  }

  const answerOf = (ids: Promise<string[]>) =>
    ids.catch((error: { messages: string[] }) => error.messages);

  const answerIn = async (user: string) =>
    (await copy.properties.get(TOKEN_ANSWERS, user))?.value as TokenAnswer;

  async function expectSameAsJira(runs: number): Promise<void> {
    const query = fc
      .array(fc.tuple(fc.boolean(), fc.constantFrom(...CLAUSES)), { minLength: 1, maxLength: 3 })
      .map(clauses => clauses.map(([not, text]) => (not ? `NOT ${text}` : text)).join(' AND '));
    const sizes = new Set<number>();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...users), query, async (user, jql) => {
        const ordered = `${jql} ORDER BY key`;
        const found = await answerOf(idsOf(copy, user, ordered, now));
        expect(found).toEqual(await answerOf(idsOf(source.store, user, ordered)));
        sizes.add(found.length);
      }),
      { numRuns: runs },
    );
    expect(sizes.size).toBeGreaterThan(15);
  }

  test('find by 1,000 random queries what Jira finds for them, without permission schemes', async () => {
    await mirror.store.mirror.step({
      holder: mirror.holder,
      state: { ...mirror.state, accessMs: null },
    });
    for (const user of users) expect((await arrive(user)).why).toBeNull();
    await expectSameAsJira(1_000);
    const counts = new Set<number>();
    for (const user of users) {
      counts.add((await idsOf(copy, user, all, now)).length);
      expect((await answerIn(user)).issues).toBeDefined();
    }
    expect(counts.size).toBeGreaterThan(2);
  });

  /** Takes the last page of each list of ids away: the reader sees more issues than fit on one. */
  function seeMany(): void {
    source.answer = (path, body) => {
      const { jql = '' } = (body ?? {}) as { jql?: string };
      const asked = `${decodeURIComponent(path)} ${jql}`;
      if (!/\/search(\/jql)?[ ?]/.test(asked) || asked.includes('level is not EMPTY'))
        return undefined;
      const issues = Array.from({ length: 1_000 }, (_, at) => ({ id: String(at + 1) }));
      return { issues, startAt: 0, maxResults: 1_000, total: 100_000, nextPageToken: 'more' };
    };
  }

  test('of whom one sees more than a page: levels by the token, all else by schemes', async () => {
    now += 60 * minute;
    seeMany();
    const [user = ''] = users;
    expect((await arrive(user)).why).toMatch(/could not be asked/);
    expect(await idsOf(copy, user, all, now)).toEqual([]);
    await refreshAccess(mirror, now);
    for (const each of users) expect((await arrive(each)).why).toBeNull();
    source.answer = null;
    expect((await answerIn(user)).issues).toBeUndefined();
    await expectSameAsJira(300);
    const secret = await idsOf(copy, user, 'level is not EMPTY', now);
    expect(secret.length, 'also on Data Center, which has no members of levels').toBeGreaterThan(0);
  });

  test('lose revoked rights within five minutes', async () => {
    const { catalogue } = source.store;
    now += 60 * minute;
    const admin = String((await catalogue.site()).currentUser);
    const seesOps = async (user: string) => {
      const ids = await answerOf(idsOf(copy, user, 'project = OPS', now));
      return ids.length > 0 && !ids[0]?.includes('does not exist');
    };
    let reader = '';
    for (const user of users.filter(id => id !== admin)) {
      await arrive(user);
      if (await seesOps(user)) reader = user;
    }
    expect(reader).not.toBe('');

    const ops = (await catalogue.all('project')).find(({ document }) => document.key === 'OPS');
    const access = await catalogue.get('projectAccess', ops?.id ?? '');
    await catalogue.save('projectAccess', ops?.id ?? '', { ...access?.document, roles: {} });
    for (const group of await catalogue.all('group'))
      await catalogue.save('group', group.id, { ...group.document, members: [admin] });
    for (const user of await catalogue.all('user'))
      await catalogue.save('user', user.id, { ...user.document, groups: [] });
    expect(await seesOps(reader), 'before Jira is asked again').toBe(true);
    now += MAX_ACCESS_AGE_MS - minute;
    await arrive(reader);
    expect(await seesOps(reader)).toBe(false);
    expect(await idsOf(copy, reader, all, now)).toEqual(await idsOf(source.store, reader, all));
  });

  test('see what schemes grant, else nothing, once Jira has not answered for five minutes', async () => {
    now += 60 * minute;
    const [user = ''] = users;
    expect((await arrive(user)).why).toBeNull();
    const seen = await idsOf(copy, user, all, now);
    source.refuses = { paths: /search|project|permissions/, status: 503 };
    now += MAX_ACCESS_AGE_MS - 1;
    await arrive(user);
    expect(await idsOf(copy, user, all, now)).toEqual(seen);
    now += 1;
    expect((await arrive(user)).why).toMatch(/could not be asked/);
    expect(await idsOf(copy, user, all, now)).toEqual([]);
    source.refuses = null;
    await refreshAccess(mirror, now);
    expect((await readerAccess(copy, user, now)).why).toBeNull();
  });

  test('whose token was revoked: schemes, a notice, an audit line, and no further calls', async () => {
    now += 60 * minute;
    const [user = '', other = ''] = users;
    await arrive(user);
    await arrive(other);
    source.tokens.set(tokenOf(user), null);
    now += MAX_ACCESS_AGE_MS - minute;
    expect((await arrive(user)).notice).toMatch(/refuses your token/);
    expect(await idsOf(copy, user, all, now)).toEqual([]);
    await refreshAccess(mirror, now);
    const bySchemes = await readerAccess(copy, user, now);
    expect([bySchemes.why, bySchemes.notice]).toEqual([null, expect.stringContaining('refuses')]);
    expect((await arrive(other)).notice).toBeNull();
    const [line] = await copy.audit.newest(1);
    expect(line).toMatchObject({ account: `account of ${user}`, action: 'Jira token refused' });
    expect(said.filter(text => /is not used: .* 401/.test(text))).toHaveLength(1);
    const before = source.asked.length;
    now += 10 * minute;
    await arrive(user);
    expect(source.asked.length).toBe(before);
    await give(user, 'another-token', now);
    expect((await arrive(user)).notice).toBeNull();
    expect((await answerIn(user)).outcome).toBe('used');
  });

  test('who remove theirs see what schemes grant as soon as Jira has confirmed them', async () => {
    now += 60 * minute;
    const [user = ''] = users;
    await arrive(user);
    expect((await answerIn(user)).outcome).toBe('used');
    await removeReaderToken(copy, `account of ${user}`);
    expect((await readerAccess(copy, user, now)).why).not.toBeNull();
    now += 2_000;
    await refreshAccess(mirror, now);
    expect((await arrive(user)).why).toBeNull();
    await give(user, tokenOf(user), ++now);
  });

  test('cannot use the tokens of others', async () => {
    now += 60 * minute;
    const [, user = '', other = ''] = users;
    const tokens = readerTokens(copy, key);
    const [mine, theirs] = [
      await tokens.get(`account of ${user}`),
      await tokens.get(`account of ${other}`),
    ];
    const store = (token: unknown) =>
      copy.properties.set('jira token', `account of ${user}`, {
        ...(token as object),
        givenMs: now,
      });
    await store({ ...mine, sealed: theirs?.sealed });
    expect((await arrive(user)).notice).toMatch(/cannot be decrypted/);
    // The record of another person, as a whole.
    await store(theirs);
    const before = source.asked.length;
    await arrive(user);
    expect(source.asked.length).toBe(before);

    await give(user, tokenOf(user), ++now);
    await copy.accounts.change(`account of ${user}`, { jiraAccountId: other });
    await arrive(user);
    expect(source.asked.length, 'linked to somebody else since').toBe(before);
    await copy.accounts.change(`account of ${user}`, { jiraAccountId: user });
    expect((await arrive(user)).notice).toBeNull();
    expect(source.asked.length).toBeGreaterThan(before);
  });

  test('are told when the mirror has no key, or another one', async () => {
    now += 60 * minute;
    const [, user = ''] = users;
    const missing = () => existingSecretKey(undefined, '/nowhere');
    for (const wrong of [missing, () => Buffer.alloc(32)]) {
      await give(user, tokenOf(user), ++now);
      await readerAccess(copy, user, now);
      await askReaders(mirror, wrong, now);
      expect((await readerAccess(copy, user, now)).notice).toMatch(/cannot be decrypted/);
    }
    expect(said.join()).toMatch(/Set TALLYBOARD_KEY to the key of the server/);
    expect(said.join()).toMatch(/another key than the server/);
  });

  test.each([false, true])(
    'cost Jira at most 20 calls in any hour of continuous use; more than a page: %s',
    async many => {
      if (many) seeMany();
      now += 60 * minute;
      const [, , user = ''] = users;
      await give(user, tokenOf(user), now);
      const calls: number[] = [];
      for (const end = now + 150 * minute; now < end; now += 20_000) {
        const before = source.asked.length;
        await arrive(user);
        calls.push(...source.asked.slice(before).map(() => now));
        const answer = await answerIn(user);
        expect(answer.outcome === 'used' && now - answer.atMs < MAX_ACCESS_AGE_MS).toBe(true);
        expect(answer.issues === undefined).toBe(many);
      }
      const inHourFrom = (start: number) =>
        calls.filter(atMs => atMs >= start && atMs < start + 60 * minute).length;
      expect(Math.max(...calls.map(inHourFrom))).toBeLessThanOrEqual(MAX_CALLS);
      expect(calls.length).toBeGreaterThan(35);
      source.answer = null;
    },
  );

  test('never find their tokens in the store, the messages or the audit', async () => {
    const { value } = (await copy.properties.get('jira token', `account of ${users[0]}`)) ?? {};
    expect(JSON.stringify(value)).toContain('sealed');
    const lines: unknown[] = [said, await copy.audit.newest(1_000)];
    for await (const line of copy.backup(now)) lines.push(line);
    const text = JSON.stringify(lines);
    for (const token of [...source.tokens.keys(), 'secret-token-of-the-test']) {
      const forms = [
        token,
        Buffer.from(token).toString('hex'),
        Buffer.from(token).toString('base64'),
      ];
      for (const form of forms) expect(text).not.toContain(form);
    }
  });
});
