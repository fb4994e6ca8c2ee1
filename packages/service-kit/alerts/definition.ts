/** What an alert is: a figure, a condition, how long it must hold, and whom it is told. */
import type { AlertCondition, AlertRule } from '@tallyboard/core/alerts/alert-machine.ts';
import { dayText, parseDay } from '@tallyboard/core/time/day.ts';
import { type Recipient, readRecipient, recipientKey } from '../delivery/recipients.ts';

export interface AlertDefinition extends AlertRule {
  readonly figure: string;
  readonly recipients: readonly Recipient[];
}

/** As people write it; undefined is not given. */
export interface GivenAlert {
  readonly figure?: unknown;
  readonly above?: unknown;
  readonly below?: unknown;
  readonly back?: unknown;
  readonly serviceLevel?: unknown;
  readonly limits?: unknown;
  readonly after?: unknown;
  readonly overPercentile?: unknown;
  readonly hold?: unknown;
  readonly to?: unknown;
}

export interface AlertProblem {
  readonly path: string;
  readonly text: string;
}

export const GIVEN_MEMBERS = [
  'figure',
  'above',
  'below',
  'back',
  'serviceLevel',
  'limits',
  'after',
  'overPercentile',
  'hold',
  'to',
] as const satisfies readonly (keyof GivenAlert)[];

export const MAX_HOLD = 90;
const MAX_RECIPIENTS = 100;
/** The figure of Work in progress that counts issues older than their percentile. */
const OVER_PERCENTILE = 'slow';

const CONDITIONS = ['above', 'below', 'serviceLevel', 'limits', 'after', 'overPercentile'] as const;
const ONE_CONDITION =
  'Give one condition: above, below, serviceLevel, limits, after or overPercentile.';

export const isAlertProblem = (read: object): read is AlertProblem => 'path' in read;

/** Returns why it cannot be an alert. Figures are checked by a back-test. */
export function readAlert(given: GivenAlert): (AlertRule & { figure: string }) | AlertProblem {
  const condition = readCondition(given);
  if (isAlertProblem(condition)) return condition;
  const { overPercentile, hold = 0 } = given;
  const figure = given.figure ?? (isSet(overPercentile) ? OVER_PERCENTILE : undefined);
  if (typeof figure !== 'string' || figure.trim() === '')
    return {
      path: 'figure',
      text: "Name the figure by its key, as 'tallyboard explain' takes it.",
    };
  const holdDays = Number(hold);
  if (!Number.isInteger(holdDays) || holdDays < 0 || holdDays > MAX_HOLD)
    return { path: 'hold', text: `A whole number of days from 0 to ${MAX_HOLD}.` };
  return { figure: figure.trim(), condition, holdDays };
}

/** As `readAlert` reads it. */
export function givenAlert({
  figure,
  condition,
  holdDays: hold,
}: AlertRule & { readonly figure: string }): GivenAlert {
  switch (condition.kind) {
    case 'limits':
      return { figure, hold, limits: true };
    case 'after':
      return { figure, hold, after: dayText(condition.target) };
    default: {
      const { kind, value, back } = condition;
      return { figure, hold, [kind]: value, back };
    }
  }
}

const isSet = (value: unknown) => value !== undefined && value !== null && value !== false;

function readCondition(given: GivenAlert): AlertCondition | AlertProblem {
  const [kind, ...more] = CONDITIONS.filter(name => isSet(given[name]));
  if (kind === undefined || more.length > 0)
    return { path: more[0] ?? 'above', text: ONE_CONDITION };
  if (given.back !== undefined && kind !== 'above' && kind !== 'below')
    return { path: 'back', text: 'It goes with above or below.' };
  if (kind === 'limits') return { kind: 'limits' };
  if (kind === 'overPercentile') return { kind: 'above', value: 0, back: 0 };
  if (kind === 'after') {
    const target = parseDay(String(given.after));
    return target === null
      ? { path: 'after', text: `'${given.after}' is no day such as 2026-12-24.` }
      : { kind: 'after', target };
  }
  const value = readNumber(given[kind]);
  const back = given.back === undefined ? value : readNumber(given.back);
  if (value === null) return { path: kind, text: `'${given[kind]}' is no number.` };
  if (kind === 'serviceLevel' && (value <= 0 || value > 100))
    return { path: kind, text: 'A target is more than 0 and at most 100 percent.' };
  if (back === null) return { path: 'back', text: `'${given.back}' is no number.` };
  if (kind === 'above' && back > value)
    return { path: 'back', text: `An alert above ${value} is over at ${value} or less.` };
  if (kind !== 'above' && back < value)
    return { path: 'back', text: `An alert below ${value} is over at ${value} or more.` };
  return { kind: kind === 'above' ? 'above' : 'below', value, back };
}

function readNumber(given: unknown): number | null {
  const number = typeof given === 'string' && given.trim() === '' ? Number.NaN : Number(given);
  return Number.isFinite(number) ? number : null;
}

/** Whom it is told. Figures are those of an account: who has none gets no alert where there are accounts. */
export function readRecipients(
  given: unknown,
  owner: string | null,
  isAccount: (name: string) => boolean,
): readonly Recipient[] | AlertProblem {
  const texts = (Array.isArray(given) ? given : String(given ?? owner ?? '').split(','))
    .map(text => String(text).trim())
    .filter(text => text !== '');
  const read = new Map<string, Recipient>();
  for (const text of texts) {
    const one = readRecipient(text, isAccount);
    if ('problem' in one) return { path: 'to', text: one.problem };
    if (owner !== null && one.kind !== 'account')
      return {
        path: 'to',
        text: `'${text}' has no account on this server, so that nobody knows which figures it may get. Subscriptions go there.`,
      };
    read.set(recipientKey(one), one);
  }
  if (read.size > MAX_RECIPIENTS)
    return { path: 'to', text: `At most ${MAX_RECIPIENTS} recipients.` };
  return [...read.values()];
}

/** The definition that is stored. */
export const alertDefinition = (document: Readonly<Record<string, unknown>>): AlertDefinition =>
  document as unknown as AlertDefinition;

/** 'above 10, back at 8, for 2 more days' */
export function conditionText({ condition, holdDays }: AlertRule): string {
  const hold = holdDays === 0 ? '' : `, for ${holdDays} more ${holdDays === 1 ? 'day' : 'days'}`;
  return `${textOf(condition)}${hold}`;
}

function textOf(condition: AlertCondition): string {
  switch (condition.kind) {
    case 'limits':
      return 'a signal of the process limits';
    case 'after':
      return `date after ${dayText(condition.target)}`;
    default: {
      const { kind, value, back } = condition;
      return back === value ? `${kind} ${value}` : `${kind} ${value}, back at ${back}`;
    }
  }
}
