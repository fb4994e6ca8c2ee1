/** The calls about reports: who may make them, and what the OpenAPI document says of them. */
import { AS_OF_RULES } from '@tallyboard/core/time/as-of.ts';
import { ANSWER, ANSWER_PARTS } from '@tallyboard/engine/ask/answer-schema.ts';
import { jsonSchemaOf } from '@tallyboard/engine/ask/json-schema.ts';
import { COMPARED_PIN, PIN, PIN_LIST } from '@tallyboard/engine/pins/pin-schema.ts';
import { EXPECTED } from '@tallyboard/engine/why/expected-schema.ts';
import { WHY } from '@tallyboard/engine/why/why-schema.ts';
import {
  type CallOperation,
  type CallRights,
  CHANGE_OWN,
  READ_FIGURES,
} from '@tallyboard/replica/rest/call-rights.ts';
import { BOARD_SET_KEY } from '@tallyboard/report-kit/families/sprint-scope/board-set-setting.ts';
import type { JsonSchema } from '@tallyboard/report-kit/settings/json-schema.ts';
import { FILE_FORMATS, JSON_TYPE, plainType } from './file-formats.ts';
import { describeReports, type ReportDescription } from './report-list.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: JsonSchema) => ({ [JSON_TYPE]: { schema } });
const text = (description: string, more: JsonSchema = {}) => ({
  type: 'string',
  description,
  ...more,
});

const RULES = AS_OF_RULES.map(({ value }) => value).join(', ');
const QUESTION = {
  asOf: text(
    `A past day such as 2026-03-31, a time such as 2026-03-31T18:00:00Z, or one of ${RULES}.`,
  ),
  timeZone: text("Of days, such as Europe/Berlin; the reader's by default."),
  locale: text('Without effect: weeks are those of the site.'),
  table: { type: 'boolean', description: 'Without effect: every answer has its table.' },
  issues: {
    type: 'boolean',
    default: false,
    description:
      'Adds the rows of single issues to the table; an access key needs the scope issues.',
  },
  result: {
    type: 'boolean',
    default: false,
    description:
      'Adds `result`, what the views of the report read. It has no schema, and changes with any version.',
  },
} as const;

const NAMES: ReadonlyMap<object, string> = new Map(
  Object.entries(ANSWER_PARTS).map(([name, schema]) => [schema, name]),
);

export const REPORT_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Problem: {
    type: 'object',
    description: "RFC 9457, beside the members of Jira's errors.",
    properties: {
      type: { type: 'string' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      errorMessages: { type: 'array', items: { type: 'string' } },
      errors: {
        type: 'object',
        description: 'By the names of settings.',
        additionalProperties: { type: 'string' },
      },
    },
    required: ['type', 'title', 'status', 'detail', 'errorMessages', 'errors'],
  },
  ...Object.fromEntries(
    Object.entries(ANSWER_PARTS).map(([name, schema]) => {
      const others = new Map([...NAMES].filter(([each]) => each !== schema));
      return [name, jsonSchemaOf(schema, others)];
    }),
  ),
  Explanation: {
    ...jsonSchemaOf(WHY, new Map()),
    description: 'Why a figure is another one than at an earlier time.',
  },
  Reconciliation: {
    ...jsonSchemaOf(EXPECTED, new Map()),
    description: 'Ways to count that give an expected number.',
  },
  Pin: {
    ...jsonSchemaOf(PIN),
    description: 'The figures of a saved report as of a time, with a note.',
  },
  PinList: jsonSchemaOf(PIN_LIST, new Map([[PIN, 'Pin']])),
  ComparedPin: {
    ...jsonSchemaOf(COMPARED_PIN),
    description: 'A pin beside the figures of its time, computed now, and those of today.',
  },
  Answer: {
    ...jsonSchemaOf(ANSWER, NAMES),
    description: 'A report. It names no single issue: POST with `keys` lists those of a figure.',
  },
  ReportList: {
    type: 'object',
    properties: {
      reports: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            id: { type: 'string' },
            title: { type: 'string' },
            summary: { type: 'string' },
            needsJql: { type: 'boolean' },
            settings: { type: 'object', description: 'A JSON Schema.', additionalProperties: true },
            formats: { type: 'array', items: { type: 'string' } },
          },
          required: ['id', 'title', 'summary', 'needsJql', 'settings', 'formats'],
        },
      },
    },
    required: ['reports'],
  },
};

const ETAG = { ETag: { schema: { type: 'string' }, description: 'For If-None-Match.' } };

const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: ref('Problem') } },
});

const ERRORS = {
  400: problem('Invalid request; `detail` says what to change.'),
  401: problem('No valid access key or session.'),
  403: problem('Not allowed for this key or reader.'),
  406: problem('No such format; names those that there are.'),
  429: problem('Too many calls of this key.'),
  503: {
    ...problem('Busy: ask again.'),
    headers: { 'Retry-After': { schema: { type: 'integer' } } },
  },
};

/** Replies with figures. */
const figures = (schema: JsonSchema) => ({
  200: {
    description: 'The figures.',
    headers: ETAG,
    content: {
      ...json(schema),
      ...Object.fromEntries(FILE_FORMATS.map(each => [plainType(each), {}])),
    },
  },
  304: { description: 'If-None-Match names the current figures.' },
  ...ERRORS,
});

const parameter = (name: string, schema: JsonSchema, more: JsonSchema = {}) => ({
  name,
  in: 'query',
  schema,
  ...(schema.type === 'array' && { style: 'form', explode: false }),
  ...more,
});

const FORMAT = parameter('format', {
  type: 'string',
  enum: ['json', ...FILE_FORMATS.map(({ id }) => id)],
  description: 'Wins over Accept.',
});

const CHART_NUMBER = parameter('chartNumber', {
  type: 'integer',
  minimum: 1,
  description: 'Of png and svg: the chart of the report, the first by default.',
});

/** About one report, and what both of its calls take. */
function describe({ title, summary, needsJql }: ReportDescription) {
  const jql = text(
    needsJql
      ? 'The query; needed without boardSet.'
      : 'Narrows the issues that the settings choose; not needed.',
  );
  const boardSet = text(
    'The id or name of a board set: the issues of its boards and queries, narrowed by jql.',
  );
  return { about: { summary: title, description: summary, tags: ['reports'] }, jql, boardSet };
}

const operationsBy =
  (operationOf: (report: ReportDescription) => CallOperation) =>
  async (): Promise<ReadonlyMap<string, CallOperation>> =>
    new Map((await describeReports()).map(each => [each.id, operationOf(each)]));

export const LIST_REPORTS: CallRights = {
  ...READ_FIGURES,
  operation: {
    operationId: 'list-reports',
    summary: 'All reports and their settings',
    output: {
      200: { description: 'The list.', content: json(ref('ReportList')) },
      401: ERRORS[401],
      403: ERRORS[403],
    },
  },
};

export const GET_REPORT: CallRights = {
  ...READ_FIGURES,
  operations: operationsBy(report => {
    const { about, jql, boardSet } = describe(report);
    const { properties } = report.settings as { properties: Readonly<Record<string, JsonSchema>> };
    return {
      operationId: `get-${report.id}`,
      ...about,
      parameters: [
        parameter('jql', jql),
        parameter('boardSet', boardSet),
        ...Object.entries(QUESTION).map(([name, schema]) => parameter(name, schema)),
        FORMAT,
        CHART_NUMBER,
        ...Object.entries(properties)
          // Its member takes the copy too.
          .filter(([name]) => name !== BOARD_SET_KEY)
          .map(([name, schema]) => parameter(name, schema)),
      ],
      output: figures(ref('Answer')),
    };
  }),
};

export const POST_REPORT: CallRights = {
  ...READ_FIGURES,
  operations: operationsBy(report => {
    const { about, jql, boardSet } = describe(report);
    return {
      operationId: `post-${report.id}`,
      ...about,
      parameters: [FORMAT, CHART_NUMBER],
      input: {
        type: 'object',
        properties: { jql, boardSet, settings: report.settings, ...QUESTION },
        ...(report.needsJql && { anyOf: [{ required: ['jql'] }, { required: ['boardSet'] }] }),
        additionalProperties: false,
      },
      output: figures(ref('Answer')),
    };
  }),
};

export const GET_SAVED: CallRights = {
  ...READ_FIGURES,
  operation: {
    operationId: 'get-saved',
    summary: 'A saved report',
    parameters: [
      { name: 'id', in: 'path', required: true, schema: text('Its id or its name.') },
      parameter('result', QUESTION.result),
      parameter('issues', QUESTION.issues),
      FORMAT,
      CHART_NUMBER,
    ],
    output: {
      ...figures(ref('Answer')),
      404: problem('Not found, or not visible to you.'),
      409: problem('Several have this name, or its report is not in this version.'),
    },
  },
};

const NAME = { name: 'id', in: 'path', required: true, schema: text('Its id or its name.') };
const PIN_ID = { name: 'pin', in: 'path', required: true, schema: text('The id of the pin.') };
const MISSING = { 404: problem('Not found, or not visible to you.') };

export const LIST_PINS: CallRights = {
  ...READ_FIGURES,
  operation: {
    operationId: 'list-pins',
    summary: 'The pins of a saved report',
    parameters: [NAME],
    output: {
      200: { description: 'Its pins.', content: json(ref('PinList')) },
      ...ERRORS,
      ...MISSING,
    },
  },
};

export const ADD_PIN: CallRights = {
  ...CHANGE_OWN,
  operation: {
    operationId: 'add-pin',
    summary: 'Pins the figures of a saved report as they are now',
    parameters: [NAME],
    input: {
      type: 'object',
      properties: { note: text('Why: of at most 500 characters.', { maxLength: 500 }) },
      required: ['note'],
      additionalProperties: false,
    },
    output: {
      201: { description: 'The pin.', content: json(ref('Pin')) },
      ...ERRORS,
      ...MISSING,
      409: problem('It has as many pins as it may have.'),
    },
  },
};

export const GET_PIN: CallRights = {
  ...READ_FIGURES,
  operation: {
    operationId: 'get-pin',
    summary: 'A pin beside the figures of today',
    parameters: [NAME, PIN_ID],
    output: {
      200: { description: 'The pin.', content: json(ref('ComparedPin')) },
      ...ERRORS,
      ...MISSING,
    },
  },
};

export const REMOVE_PIN: CallRights = {
  ...CHANGE_OWN,
  operation: {
    operationId: 'remove-pin',
    summary: 'Removes a pin',
    parameters: [NAME, PIN_ID],
    output: { 204: { description: 'It is removed.' }, ...ERRORS, ...MISSING },
  },
};

/** Calls about one figure of a report, by address or body, for an access key with the scope issues. */
function aboutFigure(
  { id, ...about }: { readonly id: string; readonly summary: string; readonly output: string },
  own: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = Object.keys(own),
): { readonly get: CallRights; readonly post: CallRights } {
  const question = {
    jql: text('The query.'),
    boardSet: text('The id or name of a board set.'),
    asOf: QUESTION.asOf,
    timeZone: QUESTION.timeZone,
  };
  const members = { figure: text('The key of the figure.'), ...own };
  const needed = ['figure', ...required];
  const settings = { type: 'object', additionalProperties: true };
  const path = { name: 'id', in: 'path', required: true, schema: text('The id of the report.') };
  const { summary } = about;
  const output = {
    200: { description: summary, headers: ETAG, content: json(ref(about.output)) },
    ...ERRORS,
  };
  return {
    get: {
      ...READ_FIGURES,
      operation: {
        operationId: `get-${id}`,
        summary,
        description: 'Settings of the report are parameters, by their names.',
        parameters: [
          path,
          ...Object.entries({ ...question, ...members }).map(([name, schema]) =>
            // An object is written as JSON.
            parameter(name, schema.type === 'object' ? text(String(schema.description)) : schema, {
              required: needed.includes(name),
            }),
          ),
          parameter('settings', settings, { style: 'form', explode: true }),
        ],
        output,
      },
    },
    post: {
      ...READ_FIGURES,
      operation: {
        operationId: id,
        summary,
        parameters: [path],
        input: {
          type: 'object',
          properties: { ...question, settings, ...members },
          required: needed,
          additionalProperties: false,
        },
        output,
      },
    },
  };
}

export const EXPLAIN_FIGURE = aboutFigure(
  { id: 'explain-figure', summary: 'Why a figure changed', output: 'Explanation' },
  {
    since: text('Since when: as asOf; or pin:ID, with the report of the pin and its figure alone.'),
    against: {
      type: 'object',
      additionalProperties: true,
      description:
        'In place of since: other settings at the same time. Those that are not named are as in settings.',
    },
  },
  [],
);

export const RECONCILE_FIGURE = aboutFigure(
  {
    id: 'reconcile-figure',
    summary: 'Ways to count that give an expected number',
    output: 'Reconciliation',
  },
  { expected: { type: 'number', description: 'The number.' } },
);

export const GET_DOCUMENT: CallRights = {
  ...READ_FIGURES,
  operation: {
    operationId: 'openapi',
    summary: 'This document',
    output: { 200: { description: 'OpenAPI 3.1.', content: json({ type: 'object' }) } },
  },
};
