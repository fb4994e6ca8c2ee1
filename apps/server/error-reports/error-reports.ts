import { randomUUID } from 'node:crypto';
import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorReport, type ReportTarget, readReport, toEnvelope } from './report.ts';

export interface ErrorReportSettings {
  readonly target: ReportTarget;
  /** The project of pages inside a Jira, if it is another one. */
  readonly embedded?: ReportTarget | undefined;
  readonly now: () => number;
  readonly release: string;
  readonly fetch?: typeof fetch;
}

export const REPORTS_PATH = '/error-reports';

const MAX_PER_MINUTE = 30;
const TIMEOUT_MS = 5000;

/**
 * `POST /error-reports`: pages of this server report errors, and the server forwards them, so that browsers need no
 * other address and the project's key stays here. A service that fails is only logged.
 */
export async function errorReports(
  app: FastifyInstance,
  settings: ErrorReportSettings,
): Promise<void> {
  await app.register(fastifyRateLimit, { global: false });
  const rateLimit = {
    max: MAX_PER_MINUTE,
    timeWindow: 60_000,
    // After the check of the origin: other sites do not use up the limit. One limit for all pages together.
    hook: 'preHandler',
    keyGenerator: () => 'all',
  } as const;
  const route = { bodyLimit: 16 * 1024, config: { rateLimit }, onRequest: refuseOthers };
  app.post(REPORTS_PATH, route, async (request, reply) => {
    const report = readReport(request.body);
    if (!report) return reply.code(400).send({ message: 'No error report.' });
    forward(report, settings).catch((error: unknown) =>
      request.log.warn({ err: error }, 'an error report was not accepted'),
    );
    return reply.code(204).send();
  });
}

/** Browsers set Origin, and scripts of a page cannot. */
async function refuseOthers({ headers: { origin }, host }: FastifyRequest, reply: FastifyReply) {
  if (URL.parse(origin ?? '')?.host !== host)
    await reply.code(403).send({ message: 'Not from a page of this server.' });
}

async function forward(report: ErrorReport, { now, release, ...settings }: ErrorReportSettings) {
  const target = (report.tags.xdm_e && settings.embedded) || settings.target;
  const ask = settings.fetch ?? fetch;
  const id = randomUUID().replaceAll('-', '');
  const answer = await ask(target.endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-sentry-envelope',
      'x-sentry-auth': `Sentry sentry_version=7, sentry_client=tallyboard/${release}, sentry_key=${target.key}`,
    },
    body: toEnvelope(report, target, { id, now: now(), release }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`The service answered ${answer.status}.`);
}
