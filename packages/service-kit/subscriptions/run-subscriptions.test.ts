/** When runs are begun, repeated and given up, by a clock of the test. */
import { newMirrorState } from '@tallyboard/replica/data/mirror.ts';
import { openEngine } from '@tallyboard/replica/data/open-engine.ts';
import type { Visitor } from '@tallyboard/replica/rest/visitor.ts';
import { openServerStoreOn, type Store } from '@tallyboard/server-store/store.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addDigests } from '../delivery/daily-cap.ts';
import type { Message } from '../delivery/message.ts';
import { storeOf } from '../delivery/reader-source.ts';
import { recipientKey } from '../delivery/recipients.ts';
import type { ComputedMessage, MessageJob } from './compute-message.ts';
import type { When } from './definition.ts';
import { withEventTarget } from './event-target.ts';
import { release } from './release.ts';
import { doRuns, planRuns, type RunParts } from './run-subscriptions.ts';
import { findSubject } from './subject.ts';
import { historyJson, newSubscription, originOf } from './subscriptions.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A Monday. */
const DUE = Date.parse('2026-03-02T08:00:00Z');
const MONDAYS: When = { cron: '0 8 * * MON', zone: 'UTC' };
const ANNA = 'anna@example.com';
const BEN = 'ben@example.com';

let store: Store;
let now: number;
let jobs: MessageJob[];
let errors: unknown[];
let stopping: AbortController;
/** The reply to a job. */
let reply: (job: MessageJob) => ComputedMessage;

const MESSAGE: Message = {
  subject: 'Weekly look',
  summary: ['4 of 9 issues are done.'],
  figures: [],
  table: null,
  notes: ['One issue has no estimate.'],
  picture: null,
  files: [],
  link: null,
  event: { type: 'report.sent', data: {} },
};
const whole = (): ComputedMessage => ({ message: MESSAGE, partial: null });

beforeEach(async () => {
  store = await openServerStoreOn(openEngine({ memory: true }));
  now = DUE - HOUR;
  jobs = [];
  errors = [];
  stopping = new AbortController();
  reply = whole;
  await store.savedReports.save({
    id: 'weekly00',
    name: 'Weekly look',
    ownerId: ANNA,
    description: '',
    view: { report: 'overview' },
    version: 0,
    updatedMs: 1,
    shares: [],
  });
});
afterEach(() => store.close());

const visitor = (account: string): Visitor => ({
  account,
  name: account,
  signedIn: true,
  role: 'editor',
  issuer: null,
  subject: null,
  groups: [],
  jiraAccountId: null,
});

const parts = (): RunParts => ({
  store,
  visitorOf: async account => visitor(account),
  async compute(job) {
    jobs.push(job);
    return reply(job);
  },
  problemOf: error => (error instanceof RangeError ? error.message : null),
  base: 'https://reports.example.com',
  jira: null,
  isSite: false,
  now: () => now,
  onError: error => errors.push(error),
  signal: stopping.signal,
});

async function subscribe(when: When = MONDAYS, to: readonly string[] = [ANNA]): Promise<string> {
  const recipients = to.map(account => ({ kind: 'account' as const, account }));
  const made = { owner: ANNA, report: 'weekly00', definition: { when, recipients, file: null } };
  const one = await newSubscription(store, made, now);
  await store.subscriptions.save(one);
  expect(recipients.map(recipientKey)).toEqual(to);
  return one.id;
}

/** A round of a server; returns what it sent. */
async function round(by = parts()): Promise<readonly (Message & { readonly to: string })[]> {
  await planRuns(by);
  await doRuns(by);
  const leased = await store.outbox.lease(now, 1000);
  for (const each of leased) await store.outbox.finish(each, { state: 'sent', detail: '' }, now);
  return leased.map(({ recipient, content }) => ({
    ...(JSON.parse(content).message as Message),
    to: recipient,
  }));
}

async function roundAt(at: number) {
  now = at;
  return round();
}

test('a run is due at its time, once, and the next one a week later', async () => {
  const id = await subscribe();
  expect(await roundAt(DUE - 1)).toEqual([]);
  expect(await roundAt(DUE)).toMatchObject([{ ...MESSAGE, to: ANNA }]);
  expect(await roundAt(DUE + MINUTE)).toEqual([]);
  expect(await roundAt(DUE + 7 * DAY)).toHaveLength(1);
  const history = await historyJson(store, { id });
  expect(history.map(({ due, cause, next }) => [due, cause, next])).toEqual([
    ['2026-03-09T08:00:00.000Z', 'schedule', null],
    ['2026-03-02T08:00:00.000Z', 'schedule', null],
  ]);
});

test('of 600 messages the history has those first that were not sent', async () => {
  const names = Array.from({ length: 600 }, (_, at) => `${at}@example.com`);
  const id = await subscribe(MONDAYS, names);
  now = DUE;
  await planRuns(parts());
  await doRuns(parts());
  for (const each of await store.outbox.lease(now, 1000)) {
    const state = each.recipient.startsWith('599') ? 'failed' : 'sent';
    await store.outbox.finish(each, { state, detail: '' }, now);
  }
  const [run] = await historyJson(store, { id });
  expect(run?.messages[0]).toMatchObject({ to: '599@example.com', state: 'failed' });
  expect([run?.messages.length, run?.omitted]).toEqual([500, 100]);
});

test('incomplete figures wait an hour, then are sent with the reason in the first line', async () => {
  const partial = 'The data are of 05:00, three hours old.';
  const id = await subscribe(MONDAYS, [ANNA, BEN]);
  reply = ({ reader }) =>
    reader?.account === BEN ? { message: MESSAGE, partial } : { message: MESSAGE, partial: null };
  expect(await roundAt(DUE)).toMatchObject([{ to: ANNA, subject: 'Weekly look' }]);
  expect(await historyJson(store, { id })).toMatchObject([
    { detail: `Not complete: ${partial}`, finished: null, next: '2026-03-02T08:05:00.000Z' },
  ]);
  expect(await roundAt(DUE + 5 * MINUTE - 1)).toEqual([]);
  expect(jobs).toHaveLength(2);
  for (let at = 5; at < 60; at += 5) expect(await roundAt(DUE + at * MINUTE)).toEqual([]);
  expect(jobs).toHaveLength(2 + 11);
  expect(await roundAt(DUE + HOUR)).toMatchObject([
    {
      to: BEN,
      subject: 'Weekly look (incomplete)',
      summary: [`Not complete: ${partial}`, ...MESSAGE.summary],
    },
  ]);
  expect(await historyJson(store, { id })).toMatchObject([{ detail: '', next: null }]);
  expect(await roundAt(DUE + 2 * HOUR)).toEqual([]);
});

test('figures that become complete within the hour are sent as they are', async () => {
  await subscribe();
  reply = () => ({ message: MESSAGE, partial: 'Data are missing.' });
  expect(await roundAt(DUE)).toEqual([]);
  reply = whole;
  expect(await roundAt(DUE + 10 * MINUTE)).toMatchObject([MESSAGE]);
});

test('where it is unknown what a recipient may see, nothing is sent, and the history says so', async () => {
  const id = await subscribe(MONDAYS, [ANNA, BEN]);
  reply = ({ reader }) =>
    reader?.account === BEN ? { unknown: 'Jira does not tell its groups.' } : whole();
  expect(await roundAt(DUE)).toMatchObject([{ to: ANNA }]);
  for (let at = 5; at <= 90; at += 5) expect(await roundAt(DUE + at * MINUTE)).toEqual([]);
  const detail = 'It is not known what this account may see: Jira does not tell its groups.';
  expect(await historyJson(store, { id })).toMatchObject([
    {
      next: null,
      messages: [
        { to: BEN, state: 'skipped', detail },
        { to: ANNA, state: 'sent' },
      ],
    },
  ]);
});

test('of runs that were missed the last one is sent, marked late', async () => {
  const id = await subscribe({ cron: '0 8 * * *', zone: 'UTC' });
  const [sent, ...more] = await roundAt(DUE + 3 * DAY + 16 * MINUTE);
  expect(more).toEqual([]);
  expect(sent?.notes).toEqual([
    'Late: it was due at 2026-03-05 08:00 UTC, when the server was not running.',
    ...MESSAGE.notes,
  ]);
  expect((await historyJson(store, { id })).map(({ due }) => due)).toEqual([
    '2026-03-05T08:00:00.000Z',
  ]);
  const [next] = await roundAt(DUE + 4 * DAY + 14 * MINUTE);
  expect(next?.notes).toEqual(MESSAGE.notes);
});

test('a recipient gets at most 20 messages of all subscriptions in a day', async () => {
  const hourly = { cron: '0 * * * *', zone: 'UTC' };
  const first = await subscribe(hourly);
  const second = await subscribe(hourly, [ANNA, BEN]);
  const got: string[] = [];
  for (let at = 0; at < 12; at++) got.push(...(await roundAt(DUE + at * HOUR)).map(({ to }) => to));
  expect(got.filter(to => to === ANNA)).toHaveLength(20);
  expect(got.filter(to => to === BEN)).toHaveLength(12);
  const skipped = {
    state: 'held',
    detail: 'This recipient got 20 messages in a day: a digest will name it.',
  };
  for (const id of [first, second]) {
    const ofRun = await store.outbox.ofRun(originOf({ id }), new Date(now).toISOString());
    expect(ofRun.find(({ recipient }) => recipient === ANNA)).toMatchObject(skipped);
  }
  // Two of the first hour are older than a day.
  expect((await roundAt(DUE + DAY)).filter(({ to }) => to === ANNA)).toHaveLength(2);
});

/** What both of two servers send beyond the runs. */
async function digestsAt(at: number) {
  now = at;
  await Promise.all([addDigests(store.outbox, now), addDigests(store.outbox, now)]);
  const leased = await store.outbox.lease(now, 1000);
  for (const each of leased) await store.outbox.finish(each, { state: 'sent', detail: '' }, now);
  return leased.map(({ recipient, content }) => {
    const { subject, table } = JSON.parse(content).message as Message;
    return { recipient, subject, rows: table?.rows };
  });
}

test('messages beyond 20 a day are named in one digest a day, an hour after the first', async () => {
  const hourly = { cron: '0 * * * *', zone: 'UTC' };
  const ids = [await subscribe(hourly), await subscribe(hourly), await subscribe(hourly)];
  // 18 by 13:00; of the three at 14:00 two are sent, of those at 15:00 none.
  for (let at = 0; at < 8; at++) await roundAt(DUE + at * HOUR);
  expect(await digestsAt(DUE + 7 * HOUR - 1)).toEqual([]);
  expect(await digestsAt(DUE + 7 * HOUR)).toEqual([
    {
      recipient: ANNA,
      subject: '4 messages held back',
      rows: [
        ['2026-03-02 14:00', 'Weekly look'],
        ['2026-03-02 15:00', 'Weekly look'],
        ['2026-03-02 15:00', 'Weekly look'],
        ['2026-03-02 15:00', 'Weekly look'],
      ],
    },
  ]);
  const ofRun = await store.outbox.ofRun(originOf({ id: ids[0]! }), '2026-03-02T15:00:00.000Z');
  expect(ofRun).toMatchObject([
    { state: 'skipped', detail: 'This recipient got 20 messages in a day: a digest named it.' },
  ]);
  // Another digest is a day away; who leaves one of the subscriptions gets no word of it.
  await roundAt(DUE + 8 * HOUR);
  await store.outbox.unsubscribe(originOf({ id: ids[1]! }), ANNA, now);
  expect(await digestsAt(DUE + 30 * HOUR)).toEqual([]);
  const [next, ...more] = await digestsAt(DUE + 31 * HOUR);
  expect([next?.subject, more]).toEqual(['2 messages held back', []]);
  // A digest takes no place of the next day: the 18 of the first six hours are older.
  expect(await store.outbox.countSince(ANNA, DUE + 7 * HOUR)).toBe(0);
  // What is removed is named nowhere.
  for (let at = 0; at < 8; at++) await roundAt(DUE + (48 + at) * HOUR);
  for (const id of ids)
    await store.outbox.cancel(originOf({ id }), 'The subscription was removed.', now);
  expect(await digestsAt(DUE + 60 * HOUR)).toEqual([]);
});

test('figures that cannot be computed hold up no other recipient', async () => {
  const id = await subscribe(MONDAYS, [ANNA, BEN]);
  reply = ({ reader }) => {
    if (reader?.account === ANNA) throw new TypeError('x is not a function');
    return whole();
  };
  expect(await roundAt(DUE)).toMatchObject([{ to: BEN }]);
  for (let at = 5; at <= 120; at += 5) expect(await roundAt(DUE + at * MINUTE)).toEqual([]);
  expect(errors).toHaveLength(13);
  const detail = 'The figures could not be computed: the log of the server has the reason.';
  expect(await historyJson(store, { id })).toMatchObject([
    { next: null, messages: [{ to: ANNA, state: 'skipped', detail }, { to: BEN }] },
  ]);
});

test('a question that cannot be answered is given up after an hour, with the reason', async () => {
  const id = await subscribe();
  reply = () => {
    throw new RangeError('The board 3 is gone.');
  };
  for (let at = 0; at <= 60; at += 5) expect(await roundAt(DUE + at * MINUTE)).toEqual([]);
  expect(errors).toEqual([]);
  expect(await historyJson(store, { id })).toMatchObject([
    { next: null, messages: [{ state: 'skipped', detail: 'The board 3 is gone.' }] },
  ]);
});

test('a server that stops leaves its run to another one at once', async () => {
  await subscribe(MONDAYS, [ANNA, BEN]);
  reply = () => {
    stopping.abort();
    return whole();
  };
  expect(await roundAt(DUE)).toMatchObject([{ to: ANNA }]);
  stopping = new AbortController();
  reply = whole;
  expect(await round()).toMatchObject([{ to: BEN }]);
});

test('a sprint of the board that is closed begins a run, which says so', async () => {
  const sprint = (id: number, state: string, originBoardId: number) =>
    store.ingest([{ kind: 'sprint', value: { id, name: `Sprint ${id}`, state, originBoardId } }], {
      source: 'a',
    });
  await sprint(1, 'closed', 3);
  await subscribe({ event: 'sprint-closed', of: '3' });
  expect(await round()).toEqual([]);
  await sprint(2, 'active', 3);
  await sprint(4, 'closed', 5);
  expect(await roundAt(now + MINUTE)).toEqual([]);
  await sprint(2, 'closed', 3);
  const [sent, ...more] = await roundAt(now + MINUTE);
  expect(more).toEqual([]);
  expect(sent?.notes).toEqual(["Sprint 'Sprint 2' was closed.", ...MESSAGE.notes]);
  expect(await roundAt(now + MINUTE)).toEqual([]);
  await sprint(6, 'closed', 3);
  await sprint(7, 'closed', 3);
  const [both] = await roundAt(now + MINUTE);
  expect(both?.notes[0]).toBe("Sprints 'Sprint 6', 'Sprint 7' were closed.");
});

test('a version of the project that is released begins a run', async () => {
  for (const [id, key] of [
    [1, 'AB'],
    [2, 'CD'],
  ] as const)
    await store.ingest([{ kind: 'project', value: { id, key, name: key } }], { source: 'a' });
  const version = (id: number, projectId: number, released: boolean) =>
    store.ingest([{ kind: 'version', value: { id, name: `${id}.0`, projectId, released } }], {
      source: 'a',
    });
  await version(1, 1, false);
  await subscribe({ event: 'version-released', of: 'AB' });
  await version(2, 2, true);
  expect(await round()).toEqual([]);
  await version(1, 1, true);
  const [sent] = await roundAt(now + MINUTE);
  expect(sent?.notes[0]).toBe("Version '1.0' was released.");
  expect(await roundAt(now + MINUTE)).toEqual([]);
});

test('names of versions and sprints go to accounts that may see their project', async () => {
  const named = (kind: 'user' | 'project' | 'permissionScheme' | 'projectAccess', value: object) =>
    store.ingest([{ kind, value }] as unknown as Parameters<typeof store.ingest>[0], {
      source: 'a',
    });
  const version = (id: number, released: boolean) =>
    store.ingest([{ kind: 'version', value: { id, name: `${id}.0`, projectId: 1, released } }], {
      source: 'a',
    });
  for (const accountId of [ANNA, BEN])
    await named('user', { accountId, displayName: accountId, active: true });
  await named('project', { id: 1, key: 'AB', name: 'Alpha' });
  const permissions = [
    { id: 1, holder: { type: 'user', parameter: ANNA }, permission: 'BROWSE_PROJECTS' },
  ];
  await named('permissionScheme', { id: '7', name: 'Anna alone', permissions });
  await named('projectAccess', { id: '1', permissionScheme: '7', securityScheme: null, roles: {} });
  await version(1, false);
  const given = { event: 'version-released', of: 'alpha' };
  const asked = async (account: string, more: object = {}) => {
    const { catalogue } = await storeOf(store, { ...visitor(account), jiraAccountId: account });
    return withEventTarget(store, { ...given, ...more }, { catalogue, isSite: false });
  };
  expect(await asked(ANNA)).toEqual({ ...given, of: 'AB' });
  const none = (of: string) => ({
    path: 'of',
    text: `There is no project '${of}': give the key of one that you see.`,
  });
  expect(await asked(BEN)).toEqual(none('alpha'));
  expect(await asked(ANNA, { of: 'ABC' })).toEqual(none('ABC'));
  expect(await asked(ANNA, { event: 'sprint-closed', of: 3 })).toEqual({
    path: 'of',
    text: "There is no board '3': give the id or name of one that you see.",
  });

  const when: When = { event: 'version-released', of: 'AB' };
  await subscribe(when, [ANNA, BEN]);
  const outside = { kind: 'mail' as const, address: 'boss@elsewhere.example' };
  const made = {
    owner: ANNA,
    report: 'weekly00',
    definition: { when, recipients: [outside], file: null },
  };
  await store.subscriptions.save(await newSubscription(store, made, now));
  const subject = await findSubject(store, 'weekly00');
  await release(store, subject!, { by: 'admin', atMs: now });
  const of = (account: string) => ({ ...visitor(account), jiraAccountId: account });
  const all = { ...parts(), visitorOf: async (account: string) => of(account) };
  expect(await round(all)).toEqual([]);
  await version(1, true);
  now += MINUTE;
  const sent = await round(all);
  expect(sent.map(({ to, notes: [first] }) => [to, first]).sort()).toEqual([
    [ANNA, "Version '1.0' was released."],
    [BEN, 'A version was released.'],
    [outside.address, 'A version was released.'],
  ]);
});

test('rounds of the mirror begin a run at most once an hour, also after its clock was set back', async () => {
  await store.mirror.claim('a');
  const initial = newMirrorState({ site: 'https://a.example', flavour: 'cloud', jql: '' });
  const ended = (endedMs: number) =>
    store.mirror.step({ holder: 'a', state: { ...initial, endedMs } });
  await ended(now);
  await subscribe({ event: 'mirror-finished', of: null });
  expect(await round()).toEqual([]);
  await ended(now + 59 * MINUTE);
  expect(await roundAt(now + 59 * MINUTE)).toEqual([]);
  await ended(now + MINUTE);
  const [sent] = await roundAt(now + MINUTE);
  expect(sent?.notes[0]).toBe('A round of the mirror has ended.');
  expect(await roundAt(now + MINUTE)).toEqual([]);
  await ended(now - DAY);
  await roundAt(now - DAY);
  await ended(now + HOUR);
  expect(await roundAt(now + HOUR)).toHaveLength(1);
});

test('a clock that is set back sends no run again, and keeps the schedule', async () => {
  const id = await subscribe();
  expect(await roundAt(DUE)).toHaveLength(1);
  expect(await roundAt(DUE - HOUR)).toEqual([]);
  expect((await store.subscriptions.get(id))?.dueMs).toBe(DUE);
  expect(await roundAt(DUE)).toEqual([]);
  expect(await roundAt(DUE + 7 * DAY)).toHaveLength(1);
});

test('a clock that was a year ahead delays neither the run, its repeat nor its message', async () => {
  const id = await subscribe();
  now = DUE + 364 * DAY;
  await planRuns(parts());
  reply = () => ({ message: MESSAGE, partial: 'Data are missing.' });
  await doRuns(parts());
  expect(await store.subscriptions.runs(id, 9)).toHaveLength(1);
  reply = whole;
  now = DUE - HOUR;
  await doRuns(parts());
  now += 364 * DAY;
  const ahead = await store.outbox.ofOrigin(originOf({ id }), 9);
  expect(ahead).toMatchObject([{ state: 'pending' }]);
  const [leased] = await store.outbox.lease(now, 9);
  await store.outbox.repeat(leased!, 'The server of mail did not answer.', now + HOUR);
  expect(await roundAt(DUE - HOUR)).toHaveLength(1);
  expect(await roundAt(DUE)).toHaveLength(1);
});

test('figures that stay incomplete are sent, whatever the clock was when the run began', async () => {
  await subscribe();
  reply = () => ({ message: MESSAGE, partial: 'Data are missing.' });
  now = DUE + 364 * DAY;
  await planRuns(parts());
  expect(await roundAt(DUE - HOUR)).toMatchObject([{ subject: 'Weekly look (incomplete)' }]);
});
