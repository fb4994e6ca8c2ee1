/** Subscriptions as calls: their owners make and change them, their recipients leave them, administrators see all. */
import { type Api, type Call, type Resource, readBody } from '@tallyboard/replica/rest/api.ts';
import { JiraError } from '@tallyboard/replica/rest/errors.ts';
import { findDashboard } from '@tallyboard/replica/rest/platform/dashboard.ts';
import type { Visitor } from '@tallyboard/replica/rest/visitor.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import type { Subscription } from '@tallyboard/server-store/subscriptions.ts';
import type { DeliverySettings } from '@tallyboard/service-kit/delivery/delivery-settings.ts';
import { recipientKey } from '@tallyboard/service-kit/delivery/recipients.ts';
import { accountName } from '@tallyboard/service-kit/sign-in/accounts.ts';
import {
  type Definition,
  definitionOf,
  type Given,
  isProblem,
  readDefinition,
} from '@tallyboard/service-kit/subscriptions/definition.ts';
import { withEventTarget } from '@tallyboard/service-kit/subscriptions/event-target.ts';
import { endRelease, release, releaseOf } from '@tallyboard/service-kit/subscriptions/release.ts';
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
  scheduled,
  secretsOf,
  subscriptionJson,
} from '@tallyboard/service-kit/subscriptions/subscriptions.ts';
import { seesAlert } from '../alerts/alert-calls.ts';
import { findSaved } from '../reports/saved-question.ts';
import type { DeliveryRounds } from './delivery-rounds.ts';
import {
  CHANGE_SUBSCRIPTION,
  GET_HISTORY,
  GET_SUBSCRIPTION,
  LEAVE_SUBSCRIPTION,
  LIST_SUBSCRIPTIONS,
  OF_DASHBOARD,
  OF_REPORT,
  REMOVE_SUBSCRIPTION,
  TEST_SUBSCRIPTION,
} from './subscription-rights.ts';

interface CallParts {
  readonly store: Store;
  readonly settings: DeliverySettings;
  readonly rounds: DeliveryRounds;
  readonly visitorOf: (account: string) => Promise<Visitor | null>;
  /** Somebody signs in; else there are no accounts. */
  readonly signsIn: boolean;
  /** In front of a real Jira. */
  readonly isSite: boolean;
}

const BASE = '/rest/tallyboard/1';
const MEMBERS = ['cron', 'zone', 'event', 'of', 'back', 'to', 'file'];

export const subscriptionCalls =
  (parts: CallParts): Resource =>
  ({ root, flavour }) => {
    if (flavour !== 'cloud') return;
    const { store, rounds } = parts;
    const { subscriptions, outbox } = store;
    const own = `${BASE}/subscriptions`;
    const one = `${own}/:subscription`;
    const { account, shown, visible, changeable } = callers(parts);
    const { readGiven } = readers(parts);
    const found = finders(parts);
    const ofReport = { path: `${BASE}/saved-reports/:id`, rights: OF_REPORT };
    subjectCalls(root, parts, { ...ofReport, find: found.savedReport });
    const ofDashboard = { path: `${BASE}/dashboards/:id`, rights: OF_DASHBOARD };
    subjectCalls(root, parts, { ...ofDashboard, find: found.dashboard });

    root.get(own, LIST_SUBSCRIPTIONS, async call => {
      const all = await subscriptions.all();
      const isAll = call.query.all === 'true';
      if (isAll && call.caller.role !== 'admin')
        throw new JiraError(403, 'Administrators alone see the subscriptions of all.');
      const found = isAll ? all : all.filter(each => visible(call, each));
      return { subscriptions: await Promise.all(found.map(each => shown(call, each))) };
    });

    root.get(one, GET_SUBSCRIPTION, async call => shown(call, await find(call)));

    root.put(one, CHANGE_SUBSCRIPTION, async call => {
      const before = await changeable(call, await find(call));
      const { state = before.state, ...given } = readBody(call, ['state', ...MEMBERS]);
      if (state !== 'active' && state !== 'paused')
        throw wrong('state', 'It is active or paused; one that has ended is made anew.');
      const old = definitionOf(before.document);
      const definition =
        Object.keys(given).length > 0 ? await readGiven(call, given, old, before.report) : old;
      // What was due in a pause is not sent after it.
      const isMoved = state !== before.state || definition.when !== old.when;
      const changed: Subscription = {
        ...before,
        state,
        document: { ...definition },
        ...(isMoved && (await scheduled(store, definition, call.clock()))),
      };
      if (!(await subscriptions.save(changed)))
        throw new JiraError(
          409,
          'The subscription was changed by somebody else. Look at it again.',
        );
      return shown(call, { ...changed, version: changed.version + 1 });
    });

    root.delete(one, REMOVE_SUBSCRIPTION, async call => {
      const found = await changeable(call, await find(call));
      await outbox.cancel(originOf(found), 'The subscription was removed.', call.clock());
      await outbox.forgetOrigin(originOf(found));
      await subscriptions.remove(found.id);
    });

    root.post(`${one}/test`, TEST_SUBSCRIPTION, async call => {
      const found = await changeable(call, await find(call));
      const { to = null } = readBody(call, ['to']);
      const names = definitionOf(found.document).recipients.map(recipientKey);
      if (to !== null && !names.some(each => each === to))
        throw wrong('to', 'It is none of the recipients of this subscription.');
      if (found.state === 'ended') throw wrong('state', `It has ended: ${found.why}`);
      const dueMs = call.clock();
      const recipient = to === null ? null : String(to);
      const run = { subscription: found.id, dueMs, createdMs: dueMs, cause: 'test', recipient };
      await subscriptions.addRun(run);
      rounds.wake();
      return call.reply.code(202).send({ due: new Date(dueMs).toISOString() });
    });

    root.get(`${one}/history`, GET_HISTORY, async call => {
      const found = await changeable(call, await find(call));
      return { runs: await historyJson(store, found) };
    });

    root.delete(`${one}/me`, LEAVE_SUBSCRIPTION, async call => {
      const found = await find(call);
      const me = account(call);
      if (me !== null) await outbox.unsubscribe(originOf(found), me, call.clock());
    });

    async function find(call: Call): Promise<Subscription> {
      const found = await subscriptions.get(call.params.subscription ?? '');
      if (found && (call.caller.role === 'admin' || visible(call, found))) return found;
      throw new JiraError(404, 'There is no such subscription, or it is not yours.');
    }
  };

interface SubjectCalls {
  readonly path: string;
  readonly rights: typeof OF_REPORT;
  /** Throws a JiraError. */
  readonly find: (call: Call) => Promise<Subject>;
}

/** Those of a saved report or a dashboard, and its release. */
function subjectCalls(
  root: Api['root'],
  parts: CallParts,
  { path, rights, find }: SubjectCalls,
): void {
  const { store } = parts;
  const { subscriptions } = store;
  const { account, shown, visible } = callers(parts);
  const { readGiven } = readers(parts);

  root.get(`${path}/subscriptions`, rights.list, async call => {
    const subject = await find(call);
    const all = await subscriptions.ofReport(subject.id);
    const isAdmin = call.caller.role === 'admin';
    const found = all.filter(each => isAdmin || visible(call, each));
    return {
      subscriptions: await Promise.all(found.map(each => shown(call, each))),
      account: account(call),
      mail: parts.settings.mail !== null,
      eyes: parts.isSite,
      released: (await releaseOf(store, subject)) !== null,
      mayRelease: isAdmin,
    };
  });

  root.post(`${path}/subscriptions`, rights.add, async call => {
    const { id } = await find(call);
    const definition = await readGiven(call, readBody(call, MEMBERS), null, id);
    const made = { owner: account(call), report: id, definition };
    const subscription = await newSubscription(store, made, call.clock());
    await subscriptions.save(subscription);
    const secrets = secretsOf(definition);
    const stored = await shown(call, { ...subscription, version: 1 });
    return call.reply.code(201).send({ ...stored, secrets });
  });

  root.put(`${path}/release`, rights.release, async call => {
    await release(store, await find(call), { by: account(call) ?? 'local', atMs: call.clock() });
  });
  root.delete(`${path}/release`, rights.endRelease, async call => {
    await endRelease(store, (await find(call)).id);
  });
}

/** A saved report or a dashboard, by its id or, of a report, its name. */
const finders = ({ store }: CallParts) => {
  const subjectOf = async (id: string) => {
    const found = await findSubject(store, id);
    if (found) return found;
    throw new JiraError(404, 'The report or dashboard was deleted.');
  };
  return {
    savedReport: async (call: Call) =>
      subjectOf((await findSaved(store, call, call.params.id ?? '')).id),
    dashboard: async (call: Call) => subjectOf(dashboardSubject((await findDashboard(call)).id)),
  };
};

/** What callers may see and change. */
function callers({ store, signsIn }: CallParts) {
  /** Null where nobody signs in: everybody there may do everything. */
  const account = ({ caller }: Call): string | null => (signsIn ? caller.account : null);
  const isMine = (call: Call, { owner }: Subscription) => !signsIn || owner === account(call);
  const isReceived = (call: Call, { document }: Subscription) =>
    definitionOf(document).recipients.some(
      each => each.kind === 'account' && each.account === account(call),
    );
  const mayChange = (call: Call, one: Subscription) =>
    isMine(call, one) || call.caller.role === 'admin';

  return {
    account,
    visible: (call: Call, one: Subscription) => isMine(call, one) || isReceived(call, one),
    async changeable(call: Call, one: Subscription): Promise<Subscription> {
      if (mayChange(call, one)) return one;
      throw new JiraError(403, 'The owner of the subscription and administrators may do this.');
    },
    /** Recipients see themselves alone. */
    async shown(call: Call, one: Subscription) {
      const mine = mayChange(call, one);
      const json = await subscriptionJson(store, one, mine ? null : account(call));
      return { ...json, mine, received: isReceived(call, one) };
    },
  };
}

function readers({ store, visitorOf, signsIn, isSite }: CallParts) {
  async function accountsOf(to: unknown): Promise<ReadonlySet<string>> {
    if (!signsIn || to === undefined) return new Set();
    const names = (Array.isArray(to) ? to : [to]).map(each => accountName(String(each)));
    const known = await Promise.all(
      [...new Set(names)].map(async name => ((await visitorOf(name)) ? [name] : [])),
    );
    return new Set(known.flat());
  }

  return {
    /** Throws a JiraError. */
    async readGiven(
      call: Call,
      given: Given,
      before: Definition | null,
      subject: string,
    ): Promise<Definition> {
      const accounts = await accountsOf(given.to);
      const whole = await withEventTarget(store, given, {
        catalogue: call.store.catalogue,
        isSite,
        mayUse: each => seesAlert(call.caller, each, signsIn),
      });
      if (isProblem(whole)) throw wrong(whole.path, whole.text);
      const read = readDefinition(whole, before, {
        zone: call.caller.zone,
        isAccount: name => accounts.has(name),
        files: filesOf(subject),
      });
      if (isProblem(read)) throw wrong(read.path, read.text);
      const { account, role } = call.caller;
      const isOwn = read.recipients.every(
        each => each.kind === 'account' && each.account === account,
      );
      if (signsIn && role === 'reader' && !isOwn)
        throw new JiraError(
          403,
          'Readers subscribe themselves alone: editors also send to others.',
        );
      return read;
    },
  };
}

const wrong = (path: string, text: string) =>
  new JiraError(400, `${path}: ${text}`, { [path]: text });
