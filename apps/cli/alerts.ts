/** Alerts in the store of a data folder, with the rights of the command line: who reads the folder can read all of it. */
import type { AlertEvent, AlertRule } from '@tallyboard/core/alerts/alert-machine.ts';
import type { Day } from '@tallyboard/core/time/units.ts';
import { StoreError } from '@tallyboard/database/store-error.ts';
import { type BackTest, backTest } from '@tallyboard/engine/alerts/back-test.ts';
import { observeDays } from '@tallyboard/engine/alerts/observe-days.ts';
import type { Question } from '@tallyboard/engine/ask/question.ts';
import { readQuestion } from '@tallyboard/engine/ask/read-question.ts';
import { savedQuestion } from '@tallyboard/engine/ask/saved-question.ts';
import { QuestionError } from '@tallyboard/engine/question-error.ts';
import { explainQuestion } from '@tallyboard/engine/why/explain-question.ts';
import { findByName } from '@tallyboard/reports/find-by-name.ts';
import type { Alert } from '@tallyboard/server-store/alerts.ts';
import type { SavedReport } from '@tallyboard/server-store/saved-reports.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { type AlertJson, alertJson, MAX_EVENTS, newAlert } from '@tallyboard/service-kit/alerts/alerts.ts';
import { type CheckParts, checkAlert, readersOf, tellEvents } from '@tallyboard/service-kit/alerts/check-alert.ts';
import {
  alertDefinition,
  type GivenAlert,
  isAlertProblem,
  readAlert,
  readRecipients,
} from '@tallyboard/service-kit/alerts/definition.ts';
import type { Target } from '@tallyboard/service-kit/delivery/message.ts';
import { isAddress, type Recipient } from '@tallyboard/service-kit/delivery/recipients.ts';
import { CommandError, UsageError } from './command.ts';
import { auditChange } from './data-folder.ts';
import type { JiraSources } from './jira-source.ts';

export interface AlertBackTest extends BackTest {
  readonly savedReport: string;
}

export function storeAlerts(
  { at, store }: JiraSources & { readonly store: Store },
  now: () => number,
) {
  const questionOf = async (saved: Pick<SavedReport, 'name' | 'view'>): Promise<Question> => {
    const question = await readQuestion(
      {},
      { now: now(), saved: await savedQuestion(saved), boardSets: () => store.boardSets.all() },
    );
    // An alert looks at each day, whatever day the report was saved as of.
    return { ...question, asOf: null };
  };
  const observe: CheckParts['observe'] = async (saved, rule, _, options) =>
    observeDays(await at(now()), await questionOf(saved), rule, options);

  const parts: CheckParts = {
    store,
    observe,
    storyOf: async (saved, figure, _, times) => storyOf(await questionOf(saved), figure, times),
    targetOf: async recipient => targetOf(recipient),
    linkOf: () => null,
    now,
  };

  async function storyOf(
    question: Question,
    figure: string,
    { since, asOf }: Parameters<CheckParts['storyOf']>[3],
  ): Promise<string | null> {
    try {
      const asked = { since, figure };
      const past = { ...question, asOf };
      const { story } = await explainQuestion(time => at(time ?? now()), past, asked, { now: now() });
      return story;
    } catch (error) {
      // Not every figure has one.
      if (error instanceof QuestionError) return null;
      throw error;
    }
  }

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

  const test = async (saved: SavedReport, rule: AlertRule & { figure: string }, days?: number) => {
    const options = { now: now(), ...(days !== undefined && { days }) };
    const found = await backTest(await at(now()), await questionOf(saved), rule, options).catch(
      throwTold,
    );
    return { savedReport: saved.id, ...found };
  };

  return {
    async list(name?: string): Promise<readonly AlertJson[]> {
      const all = await store.alerts.all();
      const chosen = name === undefined ? null : await savedIn(store, name);
      return Promise.all(all.filter(each => !chosen || each.report === chosen.id).map(jsonOf));
    },

    async add(name: string, given: GivenAlert, owner: string | null): Promise<AlertJson> {
      const saved = await savedIn(store, name);
      const rule = ruleOf(given);
      const accounts = new Set((await store.accounts.all()).map(each => each.name));
      const recipients = readRecipients(given.to, owner, account => accounts.has(account));
      if (isAlertProblem(recipients)) throw new UsageError(`--to: ${recipients.text}`);
      const definition = { ...rule, recipients };
      const yesterday = (today: Day) => ({ from: today - 1, to: today - 1 });
      await observe(saved, definition, null, { now: now(), days: yesterday }).catch(throwTold);
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
      await store.alerts.remove(alert.id);
      await auditChange(store, 'alert removed', alert.id);
    },

    /** Observes the days that are over, and puts messages into the outbox. */
    async check(id?: string): Promise<readonly (AlertEvent & { readonly alert: string })[]> {
      const alerts = id === undefined ? await store.alerts.all() : [await find(id)];
      const told: (AlertEvent & { readonly alert: string })[] = [];
      for (const alert of alerts)
        for (const event of await checkAlert(parts, alert)) told.push({ ...event, alert: alert.id });
      await tellEvents(parts);
      return told;
    },
  };
}

function targetOf(recipient: Recipient): Target | null {
  if (recipient.kind !== 'account') return recipient;
  return isAddress(recipient.account) ? { kind: 'mail', address: recipient.account } : null;
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
  if (isAlertProblem(rule)) throw new UsageError(`--${FLAGS[rule.path] ?? rule.path}: ${rule.text}`);
  return rule;
}

/** What the person can change is told without a stack. */
function throwTold(error: unknown): never {
  const isTold = error instanceof QuestionError || error instanceof StoreError;
  throw isTold ? new CommandError(error.message, { cause: error }) : error;
}
