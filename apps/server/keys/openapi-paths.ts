/** The calls of access keys in the OpenAPI document. */
import type { JsonSchema } from '@tallyboard/report-kit/settings/json-schema.ts';
import { MAX_DAYS } from '@tallyboard/report-service/sign-in/access-keys.ts';
import { KEY_SCOPES } from '@tallyboard/server-store/access-keys.ts';

const time = { type: ['string', 'null'], format: 'date-time' };
const SCOPES = { type: 'array', items: { type: 'string', enum: [...KEY_SCOPES] } };

const KEY_MEMBERS = {
  id: { type: 'string' },
  owner: { type: 'string', description: 'The account whose rights it has.' },
  name: { type: 'string' },
  scopes: SCOPES,
  fence: { type: ['string', 'null'], description: 'JQL: it sees no other issues.' },
  aggregateOnly: { type: 'boolean', description: 'Figures of three or more issues alone.' },
  created: time,
  expires: time,
  used: time,
  revoked: time,
};

const LINK_MEMBERS = {
  id: { type: 'string' },
  owner: { type: 'string', description: 'The account whose rights it has.' },
  dashboard: { type: 'string' },
  name: { type: 'string' },
  created: time,
  used: time,
  revoked: time,
};

export const KEY_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  DisplayLink: { type: 'object', properties: LINK_MEMBERS, required: Object.keys(LINK_MEMBERS) },
  AccessKey: { type: 'object', properties: KEY_MEMBERS, required: Object.keys(KEY_MEMBERS) },
  JiraError: {
    type: 'object',
    properties: {
      errorMessages: { type: 'array', items: { type: 'string' } },
      errors: { type: 'object', additionalProperties: { type: 'string' } },
    },
    required: ['errorMessages', 'errors'],
  },
};

const LINK = { $ref: '#/components/schemas/DisplayLink' };
const KEY = { $ref: '#/components/schemas/AccessKey' };
const json = (schema: object) => ({ 'application/json': { schema } });
const failure = (description: string) => ({
  description,
  content: json({ $ref: '#/components/schemas/JiraError' }),
});
const REFUSED = {
  401: failure('No valid access key or session.'),
  403: failure('Not allowed for this key or account.'),
  429: failure('Too many calls of this key.'),
};

export const KEY_PATHS = {
  '/keys': {
    get: {
      operationId: 'list-keys',
      summary: 'Access keys',
      tags: ['keys'],
      parameters: [
        {
          name: 'all',
          in: 'query',
          schema: { type: 'boolean', description: 'Those of all accounts, for administrators.' },
        },
      ],
      responses: {
        200: {
          description: "The caller's keys, without their secrets.",
          content: json({
            type: 'object',
            properties: { keys: { type: 'array', items: KEY } },
            required: ['keys'],
          }),
        },
        ...REFUSED,
      },
    },
    post: {
      operationId: 'make-key',
      summary: 'Makes an access key; people alone, signed in, with their password',
      tags: ['keys'],
      requestBody: {
        required: true,
        content: json({
          type: 'object',
          properties: {
            name: { type: 'string', maxLength: 100 },
            scopes: { ...SCOPES, minItems: 1 },
            fence: { type: ['string', 'null'] },
            aggregateOnly: { type: 'boolean', default: false },
            days: { type: 'integer', minimum: 1, maximum: MAX_DAYS, default: 90 },
            password: { type: 'string' },
          },
          required: ['name', 'scopes'],
        }),
      },
      responses: {
        201: {
          description: 'The key, which is shown once.',
          content: json({
            allOf: [KEY],
            type: 'object',
            properties: { key: { type: 'string' } },
            required: ['key'],
          }),
        },
        400: failure('What cannot be, and what to do.'),
        ...REFUSED,
      },
    },
  },
  '/keys/{id}': {
    delete: {
      operationId: 'revoke-key',
      summary: 'Revokes an access key',
      tags: ['keys'],
      parameters: [
        {
          name: 'id',
          in: 'path',
          required: true,
          schema: { type: 'string', description: 'As tb_7Gk2LmQ9.' },
        },
      ],
      responses: {
        204: { description: 'It is revoked.' },
        404: failure('There is no such key.'),
        ...REFUSED,
      },
    },
  },
  '/display-links': {
    get: {
      operationId: 'list-display-links',
      summary: 'Links that open a dashboard as a wall, without a sign-in',
      tags: ['keys'],
      parameters: [
        {
          name: 'dashboard',
          in: 'query',
          schema: { type: 'string', description: 'Those of a dashboard.' },
        },
        {
          name: 'all',
          in: 'query',
          schema: { type: 'boolean', description: 'Those of all accounts, for administrators.' },
        },
      ],
      responses: {
        200: {
          description: "The caller's links; those of others too for who may manage the dashboard.",
          content: json({
            type: 'object',
            properties: { links: { type: 'array', items: LINK } },
            required: ['links'],
          }),
        },
        404: failure('There is no such dashboard.'),
        ...REFUSED,
      },
    },
    post: {
      operationId: 'make-display-link',
      summary: 'Makes a display link; people alone, signed in',
      tags: ['keys'],
      requestBody: {
        required: true,
        content: json({
          type: 'object',
          properties: {
            dashboard: { type: 'string' },
            name: { type: 'string', maxLength: 100 },
          },
          required: ['dashboard', 'name'],
        }),
      },
      responses: {
        201: {
          description: 'The link, whose path is shown once.',
          content: json({
            allOf: [LINK],
            type: 'object',
            properties: { path: { type: 'string' } },
            required: ['path'],
          }),
        },
        400: failure('What cannot be, and what to do.'),
        404: failure('There is no such dashboard.'),
        ...REFUSED,
      },
    },
  },
  '/display-links/{id}': {
    delete: {
      operationId: 'revoke-display-link',
      summary: 'Revokes a display link',
      tags: ['keys'],
      parameters: [
        {
          name: 'id',
          in: 'path',
          required: true,
          schema: { type: 'string', description: 'As tw_7Gk2LmQ9.' },
        },
      ],
      responses: {
        204: { description: 'It is revoked.' },
        404: failure('There is no such display link.'),
        ...REFUSED,
      },
    },
  },
};
