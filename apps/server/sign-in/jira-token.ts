import { TOKEN_ANSWERS, type TokenAnswer } from '@tallyboard/server-store/mirror-readers.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { SettingsError } from '@tallyboard/service-kit/settings.ts';
import { type Credential, isEmail, tokenProblem } from '@tallyboard/service-kit/site/credential.ts';
import { UpstreamError } from '@tallyboard/service-kit/site/fetch-site.ts';
import {
  type ReaderToken,
  readerTokens,
  removeReaderToken,
} from '@tallyboard/service-kit/site/reader-tokens.ts';
import { createUpstream } from '@tallyboard/service-kit/site/upstream.ts';
import type { Audit } from '../audit/audit.ts';
import type { Failure } from '../pages/layout.ts';
import { findOwner, SiteError } from '../site/check-site.ts';
import type { createThrottle } from './throttle.ts';

/** A signed-in reader. */
export interface Owner {
  readonly account: string;
  readonly jiraAccountId: string | null;
}

/** What a reader's account page tells of their token. */
export interface TokenState {
  readonly site: string;
  readonly isCloud: boolean;
  readonly token: ReaderToken | null;
  readonly answer: TokenAnswer | null;
}

interface JiraTokenParts {
  readonly store: Store;
  readonly key: () => Buffer;
  readonly audit: Audit;
  readonly throttle: ReturnType<typeof createThrottle>;
  readonly now: () => number;
}

const failure = (status: number, message: string): Failure => ({ status, message });

const NOT_LINKED = failure(
  409,
  'This account is not linked to an account in Jira. Ask an administrator.',
);
const NO_MIRROR = failure(404, 'This server has no mirror of a Jira.');
const NO_TOKEN = failure(404, 'There is no token.');
const NO_KEY = failure(500, 'Tokens cannot be encrypted on this server. Ask an administrator.');
const OTHER_KEY = failure(409, 'The token was encrypted with another key. Give it again.');

export type JiraTokens = ReturnType<typeof jiraTokens>;

/** A reader's own token of the mirrored Jira. Its owner gives, tests and removes it; nobody reads it here. */
export function jiraTokens({ store, key, audit, throttle, now }: JiraTokenParts) {
  const tokens = readerTokens(store, key);

  /** Null unless the store mirrors a Jira. */
  async function stateOf({ account, jiraAccountId }: Owner): Promise<TokenState | null> {
    const mirror = await store.mirror.state();
    if (!mirror) return null;
    const token = await tokens.get(account);
    const isOwn = token?.jiraAccountId === jiraAccountId && token?.site === mirror.site;
    const answer =
      isOwn && token && (await store.properties.get(TOKEN_ANSWERS, token.jiraAccountId));
    return {
      site: mirror.site,
      isCloud: mirror.flavour === 'cloud',
      token: isOwn ? token : null,
      answer: answer ? (answer.value as TokenAnswer) : null,
    };
  }

  /** Why Jira does not take the credential for the reader; null if it does. */
  async function refusalOf(
    { site }: TokenState,
    { account, jiraAccountId }: Owner,
    credential: Credential,
  ): Promise<Failure | null> {
    if (!(await throttle.takeTokenCheck(account)))
      return failure(429, 'Jira is asked five times an hour at most. Try again later.');
    const refused = async (status: number, message: string) => {
      await audit.note({ account, action: 'Jira token refused', target: site });
      return failure(status, message);
    };
    try {
      const owner = await findOwner(createUpstream({ site }), credential);
      return owner === jiraAccountId
        ? null
        : await refused(403, 'This token is of another user of Jira, not of yours.');
    } catch (error) {
      if (error instanceof SiteError) return refused(400, error.message);
      // Jira does not answer: nothing is known about the token.
      if (error instanceof UpstreamError) return failure(error.status, error.message);
      throw error;
    }
  }

  return {
    stateOf,

    /** Checks a token at Jira and stores it; returns why not. */
    async give(owner: Owner, given: Credential): Promise<Failure | null> {
      const state = await stateOf(owner);
      if (!state) return NO_MIRROR;
      const { account, jiraAccountId } = owner;
      if (jiraAccountId === null) return NOT_LINKED;
      const problem = tokenProblem(given.token);
      if (problem !== null) return failure(400, problem);
      const credential = { email: state.isCloud ? given.email : null, token: given.token };
      if (state.isCloud && (credential.email === null || !isEmail(credential.email)))
        return failure(400, 'That is not an e-mail address.');
      const refusal = await refusalOf(state, owner, credential);
      if (refusal) return refusal;
      const { site } = state;
      try {
        await tokens.give({ account, jiraAccountId, site, givenMs: now() }, credential);
      } catch (error) {
        if (error instanceof SettingsError) return NO_KEY;
        throw error;
      }
      const action = state.token ? 'Jira token replaced' : 'Jira token given';
      await audit.note({ account, action, target: site });
      return null;
    },

    /** Asks Jira whether it still takes the token; returns why not. */
    async test(owner: Owner): Promise<Failure | null> {
      const state = await stateOf(owner);
      if (!state?.token) return state ? NO_TOKEN : NO_MIRROR;
      const { token, answer } = state;
      let credential: Credential | null;
      try {
        credential = tokens.open(token);
      } catch (error) {
        if (error instanceof SettingsError) return NO_KEY;
        throw error;
      }
      if (!credential) return OTHER_KEY;
      const refusal = await refusalOf(state, owner, credential);
      // The mirror tries a token again that it has set aside.
      if (!refusal && answer?.outcome !== 'used')
        await tokens.give({ ...token, givenMs: now() }, credential);
      return refusal;
    },

    /** Whether there was one. */
    async remove({ account }: Owner): Promise<boolean> {
      const removed = await removeReaderToken(store, account);
      if (removed) await audit.note({ account, action: 'Jira token removed', target: 'account' });
      return removed;
    },
  };
}
