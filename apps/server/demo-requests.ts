import { PAGE } from '@tallyboard/replica/rest/call-rights.ts';
import { demoGadgetSettings } from '@tallyboard/replica/seed/demo.ts';
import { GADGETS } from '@tallyboard/reports/catalogue/gadgets.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, InjectOptions } from 'fastify';

/** Query for gadgets that no dashboard of the demo has. */
const JQL = 'project = WEB';
const OTHERS = { jql: JQL, preset: { name: 'Custom JQL', jql: JQL } };

const FORWARDED = ['cookie', 'x-replica-user', 'x-tallyboard-token', 'authorization', 'host'];

interface DemoRequests {
  /** Whether this server holds the bundled demo and nothing else. */
  readonly isDemo: () => Promise<boolean>;
  readonly now: () => number;
}

/**
 * The demo, on servers without real issues; 404 on others. `GET /f_demo?gadget=NAME` replies with the settings of a gadget
 * as the demo's dashboard has them. `POST /f_demo` takes all other calls. The body is the request to Jira (`path` or `url`, `method` or `type`, `body`
 * or `data`); the reply is that of the replica as a JSON string, with its status.
 */
export function demoRequests(app: FastifyInstance, { isDemo, now }: DemoRequests): void {
  const onRequest = async (_: FastifyRequest, reply: FastifyReply) => {
    if (!(await isDemo()))
      await reply
        .code(404)
        .send({ errorMessages: ['This server holds real issues, and no demo.'], errors: {} });
  };
  // Calls of the demo are made again at their own addresses, which check them.
  const route = { config: { rights: PAGE }, onRequest };
  app.get<{ Querystring: { gadget?: string } }>('/f_demo', route, (request, reply) => {
    const { gadget = '' } = request.query;
    const settings =
      demoGadgetSettings(gadget, now()) ?? (GADGETS.some(({ name }) => name === gadget) && OTHERS);
    return settings ? reply.send(settings) : reply.code(404).send({ message: 'Not found' });
  });
  app.post('/f_demo', route, async (request, reply) => {
    const original = readRequest(request.body);
    if (!original)
      return reply.code(400).send({ errorMessages: ['No request of the API.'], errors: {} });
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    for (const name of FORWARDED) {
      const value = request.headers[name];
      if (typeof value === 'string') headers[name] = value;
    }
    const answer = await app.inject({ ...original, headers });
    for (const name of ['retry-after', 'x-ausername', 'ratelimit-reason'])
      if (answer.headers[name] !== undefined) reply.header(name, answer.headers[name]);
    reply.code(answer.statusCode).type('application/json; charset=utf-8');
    return answer.statusCode === 204 ? undefined : JSON.stringify(answer.body);
  });
}

function readRequest(body: unknown): InjectOptions | null {
  const asked = Object(body) as Record<string, unknown>;
  const path = asked.path ?? asked.url;
  if (typeof path !== 'string') return null;
  // Only the API; the host of a full address is ignored.
  const address = new URL(path, 'http://demo');
  if (!/^\/(rest|plugins\/servlet)\//.test(address.pathname)) return null;
  const method = String(asked.method ?? asked.type ?? 'GET').toUpperCase();
  const payload = asked.body ?? asked.data;
  addQuery(address, asked.query);
  if (method === 'GET') addQuery(address, payload);
  return {
    method: method as NonNullable<InjectOptions['method']>,
    url: address.pathname + address.search,
    // Clients of Atlassian's bridge send a body that is JSON text already.
    ...(method !== 'GET' &&
      payload != null && {
        payload: typeof payload === 'string' && isJson(payload) ? payload : JSON.stringify(payload),
      }),
  };
}

function addQuery(address: URL, query: unknown): void {
  if (typeof query !== 'object' || query === null) return;
  for (const [name, value] of Object.entries(query)) {
    for (const part of Array.isArray(value) ? value : [value]) {
      if (part !== undefined && part !== null) address.searchParams.append(name, String(part));
    }
  }
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
