import { createJiraClient, type JiraClient } from '@tallyboard/jira/client.ts';
import type { RequestFunction } from '@tallyboard/jira/http.ts';
import { writeUrl } from '@tallyboard/jira/transport.ts';
import { type ReplicaSettings, replica } from '@tallyboard/replica/rest/replica.ts';
import type { Visitor } from '@tallyboard/replica/rest/visitor.ts';
import type { Store } from '@tallyboard/replica/store/store.ts';
import fastify from 'fastify';

const AUTHORITY = 'localhost:80';
/** The address of pictures in its replies. */
export const INNER_ADDRESS = `http://${AUTHORITY}`;

/** The REST API of a store for calls in this process, without a port; replies are not written as JSON. */
export interface InnerJira {
  readonly request: RequestFunction;
  close(): Promise<void>;
}

const noCompiler = () => {
  throw new Error('The routes have no schemas.');
};

export interface InnerSettings extends ReplicaSettings {
  /** Who makes the calls; by default the site's current user. */
  visitor?: Visitor;
}

export async function openInnerJira({ visitor, ...settings }: InnerSettings): Promise<InnerJira> {
  const app = fastify({
    bodyLimit: 10 * 1024 * 1024,
    routerOptions: { maxParamLength: 500 },
    // A busy machine may need more than the 10 s of the default.
    pluginTimeout: 0,
    // Faster start: no route has a schema or is called by HEAD, so that neither compilers nor HEAD routes are needed.
    schemaController: {
      compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler },
    },
    exposeHeadRoutes: false,
  });
  if (visitor) app.decorateRequest('visitor', { getter: () => visitor });
  const values = new WeakMap<object, unknown>();
  app.addHook('preSerialization', async ({ raw }, { statusCode }, payload) => {
    if (statusCode >= 300) return payload;
    values.set(raw, payload);
    return {};
  });
  await app.register(replica, settings);
  await app.ready();
  return {
    async request(asked, signal) {
      signal?.throwIfAborted();
      const reply = await app.inject({
        method: asked.method,
        url: writeUrl(asked),
        authority: AUTHORITY,
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        ...(asked.body !== undefined && { payload: JSON.stringify(asked.body) }),
      });
      const headers = Object.entries(reply.headers).map(([name, value]) => [name, String(value)]);
      const { statusCode: status, body } = reply;
      const value = values.get(reply.raw.req);
      return {
        status,
        headers: Object.fromEntries(headers),
        value,
        get body() {
          return value === undefined ? body : JSON.stringify(value);
        },
      };
    },
    close: () => app.close(),
  };
}

/** Runs work on the REST API of a store as somebody who sees everything. */
export async function asServer<Result>(
  store: Store,
  work: (client: JiraClient) => Promise<Result>,
): Promise<Result> {
  const jira = await openInnerJira({
    store,
    actAs: () => false,
    view: () => ({ store, why: null }),
  });
  try {
    return await work(createJiraClient({ flavour: 'cloud', request: jira.request }));
  } finally {
    await jira.close();
  }
}
