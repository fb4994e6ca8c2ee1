/** The calls about access keys: who may make them, and what the OpenAPI document says of them. */

import { type CallRights, CHANGE_OWN, KEY_SCOPES } from '@tallyboard/replica/rest/call-rights.ts';
import type { JsonSchema } from '@tallyboard/report-kit/settings/json-schema.ts';
import { MAX_DAYS } from '@tallyboard/service-kit/sign-in/access-keys.ts';

export const time = { type: ['string', 'null'], format: 'date-time' };
const SCOPES = { type: 'array', items: { type: 'string', enum: [...KEY_SCOPES] } };

const KEY_MEMBERS = {
  id: { type: 'string' },
  owner: { type: 'string', description: 'The account whose rights it has.' },
  name: { type: 'string' },
  scopes: SCOPES,
  jqlFilter: { type: ['string', 'null'], description: 'Only issues matching this JQL.' },
  aggregateOnly: {
    type: 'boolean',
    description: 'Aggregated figures only, of three or more issues.',
  },
  created: time,
  expires: time,
  used: time,
  revoked: time,
};

export const KEY_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
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

const KEY = { $ref: '#/components/schemas/AccessKey' };
export const json = (schema: object) => ({ 'application/json': { schema } });
export const failure = (description: string) => ({
  description,
  content: json({ $ref: '#/components/schemas/JiraError' }),
});
export const REFUSED = {
  401: failure('No valid access key or session.'),
  403: failure('Not allowed for this key or account.'),
  429: failure('Too many calls of this key.'),
};

/** They audit themselves: their bodies have passwords. */
export const CHANGE_KEYS: CallRights = { ...CHANGE_OWN, audit: false };

export const LIST_KEYS: CallRights = {
  ...CHANGE_KEYS,
  reads: true,
  operation: {
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
    output: {
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
};

export const MAKE_KEY: CallRights = {
  ...CHANGE_KEYS,
  operation: {
    operationId: 'make-key',
    summary: 'Makes an access key; people alone, signed in, with their password',
    tags: ['keys'],
    input: {
      type: 'object',
      properties: {
        name: { type: 'string', maxLength: 100 },
        scopes: { ...SCOPES, minItems: 1 },
        jqlFilter: { type: ['string', 'null'] },
        aggregateOnly: { type: 'boolean', default: false },
        days: { type: 'integer', minimum: 1, maximum: MAX_DAYS, default: 90 },
        password: { type: 'string' },
      },
      required: ['name', 'scopes'],
    },
    output: {
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
};

export const REVOKE_KEY: CallRights = {
  ...CHANGE_KEYS,
  operation: {
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
    output: {
      204: { description: 'It is revoked.' },
      404: failure('There is no such key.'),
      ...REFUSED,
    },
  },
};
