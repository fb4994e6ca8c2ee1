/** Alerts in the store of a data folder. What is asked here has the rights of the command line, what is told those of its reader. */
import type { AlertEvent, AlertRule } from '@tallyboard/core/alerts/alert-machine.ts';
import { StoreError } from '@tallyboard/database/store-error.ts';
import { BACK_TEST_DAYS } from '@tallyboard/engine/alerts/back-test.ts';
import { findByName } from '@tallyboard/reports/find-by-name.ts';
import type { Alert } from '@tallyboard/server-store/alerts.ts';
import type { SavedReport } from '@tallyboard/server-store/saved-reports.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import {
  type AlertJson,
  alertJson,
  MAX_EVENTS,
  newAlert,
} from '@tallyboard/service-kit/alerts/alerts.ts';
import {
  type CheckParts,
  checkAlert,
  readersOf,
  tellEvents,
} from '@tallyboard/service-kit/alerts/check-alert.ts';
import { type AlertAsk, computeAlert } from '@tallyboard/service-kit/alerts/compute-alert.ts';
import {
  alertDefinition,
  type GivenAlert,
  isAlertProblem,
  readAlert,
  readRecipients,
} from '@tallyboard/service-kit/alerts/definition.ts';
import { addDigests } from '@tallyboard/service-kit/delivery/daily-cap.ts';
import { readDelivery } from '@tallyboard/service-kit/delivery/delivery-settings.ts';
import { sendMessages } from '@tallyboard/service-kit/delivery/send-messages.ts';
import { mailOf } from '@tallyboard/service-kit/subscriptions/run-subscriptions.ts';
import { storedVisitor } from '@tallyboard/service-kit/subscriptions/stored-visitor.ts';
import { CommandError, UsageError } from '../../command.ts';
import { auditChange } from '../../data-folder.ts';
import { ownerOf } from '../../owner.ts';
import { namesOf } from '../account.ts';
import type { AlertBackTest } from './server-alerts.ts';

/** A new alert must have had its figure on one of so many days. */
const CHECKED_DAYS = 28;

export function storeAlerts(store: Store, now: () => number, onError: (error: unknown) => void) {
  const ask = async (saved: SavedReport, rule: AlertRule & { figure: string }, asked: AlertAsk) => {
    const reply = await computeAlert(store, { saved, reader: null, rule, ask: asked, now: now() });
    if (reply.problem !== undefined) throw new CommandError(reply.problem);
    return reply;
  };

  const parts = checkParts(store, now);

  async function find(id: string): Promise<Alert> {
    const alert = await store.alerts.get(id);
    if (alert) return alert;
    throw new CommandError(`There is no alert '${id}'. 'tallyboard alert list' shows them.`);
  }

  async function jsonOf(alert: Alert): Promise<AlertJson> {
    const saved = await store.savedReports.get(alert.report);
    const states = await Promise.all(
      readersOf(alertDefinition(alert.document)).map(reader =>
        store.alerts.state(alert.id, reader ?? ''),
      ),
    );
    const state = states.find(each => each?.firing || each?.muted) ?? states[0] ?? null;
    const events = await store.alerts.events(alert.id, MAX_EVENTS);
    return alertJson(alert, saved?.name ?? null, state, events);
  }

  async function test(
    saved: SavedReport,
    rule: AlertRule & { figure: string },
    days = BACK_TEST_DAYS,
  ): Promise<AlertBackTest> {
    const { backTest } = await ask(saved, rule, { kind: 'back-test', days });
    if (!backTest) throw new Error('A back-test has no reply.');
    return { savedReport: saved.id, ...backTest };
  }

  return {
    async list(name?: string): Promise<readonly AlertJson[]> {
      const all = await store.alerts.all();
      const chosen = name === undefined ? null : await savedIn(store, name);
      return Promise.all(all.filter(each => !chosen || each.report === chosen.id).map(jsonOf));
    },

    async add(name: string, given: GivenAlert, account: string | undefined): Promise<AlertJson> {
      const owner = await ownerOf(store, account, 'alert');
      const saved = await savedIn(store, name);
      const rule = ruleOf(given);
      const accounts = await namesOf(store);
      const recipients = readRecipients(given.to, owner, account => accounts.has(account));
      if (isAlertProblem(recipients)) throw new UsageError(`--to: ${recipients.text}`);
      const definition = { ...rule, recipients };
      await ask(saved, rule, { kind: 'recent', days: CHECKED_DAYS });
      const alert = newAlert({ owner, report: saved.id, definition }, now());
      await store.alerts.add(alert).catch(throwTold);
      await auditChange(store, 'alert made', alert.id, JSON.stringify({ report: saved.id }));
      return jsonOf(alert);
    },

    /** Of an alert by its id, or of a saved report with the condition that is given. */
    async backTest(name: string, given: GivenAlert, days?: number) {
      const alert = await store.alerts.get(name);
      if (!alert) return test(await savedIn(store, name), ruleOf(given), days);
      const saved = await store.savedReports.get(alert.report);
      if (!saved) throw new CommandError('The saved report of this alert was deleted.');
      return test(saved, alertDefinition(alert.document), days);
    },

    async remove(id: string): Promise<void> {
      const alert = await find(id);
      await store.outbox.cancel(`alert:${id}`, 'The alert was removed.', now());
      await store.outbox.forgetOrigin(`alert:${id}`);
      await store.alerts.remove(alert.id);
      await auditChange(store, 'alert removed', alert.id);
    },

    /** Observes the days that are over, and puts messages into the outbox. */
    async check(id?: string): Promise<readonly (AlertEvent & { readonly alert: string })[]> {
      const told: (AlertEvent & { readonly alert: string })[] = [];
      for (const alert of id === undefined ? await store.alerts.all() : [await find(id)])
        for (const event of await checkAlert(parts, alert))
          told.push({ ...event, alert: alert.id });
      await tellEvents(parts);
      await addDigests(store.outbox, now());
      const settings = readDelivery(process.env);
      await sendMessages({ outbox: store.outbox, settings, base: null, now, onError });
      return told;
    },
  };
}

function checkParts(store: Store, now: () => number): CheckParts {
  const visitorOf = (account: string) => storedVisitor(store, account);
  return {
    store,
    async compute(job, account) {
      const reader = account === null ? null : await visitorOf(account);
      if (account !== null && !reader) return { problem: `The account '${account}' is gone.` };
      return computeAlert(store, { ...job, reader });
    },
    targetOf: async recipient =>
      recipient.kind === 'account' ? mailOf({ store, visitorOf }, recipient.account) : recipient,
    linkOf: () => null,
    now,
  };
}

async function savedIn(store: Store, name: string): Promise<SavedReport> {
  const found = findByName('saved report', await store.savedReports.all(), name);
  if (found.item) return found.item;
  throw new CommandError(found.problem);
}

const FLAGS: Readonly<Record<string, string>> = {
  serviceLevel: 'service-level',
  overPercentile: 'over-percentile',
};

function ruleOf(given: GivenAlert): AlertRule & { figure: string } {
  const rule = readAlert(given);
  if (isAlertProblem(rule)) {
    const inFlags = (text: string) =>
      text.replace(/\b[a-z]+[A-Z]\w*/g, name => FLAGS[name] ?? name);
    throw new UsageError(`--${inFlags(rule.path)}: ${inFlags(rule.text)}`);
  }
  return rule;
}

/** What the person can change is told without a stack. */
function throwTold(error: unknown): never {
  throw error instanceof StoreError ? new CommandError(error.message, { cause: error }) : error;
}
