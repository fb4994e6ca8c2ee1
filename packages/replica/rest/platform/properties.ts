import { StoreError } from '@tallyboard/database/store-error.ts';
import { itemScope } from '../../data/dashboards/properties.ts';
import type { Api, Call } from '../api.ts';
import { ADMINISTER, CHANGE_OWN, READ_ISSUES } from '../call-rights.ts';
import { JiraError, orNotFound } from '../errors.ts';
import { findEditable, findItem } from './dashboard.ts';

const MAX_VALUE = 32_768;

/** Within Jira's limits; `maxKey` differs by resource. */
export function readProperty(call: Call, key: string, maxKey: number): unknown {
  if (key.length > maxKey)
    throw new JiraError(400, `The property key cannot be longer than ${maxKey} characters.`);
  if (call.body === undefined) throw new JiraError(400, 'The property value cannot be empty.');
  if (JSON.stringify(call.body).length > MAX_VALUE)
    throw new JiraError(400, `The property value cannot be longer than ${MAX_VALUE} characters.`);
  return call.body;
}

/** The keys of the stored properties, below the address of the call. */
async function listKeys(call: Call, scope: string) {
  const here = call.url.replace(/\?.*$/, '');
  const stored = await call.store.properties.all(scope);
  return { keys: stored.map(({ key }) => ({ key, self: `${here}/${encodeURIComponent(key)}` })) };
}

/**
 * Gadget settings. The last write wins, as in Jira, unless If-Match names a version (optimistic locking): then a newer
 * one is a 409 with the current value.
 */
export function dashboardItemProperties(api: Api): void {
  const list = '/dashboard/:id/items/:itemId/properties';
  const scopeOf = async (call: Call): Promise<string> => {
    const item = await findItem(call);
    return itemScope(item.dashboardId, item.id);
  };

  api.platform.get(list, async call => listKeys(call, await scopeOf(call)));

  api.platform.get(`${list}/:key`, async call => {
    const { key = '' } = call.params;
    const stored = await call.store.properties.get(await scopeOf(call), key);
    const { value, version } = orNotFound(stored, noProperty(key));
    call.reply.header('ETag', `"${version}"`);
    return { key, value };
  });

  api.platform.put(`${list}/:key`, CHANGE_OWN, async call => {
    const { key = '' } = call.params;
    await findEditable(call);
    const value = readProperty(call, key, 255);
    const scope = await scopeOf(call);
    // Version 0 is a property that did not exist.
    const seen = /^"(\d+)"$/.exec(call.headers['if-match'] ?? '')?.[1];
    try {
      const expected = seen === undefined ? undefined : Number(seen);
      const { created, version } = await call.store.properties.set(scope, key, value, expected);
      call.reply.code(created ? 201 : 200).header('ETag', `"${version}"`);
      return {};
    } catch (error) {
      if (!(error instanceof StoreError) || error.reason !== 'conflict') throw error;
      const now = await call.store.properties.get(scope, key);
      call.reply.code(409).header('ETag', `"${now?.version ?? 0}"`);
      return { errorMessages: [error.message], errors: {}, key, value: now?.value ?? null };
    }
  });

  api.platform.delete(`${list}/:key`, CHANGE_OWN, async call => {
    const { key = '' } = call.params;
    await findEditable(call);
    const deleted = await call.store.properties.delete(await scopeOf(call), key);
    if (!deleted) throw new JiraError(404, noProperty(key));
  });
}

const noProperty = (key: string): string => `The property with key '${key}' does not exist.`;

/** Properties of a Connect app. Every caller counts as the app. The resource has its own error body. */
export function addonProperties(api: Api): void {
  const list = '/rest/atlassian-connect/1/addons/:addonKey/properties';
  const scopeOf = (call: Call) => `addon:${call.params.addonKey}`;
  const message = (call: Call, statusCode: number, text: string) =>
    call.reply.code(statusCode).send({ message: text, statusCode });
  const notFound = (call: Call) => message(call, 404, 'Property with key not found.');

  api.root.get(list, READ_ISSUES, call => listKeys(call, scopeOf(call)));

  api.root.get(`${list}/:key`, READ_ISSUES, async call => {
    const { key = '' } = call.params;
    const stored = await call.store.properties.get(scopeOf(call), key);
    return stored ? { key, value: stored.value, self: call.url } : notFound(call);
  });

  api.root.put(`${list}/:key`, ADMINISTER, async call => {
    const { key = '' } = call.params;
    try {
      const value = readProperty(call, key, 127);
      const { created } = await call.store.properties.set(scopeOf(call), key, value);
      const [code, done] = created ? ([201, 'created'] as const) : ([200, 'updated'] as const);
      return message(call, code, `Property ${done}.`);
    } catch (error) {
      if (error instanceof JiraError) return message(call, 400, error.message);
      throw error;
    }
  });

  api.root.delete(`${list}/:key`, ADMINISTER, async call => {
    const { key = '' } = call.params;
    const deleted = await call.store.properties.delete(scopeOf(call), key);
    return deleted ? undefined : notFound(call);
  });
}
