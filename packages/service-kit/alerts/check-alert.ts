/** Observes the days of an alert that are over, and puts what it tells into the outbox, once. */
import {
  type AlertEvent,
  NEW_ALERT,
  type Observation,
  stepAlert,
} from '@tallyboard/core/alerts/alert-machine.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import { formatDay } from '@tallyboard/core/time/format.ts';
import { DAY, type Day, type Instant } from '@tallyboard/core/time/units.ts';
import type { Alert, StoredEvent } from '@tallyboard/server-store/alerts.ts';
import { messageId } from '@tallyboard/server-store/outbox.ts';
import type { SavedReport } from '@tallyboard/server-store/saved-reports.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import type { Subscription } from '@tallyboard/server-store/subscriptions.ts';
import { addCapped } from '../delivery/daily-cap.ts';
import type { Message, Target } from '../delivery/message.ts';
import { type Recipient, recipientKey } from '../delivery/recipients.ts';
import type { OutboxContent } from '../delivery/send-messages.ts';
import { beginAlertRuns, waitingReaders } from '../subscriptions/alert-event.ts';
import { alertOrigin } from './alerts.ts';
import type { AlertJob, AlertReply } from './compute-alert.ts';
import { type AlertDefinition, alertDefinition, conditionText } from './definition.ts';

export interface CheckParts {
  readonly store: Pick<Store, 'alerts' | 'outbox' | 'savedReports' | 'subscriptions'>;
  /** With the rights of an account; null: of whoever reads the data folder. */
  readonly compute: (job: Omit<AlertJob, 'reader'>, reader: string | null) => Promise<AlertReply>;
  /** Where a recipient gets messages; else why nowhere. */
  readonly targetOf: (recipient: Recipient) => Promise<Target | { readonly skip: string }>;
  readonly linkOf: (saved: SavedReport) => string | null;
  readonly now: () => number;
}

/** Days that are observed after a server was away. */
const MAX_DAYS = 31;
/** A mirror may be that late with the data of a day before the alert is muted. */
const PATIENCE_MS = 6 * 3_600_000;
/** An event waits so long for the rights of its reader to be known. */
const UNKNOWN_MS = 2 * DAY;
/** No zone is further ahead of UTC. */
const MAX_OFFSET_MS = 14 * 3_600_000;
/** No zone is further behind UTC. */
const MIN_OFFSET_MS = 12 * 3_600_000;

/** The readers of an alert: each account gets its own figures. */
export const readersOf = ({ recipients }: AlertDefinition): readonly (string | null)[] => {
  const accounts = recipients.flatMap(each => (each.kind === 'account' ? [each.account] : []));
  return accounts.length > 0 ? accounts : [null];
};

/** With those of the subscriptions that wait for it. */
export const observedReaders = (
  alert: Alert,
  subscriptions: readonly Subscription[],
): readonly (string | null)[] => [
  ...new Set([
    ...readersOf(alertDefinition(alert.document)),
    ...waitingReaders(alert, subscriptions),
  ]),
];

/** Returns the events of this check, for all readers. */
export async function checkAlert(parts: CheckParts, alert: Alert): Promise<readonly AlertEvent[]> {
  const saved = await parts.store.savedReports.get(alert.report);
  if (!saved) return [];
  const definition = alertDefinition(alert.document);
  const all: AlertEvent[] = [];
  for (const reader of observedReaders(alert, await parts.store.subscriptions.all()))
    all.push(...(await checkReader(parts, { alert, saved, definition, reader })));
  return all;
}

interface Check {
  readonly alert: Alert;
  readonly saved: SavedReport;
  readonly definition: AlertDefinition;
  readonly reader: string | null;
}

async function checkReader(
  { store, compute, now }: CheckParts,
  { alert, saved, definition, reader }: Check,
): Promise<readonly AlertEvent[]> {
  const name = reader ?? '';
  const before = await store.alerts.state(alert.id, name);
  const at = now();
  const lastDay = dayBefore(before?.day ?? null, at);
  const ask = { kind: 'observe', lastDay, most: MAX_DAYS } as const;
  const reply = await compute({ saved, rule: definition, ask, now: at }, reader);
  const observations = reply.observations ?? unanswered(reply, lastDay, at);
  const last = observations.at(-1);
  if (!last || (last.stale === true && at < last.at + PATIENCE_MS)) return [];
  let state = before ?? NEW_ALERT;
  const events: AlertEvent[] = [];
  for (const observation of observations) {
    const step = stepAlert(definition, state, observation);
    state = step.state;
    events.push(...step.events);
  }
  const key = { alert: alert.id, reader: name };
  return (await store.alerts.advance(key, before, state, events)) ? events : [];
}

/** A day that begins nowhere yet was observed before the clock was set back: it is looked at again from yesterday on. */
const dayBefore = (day: Day | null, now: Instant): Day | null =>
  day !== null && day > Math.floor((now + MAX_OFFSET_MS) / DAY) ? null : day;

/**
 * A question that cannot be answered any more mutes the alert: for the last day that is over in every zone, so that no day is lost
 * to a reader in the west. Rights that are not known now may be soon.
 */
function unanswered(
  { problem = '', isUnknown = false }: AlertReply,
  lastDay: Day | null,
  now: Instant,
): readonly Observation[] {
  const day = Math.floor((now - MIN_OFFSET_MS) / DAY) - 1;
  if (lastDay !== null && day <= lastDay) return [];
  const at = (day + 1) * DAY + MIN_OFFSET_MS - 1;
  return [{ at, day, value: null, muted: problem, stale: isUnknown }];
}

/** Messages and runs of subscriptions, of events that have none yet: crossed and back; a muted alert says so in its list. */
export async function tellEvents(parts: CheckParts): Promise<void> {
  const { store } = parts;
  const failures: unknown[] = [];
  for (const event of await store.alerts.untold())
    try {
      if (await tellEvent(parts, event)) await store.alerts.markTold(event);
    } catch (error) {
      // The others do not wait for it.
      failures.push(error);
    }
  if (failures.length > 0) throw failures[0];
}

/** False: it is told later. */
async function tellEvent(parts: CheckParts, event: StoredEvent): Promise<boolean> {
  const { store } = parts;
  const alert = await store.alerts.get(event.alert);
  const saved = alert && (await store.savedReports.get(alert.report));
  if (!alert || !saved || (event.kind !== 'crossed' && event.kind !== 'back')) return true;
  await beginAlertRuns(store, event, { alert, saved, now: parts.now() });
  return tell(parts, alert, saved, event);
}

async function tell(
  { store, compute, targetOf, linkOf, now }: CheckParts,
  alert: Alert,
  saved: SavedReport,
  event: StoredEvent,
): Promise<boolean> {
  const definition = alertDefinition(alert.document);
  const reader = event.reader === '' ? null : event.reader;
  const isTold = (recipient: Recipient) => reader === null || recipientKey(recipient) === reader;
  const recipients = definition.recipients.filter(isTold);
  // The reader of a subscription that waits for it.
  if (recipients.length === 0) return true;
  const { day } = event;
  const ask = { kind: 'tell', day } as const;
  const reply = await compute({ saved, rule: definition, ask, now: now() }, reader);
  const { told } = reply;
  // What the reader may not see any more is not told.
  if (!told) return reply.isUnknown !== true || now() > event.at + UNKNOWN_MS;
  const message = messageOf(saved, definition, event, { told, link: linkOf(saved) });
  const why = `You are told by the alert on '${saved.name}': ${told.name} ${conditionText(definition)}.`;
  const origin = alertOrigin(alert);
  const run = `${day} ${event.kind} ${event.reader}`;
  for (const recipient of recipients) {
    const name = recipientKey(recipient);
    const target = await targetOf(recipient);
    const isNowhere = 'skip' in target;
    const content: OutboxContent = { message, why };
    await addCapped(store.outbox, {
      id: messageId(`${origin} ${run}`, name),
      origin,
      run,
      recipient: name,
      detail: isNowhere ? target.skip : '',
      createdMs: now(),
      sends: isNowhere
        ? null
        : { target: JSON.stringify(target), content: JSON.stringify(content) },
    });
  }
  return true;
}

/** Issues that a message names. */
const MAX_ISSUES = 20;

function messageOf(
  saved: SavedReport,
  definition: AlertDefinition,
  { kind, day, value, text }: StoredEvent,
  { told, link }: { readonly told: NonNullable<AlertReply['told']>; readonly link: string | null },
): Message {
  const { name, text: shown, issues, story } = told;
  const on = formatDay(day, 'D MMM YYYY');
  const isBack = kind === 'back';
  const first = isBack
    ? `${name} is back: ${shown} on ${on}.`
    : `${name} is ${shown} on ${on}; told when ${conditionText(definition)}.`;
  return {
    subject: `${isBack ? 'Back' : 'Alert'}: ${saved.name}, ${name} ${shown}`,
    summary: [first, ...(text ? [text] : []), ...(story ? [story] : [])],
    figures: [{ label: name, text: shown }],
    table:
      issues.length === 0
        ? null
        : {
            columns: ['Issue'],
            rows: issues.slice(0, MAX_ISSUES).map(key => [key]),
            hasTotal: false,
            omitted: Math.max(0, issues.length - MAX_ISSUES),
          },
    notes: [],
    picture: null,
    files: [],
    link,
    event: {
      type: isBack ? 'alert.back' : 'alert.crossed',
      data: {
        savedReport: saved.id,
        savedReportName: saved.name,
        figure: definition.figure,
        condition: { ...definition.condition },
        day: dayText(day),
        value,
        text,
        story,
        issues,
        link,
      },
    },
  };
}
