import { existsSync, readFileSync } from 'node:fs';
import { GADGETS } from '@tallyboard/reports/catalogue/gadgets.ts';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { connectApps } from './apps.ts';
import { connectDescriptor } from './descriptor.ts';

const BASE = 'https://reports.example';

/**
 * A schema of the descriptor, from the documents of Atlassian Connect. Its modules are checked with the schema that
 * Atlassian publishes for the same modules in a Forge manifest.
 */
const WHOLE = {
  type: 'object',
  additionalProperties: false,
  required: ['key', 'name', 'baseUrl', 'authentication', 'apiVersion', 'lifecycle', 'modules'],
  properties: {
    key: { type: 'string', pattern: '^[a-zA-Z0-9._-]{1,64}$' },
    name: { type: 'string', minLength: 1, maxLength: 80 },
    description: { type: 'string', maxLength: 1000 },
    vendor: {
      type: 'object',
      additionalProperties: false,
      properties: { name: { type: 'string' }, url: { type: 'string', pattern: '^https://' } },
    },
    baseUrl: { type: 'string', pattern: '^https://[^/]+(/[^?#]*[^/?#])?$' },
    links: { type: 'object', additionalProperties: { type: 'string', pattern: '^https://' } },
    authentication: { type: 'object', required: ['type'], properties: { type: { const: 'jwt' } } },
    apiVersion: { const: 1 },
    apiMigrations: { type: 'object', additionalProperties: { type: 'boolean' } },
    enableLicensing: { type: 'boolean' },
    scopes: {
      type: 'array',
      uniqueItems: true,
      items: {
        enum: ['READ', 'WRITE', 'DELETE', 'PROJECT_ADMIN', 'ADMIN', 'ACT_AS_USER'],
      },
    },
    lifecycle: {
      type: 'object',
      additionalProperties: false,
      required: ['installed'],
      patternProperties: { '^(installed|uninstalled|enabled|disabled)$': { pattern: '^/' } },
    },
    modules: { type: 'object' },
  },
};

const published = '../../../node_modules/@forge/manifest/out/schema/manifest-schema.json';
const schema = JSON.parse(readFileSync(new URL(published, import.meta.url), 'utf8'));
const ajv = new Ajv({ strict: false, allErrors: true });

/** Atlassian's own schema of a kind of module. */
function checkModules(kind: string) {
  const own = schema.definitions.ModuleSchema.properties[`connect-jira:${kind}`];
  if (!own) throw new Error(`Atlassian has no module ${kind}.`);
  return ajv.compile({ definitions: schema.definitions, ...own });
}

describe.each(connectApps)('the descriptor of $name', app => {
  const descriptor = JSON.parse(JSON.stringify(connectDescriptor(app, BASE)));

  test('matches the documentation', () => {
    const check = ajv.compile(WHOLE);
    expect(check(descriptor), JSON.stringify(check.errors)).toBe(true);
  });

  test.each(Object.keys(connectDescriptor(app, BASE).modules))('%s fit their schema', kind => {
    const check = checkModules(kind);
    expect(check(descriptor.modules[kind]), JSON.stringify(check.errors)).toBe(true);
    for (const module of descriptor.modules[kind]) {
      expect(module.key).toMatch(/^[a-zA-Z0-9-]{1,100}$/);
      expect(module.url).toMatch(/^\//);
      expect(module.url.includes('edition=lite')).toBe(app.edition === 'lite');
    }
  });

  test('has a project page, two global pages, an admin page and every gadget', () => {
    const { modules } = descriptor;
    const counts = Object.entries(modules).map(([kind, of]) => [kind, (of as object[]).length]);
    expect(Object.fromEntries(counts)).toEqual({
      jiraProjectPages: 1,
      generalPages: 2,
      adminPages: 1,
      jiraDashboardItems: GADGETS.length,
    });
    const keys = Object.values(modules).flatMap(of => (of as { key: string }[]).map(m => m.key));
    expect(new Set(keys).size).toBe(keys.length);
  });
});

test('the schema refuses wrong modules', () => {
  const [gadget] = connectDescriptor(connectApps[0]!, BASE).modules.jiraDashboardItems;
  const check = checkModules('jiraDashboardItems');
  expect(check([{ ...gadget, thumbnailUrl: undefined, url: 7 }])).toBe(false);
  expect(check([{ ...gadget, key: 'a key' }])).toBe(false);
});

test.each([...GADGETS.map(({ report }) => report), 'catalogue'])('the picture of %s', report => {
  const place = new URL(`../../../packages/reports/${report}/gadget.svg`, import.meta.url);
  // A gadget without a picture has that of the catalogue.
  if (report === 'catalogue' || existsSync(place))
    expect(readFileSync(place, 'utf8')).toContain('width="120" height="80"');
});
