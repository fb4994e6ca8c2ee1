import type { Api, Call } from '../api.ts';
import { JiraError } from '../errors.ts';
import { readProperty } from '../properties.ts';

/** Properties of a Connect app. Every caller counts as the app. */
export function addonProperties(api: Api): void {
  const list = '/rest/atlassian-connect/1/addons/:addonKey/properties';
  const scopeOf = (call: Call) => `addon:${call.params.addonKey}`;
  const selfOf = (call: Call, key: string) =>
    `${call.base}/rest/atlassian-connect/1/addons/${call.params.addonKey}/properties/${encodeURIComponent(key)}`;
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
