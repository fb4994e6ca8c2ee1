/** The OpenAPI document of figures and keys, made from the list of reports and the schemas of their results. */
import { AS_OF_RULES } from '@tallyboard/core/time/as-of.ts';
import type { CallRecord } from '@tallyboard/replica/rest/call-rights.ts';
import type { JsonSchema } from '@tallyboard/report-kit/settings/json-schema.ts';
import { VERSION } from '@tallyboard/report-service/version.ts';
import { loadResultSchema } from '@tallyboard/reports/load-result-schema.ts';
import { operationsOf } from '../calls.ts';
import { KEY_SCHEMAS } from '../keys/key-rights.ts';
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
  table: {
    type: 'boolean',
    default: false,
    description: 'Adds the table of files, with names and types of its columns.',
  },
} as const;

const SCHEMAS: Readonly<Record<string, JsonSchema>> = {
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
  Table: {
    type: 'object',
    properties: {
      columns: { type: 'array', items: { type: 'string' } },
      fields: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            type: { type: 'string', enum: ['text', 'number'] },
            unit: text('Of its numbers, such as hours, days, points or %; absent for counts.'),
          },
          required: ['name', 'type'],
        },
      },
      rows: {
        type: 'array',
        items: { type: 'array', items: { type: ['string', 'number', 'null'] } },
      },
      hasTotal: { type: 'boolean', description: 'The last row is the total.' },
      folded: { type: 'integer', description: 'Rows that a key with aggregateOnly does not get.' },
    },
    required: ['columns', 'fields', 'rows'],
  },
  Answer: {
    type: 'object',
    description:
      'Keys with aggregateOnly get `table` in place of `result`, and `complete` in place of `coverage`.',
    properties: {
      report: { type: 'string' },
      settings: { type: 'object', additionalProperties: true },
      jql: { type: 'string' },
      asOf: { type: 'string', format: 'date-time' },
      timeZone: { type: 'string' },
      doneRule: { type: 'object', additionalProperties: true },
      dataAsOf: { type: ['string', 'null'], format: 'date-time' },
      coverage: {
        type: 'object',
        properties: {
          complete: { type: 'boolean' },
          reasons: { type: 'array', items: { type: 'string' } },
        },
        required: ['complete', 'reasons'],
      },
      problems: { type: 'array', items: { type: 'object', additionalProperties: true } },
      notes: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            code: { type: 'string' },
            text: { type: 'string' },
            issues: { type: 'integer' },
          },
          required: ['code'],
        },
      },
      complete: { type: 'boolean' },
      table: ref('Table'),
      title: text('With `table`.'),
      headline: {
        type: 'object',
        properties: {
          sentence: { type: ['string', 'null'] },
          figures: { type: 'array', items: ref('HeadlineFigure') },
        },
      },
      doubts: { type: 'array', items: { type: 'string' } },
    },
    required: ['report', 'settings', 'jql', 'asOf', 'timeZone', 'notes'],
  },
  HeadlineFigure: {
    type: 'object',
    properties: {
      label: { type: 'string' },
      text: text('Formatted, with its unit.'),
      of: text('The whole that it is a part of.'),
      goal: {
        type: 'object',
        description: 'How it stands to the goal of the settings; absent without one.',
        properties: {
          text: { type: 'string' },
          state: { type: 'string', enum: ['met', 'near', 'missed'] },
        },
        required: ['text', 'state'],
      },
    },
    required: ['label', 'text'],
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
  400: problem('What cannot be answered, and what to do.'),
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

function pathsOf({ id, title, summary, settings, needsJql }: ReportDescription) {
  const jql = text(
    needsJql ? 'The query.' : 'Narrows the issues that the settings choose; not needed.',
  );
  const { properties } = settings as { properties: Readonly<Record<string, JsonSchema>> };
  const answer = {
    allOf: [ref('Answer')],
    type: 'object',
    properties: {
      result: {
        anyOf: [ref(`${id}-result`), { type: 'null' }],
        description: 'Null as of a time before the first issue: `notes` say when that was created.',
      },
    },
  };
  const about = { summary: title, description: summary, tags: ['reports'] };
  return {
    get: {
      operationId: `get-${id}`,
      ...about,
      parameters: [
        parameter('jql', jql, { required: needsJql }),
        ...Object.entries(QUESTION).map(([name, schema]) => parameter(name, schema)),
        FORMAT,
        ...Object.entries(properties).map(([name, schema]) => parameter(name, schema)),
      ],
      responses: figures(answer),
    },
    post: {
      operationId: `post-${id}`,
      ...about,
      parameters: [FORMAT],
      requestBody: {
        required: true,
        content: json({
          type: 'object',
          properties: { jql, settings, ...QUESTION },
          ...(needsJql && { required: ['jql'] }),
          additionalProperties: false,
        }),
      },
      responses: figures(answer),
    },
  };
}

const ofPath = (name: string, description: string) => ({
  name,
  in: 'path',
  required: true,
  schema: text(description),
});

/** `calls`: those that the server has. */
export async function openApi(base: string, calls: readonly CallRecord[]) {
  const operations = operationsOf(base, calls);
  // Without accounts there are none.
  const hasKeys = '/keys' in operations;
  const reports = await describeReports();
  const results = await Promise.all(
    reports.map(async ({ id }) => [`${id}-result`, await loadResultSchema(id)] as const),
  );
  const notFound = { 404: problem('There is none that the reader may see.') };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tallyboard',
      version: VERSION,
      description: 'Figures of reports, each by the rights of the reader.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '.' }],
    security: [{ bearer: [] }, { basic: [] }, {}],
    paths: {
      '/reports': {
        get: {
          operationId: 'list-reports',
          summary: 'All reports and their settings',
          responses: {
            200: { description: 'The list.', content: json(ref('ReportList')) },
            401: ERRORS[401],
            403: ERRORS[403],
          },
        },
      },
      ...Object.fromEntries(reports.map(each => [`/report/${each.id}`, pathsOf(each)])),
      '/saved/{id}': {
        get: {
          operationId: 'get-saved',
          summary: 'A saved report',
          parameters: [
            ofPath('id', 'Its id or its name.'),
            parameter('table', QUESTION.table),
            FORMAT,
          ],
          responses: {
            ...figures(ref('Answer')),
            ...notFound,
            409: problem('Several have this name, or its report is not in this version.'),
          },
        },
      },
      ...operations,
      '/openapi.json': {
        get: {
          operationId: 'openapi',
          summary: 'This document',
          responses: { 200: { description: 'OpenAPI 3.1.', content: json({ type: 'object' }) } },
        },
      },
    },
    components: {
      schemas: { ...SCHEMAS, ...(hasKeys && KEY_SCHEMAS), ...Object.fromEntries(results) },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An access key.' },
        basic: { type: 'http', scheme: 'basic', description: 'An access key as the password.' },
      },
    },
  };
}
