import fastifyCookie from '@fastify/cookie';
import { JqlError } from '@tallyboard/replica/jql/api.ts';
import { identifyCaller } from '@tallyboard/replica/rest/caller.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { accessKeysIn } from '@tallyboard/service-kit/sign-in/access-keys.ts';
import { accountsIn } from '@tallyboard/service-kit/sign-in/accounts.ts';
import { displayLinksIn } from '@tallyboard/service-kit/sign-in/display-links.ts';
import { hashOfNobody } from '@tallyboard/service-kit/sign-in/password.ts';
import { sessionLife, sessionsIn } from '@tallyboard/service-kit/sign-in/sessions.ts';
import type { SignInSettings } from '@tallyboard/service-kit/sign-in/settings.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Audit } from '../audit/audit.ts';
import { tokenMetadata, tokensOf } from '../keys/access-tokens.ts';
import { answerAdminister } from './changes.ts';
import { guard as createGuard, type Guard } from './guard.ts';
import { jiraTokens } from './jira-token.ts';
import { createOpenId } from './openid.ts';
import { signInRoutes } from './routes.ts';
import { secondFactors } from './second-factor.ts';
import { BROWSER_DAYS } from './steps.ts';
import { createThrottle } from './throttle.ts';

export interface AuthSettings {
  readonly signIn: SignInSettings;
  readonly publicUrl: URL | null;
  /** Encrypts second factors and readers' Jira tokens. Read on first use: most servers need none. */
  readonly key: () => Buffer;
  readonly isOpen?: (request: FastifyRequest) => boolean;
}

const hourMs = 3_600_000;
const auditMs = 400 * 24 * hourMs;

/** Whether a provider or an account is set up. */
export async function canSignIn(store: Store, signIn: SignInSettings): Promise<boolean> {
  if (signIn.openId || signIn.account) return true;
  return (await accountsIn(store).names()).length > 0;
}

/** Why the JQL filter of a key cannot be used by its maker; null if it can. */
const jqlFilterProblem =
  (store: Store, now: () => number) =>
  async (jql: string, request: FastifyRequest): Promise<string | null> => {
    try {
      const viewer = await identifyCaller({ store, actAs: () => false }, request);
      await store.as(viewer.userId).jql.search({ jql, viewer, now: now(), limit: 1 });
      return null;
    } catch (error) {
      if (error instanceof JqlError) return error.message;
      throw error;
    }
  };

/** Sets up the guard and sign-in, and returns the guard. Without accounts the guard still rejects other sites. */
export async function createAuth(
  app: FastifyInstance,
  store: Store,
  {
    signIn: settings,
    publicUrl,
    key,
    isOpen,
    audit,
    isProxy,
  }: AuthSettings & {
    readonly audit: Audit;
    /** In front of a real Jira. */
    readonly isProxy: boolean;
  },
  now: () => number,
): Promise<Guard> {
  const accounts = accountsIn(store);
  const signIn = await canSignIn(store, settings);
  const sessions = sessionsIn(store.sessions, now, settings.life ?? sessionLife);
  await app.register(fastifyCookie);
  const keys = accessKeysIn(store.accessKeys, now);
  const links = displayLinksIn(store.displayLinks, now);
  const openId = settings.openId && createOpenId(settings.openId);
  const tokens = tokensOf({ openId, publicUrl, accounts: store.accounts, now });
  const guard = createGuard(app, {
    sessions,
    accounts: store.accounts,
    settings,
    signIn,
    publicUrl,
    isOpen,
    keys: {
      keys,
      tokens,
      audit,
      isProxy,
      now,
      isAccount: async (account, known) =>
        (known?.issuer ?? null) !== null ||
        account === settings.account?.name ||
        (await accounts.hashOf(account)) !== null,
    },
  });
  answerAdminister(app);
  tokenMetadata(app, tokens);
  const throttle = createThrottle(store.signIns, now);
  await app.register(async scope => {
    await signInRoutes(scope, {
      guard,
      keys,
      links,
      dashboards: store.dashboards,
      store,
      isProxy,
      jqlFilterProblem: jqlFilterProblem(store, now),
      signIns: store.signIns,
      sessions,
      audit,
      throttle,
      factors: secondFactors(store, key, now),
      tokens: jiraTokens({ store, key, audit, throttle, now }),
      removeSecondFactor: accounts.removeSecondFactor,
      passwords: settings.account !== null || (await accounts.names()).length > 0,
      hashOf: async name =>
        name === settings.account?.name ? settings.account.hash : accounts.hashOf(name),
      nobody: hashOfNobody(settings.account?.hash),
      openId,
      accountOf: async person => {
        const isTaken = async (name: string) =>
          name === settings.account?.name || (await accounts.hashOf(name)) !== null;
        const account = await store.accounts.signIn(person, isTaken);
        if (account.jiraAccountId !== null) return account;
        const jiraAccountId = await jiraAccountOf(store, person.email);
        return store.accounts.change(account.id, { jiraAccountId });
      },
      now,
    });
  });
  const clean = async () => {
    await sessions.endOld();
    await store.audit.removeBefore(now() - auditMs);
    await keys.clean();
    await links.clean();
    await store.signIns.clean(now() - hourMs);
    await store.signIns.removeBrowsersBefore(now() - BROWSER_DAYS * 24 * hourMs);
  };
  const timer = setInterval(() => {
    clean().catch((error: unknown) => app.log.error({ err: error }, 'old sessions stay'));
  }, hourMs);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
  return guard;
}

/** The one user of the stored Jira with a verified e-mail address; null for none or several. */
async function jiraAccountOf({ catalogue }: Store, email: string): Promise<string | null> {
  const users = await catalogue.all('user');
  const found = users.filter(
    ({ document }) => String(document.emailAddress ?? '').toLowerCase() === email,
  );
  return found.length === 1 ? (found[0]?.id ?? null) : null;
}
