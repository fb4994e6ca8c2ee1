/** Alerts as every door shows them. */
import { randomBytes } from 'node:crypto';
import type { AlertState } from '@tallyboard/core/alerts/alert-machine.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import type { Alert, StoredEvent } from '@tallyboard/server-store/alerts.ts';
import { recipientKey } from '../delivery/recipients.ts';
import { type AlertDefinition, alertDefinition, conditionText } from './definition.ts';

export const alertOrigin = ({ id }: Pick<Alert, 'id'>): string => `alert:${id}`;

/** Events that the history shows. */
export const MAX_EVENTS = 50;

export const newAlert = (
  made: {
    readonly owner: string | null;
    readonly report: string;
    readonly definition: AlertDefinition;
  },
  now: number,
): Alert => ({
  id: randomBytes(6).toString('hex'),
  owner: made.owner,
  report: made.report,
  document: { ...made.definition },
  createdMs: now,
});

export interface AlertJson {
  readonly id: string;
  readonly savedReport: string;
  readonly name: string | null;
  readonly owner: string | null;
  readonly figure: string;
  readonly condition: AlertDefinition['condition'];
  readonly conditionText: string;
  readonly holdDays: number;
  readonly to: readonly string[];
  readonly state: 'new' | 'quiet' | 'firing' | 'muted';
  /** Why it is muted. */
  readonly why: string | null;
  /** The last day that was observed. */
  readonly day: string | null;
  /** Latest first. */
  readonly events: readonly {
    readonly kind: StoredEvent['kind'];
    readonly day: string;
    readonly value: number | null;
    readonly text: string | null;
  }[];
}

/** `name` of its saved report; null where it was deleted. */
export function alertJson(
  alert: Alert,
  name: string | null,
  state: AlertState | null,
  events: readonly StoredEvent[],
): AlertJson {
  const definition = alertDefinition(alert.document);
  const { figure, condition, holdDays, recipients } = definition;
  return {
    id: alert.id,
    savedReport: alert.report,
    name,
    owner: alert.owner,
    figure,
    condition,
    conditionText: conditionText(definition),
    holdDays,
    to: recipients.map(recipientKey),
    state: stateOf(state, name),
    why: name === null ? 'The saved report was deleted.' : (state?.muted ?? null),
    day: state?.day == null ? null : dayText(state.day),
    events: events.map(({ kind, day, value, text }) => {
      const known = value !== null && Number.isFinite(value) ? value : null;
      return { kind, day: dayText(day), value: known, text };
    }),
  };
}

function stateOf(state: AlertState | null, name: string | null): AlertJson['state'] {
  if (name === null || (state !== null && state.muted !== null)) return 'muted';
  if (state === null) return 'new';
  return state.firing ? 'firing' : 'quiet';
}
