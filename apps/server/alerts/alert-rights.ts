/** The calls about alerts: who may make them, and what the OpenAPI document says of them. */
import { BACK_TEST_DAYS, MAX_BACK_TEST_DAYS } from '@tallyboard/engine/alerts/back-test.ts';
import { SCHEDULE } from '@tallyboard/replica/rest/call-rights.ts';
import type { JsonSchema } from '@tallyboard/report-kit/settings/json-schema.ts';
import { failure, json } from '../keys/key-rights.ts';
import {
  inPath,
  list,
  MISSING,
  objectOf,
  operationsOf,
  READ_SCHEDULE,
  SAVED,
  text,
  WRONG,
} from '../subscriptions/schedule-operations.ts';

const nullable = (type: string, description: string) => ({ type: [type, 'null'], description });
const day = text('A day such as 2026-03-02.');
const EVENT_KINDS = ['crossed', 'back', 'muted', 'unmuted'];

const EVENTS = list(
  objectOf({
    kind: { type: 'string', enum: EVENT_KINDS },
    day,
    value: nullable('number', 'The figure; for dates the days from the day.'),
    text: nullable('string', 'What the process limits signal, or why it is muted.'),
  }),
);

const GIVEN = {
  figure: text('The key of the figure; with limits a figure by period, such as resolved.'),
  above: { type: 'number', description: 'A condition: more than this.' },
  below: { type: 'number', description: 'A condition: less than this.' },
  back: { type: 'number', description: 'It is over at this value; at the limit by default.' },
  serviceLevel: { type: 'number', description: 'A condition: less than this percent.' },
  limits: { type: 'boolean', description: 'A condition: a signal of the process limits.' },
  after: text('A condition: the date of a level of a forecast is after this day.'),
  overPercentile: {
    type: 'boolean',
    description: 'A condition: an issue in progress is older than its percentile.',
  },
  hold: { type: 'integer', description: 'Days more that it must hold; 0 by default.' },
  to: { ...list({ type: 'string' }), description: 'Accounts; the caller by default.' },
};

export const ALERT_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Alert: objectOf({
    id: { type: 'string' },
    savedReport: text('The id of the saved report.'),
    name: nullable('string', 'Its name; null where it was deleted.'),
    owner: nullable('string', 'The account that made it.'),
    figure: text('The key of the figure.'),
    condition: { type: 'object' },
    conditionText: text('In words.'),
    holdDays: { type: 'integer' },
    to: list({ type: 'string' }),
    state: { type: 'string', enum: ['new', 'quiet', 'firing', 'muted'] },
    why: nullable('string', 'Why it is muted.'),
    day: nullable('string', 'The last day that was looked at.'),
    events: { ...EVENTS, description: 'Latest first.' },
  }),
  BackTest: objectOf({
    savedReport: text('The id of the saved report.'),
    figure: text('Its key.'),
    name: text('Of the figure.'),
    from: day,
    to: day,
    observed: { type: 'integer', description: 'Days on which the figure was known.' },
    muted: { type: 'integer', description: 'Days on which it was not, or partial.' },
    reasons: list(objectOf({ reason: { type: 'string' }, days: { type: 'integer' } })),
    events: EVENTS,
    falseAlarms: {
      anyOf: [
        objectOf({
          values: { type: 'integer', description: 'How many values.' },
          shuffles: { type: 'integer', description: 'Random orders of the values.' },
          mean: { type: 'number', description: 'Times that the condition fires in one order.' },
          low: { type: 'integer', description: 'In 90 percent of the orders at least.' },
          high: { type: 'integer', description: 'In 90 percent of the orders at most.' },
        }),
        { type: 'null' },
      ],
      description: 'How often the same values in random order fire; null for too few.',
    },
    text: text('All of it in words.'),
  }),
};

const ALERT = { $ref: '#/components/schemas/Alert' };
const ALERTS = {
  200: { description: 'The list.', content: json(objectOf({ alerts: list(ALERT) })) },
};
const ID = inPath('alert', 'Its id.');
const INPUT = { type: 'object', properties: GIVEN, additionalProperties: false };

const DAYS = {
  type: 'integer',
  minimum: 1,
  maximum: MAX_BACK_TEST_DAYS,
  description: `Days that are tried; ${BACK_TEST_DAYS} by default.`,
};

const called = operationsOf('alerts');

export const LIST_ALERTS = called(READ_SCHEDULE, {
  operationId: 'list-alerts',
  summary: 'Alerts that the caller made or receives; all for administrators',
  output: ALERTS,
});

export const LIST_ALERTS_OF_REPORT = called(READ_SCHEDULE, {
  operationId: 'list-alerts-of-report',
  summary: 'Alerts on a saved report',
  parameters: [SAVED],
  output: { ...ALERTS, ...MISSING },
});

export const ADD_ALERT = called(SCHEDULE, {
  operationId: 'add-alert',
  summary: 'Tells when a figure of a saved report crosses a limit, and when it is back',
  parameters: [SAVED],
  input: INPUT,
  output: {
    201: { description: 'The alert.', content: json(ALERT) },
    ...WRONG,
    ...MISSING,
    409: failure('The saved report has as many alerts as it may have.'),
  },
});

export const BACK_TEST_ALERT = called(READ_SCHEDULE, {
  operationId: 'back-test-alert',
  summary: 'When an alert would have fired in the last year, and how often it does by chance',
  parameters: [SAVED],
  input: { ...INPUT, properties: { ...GIVEN, days: DAYS } },
  output: {
    200: { description: 'It.', content: json({ $ref: '#/components/schemas/BackTest' }) },
    ...WRONG,
    ...MISSING,
  },
});

export const GET_ALERT = called(READ_SCHEDULE, {
  operationId: 'get-alert',
  summary: 'An alert, what it is in now, and what it told',
  parameters: [ID],
  output: { 200: { description: 'It.', content: json(ALERT) }, ...MISSING },
});

export const REMOVE_ALERT = called(SCHEDULE, {
  operationId: 'remove-alert',
  summary: 'Removes an alert with its history',
  parameters: [ID],
  output: { 204: { description: 'It is removed.' }, ...MISSING },
});
