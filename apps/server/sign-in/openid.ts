import type { Identity } from '@tallyboard/server-store/accounts.ts';
import { accountName, isAccountName } from '@tallyboard/service-kit/sign-in/accounts.ts';
import type { OpenIdSettings } from '@tallyboard/service-kit/sign-in/settings.ts';
import { isEmail } from '@tallyboard/service-kit/site/credential.ts';
import * as client from 'openid-client';

/** A pending sign-in, to verify the provider's answer. */
export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Return path. */
  readonly to: string;
}

/** The account may not sign in here. The message is for the visitor. */
export class NotAllowedError extends Error {
  override readonly name = 'NotAllowedError';
  /** The e-mail address, if there is one. */
  readonly account: string | null;
  constructor(message: string, account: string | null = null) {
    super(message);
    this.account = account;
  }
}

/** OpenID Connect: code flow with PKCE, state and nonce. */
export function createOpenId(settings: OpenIdSettings) {
  let configuration: client.Configuration | null = null;

  /** Cached after the first success. */
  const discover = async () => {
    configuration ??= await discoverProvider(settings);
    return configuration;
  };

  return {
    /** The authorization URL, and the attempt to store until the callback. */
    async begin(callback: URL, to: string): Promise<{ address: URL; attempt: Attempt }> {
      const provider = await discover();
      const verifier = client.randomPKCECodeVerifier();
      const attempt = { state: client.randomState(), nonce: client.randomNonce(), verifier, to };
      const address = client.buildAuthorizationUrl(provider, {
        redirect_uri: callback.href,
        scope: settings.scope,
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return { address, attempt };
    },

    /** Whose signatures count, and where its keys are. */
    async signer(): Promise<{ readonly issuer: string; readonly keys: URL }> {
      const { issuer, jwks_uri: keys = '' } = (await discover()).serverMetadata();
      return { issuer, keys: new URL(keys) };
    },

    /** Verifies the callback. Throws NotAllowedError, or the library's error for an invalid answer. */
    async finish(answer: URL, attempt: Attempt): Promise<Identity> {
      const tokens = await client.authorizationCodeGrant(await discover(), answer, {
        pkceCodeVerifier: attempt.verifier,
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        idTokenExpected: true,
      });
      const claims = { ...tokens.claims() };
      const { jiraClaim } = settings;
      const lacksJira = jiraClaim !== null && claims[jiraClaim] === undefined;
      if ((claims.email === undefined || lacksJira) && claims.sub !== undefined) {
        // Some providers give these claims at the userinfo endpoint only.
        const more = await client.fetchUserInfo(await discover(), tokens.access_token, claims.sub);
        const verified = claims.email === undefined ? more : claims;
        const { email, email_verified } = verified;
        Object.assign(claims, { ...more, ...claims, email, email_verified });
      }
      return readPerson(claims, settings);
    },
  };
}

export type OpenId = ReturnType<typeof createOpenId>;

function discoverProvider({ issuer, clientId, clientSecret }: OpenIdSettings) {
  return client.discovery(
    issuer,
    clientId,
    undefined,
    clientSecret === null ? client.None() : client.ClientSecretBasic(clientSecret),
    {
      timeout: 15,
      // Settings allow http on loopback only.
      ...(issuer.protocol === 'http:' && { execute: [client.allowInsecureRequests] }),
    },
  );
}

/** The person of the claims. Throws NotAllowedError. */
export function readPerson(
  claims: Readonly<Record<string, unknown>>,
  settings: Omit<OpenIdSettings, 'issuer' | 'clientId' | 'clientSecret' | 'scope'>,
): Identity {
  const { iss, sub, email, email_verified: verified, name } = claims;
  if (typeof iss !== 'string' || typeof sub !== 'string') throw new Error('No issuer or subject.');
  if (typeof email !== 'string' || email === '') {
    throw new NotAllowedError('Your account has no e-mail address.');
  }
  // At some providers anybody can claim any unverified address.
  if (verified !== true && !(verified === undefined && settings.trustEmail)) {
    throw new NotAllowedError(`The e-mail address ${email} is not verified.`, email);
  }
  const account = accountName(email);
  const domain = account.slice(account.lastIndexOf('@') + 1);
  const known =
    settings.allowedEmails.includes(account) || settings.allowedDomains.includes(domain);
  // One '@' only: mail servers and checks of domains read two of them differently.
  if (!isEmail(email) || !isAccountName(account) || !(known || settings.allowAll)) {
    throw new NotAllowedError(`${email} may not sign in here.`, email);
  }
  const groups = [claims[settings.groupsClaim]].flat().filter(each => typeof each === 'string');
  const given = typeof name === 'string' ? name.trim() : '';
  const jira = settings.jiraClaim === null ? null : claims[settings.jiraClaim];
  const jiraAccountId = typeof jira === 'string' && jira.trim() !== '' ? jira.trim() : null;
  return {
    issuer: iss,
    subject: sub,
    email: account,
    name: given || account,
    groups,
    jiraAccountId,
  };
}
