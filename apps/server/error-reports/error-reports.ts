import { randomUUID } from 'node:crypto';
import fastifyRateLimit from '@fastify/rate-limit';
import { PAGE } from '@tallyboard/replica/rest/call-rights.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorReport, type ReportTarget, readReport, toEnvelope } from './report.ts';

export interface ErrorReportSettings {
  readonly target: ReportTarget;
  /** The project of pages inside a Jira, if it is another one. */
  readonly embedded?: ReportTarget | undefined;
  /** Origins of the Forge app, whose pages report here too. */
  readonly origins?: readonly string[] | undefined;
  readonly now: () => number;
  readonly release: string;
  readonly fetch?: typeof fetch;
}

export const REPORTS_PATH = '/error-reports';

const MAX_PER_MINUTE = 30;
const TIMEOUT_MS = 5000;

/**
 * `POST /error-reports`: pages of this server report errors, and the server forwards them, so that browsers need no
 * other address and the project's key stays here. Pages of the Forge app do the same from the listed origins. A service
 * that fails is only logged.
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
  const onRequest = refuseOthers(settings);
  const config = { rights: PAGE };
  const route = { bodyLimit: 16 * 1024, config: { ...config, rateLimit }, onRequest };
  // Preflight: a report is JSON from another origin.
  app.options(REPORTS_PATH, { config, onRequest }, (_, reply) =>
    reply
      .headers({
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'content-type',
        'access-control-max-age': '86400',
      })
      .code(204)
      .send(),
  );
  app.post(REPORTS_PATH, route, async (request, reply) => {
    const report = readReport(request.body);
    if (!report) return reply.code(400).send({ message: 'No error report.' });
    const isEmbedded = report.tags.xdm_e !== undefined || isReportOfApp(request, settings);
    forward(report, isEmbedded, settings).catch((error: unknown) =>
      request.log.warn({ err: error }, 'an error report was not accepted'),
    );
    return reply.code(204).send();
  });
}

/** Whether a request reports an error of the Forge app, or is the preflight of one. It has no session. */
export const isReportOfApp = (
  { method, url, headers: { origin = '' } }: FastifyRequest,
  { origins = [] }: Pick<ErrorReportSettings, 'origins'>,
): boolean =>
  url === REPORTS_PATH && (method === 'POST' || method === 'OPTIONS') && origins.includes(origin);

/** Browsers set Origin, and scripts of a page cannot. */
const refuseOthers =
  (settings: ErrorReportSettings) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { origin = '' } = request.headers;
    if (isReportOfApp(request, settings))
      return void reply.headers({ 'access-control-allow-origin': origin, vary: 'Origin' });
    if (URL.parse(origin)?.host !== request.host)
      await reply.code(403).send({ message: 'Not from a page of this server.' });
  };

async function forward(
  report: ErrorReport,
  isEmbedded: boolean,
  { now, release, ...settings }: ErrorReportSettings,
) {
  const target = (isEmbedded && settings.embedded) || settings.target;
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
