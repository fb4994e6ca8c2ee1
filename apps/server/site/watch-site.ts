import type { Credential } from '@tallyboard/service-kit/site/credential.ts';
import type { FastifyInstance } from 'fastify';
import { checkSite, siteProblem } from './check-site.ts';
import type { SharedGate } from './shared-gate.ts';
import type { SiteSettings } from './site-settings.ts';

/** State of the Jira behind this server, as /ready reports it. */
export interface SiteState {
  /** Why the last call got no answer; null if it got one. */
  readonly reason: string | null;
  /** Jira has asked for a pause until then. */
  readonly pausedUntil: string | null;
}

const AGAIN_MS = 60_000;

/** Keeps what the last call to Jira met, and asks again each minute while that was a failure. */
export function watchSite(
  app: FastifyInstance,
  { address, ask, problem }: Pick<SiteSettings, 'address' | 'ask' | 'problem'>,
  gate: SharedGate,
  credentialNow: () => Credential | null,
) {
  let reason = problem;
  const note = (next: string | null) => {
    if (next !== null && next !== reason) app.log.warn({ reason: next }, 'Jira cannot be asked');
    if (next === null && reason !== null) app.log.info('Jira can be asked again');
    reason = next;
  };
  const check = async () => {
    const credential = credentialNow();
    if (reason === null || credential === null) return;
    await checkSite({ address, ask }, credential).then(
      () => note(null),
      (error: unknown) => note(siteProblem(error) ?? reason),
    );
  };
  const timer = setInterval(check, AGAIN_MS).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  const state = (): SiteState => {
    const until = gate.pausedUntil();
    return { reason, pausedUntil: until === null ? null : new Date(until).toISOString() };
  };
  return { note, state };
}

export type SiteWatch = ReturnType<typeof watchSite>;
