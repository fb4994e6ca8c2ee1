import { expect, test } from 'vitest';
import {
  type AlertRule,
  NEW_ALERT,
  type Observation,
  replayAlert,
  stepAlert,
} from './alert-machine.ts';
import { falseAlarms } from './false-alarms.ts';

/** Days 1, 2, ...; '?' is a day with partial data, '-' one without a value. */
const days = (text: string): Observation[] =>
  text.split(' ').map((word, at) => ({
    at: at + 1,
    day: at + 1,
    value: word === '?' || word === '-' ? null : Number(word),
    muted: word === '?' ? 'Partial.' : null,
  }));

const above = (value: number, back = value, holdDays = 0): AlertRule => ({
  condition: { kind: 'above', value, back },
  holdDays,
});

/** '3 crossed' */
const told = (rule: AlertRule, text: string) =>
  replayAlert(rule, days(text)).events.map(({ day, kind }) => `${day} ${kind}`);

test.each([
  [
    'once when crossed, once when back',
    above(10),
    '7 11 12 11 10 7 11',
    ['2 crossed', '5 back', '7 crossed'],
  ],
  [
    'hysteresis: 9 is neither crossed nor back',
    above(10, 8),
    '11 9 11 9 8 9 11',
    ['1 crossed', '5 back', '7 crossed'],
  ],
  ['the limit itself is not above it', above(10), '10 10 10', []],
  // 0.1 + 0.2
  ['nor is a sum that is the limit', above(0.3), '0.30000000000000004 0.31', ['2 crossed']],
  ['and such a sum is back', above(1, 0.3), '2 0.30000000000000004', ['1 crossed', '2 back']],
  [
    'holds for two days more before it is told',
    above(10, 10, 2),
    '11 11 9 11 11 11 9',
    ['6 crossed', '7 back'],
  ],
  [
    'muted once with its reason, and neither crossed nor back by it',
    above(10),
    '11 ? ? 11 ? 9',
    ['1 crossed', '2 muted', '4 unmuted', '5 muted', '6 unmuted', '6 back'],
  ],
  [
    'a day that nobody knows ends a run',
    above(10, 10, 1),
    '11 ? 11 11',
    ['2 muted', '3 unmuted', '4 crossed'],
  ],
  [
    'a figure without a value is muted',
    above(10),
    '11 - 11',
    ['1 crossed', '2 muted', '3 unmuted'],
  ],
])('%s', (_, rule, text, events) => {
  expect(told(rule, text)).toEqual(events);
});

test('below is the mirror image of above', () => {
  const below: AlertRule = { condition: { kind: 'below', value: 80, back: 90 }, holdDays: 0 };
  expect(told(below, '85 79 85 90 79')).toEqual(['2 crossed', '4 back', '5 crossed']);
});

test('a date of a level after the target: days from the day of the observation', () => {
  const after: AlertRule = { condition: { kind: 'after', target: 10 }, holdDays: 0 };
  // 1 + 9 = 10 is in time, 2 + 9 = 11 is not, 3 + 7 = 10 is again.
  expect(told(after, '9 9 7')).toEqual(['2 crossed', '3 back']);
});

test('process limits: a signal with its words, for as long as the last period has one', () => {
  const rule: AlertRule = { condition: { kind: 'limits' }, holdDays: 0 };
  const signals = [null, 'W2', 'W2', null];
  const { events } = replayAlert(
    rule,
    signals.map((signal, at) => ({ at, day: at, value: 5, signal, muted: null })),
  );
  expect(events.map(({ kind, text }) => [kind, text])).toEqual([
    ['crossed', 'W2'],
    ['back', null],
  ]);
});

test('step by step, with the state stored between steps, gives what the replay gives', () => {
  const rule = above(10, 8, 1);
  const all = days('7 11 11 ? 9 8 12 - 12 12 3 11 11');
  let state = NEW_ALERT;
  const live = all.flatMap(observation => {
    const step = stepAlert(rule, JSON.parse(JSON.stringify(state)), observation);
    state = step.state;
    return step.events;
  });
  expect(live).toEqual(replayAlert(rule, all).events);
  expect(live.length).toBeGreaterThan(4);
});

const asDays = (values: readonly number[]) => days(values.join(' '));

test('false alarms: twenty values of which one is above cross once in every order', () => {
  const values = [...Array.from({ length: 19 }, () => 1), 9];
  expect(falseAlarms(above(5), values, asDays)).toMatchObject({ mean: 1, low: 1, high: 1 });
});

test('false alarms: runs of k above among n in random order are k (n - k + 1) / n on average', () => {
  // Ten of twenty: 5.5 runs; the mean of 200 orders is within 4 standard errors of it.
  const values = Array.from({ length: 20 }, (_, at) => (at < 10 ? 1 : 9));
  const found = falseAlarms(above(5), values, asDays);
  expect(found?.mean).toBeGreaterThan(5.1);
  expect(found?.mean).toBeLessThan(5.9);
  expect(found).toEqual(falseAlarms(above(5), values, asDays));
});

test('false alarms: nothing is said of fewer than ten values', () => {
  expect(falseAlarms(above(5), [1, 9, 1], asDays)).toBeNull();
});
