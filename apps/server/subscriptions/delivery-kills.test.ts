/** Processes that deliver over one database are killed at any step: each recipient of each run gets its message, as one Message-ID. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { LEASE_MS, messageId } from '@tallyboard/server-store/outbox.ts';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';
import { MAX_CONNECTIONS } from '@tallyboard/service-kit/delivery/mail.ts';
import { type Recipient, recipientKey } from '@tallyboard/service-kit/delivery/recipients.ts';
import { mailSink } from '@tallyboard/service-kit/delivery/testing/mail-sink.ts';
import type { When } from '@tallyboard/service-kit/subscriptions/definition.ts';
import { release } from '@tallyboard/service-kit/subscriptions/release.ts';
import { newSubscription, originOf } from '@tallyboard/service-kit/subscriptions/subscriptions.ts';
import { afterAll, expect, test } from 'vitest';
import type { DeliveryChild } from '../testing/delivery-child.ts';

/** A run of some minutes: TALLYBOARD_KILLS=200. */
const KILLS = Number(process.env.TALLYBOARD_KILLS ?? 8);
/** Rounds that are killed before a run is let through. */
const KILLS_OF_RUN = 2;
/** A round of two processes has about so many in each. */
const STATEMENTS = 90;
const HOUR = 3_600_000;
const START = Date.parse('2026-03-02T08:00:00Z');
const PROGRAM = join(import.meta.dirname, '../testing/delivery-child.ts');

const folder = mkdtempSync(join(tmpdir(), 'tallyboard-delivery-kills-'));
const file = join(folder, 'tallyboard.db');
let children: readonly ChildProcess[] = [];
/** The mail at whose arrival all processes are killed; 0: none. */
let mailOfKill = 0;
let mailsSeen = 0;
const killAtMail = (at: number) => {
  mailsSeen += 1;
  if (mailsSeen !== at) return;
  for (const child of children) child.kill('SIGKILL');
};
// Half of the kills come before the sink has the mail, half before its sender knows.
const sink = await mailSink(() => ({
  refuse: () => {
    if (mailOfKill % 2 === 1) killAtMail(mailOfKill);
    return null;
  },
  drop: () => {
    if (mailOfKill % 2 === 0) killAtMail(mailOfKill);
    return null;
  },
}));
const settings = { mail: sink.settings, webhookHosts: [], folder: join(folder, 'out') };
afterAll(async () => {
  await sink.close();
  rmSync(folder, { recursive: true });
});

const accounts = (kind: string): readonly Recipient[] =>
  Array.from({ length: 6 }, (_, at) => ({
    kind: 'account',
    account: `${kind}-${at}@example.com`,
  }));
const FOLDER: Recipient = { kind: 'folder', path: 'weekly' };

async function subscribe(
  store: Store,
  when: When,
  recipients: readonly Recipient[],
): Promise<Subscribed> {
  const definition = { when, recipients, file: null };
  const made = { owner: 'mara', report: 'weekly00', definition };
  const one = await newSubscription(store, made, START);
  await store.subscriptions.save(one);
  return { id: one.id, when, recipients };
}

/** Processes at this time, each until its statement of a number; returns how many were killed. */
async function roundsAt(now: number, lasts: readonly number[]): Promise<number> {
  children = lasts.map(last => {
    const given: DeliveryChild = { file, now, last, settings };
    const stdio = ['ignore', 'pipe', 'inherit'] as const;
    return spawn(process.execPath, [PROGRAM, JSON.stringify(given)], { stdio: [...stdio] });
  });
  const ends = await Promise.all(
    children.map(async child => {
      const [, [code, signal]] = await Promise.all([text(child.stdout!), once(child, 'exit')]);
      expect([0, 'SIGKILL']).toContain(code ?? signal);
      return signal;
    }),
  );
  return ends.filter(signal => signal === 'SIGKILL').length;
}

interface Subscribed {
  readonly id: string;
  readonly when: When;
  readonly recipients: readonly Recipient[];
}

/** The mails that there must be, after the history was found complete. */
async function expectedMails(
  store: Store,
  { id, when, recipients }: Subscribed,
  count: number,
): Promise<readonly string[]> {
  const runs = await store.subscriptions.runs(id, count + 1);
  expect(runs).toHaveLength(count);
  const expected: string[] = [];
  for (const [at, run] of runs.toReversed().entries()) {
    if ('event' in when) expect(run.cause).toBe(`Sprint 'Sprint ${at + 1}' was closed.`);
    else expect(run.dueMs).toBe(START + (at + 1) * 2 * HOUR);
    expect(run).toMatchObject({ nextMs: null, finishedMs: expect.any(Number), detail: '' });
    const name = new Date(run.dueMs).toISOString();
    const messages = await store.outbox.ofRun(originOf({ id }), name);
    expect(messages.map(({ recipient, state }) => `${recipient} ${state}`).sort()).toEqual(
      recipients.map(each => `${recipientKey(each)} sent`).sort(),
    );
    for (const each of recipients) {
      const to = recipientKey(each);
      const message = messageId(`${originOf({ id })} ${name}`, to);
      if (each.kind === 'account') expected.push(`${to} <${message}@example.com>`);
    }
  }
  return expected;
}

test(
  'servers that are killed at any step send each message, and none twice under another name',
  async () => {
    const store = await openStore({ file });
    const report = { id: 'weekly00', name: 'Weekly look', view: { report: 'overview' } };
    const shares = [{ kind: 'everyone', name: '', edit: false }] as const;
    const more = { ownerId: 'mara', description: '', version: 0, updatedMs: 1 };
    await store.savedReports.save({ ...report, ...more, shares: [...shares] });
    await release(store, report, { by: 'admin', atMs: START });
    const scheduled = await subscribe(store, { cron: '0 */2 * * *', zone: 'UTC' }, [
      ...accounts('schedule'),
      FOLDER,
    ]);
    const awaiting = await subscribe(
      store,
      { event: 'sprint-closed', of: null },
      accounts('event'),
    );

    let kills = 0;
    let runs = 0;
    for (let step = 0; kills < KILLS; runs++) {
      const due = START + (runs + 1) * 2 * HOUR;
      const value = { id: String(runs + 1), name: `Sprint ${runs + 1}`, state: 'closed' };
      await store.ingest([{ kind: 'sprint', value }], { source: 'a' });
      for (let at = 0; at < KILLS_OF_RUN; at++, step++) {
        // Spread evenly: each round ends somewhere else. Every third one ends at a mail.
        mailOfKill = step % 3 === 2 ? 1 + (step % 8) : 0;
        mailsSeen = 0;
        const point = Math.max(1, Math.round(STATEMENTS * ((step * 0.618034) % 1)));
        const lasts = mailOfKill > 0 ? [0, 0] : [point, Math.max(1, Math.round(point * 0.7))];
        kills += await roundsAt(due + at * (LEASE_MS + 1), lasts);
      }
      mailOfKill = 0;
      expect(await roundsAt(due + KILLS_OF_RUN * (LEASE_MS + 1), [0])).toBe(0);
    }
    expect(kills).toBeGreaterThanOrEqual(KILLS);

    const expected = [
      ...(await expectedMails(store, scheduled, runs)),
      ...(await expectedMails(store, awaiting, runs)),
    ];
    const sent = new Set(sink.mails.map(({ to, messageId: id }) => `${to} ${id}`));
    expect([...sent].sort()).toEqual(expected.sort());
    // A process that is killed after its mail was taken sends what it had begun again, with the same Message-ID.
    const again = sink.mails.length - expected.length;
    expect(again).toBeLessThanOrEqual(kills * MAX_CONNECTIONS);
    expect(
      readdirSync(join(folder, 'out/weekly')).filter(each => !each.startsWith('.')),
    ).toHaveLength(runs);
    await store.close();
    if (process.env.TALLYBOARD_KILLS)
      console.info(
        `${kills} kills, ${runs * 2} runs, ${expected.length} mails, ${again} of them again`,
      );
  },
  KILLS * 100_000,
);
