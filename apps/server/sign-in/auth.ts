import fastifyCookie from '@fastify/cookie';
import type { Store } from '@tallyboard/server-store/store.ts';
import type { FastifyInstance } from 'fastify';
import { type Audit, createAudit } from '../audit/audit.ts';
import { accountsIn } from './accounts.ts';
import { guard as createGuard, type Guard } from './guard.ts';
import { createOpenId } from './openid.ts';
import { hashOfNobody } from './password.ts';
import { signInRoutes } from './routes.ts';
import { sessionLife, sessionsIn } from './sessions.ts';
import type { SignInSettings } from './settings.ts';
import { createThrottle } from './throttle.ts';

export interface AuthSettings {
  readonly signIn: SignInSettings;
  readonly publicUrl: URL | null;
  readonly isOpen?: (path: string) => boolean;
}

export interface Auth {
  readonly guard: Guard;
  readonly audit: Audit;
  /** False: only this machine reaches the server. */
  readonly signIn: boolean;
}

const hourMs = 3_600_000;
const auditMs = 400 * 24 * hourMs;

/** Whether a provider or an account is set up. */
export async function canSignIn(store: Store, signIn: SignInSettings): Promise<boolean> {
  if (signIn.openId || signIn.account) return true;
  return (await accountsIn(store).names()).length > 0;
}

/** Sets up the guard, sign-in and the audit. Without accounts the guard still rejects other sites. */
export async function createAuth(
  app: FastifyInstance,
  store: Store,
  { signIn: settings, publicUrl, isOpen }: AuthSettings,
  now: () => number,
): Promise<Auth> {
  const accounts = accountsIn(store);
  const signIn = await canSignIn(store, settings);
  const sessions = sessionsIn(store.sessions, now, settings.life ?? sessionLife);
  const audit = createAudit(store.audit, app.log, now);
  await app.register(fastifyCookie);
  const guard = createGuard(app, { sessions, signIn, publicUrl, isOpen });
  await app.register(async scope => {
    await signInRoutes(scope, {
      guard,
      signIns: store.signIns,
      sessions,
      audit,
      throttle: createThrottle(store.signIns, now),
      passwords: settings.account !== null || (await accounts.names()).length > 0,
      hashOf: async name =>
        name === settings.account?.name ? settings.account.hash : accounts.hashOf(name),
      nobody: hashOfNobody(settings.account?.hash),
      openId: settings.openId && createOpenId(settings.openId),
      now,
    });
  });
  const clean = async () => {
    await sessions.endOld();
    await store.audit.removeBefore(now() - auditMs);
    await store.signIns.clean(now() - hourMs);
  };
  const timer = setInterval(() => {
    clean().catch((error: unknown) => app.log.error({ err: error }, 'old sessions stay'));
  }, hourMs);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
  return { guard, audit, signIn };
}
