import { itemScope } from '../../data/dashboards/properties.ts';
import { StoreError } from '../../data/store-error.ts';
import type { Api, Call } from '../api.ts';
import { JiraError, orNotFound } from '../errors.ts';
import { findEditable, findItem } from './dashboard.ts';

const MAX_VALUE = 32_768;

/** Within Jira's limits; `maxKey` differs by resource. */
export function readProperty(call: Call, key: string, maxKey: number): unknown {
  if (key.length > maxKey) {
    throw new JiraError(400, `The property key cannot be longer than ${maxKey} characters.`);
  }
  if (call.body === undefined) throw new JiraError(400, 'The property value cannot be empty.');
  if (JSON.stringify(call.body).length > MAX_VALUE) {
    throw new JiraError(400, `The property value cannot be longer than ${MAX_VALUE} characters.`);
  }
  return call.body;
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

  api.platform.get(list, async call => {
    const stored = await call.store.properties.all(await scopeOf(call));
    const here = call.url.replace(/\?.*$/, '');
    return {
      keys: stored.map(({ key }) => ({ self: `${here}/${encodeURIComponent(key)}`, key })),
    };
  });

  api.platform.get(`${list}/:key`, async call => {
    const { key = '' } = call.params;
    const stored = await call.store.properties.get(await scopeOf(call), key);
    const { value, version } = orNotFound(stored, noProperty(key));
    call.reply.header('ETag', `"${version}"`);
    return { key, value };
  });

  api.platform.put(`${list}/:key`, async call => {
    const { key = '' } = call.params;
    await findEditable(call);
    const value = readProperty(call, key, 255);
    const scope = await scopeOf(call);
    try {
      const seen = readVersion(call);
      const { created, version } = await call.store.properties.set(scope, key, value, seen);
      call.reply.code(created ? 201 : 200).header('ETag', `"${version}"`);
      return {};
    } catch (error) {
      if (!(error instanceof StoreError) || error.reason !== 'conflict') throw error;
      const now = await call.store.properties.get(scope, key);
      call.reply.code(409).header('ETag', `"${now?.version ?? 0}"`);
      return { errorMessages: [error.message], errors: {}, key, value: now?.value ?? null };
    }
  });

  api.platform.delete(`${list}/:key`, async call => {
    const { key = '' } = call.params;
    await findEditable(call);
    const deleted = await call.store.properties.delete(await scopeOf(call), key);
    if (!deleted) throw new JiraError(404, noProperty(key));
    return call.reply.code(204).send();
  });
}

/** The version in If-Match; 0 for a property that did not exist. */
function readVersion(call: Call): number | undefined {
  const seen = /^"(\d+)"$/.exec(call.headers['if-match'] ?? '')?.[1];
  return seen === undefined ? undefined : Number(seen);
}

const noProperty = (key: string): string => `The property with key '${key}' does not exist.`;

/** Properties of a Connect app. Every caller counts as the app. */
export function addonProperties(api: Api): void {
  const list = '/rest/atlassian-connect/1/addons/:addonKey/properties';
  const scopeOf = (call: Call) => `addon:${call.params.addonKey}`;
  const selfOf = (call: Call, key: string) =>
    `${call.base}${list.replace(':addonKey', call.params.addonKey ?? '')}/${encodeURIComponent(key)}`;
  const message = (call: Call, statusCode: number, text: string) =>
    call.reply.code(statusCode).send({ message: text, statusCode });

  api.root.get(list, async call => {
    const stored = await call.store.properties.all(scopeOf(call));
    return { keys: stored.map(({ key }) => ({ key, self: selfOf(call, key) })) };
  });

  api.root.get(`${list}/:key`, async call => {
    const { key = '' } = call.params;
    const stored = await call.store.properties.get(scopeOf(call), key);
    if (!stored) return message(call, 404, 'Property with key not found.');
    return { key, value: stored.value, self: selfOf(call, key) };
  });

  api.root.put(`${list}/:key`, async call => {
    const { key = '' } = call.params;
    let value: unknown;
    try {
      value = readProperty(call, key, 127);
    } catch (error) {
      // This resource has its own error body.
      if (error instanceof JiraError) return message(call, 400, error.message);
      throw error;
    }
    const { created } = await call.store.properties.set(scopeOf(call), key, value);
    return created
      ? message(call, 201, 'Property created.')
      : message(call, 200, 'Property updated.');
  });

  api.root.delete(`${list}/:key`, async call => {
    const { key = '' } = call.params;
    const there = await call.store.properties.delete(scopeOf(call), key);
    if (!there) return message(call, 404, 'Property with key not found.');
    return call.reply.code(204).send();
  });
}
