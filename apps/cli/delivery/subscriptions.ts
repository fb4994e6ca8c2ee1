/** Subscriptions where the command line finds them: in the store of a data folder, or on a server. */
import { setTimeout as pause } from 'node:timers/promises';
import { StoreError } from '@tallyboard/database/store-error.ts';
import { QuestionError } from '@tallyboard/engine/question-error.ts';
import { path } from '@tallyboard/jira/address.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import { HttpError } from '@tallyboard/jira/errors.ts';
import { QueryError } from '@tallyboard/jira/jql/query-error.ts';
import { findByName } from '@tallyboard/reports/find-by-name.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import type { Subscription } from '@tallyboard/server-store/subscriptions.ts';
import { readDelivery } from '@tallyboard/service-kit/delivery/delivery-settings.ts';
import { recipientKey } from '@tallyboard/service-kit/delivery/recipients.ts';
import { sendMessages } from '@tallyboard/service-kit/delivery/send-messages.ts';
import { servedSite } from '@tallyboard/service-kit/site/served-site.ts';
import { computeMessage } from '@tallyboard/service-kit/subscriptions/compute-message.ts';
import {
  definitionOf,
  type Given,
  isProblem,
  type Problem,
  readDefinition,
} from '@tallyboard/service-kit/subscriptions/definition.ts';
import { withEventTarget } from '@tallyboard/service-kit/subscriptions/event-target.ts';
import { endRelease, release } from '@tallyboard/service-kit/subscriptions/release.ts';
import { doRuns } from '@tallyboard/service-kit/subscriptions/run-subscriptions.ts';
import { storedVisitor } from '@tallyboard/service-kit/subscriptions/stored-visitor.ts';
import {
  dashboardSubject,
  filesOf,
  findSubject,
  type Subject,
} from '@tallyboard/service-kit/subscriptions/subject.ts';
import {
  historyJson,
  newSubscription,
  originOf,
  type RunJson,
  runName,
  type SubscriptionJson,
  scheduled,
  secretsOf,
  subscriptionJson,
} from '@tallyboard/service-kit/subscriptions/subscriptions.ts';
import { CommandError, UsageError } from '../command.ts';
import { namesOf } from '../commands/account.ts';
import { auditChange } from '../data-folder.ts';
import { figurePage } from '../figure-page.ts';
import { ownerOf } from '../owner.ts';

type Added = SubscriptionJson & { readonly secrets?: Readonly<Record<string, string>> };

export interface SubscriptionPlace {
  /** Those to a saved report or a dashboard; without one all. */
  list(of?: Wanted): Promise<readonly SubscriptionJson[]>;
  add(of: Wanted, given: Given, account: string | undefined): Promise<Added>;
  change(id: string, state: 'active' | 'paused'): Promise<SubscriptionJson>;
  remove(id: string): Promise<void>;
  /** Sends now; returns the run, once it is done. */
  test(id: string, to: string | undefined): Promise<RunJson>;
  history(id: string): Promise<readonly RunJson[]>;
  /** Lets recipients without an account get aggregates. */
  release(of: Wanted, isOn: boolean): Promise<void>;
}

/** What is sent: a saved report or a dashboard by its name or id; on a server a dashboard by its id. */
export interface Wanted {
  readonly kind: 'saved report' | 'dashboard';
  readonly name: string;
}

const usage = ({ path, text }: Problem): UsageError =>
  new UsageError(`--${path === 'file' ? 'as' : path}: ${text}`);

const WAIT_MS = 120_000;
const LOOK_MS = 300;

/** Subscriptions of a store, with the rights of the command line. */
export function storeSubscriptions(store: Store, now: () => number): SubscriptionPlace {
  const { subscriptions, outbox } = store;

  async function find(id: string): Promise<Subscription> {
    const found = await subscriptions.get(id);
    if (found) return found;
    throw new CommandError(
      `There is no subscription '${id}'. 'tallyboard subscription list' shows them.`,
    );
  }

  async function findWanted({ kind, name }: Wanted): Promise<Subject> {
    const isDashboard = kind === 'dashboard';
    const all: readonly { readonly id: string; readonly name: string }[] = isDashboard
      ? await store.dashboards.all()
      : await store.savedReports.all();
    const found = findByName(kind, all, name);
    const id = found.item?.id ?? '';
    const subject = await findSubject(store, isDashboard ? dashboardSubject(id) : id);
    if (subject) return subject;
    throw new CommandError(found.item ? `The ${kind} was deleted.` : found.problem);
  }

  return {
    async list(wanted) {
      const of = wanted ? await findWanted(wanted) : null;
      const all = await (of ? subscriptions.ofReport(of.id) : subscriptions.all());
      return Promise.all(all.map(each => subscriptionJson(store, each)));
    },

    async add(wanted, given, account) {
      const { id } = await findWanted(wanted);
      const owner = await ownerOf(store, account, 'subscription');
      const names = await namesOf(store);
      const whole = await withEventTarget(store, given, {
        catalogue: store.catalogue,
        isSite: (await servedSite(store)) !== null,
      });
      if (isProblem(whole)) throw usage(whole);
      const definition = readDefinition(whole, null, {
        zone: await zoneOf(store),
        isAccount: each => names.has(each),
        files: filesOf(id),
      });
      if (isProblem(definition)) throw usage(definition);
      const made = await newSubscription(store, { owner, report: id, definition }, now());
      await subscriptions.save(made);
      await auditChange(store, 'subscription added', made.id, id);
      return { ...(await subscriptionJson(store, made)), secrets: secretsOf(definition) };
    },

    async change(id, state) {
      const before = await find(id);
      if (before.state === 'ended')
        throw new CommandError(`The subscription has ended: ${before.why} Make a new one.`);
      const moved = await scheduled(store, definitionOf(before.document), now());
      const changed = { ...before, state, ...moved };
      if (!(await subscriptions.save(changed)))
        throw new CommandError('The subscription was changed by somebody else. Try again.');
      await auditChange(store, `subscription ${state}`, id);
      return subscriptionJson(store, changed);
    },

    async remove(id) {
      const origin = originOf(await find(id));
      await outbox.cancel(origin, 'The subscription was removed.', now());
      await outbox.forgetOrigin(origin);
      await subscriptions.remove(id);
      await auditChange(store, 'subscription removed', id);
    },

    async test(id, to) {
      const found = await find(id);
      const names = definitionOf(found.document).recipients.map(recipientKey);
      if (to !== undefined && !names.includes(to))
        throw new CommandError(`'${to}' is none of its recipients: ${names.join(', ')}.`);
      const dueMs = now();
      const run = { subscription: id, dueMs, createdMs: dueMs, cause: 'test' };
      await subscriptions.addRun({ ...run, recipient: to ?? null });
      await sendHere(store, { subscription: id, dueMs }, now);
      return waitFor(async () => (await historyJson(store, found)).find(isOf(dueMs)));
    },

    history: async id => historyJson(store, await find(id)),

    async release(wanted, isOn) {
      const subject = await findWanted(wanted);
      if (isOn) await release(store, subject, { by: 'command line', atMs: now() });
      else await endRelease(store, subject.id);
      await auditChange(store, isOn ? `${wanted.kind} released` : 'release ended', subject.id);
    },
  };
}

const isOf = (dueMs: number) => (run: RunJson) => Date.parse(run.due) === dueMs;

async function zoneOf({ catalogue }: Store): Promise<string> {
  const zone = (await catalogue.all('site'))[0]?.document.timeZone;
  return typeof zone === 'string' ? zone : Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** A run with the settings of this command; in front of a Jira a server does it, which has the credential. */
async function sendHere(
  store: Store,
  run: { readonly subscription: string; readonly dueMs: number },
  now: () => number,
): Promise<void> {
  const settings = readDelivery(process.env);
  const isNone = !settings.mail && !settings.folder && settings.webhookHosts.length === 0;
  if (isNone || (await servedSite(store)) !== null) return;
  const page = await figurePage().catch(() => null);
  const base = process.env.TALLYBOARD_PUBLIC_URL?.replace(/\/+$/, '') || 'http://localhost:8080';
  const parts = {
    store,
    now,
    base,
    jira: base,
    isSite: false,
    visitorOf: (account: string) => storedVisitor(store, account),
    compute: (job: Parameters<typeof computeMessage>[1]) => computeMessage(store, job, { page }),
    problemOf: (error: unknown) => (isOfQuestion(error) ? error.message : null),
    onError(error: unknown): never {
      throw error;
    },
  };
  await doRuns(parts, run);
  const only = { origin: originOf({ id: run.subscription }), run: runName(run) };
  await sendMessages({ outbox: store.outbox, settings, base, now, only });
}

const isOfQuestion = (error: unknown): error is Error =>
  error instanceof QuestionError ||
  error instanceof QueryError ||
  error instanceof HttpError ||
  error instanceof StoreError;

/** Until every message has been tried once. */
async function waitFor(look: () => Promise<RunJson | undefined>): Promise<RunJson> {
  const end = Date.now() + WAIT_MS;
  for (;;) {
    const run = await look();
    // An attempt is counted when it begins; one that has failed says why.
    const isTried = run?.messages.every(
      ({ state, detail }) => state !== 'pending' || detail !== '',
    );
    if (run && run.finished !== null && isTried) return run;
    if (Date.now() > end)
      throw new CommandError(
        'Nothing has sent it yet. Set TALLYBOARD_SMTP_URL and TALLYBOARD_SMTP_FROM for this command, or start the server: it sends what waits.',
      );
    await pause(LOOK_MS);
  }
}

const BASE = '/rest/tallyboard/1';

/** Subscriptions of a server, by the rights of the access key. */
export function serverSubscriptions(client: Pick<JiraClient, 'send'>): SubscriptionPlace {
  const send = <Reply>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', address: string, body?: object) =>
    client
      .send({ method, path: BASE + address, ...(body && { body }) })
      .catch(throwRefused('subscriptions')) as Promise<Reply>;
  const one = (id: string) => path`/subscriptions/${id}`;
  const of = ({ kind, name }: Wanted) =>
    kind === 'dashboard' ? path`/dashboards/${name}` : path`/saved-reports/${name}`;
  const history = async (id: string) =>
    (await send<{ runs: readonly RunJson[] }>('GET', `${one(id)}/history`)).runs;

  return {
    async list(wanted) {
      const address = wanted ? `${of(wanted)}/subscriptions` : '/subscriptions';
      return (await send<{ subscriptions: readonly SubscriptionJson[] }>('GET', address))
        .subscriptions;
    },
    async add(wanted, given, account) {
      if (account !== undefined)
        throw new UsageError(
          '--account goes with --data: on a server it is of the owner of the key.',
        );
      const { to, ...rest } = given;
      return send('POST', `${of(wanted)}/subscriptions`, { ...rest, to: String(to).split(',') });
    },
    change: (id, state) => send('PUT', one(id), { state }),
    remove: id => send('DELETE', one(id)),
    async test(id, to) {
      const body = to === undefined ? {} : { to };
      const { due } = await send<{ due: string }>('POST', `${one(id)}/test`, body);
      return waitFor(async () => (await history(id)).find(isOf(Date.parse(due))));
    },
    history,
    release: (wanted, isOn) => send(isOn ? 'PUT' : 'DELETE', `${of(wanted)}/release`),
  };
}

/** The server's own words; an address without any is none of a server with `what`. */
export const throwRefused =
  (what: string) =>
  (error: unknown): never => {
    if (!(error instanceof HttpError) || error.status >= 500) throw error;
    const { messages } = error;
    // The message of a field repeats that of the reply, which names the field.
    const isRepeat = (text: string, at: number) =>
      messages.slice(0, at).some(before => before.endsWith(text));
    const words = messages.filter((text, at) => !isRepeat(text, at)).join(' ');
    throw new CommandError(words || `There is no Tallyboard server with ${what} at this address.`, {
      cause: error,
    });
  };
