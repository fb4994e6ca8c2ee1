/** Subscriptions: what is stored of them, and what is shown. */
import { randomBytes } from 'node:crypto';
import type { OutboxMessage } from '@tallyboard/server-store/outbox.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import type { Subscription } from '@tallyboard/server-store/subscriptions.ts';
import { recipientKey } from '../delivery/recipients.ts';
import { alertEventText } from './alert-event.ts';
import { type Definition, definitionOf, whenText } from './definition.ts';
import { lookFor } from './events.ts';
import { releaseOf } from './release.ts';
import { nextInstant } from './schedule.ts';
import { dashboardOf, findSubject } from './subject.ts';

export const originOf = ({ id }: Pick<Subscription, 'id'>): string => `subscription:${id}`;

/** Runs that the history shows. */
const MAX_HISTORY = 50;
const MAX_MESSAGES = 500;

/** With the next instant of its schedule, or what there is now of its event. */
export async function scheduled(
  store: Pick<Store, 'catalogue' | 'mirror'>,
  { when }: Definition,
  now: number,
): Promise<Pick<Subscription, 'dueMs' | 'seen'>> {
  // An alert begins its runs itself.
  if ('event' in when && when.event === 'alert') return { dueMs: null, seen: '' };
  if ('event' in when) return { dueMs: null, seen: (await lookFor(store, when, '')).seen };
  return { dueMs: nextInstant(when, now), seen: '' };
}

export async function newSubscription(
  store: Pick<Store, 'catalogue' | 'mirror'>,
  made: { readonly owner: string | null; readonly report: string; readonly definition: Definition },
  now: number,
): Promise<Subscription> {
  const { owner, report, definition } = made;
  return {
    id: randomBytes(6).toString('hex'),
    owner,
    report,
    state: 'active',
    why: '',
    document: { ...definition },
    createdMs: now,
    version: 0,
    ...(await scheduled(store, definition, now)),
  };
}

const isoTime = (atMs: number | null) => (atMs === null ? null : new Date(atMs).toISOString());

export interface SubscriptionJson {
  readonly id: string;
  /** Its id; null for a dashboard. */
  readonly savedReport: string | null;
  /** Its id; null for a saved report. */
  readonly dashboard: string | null;
  readonly name: string | null;
  readonly owner: string | null;
  readonly state: Subscription['state'];
  readonly why: string;
  readonly when: Definition['when'];
  readonly whenText: string;
  readonly next: string | null;
  readonly to: readonly {
    readonly name: string;
    readonly kind: string;
    readonly unsubscribed: boolean;
    /** Of recipients without an account: whether the report is released to them. */
    readonly released?: boolean;
  }[];
  readonly file: string | null;
}

/** Of its recipients `only` this one, for who gets it. */
export async function subscriptionJson(
  store: Pick<Store, 'savedReports' | 'dashboards' | 'properties' | 'outbox' | 'alerts'>,
  subscription: Subscription,
  only: string | null = null,
): Promise<SubscriptionJson> {
  const { id, report, owner, state, why, document, dueMs } = subscription;
  const { when, recipients, file } = definitionOf(document);
  const dashboard = dashboardOf(report);
  const isAlert = 'event' in when && when.event === 'alert';
  const eventText = isAlert ? await alertEventText(store, when) : null;
  const left = await store.outbox.unsubscribed(originOf(subscription));
  const subject = await findSubject(store, report);
  const released = subject !== null && (await releaseOf(store, subject)) !== null;
  const to = recipients.map(each => {
    const name = recipientKey(each);
    const isOutside = each.kind !== 'account';
    const base = { name, kind: each.kind, unsubscribed: left.has(name) };
    return isOutside ? { ...base, released } : base;
  });
  return {
    id,
    savedReport: dashboard === null ? report : null,
    dashboard,
    name: subject?.name ?? null,
    owner,
    state,
    why,
    when,
    whenText: eventText ?? whenText(when),
    file,
    next: state === 'active' ? isoTime(dueMs) : null,
    to: only === null ? to : to.filter(({ name }) => name === only),
  };
}

export interface RunJson {
  readonly due: string;
  readonly cause: string;
  readonly finished: string | null;
  readonly next: string | null;
  readonly detail: string;
  /** Those that were not sent first. */
  readonly messages: readonly {
    readonly to: string;
    readonly state: string;
    readonly detail: string;
    readonly attempts: number;
    readonly at: string;
  }[];
  /** Messages that are not listed. */
  readonly omitted: number;
}

const isSent = ({ state }: OutboxMessage) => Number(state === 'sent');

/** Latest first. */
export async function historyJson(
  { subscriptions, outbox }: Pick<Store, 'subscriptions' | 'outbox'>,
  { id }: Pick<Subscription, 'id'>,
): Promise<readonly RunJson[]> {
  const origin = originOf({ id });
  const runs = await subscriptions.runs(id, MAX_HISTORY);
  return Promise.all(
    runs.map(async ({ dueMs, cause, finishedMs, nextMs, detail }) => {
      const messages = await outbox.ofRun(origin, runName({ dueMs }));
      const sorted = messages.toSorted((one, other) => isSent(one) - isSent(other));
      return {
        due: new Date(dueMs).toISOString(),
        cause,
        detail,
        finished: isoTime(finishedMs),
        next: isoTime(nextMs),
        messages: sorted.slice(0, MAX_MESSAGES).map(each => ({
          ...{
            to: each.recipient,
            state: each.state,
            detail: each.detail,
            attempts: each.attempts,
          },
          at: new Date(each.finishedMs ?? each.createdMs).toISOString(),
        })),
        omitted: Math.max(0, messages.length - MAX_MESSAGES),
      };
    }),
  );
}

/** The name of a run in the outbox. */
export const runName = ({ dueMs }: { readonly dueMs: number }): string =>
  new Date(dueMs).toISOString();

/** What the receivers of webhooks check signatures with, by recipient. */
export const secretsOf = ({ recipients }: Definition): Readonly<Record<string, string>> =>
  Object.fromEntries(
    recipients.flatMap(each =>
      each.kind === 'webhook' && each.form === 'standard'
        ? [[recipientKey(each), each.secret]]
        : [],
    ),
  );
