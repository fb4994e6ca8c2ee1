/** Observes the days of an alert that are over, and puts what it tells into the outbox, once. */
import { type AlertEvent, NEW_ALERT, stepAlert } from '@tallyboard/core/alerts/alert-machine.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import { formatDay } from '@tallyboard/core/time/format.ts';
import type { Day, Instant, ZoneId } from '@tallyboard/core/time/units.ts';
import { endOfDay } from '@tallyboard/core/time/zone.ts';
import type { ObservedDays, ObserveOptions } from '@tallyboard/engine/alerts/observe-days.ts';
import { QuestionError } from '@tallyboard/engine/question-error.ts';
import type { Alert, StoredEvent } from '@tallyboard/server-store/alerts.ts';
import { messageId } from '@tallyboard/server-store/outbox.ts';
import type { SavedReport } from '@tallyboard/server-store/saved-reports.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import type { Message, Target } from '../delivery/message.ts';
import { type Recipient, recipientKey } from '../delivery/recipients.ts';
import type { OutboxContent } from '../delivery/send-messages.ts';
import { alertOrigin } from './alerts.ts';
import { type AlertDefinition, alertDefinition, conditionText } from './definition.ts';

export interface CheckParts {
  readonly store: Pick<Store, 'alerts' | 'outbox' | 'savedReports'>;
  /** With the rights of the reader; null: of whoever reads the data folder. */
  readonly observe: (
    saved: SavedReport,
    rule: AlertDefinition,
    reader: string | null,
    options: ObserveOptions,
  ) => Promise<ObservedDays>;
  /** Why the figure changed since the day before; null where nobody can tell. */
  readonly storyOf: (
    saved: SavedReport,
    figure: string,
    reader: string | null,
    times: { readonly since: Instant; readonly asOf: Instant },
  ) => Promise<string | null>;
  /** Where a recipient gets messages; null: nowhere. */
  readonly targetOf: (recipient: Recipient) => Promise<Target | null>;
  readonly linkOf: (saved: SavedReport) => string | null;
  readonly now: () => number;
}

/** Days that are observed after a server was away. */
const MAX_DAYS = 31;
/** A mirror may be that late with the data of a day before the alert is muted. */
const PATIENCE_MS = 6 * 3_600_000;

/** The readers of an alert: each account gets its own figures. */
export const readersOf = ({ recipients }: AlertDefinition): readonly (string | null)[] => {
  const accounts = recipients.flatMap(each => (each.kind === 'account' ? [each.account] : []));
  return accounts.length > 0 ? accounts : [null];
};

/** Returns the events of this check, for all readers. */
export async function checkAlert(parts: CheckParts, alert: Alert): Promise<readonly AlertEvent[]> {
  const saved = await parts.store.savedReports.get(alert.report);
  if (!saved) return [];
  const definition = alertDefinition(alert.document);
  const all: AlertEvent[] = [];
  for (const reader of readersOf(definition))
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
  parts: CheckParts,
  { alert, saved, definition, reader }: Check,
): Promise<readonly AlertEvent[]> {
  const { store, now } = parts;
  const name = reader ?? '';
  const before = await store.alerts.state(alert.id, name);
  const observed = await observeNew(parts, { alert, saved, definition, reader }, before?.day ?? null);
  if (observed === null || observed.observations.length === 0) return [];
  const last = observed.observations.at(-1);
  if (last?.stale === true && now() < last.at + PATIENCE_MS) return [];
  let state = before ?? NEW_ALERT;
  const events: AlertEvent[] = [];
  for (const observation of observed.observations) {
    const step = stepAlert(definition, state, observation);
    state = step.state;
    events.push(...step.events);
  }
  const isOurs = await store.alerts.advance({ alert: alert.id, reader: name }, before, state, events);
  return isOurs ? events : [];
}

/** Null where no day is over since. A question that cannot be answered any more mutes the alert. */
async function observeNew(
  parts: CheckParts,
  { saved, definition, reader }: Check,
  lastDay: Day | null,
): Promise<ObservedDays | null> {
  let today: Day | null = null;
  try {
    return await parts.observe(saved, definition, reader, {
      now: parts.now(),
      days: day => {
        today = day;
        const from = Math.max(lastDay === null ? day - 1 : lastDay + 1, day - MAX_DAYS);
        return { from, to: day - 1 };
      },
    });
  } catch (error) {
    if (!(error instanceof QuestionError) || today === null) throw error;
    const day: Day = today - 1;
    if (lastDay !== null && day <= lastDay) return null;
    const observation = { at: parts.now(), day, value: null, muted: error.message };
    return { ...NOTHING, name: definition.figure, observations: [observation] };
  }
}

const NOTHING = { format: String, series: [], last: null, zone: 'UTC' as ZoneId };

/** Messages of events that are not in the outbox yet: crossed and back; a muted alert says so in its list. */
export async function tellEvents(parts: CheckParts): Promise<void> {
  const { store } = parts;
  for (const event of await store.alerts.untold()) {
    const alert = await store.alerts.get(event.alert);
    const saved = alert && (await store.savedReports.get(alert.report));
    if (alert && saved && (event.kind === 'crossed' || event.kind === 'back'))
      await tell(parts, alert, saved, event);
    await store.alerts.markTold(event);
  }
}

async function tell(
  { store, observe, storyOf, targetOf, linkOf, now }: CheckParts,
  alert: Alert,
  saved: SavedReport,
  event: StoredEvent,
): Promise<void> {
  const definition = alertDefinition(alert.document);
  const reader = event.reader === '' ? null : event.reader;
  const { day } = event;
  const seen = await observe(saved, definition, reader, {
    now: now(),
    days: () => ({ from: day, to: day }),
  });
  const times = { since: endOfDay(day - 1, seen.zone) - 1, asOf: event.at };
  const story = await storyOf(saved, definition.figure, reader, times);
  const message = messageOf(saved, definition, event, { seen, story, link: linkOf(saved) });
  const why = `You are told by the alert on '${saved.name}': ${seen.name} ${conditionText(definition)}.`;
  const origin = alertOrigin(alert);
  const run = `${day} ${event.kind} ${event.reader}`;
  for (const recipient of definition.recipients) {
    const name = recipientKey(recipient);
    if (reader !== null && name !== reader) continue;
    const target = await targetOf(recipient);
    const content: OutboxContent = { message, why };
    await store.outbox.add({
      id: messageId(`${origin} ${run}`, name),
      origin,
      run,
      recipient: name,
      detail: target ? '' : 'The account has no e-mail address.',
      createdMs: now(),
      sends: target && { target: JSON.stringify(target), content: JSON.stringify(content) },
    });
  }
}

/** Issues that a message names. */
const MAX_ISSUES = 20;

function messageOf(
  saved: SavedReport,
  definition: AlertDefinition,
  { kind, day, value, text }: StoredEvent,
  more: {
    readonly seen: Pick<ObservedDays, 'name' | 'format' | 'last'>;
    readonly story: string | null;
    readonly link: string | null;
  },
): Message {
  const { seen, story, link } = more;
  const issues = seen.last?.issues ?? [];
  const shown = valueText(definition, value, day, seen.format);
  const on = formatDay(day, 'D MMM YYYY');
  const isBack = kind === 'back';
  const first = isBack
    ? `${seen.name} is back: ${shown} on ${on}.`
    : `${seen.name} is ${shown} on ${on}; told when ${conditionText(definition)}.`;
  return {
    subject: `${isBack ? 'Back' : 'Alert'}: ${saved.name}, ${seen.name} ${shown}`,
    summary: [first, ...(text ? [text] : []), ...(story ? [story] : [])],
    figures: [{ label: seen.name, text: shown }],
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
        name: saved.name,
        figure: definition.figure,
        condition: { ...definition.condition },
        day: dayText(day),
        value: value !== null && Number.isFinite(value) ? value : null,
        text,
        story,
        issues,
        link,
      },
    },
  };
}

function valueText(
  { condition }: AlertDefinition,
  value: number | null,
  day: Day,
  format: (value: number) => string,
): string {
  if (value === null) return 'without a value';
  if (condition.kind !== 'after') return format(value);
  return Number.isFinite(value) ? formatDay(day + value, 'D MMM YYYY') : 'more than 10 years away';
}
