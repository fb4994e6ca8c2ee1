/** Requests of the engine in the backend. Shared settings are in the storage of the app. */
import { requestThrough } from '@tallyboard/hosts/bridge/request-through.ts';
import { writeUrl } from '@tallyboard/jira/address.ts';
import { APP_SETTING_KEYS } from '@tallyboard/jira/endpoints/app-settings.ts';
import type { RequestFunction } from '@tallyboard/jira/http.ts';
import { readSetting, type Store } from './settings.ts';

type Ask = (url: string, init: RequestInit) => Promise<Response>;

/** Connect's address of shared settings, which Jira does not answer to a Forge app. */
const PROPERTIES = /^\/rest\/atlassian-connect\/1\/addons\/[^/]+\/properties(?:\/([^/]+))?$/;

/** @param ask asks Jira as the app. The app reads: it is refused here whatever would write. */
export const requestAsApp = (ask: Ask, store: Store): RequestFunction =>
  requestThrough(async request => {
    const { method, body } = request;
    const properties = PROPERTIES.exec(request.path);
    if (properties && method === 'GET') {
      const [, key] = properties;
      const { status, body: found } =
        key === undefined
          ? { status: 200, body: { keys: APP_SETTING_KEYS.map(each => ({ key: each })) } }
          : await readSetting({ store }, { key: decodeURIComponent(key) });
      return { status, headers: {}, body: JSON.stringify(found) };
    }
    const isRead = method === 'GET' || (method === 'POST' && READS.has(request.path));
    if (!isRead) throw new Error(`The app does not send ${method} ${request.path}.`);
    const reply = await ask(writeUrl(request), {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return {
      status: reply.status,
      headers: Object.fromEntries(reply.headers),
      body: await reply.text(),
    };
  });

/** Reads that are sent as POST. */
const READS = new Set([
  '/rest/api/3/search/jql',
  '/rest/api/3/search/approximate-count',
  '/rest/api/3/issue/bulkfetch',
  '/rest/api/3/changelog/bulkfetch',
  '/rest/api/3/jql/parse',
  '/rest/api/3/worklog/list',
]);
