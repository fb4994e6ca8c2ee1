import {
  ASSISTANT,
  type CallRecord,
  type CallRights,
  PAGE,
  READ_FIGURES,
  READ_ISSUES,
} from '@tallyboard/replica/rest/call-rights.ts';
import { JiraError } from '@tallyboard/replica/rest/errors.ts';
import { sendProblem } from '@tallyboard/replica/rest/problem.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Every call of the server; whole once it is ready. */
    readonly calls: readonly CallRecord[];
  }
}

/** Collects the calls of a server, which does not start while one of them lacks its rights. */
export function collectCalls(app: FastifyInstance): void {
  const routes: { readonly method: string; readonly url: string; readonly route: RouteOptions }[] =
    [];
  const calls: CallRecord[] = [];
  app.decorate('calls', calls);
  app.addHook('onRoute', route => {
    for (const method of [route.method].flat()) routes.push({ method, url: route.url, route });
  });
  app.addHook('onReady', async () => {
    // Only now: hooks of plugins add rights to routes of others.
    for (const { method, url, route } of routes.splice(0)) {
      const rights = route.config?.rights;
      if (!rights)
        throw new Error(
          `The call ${method} ${url} does not say who may make it: give its route config.rights (packages/replica/rest/call-rights.ts).`,
        );
      calls.push({ ...rights, method, path: url });
    }
  });
}

/** The rights of the call that a request makes; without such a call, those of a page. */
export const rightsOf = ({ routeOptions }: FastifyRequest): CallRights =>
  routeOptions.config.rights ?? PAGE;

/** Whether the reply goes to a program: JSON, never a page or a redirect. */
export const isCall = (request: FastifyRequest): boolean =>
  !['page', 'form'].includes(rightsOf(request).kind);

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const;

/** Addresses below which everything is a call. */
const ROOTS: Readonly<Record<string, CallRights>> = {
  '/rest': READ_ISSUES,
  '/rest/tallyboard': READ_FIGURES,
  '/replica': READ_ISSUES,
  '/plugins': READ_ISSUES,
  '/odata': { ...READ_FIGURES, kind: 'feed' },
  '/metrics': { ...READ_FIGURES, kind: 'scrape' },
  '/mcp': ASSISTANT,
};

/**
 * 404 for all other calls of these addresses: a page would set a cookie, beside which a program's key is refused. Comes after
 * all calls.
 */
export function refuseUnknownCalls(app: FastifyInstance): void {
  const handler = async ({ method, url }: FastifyRequest, reply: FastifyReply) =>
    sendProblem(reply, new JiraError(404, `There is no call ${method} ${url.split('?')[0]}.`));
  for (const [root, rights] of Object.entries(ROOTS))
    for (const url of [root, `${root}/*`])
      for (const method of METHODS)
        if (!app.hasRoute({ method, url })) app.route({ method, url, config: { rights }, handler });
}

/** The calls below an address as paths of OpenAPI, each with the scope that a key needs, where their rights have an operation. */
export async function operationsOf(base: string, calls: readonly CallRecord[]) {
  const paths: Record<string, Record<string, object>> = {};
  for (const call of calls) {
    if (call.method === 'HEAD' || !call.path.startsWith(`${base}/`)) continue;
    const scopes = call.scope ? [call.scope] : [];
    for (const [path, { input, output, ...about }] of await operationsByPath(call)) {
      const name = path.slice(base.length).replace(/:(\w+)/g, '{$1}');
      paths[name] ??= {};
      paths[name][call.method.toLowerCase()] = {
        ...about,
        ...(input && {
          requestBody: { required: true, content: { 'application/json': { schema: input } } },
        }),
        responses: output,
        security: [{ bearer: scopes }, { basic: scopes }, {}],
      };
    }
  }
  return paths;
}

async function operationsByPath({ path, operation, operations }: CallRecord) {
  if (operation) return [[path, operation] as const];
  const byValue = [...((await operations?.()) ?? [])];
  return byValue.map(([value, each]) => [path.replace(/:\w+/, value), each] as const);
}
