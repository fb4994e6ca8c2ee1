import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT } from 'jose';
import { Provider } from 'oidc-provider';

export interface TestPerson {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly groups?: readonly string[];
  /** Account id in Jira. */
  readonly jira?: string;
}

export interface TestProvider {
  readonly issuer: URL;
  readonly client: { readonly id: string; readonly secret: string };
  /** The person who signs in next, without a password. */
  person: TestPerson;
  /** Signs an access token. */
  sign(claims: Readonly<Record<string, unknown>>, key?: KeyObject): Promise<string>;
  stop(): Promise<void>;
}

/** An OpenID provider on this machine that signs in whom the test says. */
export async function startProvider(callbacks: readonly string[], port = 0): Promise<TestProvider> {
  let handle: ((request: IncomingMessage, reply: ServerResponse) => void) | null = null;
  const server = createServer((request, reply) => handle?.(request, reply));
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = { id: 'tallyboard', secret: 'a secret of the client' };
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const test: TestProvider = {
    issuer: new URL(issuer),
    client,
    sign: (claims, key = privateKey) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', typ: 'at+jwt' }).sign(key),
    person: { email: 'ana@example.com', email_verified: true, name: 'Ana Roy' },
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const provider = new Provider(issuer, {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: callbacks }],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'groups', 'jira'],
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: () => '/interaction' },
    cookies: { keys: ['test'] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, ...JSON.parse(accountId) }),
    }),
  });
  const serve = provider.callback();
  const letIn = async (request: IncomingMessage, reply: ServerResponse) => {
    const { params } = await provider.interactionDetails(request, reply);
    const accountId = JSON.stringify(test.person);
    const grant = new provider.Grant({ accountId, clientId: params.client_id });
    grant.addOIDCScope('openid email profile');
    const consent = { grantId: await grant.save() };
    const settings = { mergeWithLastSubmission: false };
    await provider.interactionFinished(request, reply, { login: { accountId }, consent }, settings);
  };
  handle = (request, reply) => {
    if (request.url !== '/interaction') return serve(request, reply);
    letIn(request, reply).catch((error: unknown) => reply.writeHead(500).end(String(error)));
  };
  return test;
}
