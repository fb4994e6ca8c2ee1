import { writeUrl } from '@tallyboard/jira/address.ts';
import { createJiraClient, type JiraClient } from '@tallyboard/jira/client.ts';
import type { HttpReply, RequestFunction } from '@tallyboard/jira/http.ts';
import type { Route } from '@tallyboard/replica/rest/api.ts';
import { jiraErrorOf, noSuchCall, sendJiraError } from '@tallyboard/replica/rest/errors.ts';
import { type JiraApiSettings, registerJiraApi } from '@tallyboard/replica/rest/jira-api.ts';
import type { Visitor } from '@tallyboard/replica/rest/visitor.ts';
import type { Store } from '@tallyboard/replica/store/store.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import findMyWay from 'find-my-way';

const HOST = 'localhost:80';
/** The address of pictures in its replies. */
export const INNER_ADDRESS = `http://${HOST}`;

/** The REST API of a store for calls in this process, without a server; replies are not written as JSON. */
export interface InnerJira {
  readonly request: RequestFunction;
}

export interface InnerSettings extends JiraApiSettings {
  /** Who makes the calls; by default the site's current user. */
  visitor?: Visitor;
}

/** What handlers of the API use of Fastify's reply. */
class InnerReply {
  readonly headers: Record<string, string> = {};
  sent = false;
  readonly raw = { headersSent: false };
  #status = 200;
  #value: unknown;

  header(name: string, value: unknown): this {
    this.headers[name.toLowerCase()] = String(value);
    return this;
  }

  hasHeader(name: string): boolean {
    return name.toLowerCase() in this.headers;
  }

  code(status: number): this {
    this.#status = status;
    return this;
  }

  send(value?: unknown): this {
    this.#value = value;
    this.sent = true;
    return this;
  }

  read(): HttpReply {
    const value = this.#value;
    return {
      status: this.#status,
      headers: this.headers,
      value,
      get body() {
        return value === undefined ? '' : JSON.stringify(value);
      },
    };
  }
}

export function openInnerJira({ visitor, ...settings }: InnerSettings): InnerJira {
  // Fastify's own router. Paths hold names of sprints and filters.
  const router = findMyWay({ maxParamLength: 10_000 });
  const route = ({ method, url, handler }: Route) => router.on(method, url, () => {}, handler);
  registerJiraApi({ route }, settings);

  async function answer(
    { method, url, body }: Pick<Route, 'method' | 'url'> & { readonly body: unknown },
    reply: InnerReply,
  ): Promise<void> {
    const { pathname, searchParams } = new URL(url, INNER_ADDRESS);
    const found = router.find(method, pathname);
    if (found === null) throw noSuchCall();
    const { store: handler, params } = found;
    const query: Record<string, unknown> = {};
    for (const name of new Set(searchParams.keys())) {
      const values = searchParams.getAll(name);
      query[name] = values.length === 1 ? values[0] : values;
    }
    const headers = { accept: 'application/json', 'content-type': 'application/json' };
    const request = { protocol: 'http', host: HOST, method, url, params, query, headers, visitor };
    const value = await handler(
      // The body as by JSON: without members that are undefined.
      { ...request, body: body && JSON.parse(JSON.stringify(body)) } as unknown as FastifyRequest,
      reply as unknown as FastifyReply,
    );
    if (!reply.sent) reply.send(value);
  }

  return {
    async request(asked, signal) {
      signal?.throwIfAborted();
      const { method, body } = asked;
      const reply = new InnerReply();
      await answer({ method, url: writeUrl(asked), body }, reply).catch((error: unknown) =>
        sendJiraError(reply as unknown as FastifyReply, jiraErrorOf(error)),
      );
      return reply.read();
    },
  };
}

/** Runs work on the REST API of a store as somebody who sees everything that the store shows. */
export const asServer = <Result>(
  store: Store,
  work: (client: JiraClient) => Promise<Result>,
): Promise<Result> => {
  const { request } = openInnerJira({
    store,
    actAs: () => false,
    view: () => ({ store, why: null }),
  });
  return work(createJiraClient({ flavour: 'cloud', request, isReplica: true }));
};
