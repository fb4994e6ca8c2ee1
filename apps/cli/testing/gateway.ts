import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const documents = join(import.meta.dirname, '../../../fixtures/openapi');

interface Operation {
  readonly method: string;
  readonly pattern: RegExp;
  readonly parameters: number;
  readonly scopes: readonly string[];
}

type Described = { readonly security?: readonly { readonly OAuth2?: readonly string[] }[] };

/** Calls and their scopes, as Atlassian's documents say. */
const operations: readonly Operation[] = readdirSync(documents)
  .flatMap(name => {
    const text = gunzipSync(readFileSync(join(documents, name))).toString();
    const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, Described>> };
    return Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { security = [] }]) => ({
        method: method.toUpperCase(),
        pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{[^}]+\}/g, '[^/]+')}$`),
        parameters: path.split('{').length,
        scopes: security.flatMap(({ OAuth2 = [] }) => OAuth2),
      })),
    );
  })
  // A literal segment takes precedence over a parameter.
  .sort((a, b) => a.parameters - b.parameters);

/** The scopes of a call; null if no document describes it. */
export const scopesOf = (method: string, path: string): readonly string[] | null =>
  operations.find(one => one.method === method && one.pattern.test(path))?.scopes ?? null;

const PREFIX = '/ex/jira/f1a2-cloud-id';

/** Atlassian's gateway in front of a Jira: it knows one token, and refuses calls beyond its scopes. */
export async function openGateway(jira: string, token: string) {
  const gateway = {
    url: '',
    scopes: new Set<string>(),
    used: new Set<string>(),
    refused: [] as string[],
    close: () => server.close(),
  };
  const server = createServer(async (request, reply) => {
    const answer = (status: number, body: unknown) =>
      reply
        .writeHead(status, { 'content-type': 'application/json' })
        .end(typeof body === 'string' ? body : JSON.stringify(body));
    const { method = 'GET', url = '', headers } = request;
    const { authorization = '' } = headers;
    const basic = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString();
    if (authorization !== `Bearer ${token}` && !basic.endsWith(`:${token}`))
      return answer(401, { code: 401, message: 'Unauthorized' });
    if (!url.startsWith(`${PREFIX}/`)) return answer(404, { code: 404, message: 'Not Found' });
    const path = url.slice(PREFIX.length);
    const [plain = ''] = path.split('?');
    const needed = scopesOf(method, plain);
    if (!needed) return answer(404, { errorMessages: [`No document has ${method} ${plain}.`] });
    for (const scope of needed) gateway.used.add(scope);
    if (needed.some(scope => !gateway.scopes.has(scope))) {
      gateway.refused.push(`${method} ${plain}`);
      return answer(401, { code: 401, message: 'Unauthorized; scope does not match' });
    }
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const type = { 'content-type': 'application/json' };
    const body = parts.length > 0 ? { body: Buffer.concat(parts), headers: type } : {};
    const got = await fetch(jira + path, { method, ...body });
    return answer(got.status, await got.text());
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  gateway.url = `http://127.0.0.1:${port}${PREFIX}`;
  return gateway;
}
