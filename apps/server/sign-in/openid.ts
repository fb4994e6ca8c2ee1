import type { Configuration } from 'openid-client';
import { accountName, isAccountName } from './accounts.ts';
import type { OpenIdSettings } from './settings.ts';

/** A sign-in under way: what the provider's answer must fit. */
export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Where the visitor wanted to go. */
  readonly to: string;
}

/** Somebody whom the provider knows. */
export interface KnownPerson {
  readonly account: string;
  readonly name: string;
}

/** The provider vouches for nobody who may come in, in words for the visitor. */
export class NotAllowedError extends Error {
  override readonly name = 'NotAllowedError';
}

/** Signing in with OpenID Connect: code flow with PKCE, state and nonce. The library is loaded when it is used. */
export function createOpenId(settings: OpenIdSettings) {
  let learning: Promise<Configuration> | null = null;

  /** What the provider says of itself, asked once; a provider that did not answer is asked again next time. */
  function learn(): Promise<Configuration> {
    learning ??= discover(settings).catch((error: unknown) => {
      learning = null;
      throw error;
    });
    return learning;
  }

  return {
    /** The provider's address to go to, and what to remember until the visitor is back. */
    async begin(callback: URL, to: string): Promise<{ address: URL; attempt: Attempt }> {
      const client = await import('openid-client');
      const provider = await learn();
      const verifier = client.randomPKCECodeVerifier();
      const attempt = { state: client.randomState(), nonce: client.randomNonce(), verifier, to };
      const address = client.buildAuthorizationUrl(provider, {
        redirect_uri: callback.href,
        scope: 'openid email profile',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return { address, attempt };
    },

    /** Who came back. Throws NotAllowedError for somebody who may not come in, and the library's error for a wrong answer. */
    async finish(answer: URL, attempt: Attempt): Promise<KnownPerson> {
      const client = await import('openid-client');
      const tokens = await client.authorizationCodeGrant(await learn(), answer, {
        pkceCodeVerifier: attempt.verifier,
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        idTokenExpected: true,
      });
      const claims = { ...tokens.claims() };
      if (claims.email === undefined && claims.sub !== undefined) {
        // Some providers tell the address only when asked for it.
        const more = await client.fetchUserInfo(await learn(), tokens.access_token, claims.sub);
        Object.assign(claims, {
          email: more.email,
          email_verified: more.email_verified,
          name: claims.name ?? more.name,
        });
      }
      return readPerson(claims, settings);
    },
  };
}

export type OpenId = ReturnType<typeof createOpenId>;

async function discover(settings: OpenIdSettings): Promise<Configuration> {
  const client = await import('openid-client');
  const { issuer, clientId, clientSecret } = settings;
  return client.discovery(
    issuer,
    clientId,
    undefined,
    clientSecret === null ? client.None() : client.ClientSecretBasic(clientSecret),
    {
      timeout: 15,
      // The settings allow plain http for this machine alone.
      ...(issuer.protocol === 'http:' && { execute: [client.allowInsecureRequests] }),
    },
  );
}

/** The person of a provider's claims, if the settings let them in. */
export function readPerson(
  claims: Readonly<Record<string, unknown>>,
  settings: Pick<OpenIdSettings, 'allowedDomains' | 'allowedEmails' | 'allowAll' | 'trustEmail'>,
): KnownPerson {
  const { email, email_verified: verified, name } = claims;
  if (typeof email !== 'string' || !email.includes('@')) {
    throw new NotAllowedError('Your account has no e-mail address.');
  }
  // Anybody may claim any address at some providers: what is not verified says nothing.
  if (verified !== true && !(verified === undefined && settings.trustEmail)) {
    throw new NotAllowedError(`The e-mail address ${email} is not verified.`);
  }
  const account = accountName(email);
  const domain = account.slice(account.lastIndexOf('@') + 1);
  const known =
    settings.allowedEmails.includes(account) || settings.allowedDomains.includes(domain);
  if (!isAccountName(account) || !(known || settings.allowAll)) {
    throw new NotAllowedError(`${email} may not sign in here.`);
  }
  return { account, name: typeof name === 'string' && name.trim() ? name.trim() : account };
}
