import type { HttpReply, HttpRequest } from '@tallyboard/jira/http.ts';

/** Connect's address of shared settings. */
const PROPERTY = /^\/rest\/atlassian-connect\/1\/addons\/[^/]+\/properties\/([^/]+)$/;

type Invoke = (functionKey: string, payload: Record<string, unknown>) => Promise<unknown>;

/** The key of a shared setting, where a request is for one. */
export function sharedSettingOf({ path }: HttpRequest): string | null {
  const key = PROPERTY.exec(path)?.[1];
  return key === undefined ? null : decodeURIComponent(key);
}

/** Reads or stores a shared setting through the app's backend. Rejects for an invalid reply. */
export async function askBackend(
  invoke: Invoke,
  key: string,
  { method, body }: HttpRequest,
): Promise<HttpReply> {
  const answer = await (method === 'GET'
    ? invoke('read-setting', { key })
    : invoke('write-setting', { key, value: body }));
  const status: unknown = Reflect.get(Object(answer), 'status');
  if (typeof status !== 'number') throw new Error('The backend gave no answer.');
  return { status, headers: {}, body: JSON.stringify(Reflect.get(Object(answer), 'body') ?? null) };
}
