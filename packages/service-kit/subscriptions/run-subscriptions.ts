/** Runs subscriptions that are due: each recipient gets a message of a run once, whichever servers do it. */
import { formatInstant } from '@tallyboard/core/time/format.ts';
import { mayView } from '@tallyboard/replica/rest/platform/dashboard.ts';
import type { Visitor } from '@tallyboard/replica/rest/visitor.ts';
import { messageId } from '@tallyboard/server-store/outbox.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import type { LeasedRun, Subscription } from '@tallyboard/server-store/subscriptions.ts';
import { addCapped } from '../delivery/daily-cap.ts';
import type { Message, Target } from '../delivery/message.ts';
import { callerOf } from '../delivery/reader-source.ts';
import { isAddress, type Recipient, recipientKey } from '../delivery/recipients.ts';
import { alertGone } from './alert-event.ts';
import type { ComputedMessage, MessageJob } from './compute-message.ts';
import { type Definition, definitionOf, whenText } from './definition.ts';
import { endSubscription } from './end-subscription.ts';
import { causeFor } from './event-target.ts';
import { lookFor } from './events.ts';
import { releaseOf } from './release.ts';
import { lastInstant, nextInstant } from './schedule.ts';
import { dashboardOf, findSubject, type Subject } from './subject.ts';
import { originOf, runName } from './subscriptions.ts';

export interface RunParts {
  readonly store: Store;
  /** An account with its rights of this moment; null if it is gone. */
  readonly visitorOf: (account: string) => Promise<Visitor | null>;
  readonly compute: (job: MessageJob) => Promise<ComputedMessage>;
  /** In words, and null for a failure that is not the question's. */
  readonly problemOf: (error: unknown) => string | null;
  /** Address of the pages, without a slash at the end; null: mails have no link. */
  readonly base: string | null;
  /** The address of the Jira behind. */
  readonly jira: string | null;
  /** All see the same: the server reads a real Jira with one account. */
  readonly isSite: boolean;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
  readonly signal?: AbortSignal;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A run that is begun later is marked so. */
const LATE_MS = 15 * MINUTE_MS;
/** A run with data or rights that are missing is repeated so often, for so long. */
const PAUSE_MS = 5 * MINUTE_MS;
const PATIENCE_MS = HOUR_MS;

/** Stores the runs that are due. Of missed ones only the last: its message says that it is late. */
export async function planRuns({ store, now }: Pick<RunParts, 'store' | 'now'>): Promise<void> {
  const { subscriptions } = store;
  for (const one of await subscriptions.all()) {
    if (one.state !== 'active') continue;
    const { when } = definitionOf(one.document);
    const at = now();
    if ('event' in when && when.event === 'alert') {
      const why = await alertGone(store, when);
      if (why !== null) await endSubscription(store, one, why, at);
      continue;
    }
    if ('event' in when) {
      const { seen, cause } = await lookFor(store, when, one.seen);
      if (seen === one.seen) continue;
      const run = cause === null ? null : { dueMs: at, cause, createdMs: at };
      await subscriptions.begin(one, { dueMs: null, seen }, run);
      continue;
    }
    const next = nextInstant(when, at);
    if (one.dueMs === null || one.dueMs > at) {
      // The clock was ahead when it was stored. A run that there was already is not begun again.
      const isAhead = next !== null && (one.dueMs === null || one.dueMs > next);
      if (isAhead) await subscriptions.begin(one, { dueMs: next, seen: '' }, null);
      continue;
    }
    const dueMs = lastInstant(when, one.dueMs, at);
    await subscriptions.begin(
      one,
      { dueMs: next, seen: '' },
      { dueMs, cause: 'schedule', createdMs: at },
    );
  }
}

/** Puts the messages of all due runs into the outbox. `only`: of this run alone. */
export async function doRuns(
  parts: RunParts,
  only: { readonly subscription: string; readonly dueMs: number } | null = null,
): Promise<void> {
  const { store, now, signal, onError } = parts;
  while (!signal?.aborted) {
    const run = await store.subscriptions.leaseRun(now(), only);
    if (!run) return;
    try {
      await doRun(parts, run);
    } catch (error) {
      // A server that stops leaves the run to another one.
      if (!signal?.aborted) onError(error);
      const detail = signal?.aborted ? '' : 'It failed: the log of the server has the reason.';
      const pause = signal?.aborted ? 0 : PAUSE_MS;
      await store.subscriptions.repeatRun(run, detail, now() + pause);
    }
  }
}

async function doRun(parts: RunParts, run: LeasedRun): Promise<void> {
  const { store, now } = parts;
  const { subscriptions } = store;
  const finish = (detail: string) => subscriptions.finishRun(run, detail, now());
  const subscription = await subscriptions.get(run.subscription);
  if (!subscription) return void (await finish('The subscription was removed.'));
  if (run.cause === 'ended') {
    await tellEnd(parts, run, subscription);
    return void (await finish(subscription.why));
  }
  if (subscription.state === 'ended' || (subscription.state === 'paused' && run.cause !== 'test'))
    return void (await finish(`The subscription is ${subscription.state}.`));
  const owner = await ownerOf(parts, subscription);
  if ('ended' in owner) {
    await endSubscription(store, subscription, owner.ended, now());
    return void (await finish(owner.ended));
  }
  const waiting = await makeMessages(parts, { run, subscription, ...owner });
  // A server that stops leaves the run to another one; where the lease was lost, this changes nothing.
  if (waiting === null) return void (await subscriptions.repeatRun(run, '', now()));
  if (waiting === '') await finish('');
  else await subscriptions.repeatRun(run, waiting, now() + PAUSE_MS);
}

interface Owner {
  /** Null: whoever reads the data folder. */
  readonly visitor: Visitor | null;
  readonly subject: Subject;
}

/** Why a subscription ends, unless it has its owner, their right and what it sends. */
async function ownerOf(
  { store, visitorOf }: RunParts,
  { owner, report }: Subscription,
): Promise<Owner | { readonly ended: string }> {
  const subject = await findSubject(store, report);
  if (!subject) {
    const noun = dashboardOf(report) === null ? 'saved report' : 'dashboard';
    return { ended: `The ${noun} was deleted.` };
  }
  if (owner === null) return { subject, visitor: null };
  const visitor = await visitorOf(owner);
  if (!visitor) return { ended: `The account '${owner}', who made the subscription, is gone.` };
  if (!mayView({ caller: await callerOf(store, visitor) }, subject))
    return {
      ended: `The ${subject.noun} is no longer shared with '${owner}', who made the subscription.`,
    };
  return { subject, visitor };
}

interface Task extends Owner {
  readonly run: LeasedRun;
  readonly subscription: Subscription;
}

/** Why some recipients wait; '' if none does, null if the lease was lost or the server stops. */
async function makeMessages(parts: RunParts, task: Task): Promise<string | null> {
  const { store, now, signal } = parts;
  const { run, subscription } = task;
  const origin = originOf(subscription);
  const definition = definitionOf(subscription.document);
  const made = new Set(
    (await store.outbox.ofRun(origin, runName(run))).map(each => each.recipient),
  );
  const left = await store.outbox.unsubscribed(origin);
  const at = now();
  // A test does not wait.
  // A run of the future was stored before the clock was set back.
  const isLast = run.cause === 'test' || Math.abs(at - run.createdMs) >= PATIENCE_MS;
  const figures = figuresFor(parts, task, definition, at);
  let waiting = '';
  for (const recipient of definition.recipients) {
    const name = recipientKey(recipient);
    if (made.has(name) || left.has(name)) continue;
    if (run.recipient !== null && run.recipient !== name) continue;
    if (signal?.aborted || !(await store.subscriptions.renewRun(run, now()))) return null;
    const outcome = await messageFor(parts, recipient, figures);
    if ('wait' in outcome && !isLast) {
      waiting ||= outcome.wait;
      continue;
    }
    const sends = 'message' in outcome ? outcome : null;
    const skipped = 'skip' in outcome ? outcome.skip : 'wait' in outcome ? outcome.wait : '';
    await put(parts, task, name, sends ? { ...sends, definition } : skipped);
  }
  return waiting;
}

type Outcome =
  | { readonly target: Target; readonly message: Message }
  /** Nothing is sent, with the reason. */
  | { readonly skip: string }
  /** Nothing is sent now. `message`: what is sent in the end. */
  | { readonly wait: string }
  | { readonly wait: string; readonly target: Target; readonly message: Message };

type Found = ComputedMessage | { readonly problem: string } | { readonly skip: string };
type Figures = (account: string | null) => Promise<Found>;

async function messageFor(
  parts: RunParts,
  recipient: Recipient,
  figures: Figures,
): Promise<Outcome> {
  const isAccount = recipient.kind === 'account';
  const target = isAccount ? await mailOf(parts, recipient.account) : recipient;
  if ('skip' in target) return target;
  const found = await figures(isAccount ? recipient.account : null);
  if ('skip' in found) return found;
  if ('unknown' in found)
    return { wait: `It is not known what this account may see: ${found.unknown}` };
  if ('problem' in found) return { wait: found.problem };
  const { message, partial } = found;
  if (partial === null) return { target, message };
  const marked = {
    ...message,
    subject: `${message.subject} (incomplete)`,
    summary: [`Not complete: ${partial}`, ...message.summary],
  };
  return { wait: `Not complete: ${partial}`, target, message: marked };
}

/** The address of an account: its name, or that of its user in Jira. */
export async function mailOf(
  { store, visitorOf }: Pick<RunParts, 'store' | 'visitorOf'>,
  account: string,
): Promise<Target | { readonly skip: string }> {
  const visitor = await visitorOf(account);
  if (!visitor) return { skip: 'The account is gone.' };
  if (isAddress(account)) return { kind: 'mail', address: account };
  const users = await store.catalogue.all('user');
  const user = users.find(({ id }) => id === visitor.jiraAccountId);
  const address = String(user?.document.emailAddress ?? '');
  if (isAddress(address)) return { kind: 'mail', address };
  return {
    skip: 'The account has no e-mail address: neither its name nor its user in Jira gives one.',
  };
}

/** Figures by account; recipients who get the same share them. */
function figuresFor(
  { store, compute, problemOf, onError, signal, visitorOf, base, jira, isSite }: RunParts,
  { subject, visitor, run }: Task,
  { file, when }: Definition,
  now: number,
): Figures {
  const shared = new Map<string, Promise<Found>>();
  const once = (key: string, find: () => Promise<Found>) => {
    const known = shared.get(key) ?? find();
    shared.set(key, known);
    return known;
  };
  const { name, noun: kind, view } = subject;
  const job = { saved: { name, view }, kind, file, jira, now };
  const tried = async (of: Pick<MessageJob, 'reader' | 'aggregate' | 'link'>): Promise<Found> => {
    try {
      const computed = await compute({ ...job, ...of });
      const reader = of.aggregate ? null : of.reader;
      const isEvent = !UNTOLD_CAUSES.has(run.cause);
      const cause = isEvent ? await causeFor(store, when, run.cause, reader) : run.cause;
      return marked(computed, { ...run, cause });
    } catch (error) {
      if (signal?.aborted) throw error;
      const problem = problemOf(error);
      if (problem === null) onError(error);
      return { problem: problem ?? UNKNOWN_FAILURE };
    }
  };
  const outside = async (): Promise<Found> =>
    (await releaseOf(store, subject))
      ? tried({ reader: visitor, aggregate: true, link: null })
      : { skip: notReleased(kind) };
  return async account => {
    if (account === null) return once('outside', outside);
    const reader = await visitorOf(account);
    if (!reader) return { skip: 'The account is gone.' };
    const isShown = mayView({ caller: await callerOf(store, reader) }, subject);
    const link = base !== null && isShown ? base + subject.path : null;
    // Nothing is changed by a message.
    const find = () => tried({ reader: { ...reader, role: 'reader' }, aggregate: false, link });
    return isSite ? once(String(link), find) : find();
  };
}

const notReleased = (noun: Subject['noun']) =>
  `This recipient has no account, and no administrator has released the ${noun}, as it is now, to such recipients.`;

const UNKNOWN_FAILURE = 'The figures could not be computed: the log of the server has the reason.';

/** Nothing of an event. */
const UNTOLD_CAUSES: ReadonlySet<string> = new Set(['schedule', 'test']);

/** What the run says of itself. */
function marked(
  computed: ComputedMessage,
  { dueMs, createdMs, cause }: LeasedRun,
): ComputedMessage {
  if ('unknown' in computed) return computed;
  const due = formatInstant(dueMs, 'UTC', 'YYYY-MM-DD HH:mm');
  const notes = [
    ...(cause === 'schedule' && createdMs - dueMs > LATE_MS
      ? [`Late: it was due at ${due} UTC, when the server was not running.`]
      : []),
    ...(UNTOLD_CAUSES.has(cause) ? [] : [cause]),
  ];
  const { message, partial } = computed;
  const subject = cause === 'test' ? `Test: ${message.subject}` : message.subject;
  return { partial, message: { ...message, subject, notes: [...notes, ...message.notes] } };
}

interface Sent {
  readonly target: Target;
  readonly message: Message;
  readonly definition: Definition;
}

/** Puts a message into the outbox; a text is why there is none. */
async function put(
  { store: { outbox }, now }: RunParts,
  { run, subscription, subject }: Task,
  recipient: string,
  sent: Sent | string,
): Promise<void> {
  const origin = originOf(subscription);
  await addCapped(outbox, {
    origin,
    run: runName(run),
    recipient,
    detail: typeof sent === 'string' ? sent : '',
    createdMs: now(),
    id: messageId(`${origin} ${runName(run)}`, recipient),
    sends:
      typeof sent === 'string'
        ? null
        : {
            target: JSON.stringify(sent.target),
            content: JSON.stringify({
              message: sent.message,
              why: whyText(subscription, subject.name, sent.definition),
            }),
          },
  });
}

const whyText = ({ owner }: Subscription, name: string, { when }: Definition): string =>
  `You get this by a subscription to '${name}'${owner === null ? '' : `, made by ${owner}`}. ${whenText(when)}.`;

/** Recipients hear once that nothing comes any more. */
async function tellEnd(parts: RunParts, run: LeasedRun, subscription: Subscription): Promise<void> {
  const { store, now } = parts;
  const { outbox } = store;
  const origin = originOf(subscription);
  await outbox.cancel(origin, `The subscription has ended: ${subscription.why}`, now());
  const left = await outbox.unsubscribed(origin);
  const name =
    (await findSubject(store, subscription.report))?.name ??
    (dashboardOf(subscription.report) === null ? 'a saved report' : 'a dashboard');
  const text = `The subscription to ${name} has ended. ${subscription.why}`;
  const message: Message = {
    subject: `Ended: subscription to ${name}`,
    summary: [text],
    figures: [],
    table: null,
    notes: [],
    picture: null,
    files: [],
    link: null,
    event: { type: 'subscription.ended', data: { why: subscription.why } },
  };
  for (const recipient of definitionOf(subscription.document).recipients) {
    const key = recipientKey(recipient);
    if (left.has(key)) continue;
    const target =
      recipient.kind === 'account' ? await mailOf(parts, recipient.account) : recipient;
    await outbox.add({
      origin,
      run: runName(run),
      recipient: key,
      createdMs: now(),
      id: messageId(`${origin} ${runName(run)}`, key),
      detail: 'skip' in target ? target.skip : '',
      sends:
        'skip' in target
          ? null
          : {
              target: JSON.stringify(target),
              content: JSON.stringify({ message, why: 'No further message follows.' }),
            },
    });
  }
}
