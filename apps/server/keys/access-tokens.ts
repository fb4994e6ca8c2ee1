/** Access tokens of the configured OpenID provider: JWTs for this server, which RFC 9728 names as their resource. */

import { createHash } from 'node:crypto';
import { type KeyScope, OPEN_PAGE } from '@tallyboard/replica/rest/call-rights.ts';
import { JiraError } from '@tallyboard/replica/rest/errors.ts';
import { sendProblem } from '@tallyboard/replica/rest/problem.ts';
import type { AccessKey } from '@tallyboard/server-store/access-keys.ts';
import type { Account, AccountStore } from '@tallyboard/server-store/accounts.ts';
import type { KeyRefusal } from '@tallyboard/service-kit/sign-in/access-keys.ts';
import type { FastifyInstance } from 'fastify';
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import type { OpenId } from '../sign-in/openid.ts';

/** A token never changes anything, and reads no columns. */
const SCOPES = ['mcp', 'figures', 'issues'] as const satisfies readonly KeyScope[];

/** Algorithms with key pairs alone: a shared secret would let a client sign tokens itself. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
const CLOCK_SKEW_S = 30;

const METADATA_PATH = '/.well-known/oauth-protected-resource';

export interface TokenRefusal extends KeyRefusal {
  readonly status: 401 | 403 | 503;
}

interface TokenParts {
  readonly openId: Pick<OpenId, 'signer'>;
  /** Address of this server, for which alone tokens are made. */
  readonly publicUrl: URL;
  readonly accounts: Pick<AccountStore, 'ofPerson'>;
  readonly now: () => number;
}

/** Null without a provider, and without an address that tokens can be for. */
export function tokensOf({
  openId,
  publicUrl,
  ...more
}: Pick<TokenParts, 'accounts' | 'now'> & {
  readonly openId: OpenId | null;
  readonly publicUrl: URL | null;
}): AccessTokens | null {
  return openId && publicUrl && accessTokens({ openId, publicUrl, ...more });
}

export type AccessTokens = ReturnType<typeof accessTokens>;

function accessTokens({ openId, publicUrl: { origin }, accounts, now }: TokenParts) {
  const audience = [origin, `${origin}/`, `${origin}/mcp`];
  let keys: ReturnType<typeof createRemoteJWKSet> | null = null;

  async function verify(token: string): Promise<JWTPayload> {
    const signer = await openId.signer();
    keys ??= createRemoteJWKSet(signer.keys);
    const { payload } = await jwtVerify(token, keys, {
      issuer: signer.issuer,
      audience,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_SKEW_S,
      requiredClaims: ['exp', 'sub'],
      currentDate: new Date(now()),
    });
    return payload;
  }

  return {
    /** A key for this call, with the rights of the account that the subject has signed in with. */
    async check(token: string): Promise<AccessKey | TokenRefusal> {
      let claims: JWTPayload;
      try {
        claims = await verify(token);
      } catch (error) {
        return refusalOf(error);
      }
      const { iss, sub } = claims;
      if (typeof iss !== 'string' || typeof sub !== 'string') return FOREIGN;
      const account = await accounts.ofPerson(iss, sub);
      if (account) return keyOf(claims, account);
      const refusal = `Sign in once at ${origin} in a browser: it does not know the account of this token yet.`;
      return { status: 403, refusal };
    },
    /** Where clients read whom to ask for a token. */
    metadata: `${origin}${METADATA_PATH}/mcp`,
    /** Whom clients ask for a token of a resource; null while the provider does not answer. */
    async describe(path: string): Promise<object | null> {
      const signer = await openId.signer().catch(() => null);
      return (
        signer && {
          resource: origin + path,
          authorization_servers: [signer.issuer],
          scopes_supported: SCOPES,
          bearer_methods_supported: ['header'],
          resource_name: 'Tallyboard',
        }
      );
    },
  };
}

/** The metadata of RFC 9728; 404 where no tokens are taken, not the sign-in, which clients would follow. */
export function tokenMetadata(app: FastifyInstance, tokens: AccessTokens | null): void {
  for (const path of ['', '/mcp'])
    app.get(METADATA_PATH + path, { config: { rights: OPEN_PAGE } }, async (_, reply) => {
      // For programs, as what is there.
      if (!tokens)
        return sendProblem(reply, new JiraError(404, 'This server has no OpenID provider.'));
      const metadata = await tokens.describe(path);
      if (!metadata) throw new JiraError(AWAY.status, AWAY.refusal);
      return reply.header('Access-Control-Allow-Origin', '*').send(metadata);
    });
}

function keyOf(claims: JWTPayload, { id: owner }: Account): AccessKey {
  const { iss, sub, exp = 0, iat = 0, client_id: client } = claims;
  const id = createHash('sha256').update(`${iss} ${sub}`).digest('hex').slice(0, 8);
  return {
    id: `token-${id}`,
    hash: '',
    owner,
    name: typeof client === 'string' ? client : 'token',
    scopes: scopesOf(claims),
    jqlFilter: null,
    aggregateOnly: false,
    createdMs: iat * 1000,
    expiresMs: exp * 1000,
    usedMs: null,
    revokedMs: null,
  };
}

/** Scopes named by the token; all of SCOPES if it names none of ours. */
function scopesOf({ scope, scp }: JWTPayload): readonly KeyScope[] {
  const named = [scope, scp].flat().flatMap(text => String(text ?? '').split(' '));
  const own = SCOPES.filter(each => named.includes(each));
  return own.length > 0 ? own : SCOPES;
}

/** Errors of a token; all others are those of the provider. */
const OF_TOKEN: ReadonlySet<string> = new Set(
  [
    ...[errors.JWTInvalid, errors.JWSInvalid, errors.JWSSignatureVerificationFailed],
    ...[errors.JOSEAlgNotAllowed, errors.JOSENotSupported],
    ...[errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys],
  ].map(({ code }) => code),
);

function refusalOf(error: unknown): TokenRefusal {
  if (error instanceof errors.JWTExpired) return { status: 401, refusal: 'The token has expired.' };
  if (error instanceof errors.JWTClaimValidationFailed)
    return {
      status: 401,
      refusal: `The token is not for this server: see its claim '${error.claim}'.`,
    };
  return error instanceof errors.JOSEError && OF_TOKEN.has(error.code) ? FOREIGN : AWAY;
}

const FOREIGN: TokenRefusal = {
  status: 401,
  refusal: 'The token is not one of the OpenID provider of this server.',
};

const AWAY: TokenRefusal = {
  status: 503,
  refusal: 'The OpenID provider does not answer. Try again in a moment.',
};
