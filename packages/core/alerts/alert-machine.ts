/**
 * Alerts on a figure: from observations, one a day, to events, each once. Live and back-test use the same step.
 *
 *   above 10, back at 8       7   11   12   9    8    7
 *   events                        crossed        back
 */

import { isMore } from '../measure/precision.ts';
import type { Day, Instant } from '../time/units.ts';

export type AlertCondition =
  /** Once beyond `value`, and over again only at `back`: hysteresis. */
  | { readonly kind: 'above' | 'below'; readonly value: number; readonly back: number }
  /** The last whole period is a signal of the process limits. */
  | { readonly kind: 'limits' }
  /** The value is a number of days from the observation: a date after `target`. */
  | { readonly kind: 'after'; readonly target: Day };

export interface AlertRule {
  readonly condition: AlertCondition;
  /** Days that the condition must hold before it is told; 0 tells at once. */
  readonly holdDays: number;
}

/** The figure as of the end of a day. */
export interface Observation {
  readonly at: Instant;
  readonly day: Day;
  readonly value: number | null;
  /** What the process limits signal in the last whole period, in words; null for nothing, and for other conditions. */
  readonly signal?: string | null;
  /** Why nothing can be told: partial or stale data, or no value. */
  readonly muted: string | null;
  /** It is muted for data that may come yet. */
  readonly stale?: boolean;
}

export interface AlertState {
  readonly firing: boolean;
  /** Days in a row on which the condition was seen to hold, while it is not firing yet. */
  readonly held: number;
  /** The reason of the last observation. */
  readonly muted: string | null;
  /** Of the last observation; null before the first. */
  readonly day: Day | null;
}

export interface AlertEvent {
  readonly kind: 'crossed' | 'back' | 'muted' | 'unmuted';
  readonly at: Instant;
  readonly day: Day;
  readonly value: number | null;
  /** The signal or the reason. */
  readonly text: string | null;
}

export const NEW_ALERT: AlertState = { firing: false, held: 0, muted: null, day: null };

/** The state after an observation. A muted one proves nothing: it ends no alert, begins none, and its day does not count as held. */
export function stepAlert(
  rule: AlertRule,
  state: AlertState,
  observation: Observation,
): { readonly state: AlertState; readonly events: readonly AlertEvent[] } {
  const { at, day, value, signal = null } = observation;
  const muted = observation.muted ?? (hasValue(rule.condition, observation) ? null : NO_VALUE);
  const event = (kind: AlertEvent['kind'], text: string | null): AlertEvent => {
    return { kind, at, day, value, text };
  };
  if (muted !== null) {
    const events = state.muted === null ? [event('muted', muted)] : [];
    return { state: { ...state, held: 0, muted, day }, events };
  }
  const unmuted = state.muted === null ? [] : [event('unmuted', null)];
  const next = { ...state, muted: null, day };
  if (state.firing) {
    const isOver = isBack(rule.condition, observation);
    return {
      state: { ...next, firing: !isOver, held: 0 },
      events: isOver ? [...unmuted, event('back', null)] : unmuted,
    };
  }
  const held = holds(rule.condition, observation) ? state.held + 1 : 0;
  const fires = held > rule.holdDays;
  return {
    state: { ...next, firing: fires, held: fires ? 0 : held },
    events: fires ? [...unmuted, event('crossed', signal)] : unmuted,
  };
}

/** Events of observations in order, from the beginning. */
export function replayAlert(
  rule: AlertRule,
  observations: readonly Observation[],
): { readonly state: AlertState; readonly events: readonly AlertEvent[] } {
  let state = NEW_ALERT;
  const events: AlertEvent[] = [];
  for (const observation of observations) {
    const step = stepAlert(rule, state, observation);
    state = step.state;
    events.push(...step.events);
  }
  return { state, events };
}

export const NO_VALUE = 'The figure has no value.';

const hasValue = ({ kind }: AlertCondition, { value }: Observation): boolean =>
  kind === 'limits' || value !== null;

function holds(condition: AlertCondition, { day, value, signal = null }: Observation): boolean {
  switch (condition.kind) {
    case 'above':
      return value !== null && isMore(value, condition.value);
    case 'below':
      return value !== null && isMore(condition.value, value);
    case 'limits':
      return signal !== null;
    case 'after':
      return value !== null && day + value > condition.target;
  }
}

function isBack(condition: AlertCondition, observation: Observation): boolean {
  const { value } = observation;
  if (condition.kind === 'above') return value !== null && !isMore(value, condition.back);
  if (condition.kind === 'below') return value !== null && !isMore(condition.back, value);
  return !holds(condition, observation);
}
