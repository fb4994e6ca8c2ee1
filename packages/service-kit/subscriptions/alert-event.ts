/** Alerts that subscriptions wait for: whose figures they look at, and the runs that they begin. */
import { formatDay } from '@tallyboard/core/time/format.ts';
import type { Alert, StoredEvent } from '@tallyboard/server-store/alerts.ts';
import type { SavedReport } from '@tallyboard/server-store/saved-reports.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import type { Subscription } from '@tallyboard/server-store/subscriptions.ts';
import { alertDefinition, conditionText } from '../alerts/definition.ts';
import { type Recipient, recipientKey } from '../delivery/recipients.ts';
import { type AlertEvent, definitionOf, type Given, type Problem } from './definition.ts';

type Alerts = Pick<Store, 'alerts' | 'savedReports'>;

/**
 * What was written, with the alert by its id. People name it by its id, or by the saved report where that has one alert.
 * `mayUse`: of those that the caller may see.
 */
export async function withAlertId(
  store: Alerts,
  given: Given,
  mayUse: (alert: Alert) => boolean = () => true,
): Promise<Given | Problem> {
  const { event, of } = given;
  if (event !== 'alert') return given;
  const name = String(of ?? '').trim();
  if (name === '') return { path: 'of', text: 'Give the id of the alert.' };
  const all = (await store.alerts.all()).filter(mayUse);
  const named = await Promise.all(
    all.map(async alert => ({ alert, saved: await store.savedReports.get(alert.report) })),
  );
  const found = named.filter(({ alert, saved }) => saved !== null && alert.id === name);
  if (found.length === 0)
    found.push(...named.filter(({ saved }) => nameKey(saved) === name.toLowerCase()));
  const [only, ...more] = found;
  if (!only)
    return { path: 'of', text: `There is no alert '${name}': give the id of one that you see.` };
  if (more.length === 0) return { ...given, of: only.alert.id };
  const ids = found.map(({ alert }) => `${alert.id} (${ruleText(alert)})`).join(', ');
  return { path: 'of', text: `'${name}' has ${found.length} alerts. Give the id of one: ${ids}.` };
}

const nameKey = (saved: SavedReport | null) => saved?.name.trim().toLowerCase();

const ruleText = ({ document }: Alert): string => {
  const definition = alertDefinition(document);
  return `${definition.figure} ${conditionText(definition)}`;
};

/** 'When the alert on 'Weeks' fires: resolved below 5'. Null once it is gone. */
export async function alertEventText(
  store: Alerts,
  { of, back }: AlertEvent,
): Promise<string | null> {
  const alert = await store.alerts.get(of);
  const saved = alert && (await store.savedReports.get(alert.report));
  if (!alert || !saved) return null;
  return `When the alert on '${saved.name}' fires${back ? ', and when it is back' : ''}: ${ruleText(alert)}`;
}

/** Why a subscription that waits for it ends; null while it is there. */
export async function alertGone(store: Alerts, { of }: AlertEvent): Promise<string | null> {
  const alert = await store.alerts.get(of);
  if (!alert) return 'The alert that it waited for was removed.';
  const saved = await store.savedReports.get(alert.report);
  return saved ? null : 'The saved report of the alert that it waited for was deleted.';
}

/** Whose figures decide for a recipient, as alerts name readers: of those without an account, the owner's. */
const readerFor = (recipient: Recipient, { owner }: Subscription): string =>
  recipient.kind === 'account' ? recipient.account : (owner ?? '');

function awaited({ state, document }: Subscription): AlertEvent | null {
  const { when } = definitionOf(document);
  return state === 'active' && 'event' in when && when.event === 'alert' ? when : null;
}

/** The readers whose figures an alert must look at for those that wait for it; null: of whoever reads the data folder. */
export const waitingReaders = (
  { id }: Pick<Alert, 'id'>,
  all: readonly Subscription[],
): readonly (string | null)[] =>
  all
    .filter(each => awaited(each)?.of === id)
    .flatMap(each =>
      definitionOf(each.document).recipients.map(one => readerFor(one, each) || null),
    );

/** A run for each recipient whose figures crossed. Does nothing where it is there already. */
export async function beginAlertRuns(
  { subscriptions }: Pick<Store, 'subscriptions'>,
  event: StoredEvent,
  {
    alert,
    saved,
    now,
  }: { readonly alert: Alert; readonly saved: SavedReport; readonly now: number },
): Promise<void> {
  if (event.kind !== 'crossed' && event.kind !== 'back') return;
  const isBack = event.kind === 'back';
  for (const each of await subscriptions.all()) {
    const when = awaited(each);
    if (when?.of !== alert.id || (isBack && !when.back)) continue;
    for (const recipient of definitionOf(each.document).recipients) {
      if (readerFor(recipient, each) !== event.reader) continue;
      const cause = causeOf(event, { alert, saved, isNamed: recipient.kind === 'account' });
      const run = { subscription: each.id, createdMs: now, cause };
      await addOnce(subscriptions, { ...run, recipient: recipientKey(recipient) }, event.at);
    }
  }
}

/** Recipients without an account get no word of what is not released to them. */
function causeOf(
  { kind, day }: StoredEvent,
  of: { readonly alert: Alert; readonly saved: SavedReport; readonly isNamed: boolean },
): string {
  const on = formatDay(day, 'D MMM YYYY');
  const name = of.isNamed ? `The alert on '${of.saved.name}'` : 'An alert';
  const rule = of.isNamed ? `: ${ruleText(of.alert)}` : '';
  return kind === 'back' ? `${name} was back on ${on}${rule}.` : `${name} fired on ${on}${rule}.`;
}

/**
 * At the instant of the event, or the next millisecond that no other recipient's run has. A recipient has one run of an event, whatever
 * its words: the name of a report may change between two tries.
 */
async function addOnce(
  subscriptions: Store['subscriptions'],
  run: Omit<Parameters<Store['subscriptions']['addRun']>[0], 'dueMs'>,
  at: number,
): Promise<void> {
  for (let dueMs = at; !(await subscriptions.addRun({ ...run, dueMs })); dueMs++) {
    const there = await subscriptions.run(run.subscription, dueMs);
    if (there?.recipient === run.recipient) return;
  }
}
