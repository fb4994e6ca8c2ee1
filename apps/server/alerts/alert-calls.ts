/** Alerts as calls: who may see a saved report makes alerts on it for themselves, editors for others too. */

import { StoreError } from '@tallyboard/database/store-error.ts';
import { BACK_TEST_DAYS, MAX_BACK_TEST_DAYS } from '@tallyboard/engine/alerts/back-test.ts';
import type { Resource } from '@tallyboard/replica/rest/api.ts';
import { type Call, readBody } from '@tallyboard/replica/rest/api.ts';
import { JiraError } from '@tallyboard/replica/rest/errors.ts';
import type { Visitor } from '@tallyboard/replica/rest/visitor.ts';
import type { Alert } from '@tallyboard/server-store/alerts.ts';
import type { SavedReport } from '@tallyboard/server-store/saved-reports.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import {
  alertJson,
  alertOrigin,
  MAX_EVENTS,
  newAlert,
} from '@tallyboard/service-kit/alerts/alerts.ts';
import { readersOf } from '@tallyboard/service-kit/alerts/check-alert.ts';
import type { AlertAsk, AlertReply } from '@tallyboard/service-kit/alerts/compute-alert.ts';
import {
  type AlertDefinition,
  alertDefinition,
  GIVEN_MEMBERS,
  type GivenAlert,
  isAlertProblem,
  readAlert,
  readRecipients,
} from '@tallyboard/service-kit/alerts/definition.ts';
import { accountName } from '@tallyboard/service-kit/sign-in/accounts.ts';
import { whileConnected } from '../reports/reader-call.ts';
import { findSaved } from '../reports/saved-question.ts';
import {
  ADD_ALERT,
  BACK_TEST_ALERT,
  GET_ALERT,
  LIST_ALERTS,
  LIST_ALERTS_OF_REPORT,
  REMOVE_ALERT,
} from './alert-rights.ts';
import type { AlertCompute } from './alert-rounds.ts';

interface CallParts {
  readonly store: Store;
  readonly compute: AlertCompute;
  readonly visitorOf: (account: string) => Promise<Visitor | null>;
  /** Somebody signs in; else there are no accounts. */
  readonly signsIn: boolean;
  /** A round begins now. */
  readonly wake: () => void;
}

const BASE = '/rest/tallyboard/1';
/** A new alert must have had its figure on one of so many days. */
const CHECKED_DAYS = 28;

export const alertCalls =
  (parts: CallParts): Resource =>
  ({ root, flavour }) => {
    if (flavour !== 'cloud') return;
    const { store, signsIn, wake } = parts;
    const ofReport = `${BASE}/saved-reports/:id/alerts`;
    const one = `${BASE}/alerts/:alert`;
    const account = (call: Call): string | null => {
      requireWhole(call);
      return signsIn ? call.caller.account : null;
    };
    const isVisible = (call: Call, alert: Alert) => {
      requireWhole(call);
      return seesAlert(call.caller, alert, signsIn);
    };

    root.get(`${BASE}/alerts`, LIST_ALERTS, async call => {
      const found = (await store.alerts.all()).filter(each => isVisible(call, each));
      return { alerts: await Promise.all(found.map(each => jsonFor(store, each, account(call)))) };
    });

    root.get(ofReport, LIST_ALERTS_OF_REPORT, async call => {
      const saved = await findSaved(store, call, call.params.id ?? '');
      const all = await store.alerts.ofReport(saved.id);
      const found = all.filter(each => isVisible(call, each));
      return { alerts: await Promise.all(found.map(each => jsonFor(store, each, account(call)))) };
    });

    root.post(ofReport, ADD_ALERT, call =>
      whileConnected(call, async signal => {
        const saved = await findSaved(store, call, call.params.id ?? '');
        const { definition } = await readGiven(parts, call, account(call));
        await ask(parts, saved, definition, {
          ask: { kind: 'recent', days: CHECKED_DAYS },
          reader: account(call),
          now: call.clock(),
          signal,
        });
        const alert = newAlert(
          { owner: account(call), report: saved.id, definition },
          call.clock(),
        );
        await store.alerts.add(alert).catch((error: unknown) => {
          throw error instanceof StoreError ? new JiraError(409, error.message) : error;
        });
        wake();
        return call.reply.code(201).send(await jsonFor(store, alert, account(call)));
      }),
    );

    root.post(`${ofReport}/back-test`, BACK_TEST_ALERT, call =>
      whileConnected(call, async signal => {
        const saved = await findSaved(store, call, call.params.id ?? '');
        const { definition, days } = await readGiven(parts, call, account(call), ['days']);
        const reply = await ask(parts, saved, definition, {
          ask: { kind: 'back-test', days: readDays(days) },
          reader: account(call),
          now: call.clock(),
          signal,
        });
        return call.reply.send({ savedReport: saved.id, ...reply.backTest });
      }),
    );

    root.get(one, GET_ALERT, async call => jsonFor(store, await find(call), account(call)));

    root.delete(one, REMOVE_ALERT, async call => {
      const alert = await find(call);
      if (signsIn && call.caller.role !== 'admin' && alert.owner !== account(call))
        throw new JiraError(403, 'The owner of the alert and administrators may remove it.');
      await store.outbox.cancel(alertOrigin(alert), 'The alert was removed.', call.clock());
      await store.outbox.forgetOrigin(alertOrigin(alert));
      await store.alerts.remove(alert.id);
    });

    async function find(call: Call): Promise<Alert> {
      const alert = await store.alerts.get(call.params.alert ?? '');
      if (alert && isVisible(call, alert)) return alert;
      throw new JiraError(404, 'There is no such alert, or it is not yours.');
    }
  };

/** Its owner, those that it tells, and administrators; everybody where nobody signs in. */
export const seesAlert = (
  { account, role }: Call['caller'],
  { owner, document }: Alert,
  signsIn: boolean,
): boolean =>
  !signsIn ||
  role === 'admin' ||
  owner === account ||
  readersOf(alertDefinition(document)).includes(account);

/** Figures of an alert are those of an account, and a key with a filter gets less. */
function requireWhole({ reply }: Call): void {
  const { accessKey, visitor } = reply.request;
  if (visitor?.jqlFilter !== undefined || accessKey?.aggregateOnly)
    throw new JiraError(
      403,
      'An access key with a filter, or with aggregated figures only, has no alerts.',
    );
}

/** Recipients see what their own figures told. */
async function jsonFor(store: Store, alert: Alert, account: string | null) {
  const readers = readersOf(alertDefinition(alert.document));
  const reader = readers.includes(account) ? account : null;
  const saved = await store.savedReports.get(alert.report);
  const state = await store.alerts.state(alert.id, reader ?? '');
  const all = await store.alerts.events(alert.id, MAX_EVENTS);
  const own = all.filter(each => each.reader === (reader ?? ''));
  return alertJson(alert, saved?.name ?? null, state, own);
}

async function readGiven(
  { visitorOf, signsIn }: CallParts,
  call: Call,
  owner: string | null,
  more: readonly string[] = [],
): Promise<{ readonly definition: AlertDefinition; readonly days?: unknown }> {
  const { days, ...given }: GivenAlert & { readonly days?: unknown } = readBody(call, [
    ...GIVEN_MEMBERS,
    ...more,
  ]);
  const rule = readAlert(given);
  if (isAlertProblem(rule)) throw wrong(rule.path, rule.text);
  const names = [given.to ?? []].flat().map(each => accountName(String(each)));
  const known = new Set<string>();
  if (signsIn) for (const name of new Set(names)) if (await visitorOf(name)) known.add(name);
  if (owner !== null) known.add(owner);
  const recipients = readRecipients(given.to, owner, name => known.has(name));
  if (isAlertProblem(recipients)) throw wrong(recipients.path, recipients.text);
  const isOwn = recipients.every(each => each.kind === 'account' && each.account === owner);
  if (signsIn && call.caller.role === 'reader' && !isOwn)
    throw new JiraError(403, 'Readers make alerts for themselves alone: editors also for others.');
  return { definition: { ...rule, recipients }, days };
}

function readDays(given: unknown = BACK_TEST_DAYS): number {
  if (Number.isInteger(given) && Number(given) >= 1 && Number(given) <= MAX_BACK_TEST_DAYS)
    return Number(given);
  throw wrong('days', `A whole number from 1 to ${MAX_BACK_TEST_DAYS}.`);
}

interface Asking {
  readonly ask: AlertAsk;
  readonly reader: string | null;
  readonly now: number;
  readonly signal: AbortSignal;
}

async function ask(
  { compute }: CallParts,
  saved: SavedReport,
  rule: AlertDefinition,
  { ask: asked, reader, now, signal }: Asking,
): Promise<AlertReply> {
  const reply = await compute({ saved, rule, ask: asked, now }, reader, signal);
  if (reply.problem === undefined) return reply;
  throw new JiraError(400, reply.problem);
}

const wrong = (path: string, text: string) =>
  new JiraError(400, `${path}: ${text}`, { [path]: text });
