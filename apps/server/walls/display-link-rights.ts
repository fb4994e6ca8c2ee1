/** The calls about display links: who may make them, and what the OpenAPI document says of them. */

import type { CallRights } from '@tallyboard/replica/rest/call-rights.ts';
import type { JsonSchema } from '@tallyboard/report-kit/settings/json-schema.ts';
import { CHANGE_KEYS, failure, json, REFUSED, time } from '../keys/key-rights.ts';

const MEMBERS = {
  id: { type: 'string' },
  owner: { type: 'string', description: 'The account whose rights it has.' },
  dashboard: { type: 'string' },
  name: { type: 'string' },
  created: time,
  used: time,
  revoked: time,
};

export const LINK_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  DisplayLink: { type: 'object', properties: MEMBERS, required: Object.keys(MEMBERS) },
};

const LINK = { $ref: '#/components/schemas/DisplayLink' };

export const LIST_LINKS: CallRights = {
  ...CHANGE_KEYS,
  reads: true,
  operation: {
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
    output: {
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
};

export const MAKE_LINK: CallRights = {
  ...CHANGE_KEYS,
  operation: {
    operationId: 'make-display-link',
    summary: 'Makes a display link; people alone, signed in',
    tags: ['keys'],
    input: {
      type: 'object',
      properties: {
        dashboard: { type: 'string' },
        name: { type: 'string', maxLength: 100 },
      },
      required: ['dashboard', 'name'],
    },
    output: {
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
};

export const REVOKE_LINK: CallRights = {
  ...CHANGE_KEYS,
  operation: {
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
    output: {
      204: { description: 'It is revoked.' },
      404: failure('There is no such display link.'),
      ...REFUSED,
    },
  },
};
