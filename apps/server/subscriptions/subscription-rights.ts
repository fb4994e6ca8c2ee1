/** The calls about subscriptions: who may make them, and what the OpenAPI document says of them. */
import { ADMINISTER, SCHEDULE } from '@tallyboard/replica/rest/call-rights.ts';
import type { JsonSchema } from '@tallyboard/report-kit/settings/json-schema.ts';
import { ATTACHMENTS, EVENTS } from '@tallyboard/service-kit/subscriptions/definition.ts';
import { json, time } from '../keys/key-rights.ts';
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
} from './schedule-operations.ts';

const nullable = (description: string) => ({ type: ['string', 'null'], description });

const GIVEN = {
  cron: text("Minute, hour, day, month, weekday: '0 8 * * MON'."),
  zone: text("Of the schedule, such as Europe/Prague; the caller's by default."),
  event: { type: 'string', enum: [...EVENTS], description: 'In place of a schedule.' },
  of: text(
    'The id of the board of sprints, the key of the project of versions, or an alert: its id, or the name of its saved report.',
  ),
  back: { type: 'boolean', description: 'Of an alert: also when it is back.' },
  to: {
    ...list({ type: 'string' }),
    description: 'Accounts, e-mail addresses, webhook:URL, slack:URL, teams:URL, folder:NAME.',
  },
  file: {
    type: 'string',
    enum: [...ATTACHMENTS, 'none'],
    description: 'Attached; none by default. To a dashboard all but csv.',
  },
};

export const SUBSCRIPTION_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Subscription: objectOf({
    id: { type: 'string' },
    savedReport: nullable('The id of the saved report; null for a dashboard.'),
    dashboard: nullable('The id of the dashboard; null for a saved report.'),
    name: nullable('Its name.'),
    owner: nullable('The account that made it.'),
    state: { type: 'string', enum: ['active', 'paused', 'ended'] },
    why: text('Why it has ended.'),
    when: { type: 'object' },
    whenText: text('In words.'),
    next: time,
    to: list(
      objectOf({
        name: { type: 'string' },
        kind: { type: 'string' },
        unsubscribed: { type: 'boolean' },
      }),
    ),
    file: nullable('Attached to its mails.'),
    mine: { type: 'boolean', description: 'The caller may change it.' },
    received: { type: 'boolean', description: 'The caller is one of its recipients.' },
  }),
  SubscriptionRun: objectOf({
    due: { type: 'string', format: 'date-time' },
    cause: text('schedule, test, ended, or the event in words.'),
    finished: time,
    next: time,
    detail: text('Why it waits, or what became of it.'),
    messages: list(
      objectOf({
        to: { type: 'string' },
        state: { type: 'string', enum: ['pending', 'held', 'sent', 'failed', 'skipped'] },
        detail: { type: 'string' },
        attempts: { type: 'integer' },
        at: { type: 'string', format: 'date-time' },
      }),
    ),
    omitted: {
      type: 'integer',
      description: 'Messages that are not listed: 500 are, those that were not sent first.',
    },
  }),
};

const SUBSCRIPTION = { $ref: '#/components/schemas/Subscription' };
const ID = inPath('subscription', 'Its id.');
const called = operationsOf('subscriptions');
const given = (required: readonly string[]) => ({
  type: 'object',
  properties: GIVEN,
  required,
  additionalProperties: false,
});

export const LIST_SUBSCRIPTIONS = called(READ_SCHEDULE, {
  operationId: 'list-subscriptions',
  summary: 'Subscriptions that the caller made or receives',
  parameters: [
    {
      name: 'all',
      in: 'query',
      schema: { type: 'boolean', description: 'Those of all accounts, for administrators.' },
    },
  ],
  output: {
    200: {
      description: 'The list.',
      content: json(objectOf({ subscriptions: list(SUBSCRIPTION) })),
    },
  },
});

export const GET_SUBSCRIPTION = called(READ_SCHEDULE, {
  operationId: 'get-subscription',
  summary: 'A subscription',
  parameters: [ID],
  output: { 200: { description: 'It.', content: json(SUBSCRIPTION) }, ...MISSING },
});

export const CHANGE_SUBSCRIPTION = called(SCHEDULE, {
  operationId: 'change-subscription',
  summary: 'Changes, pauses or resumes a subscription',
  parameters: [ID],
  input: {
    ...given([]),
    properties: { ...GIVEN, state: { type: 'string', enum: ['active', 'paused'] } },
  },
  output: { 200: { description: 'It.', content: json(SUBSCRIPTION) }, ...WRONG, ...MISSING },
});

export const REMOVE_SUBSCRIPTION = called(SCHEDULE, {
  operationId: 'remove-subscription',
  summary: 'Removes a subscription with its history',
  parameters: [ID],
  output: { 204: { description: 'It is removed.' }, ...MISSING },
});

export const TEST_SUBSCRIPTION = called(SCHEDULE, {
  operationId: 'test-subscription',
  summary: 'Sends a subscription now',
  parameters: [ID],
  input: {
    type: 'object',
    properties: { to: text('One of its recipients; all by default.') },
    additionalProperties: false,
  },
  output: {
    202: {
      description: 'It is being sent: the history tells how.',
      content: json(objectOf({ due: { type: 'string', format: 'date-time' } })),
    },
    ...WRONG,
    ...MISSING,
  },
});

export const GET_HISTORY = called(READ_SCHEDULE, {
  operationId: 'subscription-history',
  summary: 'What was sent to whom',
  parameters: [ID],
  output: {
    200: {
      description: 'The latest runs first.',
      content: json(objectOf({ runs: list({ $ref: '#/components/schemas/SubscriptionRun' }) })),
    },
    ...MISSING,
  },
});

export const LEAVE_SUBSCRIPTION = called(SCHEDULE, {
  operationId: 'unsubscribe',
  summary: 'The caller gets no more of a subscription',
  parameters: [ID],
  output: { 204: { description: 'Nothing comes any more.' }, ...MISSING },
});

interface SubjectWords {
  readonly noun: 'saved report' | 'dashboard';
  readonly id: object;
  /** Of the names of its operations. */
  readonly end: string;
}

/** The calls about subscriptions to a saved report, or to a dashboard. */
const subjectRights = ({ noun, id, end }: SubjectWords) => ({
  list: called(READ_SCHEDULE, {
    operationId: `list-subscriptions-of-${end}`,
    summary: `Subscriptions to a ${noun}, and who can get it`,
    parameters: [id],
    output: {
      200: {
        description: 'Those that the caller made or receives; all for administrators.',
        content: json(
          objectOf({
            subscriptions: list(SUBSCRIPTION),
            account: nullable('The caller as a recipient; null where nobody signs in.'),
            mail: { type: 'boolean', description: 'Mail is set up.' },
            eyes: {
              type: 'boolean',
              description: "All get what the server's account may see in Jira.",
            },
            released: { type: 'boolean', description: 'Recipients without an account may get it.' },
            mayRelease: { type: 'boolean' },
          }),
        ),
      },
      ...MISSING,
    },
  }),
  add: called(SCHEDULE, {
    operationId: noun === 'dashboard' ? 'add-dashboard-subscription' : 'add-subscription',
    summary: `Subscribes recipients to a ${noun}`,
    parameters: [id],
    input: given(['to']),
    output: {
      201: {
        description: 'The subscription. Secrets of its webhooks are shown once.',
        content: json({
          allOf: [SUBSCRIPTION],
          type: 'object',
          properties: { secrets: { type: 'object', additionalProperties: { type: 'string' } } },
        }),
      },
      ...WRONG,
      ...MISSING,
    },
  }),
  release: called(ADMINISTER, {
    operationId: noun === 'dashboard' ? 'release-dashboard' : 'release-saved-report',
    summary: `Lets recipients without an account get the aggregates of a ${noun}, as it is now`,
    parameters: [id],
    output: { 204: { description: 'It is released.' }, ...MISSING },
  }),
  endRelease: called(ADMINISTER, {
    operationId: noun === 'dashboard' ? 'end-dashboard-release' : 'end-release',
    summary: `Ends the release of a ${noun}`,
    parameters: [id],
    output: { 204: { description: 'Recipients without an account get nothing.' }, ...MISSING },
  }),
});

export const OF_REPORT = subjectRights({ noun: 'saved report', id: SAVED, end: 'report' });
export const OF_DASHBOARD = subjectRights({
  noun: 'dashboard',
  id: inPath('id', 'The id of the dashboard.'),
  end: 'dashboard',
});
