/** Subscriptions to saved reports and dashboards. Our own server alone sends them. */
import { path } from '@tallyboard/jira/address.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import { readOne } from '@tallyboard/jira/read.ts';
import { parseWire } from '@tallyboard/jira/wire/parse.ts';
import * as v from 'valibot';

const subscription = v.object({
  id: v.string(),
  state: v.picklist(['active', 'paused', 'ended']),
  why: v.string(),
  whenText: v.string(),
  next: v.nullable(v.string()),
  to: v.array(v.object({ name: v.string(), unsubscribed: v.boolean() })),
  file: v.nullable(v.string()),
  owner: v.nullable(v.string()),
  mine: v.boolean(),
});
export type SavedSubscription = v.InferOutput<typeof subscription>;

const ofReport = v.object({
  subscriptions: v.array(subscription),
  /** The reader as a recipient; null where nobody signs in. */
  account: v.nullable(v.string()),
  mail: v.boolean(),
  /** All get what the server's account may see. */
  eyes: v.boolean(),
  /** Recipients without an account may get it. */
  released: v.boolean(),
  mayRelease: v.boolean(),
  /** It is sent as Jira's notification of an issue, to recipients with an account or without. */
  byIssue: v.optional(v.boolean(), false),
});
export type ReportSubscriptions = v.InferOutput<typeof ofReport>;

const run = v.object({
  due: v.string(),
  cause: v.string(),
  finished: v.nullable(v.string()),
  detail: v.string(),
  messages: v.array(v.object({ to: v.string(), state: v.string(), detail: v.string() })),
});
export type SubscriptionRun = v.InferOutput<typeof run>;

export interface NewSubscription {
  readonly cron?: string;
  readonly zone?: string;
  readonly event?: string;
  readonly of?: string;
  /** Of an alert: also when it is back. */
  readonly back?: boolean;
  readonly to: readonly string[];
  /** Where it is sent as the notification of an issue: its key. */
  readonly issue?: string;
  readonly file: string;
}

/** What can be sent. */
export interface Sendable {
  readonly kind: 'report' | 'dashboard';
  readonly id: string;
}

export interface SavedSubscriptions {
  list(of: Sendable, signal?: AbortSignal): Promise<ReportSubscriptions>;
  /** Returns the secrets of new webhooks by recipient, which are told once. */
  add(of: Sendable, subscription: NewSubscription): Promise<Readonly<Record<string, string>>>;
  setState(id: string, state: 'active' | 'paused'): Promise<void>;
  remove(id: string): Promise<void>;
  /** Sends now, to one recipient or all. */
  test(id: string, to: string | null): Promise<void>;
  /** Latest first. */
  history(id: string, signal?: AbortSignal): Promise<readonly SubscriptionRun[]>;
  setReleased(of: Sendable, on: boolean): Promise<void>;
}

const BASE = '/rest/tallyboard/1';
const of = ({ kind, id }: Sendable) =>
  BASE + (kind === 'dashboard' ? path`/dashboards/${id}` : path`/saved-reports/${id}`);
const one = (id: string) => BASE + path`/subscriptions/${id}`;

export function serverSubscriptions(client: JiraClient): SavedSubscriptions {
  const send = async (method: 'PUT' | 'DELETE' | 'POST', address: string, body?: object) =>
    client.send({ method, path: address, ...(body && { body }) });
  return {
    list: (sent, signal) => readOne(client, ofReport, `${of(sent)}/subscriptions`, { signal }),
    async add(sent, made) {
      const reply = await send('POST', `${of(sent)}/subscriptions`, made);
      const schema = v.object({ secrets: v.record(v.string(), v.string()) });
      return parseWire(schema, reply, 'subscription').secrets;
    },
    async setState(id, state) {
      await send('PUT', one(id), { state });
    },
    async remove(id) {
      await send('DELETE', one(id));
    },
    async test(id, to) {
      await send('POST', `${one(id)}/test`, to === null ? {} : { to });
    },
    async history(id, signal) {
      const schema = v.object({ runs: v.array(run) });
      return (await readOne(client, schema, `${one(id)}/history`, { signal })).runs;
    },
    async setReleased(sent, on) {
      await send(on ? 'PUT' : 'DELETE', `${of(sent)}/release`);
    },
  };
}
