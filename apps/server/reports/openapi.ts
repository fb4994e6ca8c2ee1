/** The OpenAPI document of figures and keys, made from the list of reports and the schema of an answer. */
import { AS_OF_RULES } from '@tallyboard/core/time/as-of.ts';
import { ANSWER, ANSWER_PARTS } from '@tallyboard/engine/ask/answer-schema.ts';
import { jsonSchemaOf } from '@tallyboard/engine/ask/json-schema.ts';
import type { CallRecord } from '@tallyboard/replica/rest/call-rights.ts';
import type { JsonSchema } from '@tallyboard/report-kit/settings/json-schema.ts';
import { VERSION } from '@tallyboard/report-service/version.ts';
import { operationsOf } from '../calls.ts';
import { KEY_SCHEMAS } from '../keys/key-rights.ts';
import { LINK_SCHEMAS } from '../walls/display-link-rights.ts';
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
  ...Object.fromEntries(
    Object.entries(ANSWER_PARTS).map(([name, schema]) => {
      const others = new Map([...NAMES].filter(([each]) => each !== schema));
      return [name, jsonSchemaOf(schema, others)];
    }),
  ),
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

function pathsOf({ id, title, summary, settings, needsJql }: ReportDescription) {
  const jql = text(
    needsJql ? 'The query.' : 'Narrows the issues that the settings choose; not needed.',
  );
  const { properties } = settings as { properties: Readonly<Record<string, JsonSchema>> };
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
      responses: figures(ref('Answer')),
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
      responses: figures(ref('Answer')),
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
  const notFound = { 404: problem('Not found, or not visible to you.') };
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
            parameter('result', QUESTION.result),
            parameter('issues', QUESTION.issues),
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
      schemas: { ...SCHEMAS, ...(hasKeys && { ...KEY_SCHEMAS, ...LINK_SCHEMAS }) },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An access key.' },
        basic: { type: 'http', scheme: 'basic', description: 'An access key as the password.' },
      },
    },
  };
}
