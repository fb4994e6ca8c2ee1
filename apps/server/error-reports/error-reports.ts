import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ReportPlace } from './dsn.ts';
import { readReport, toEnvelope } from './report.ts';

export interface ErrorReportSettings {
  readonly place: ReportPlace;
  readonly now: () => number;
  readonly release: string;
  readonly fetch?: typeof fetch;
}

export const REPORTS_PATH = '/error-reports';

const MOST_A_MINUTE = 30;
const MINUTE_MS = 60_000;
const PATIENCE_MS = 5000;

/**
 * `POST /error-reports`: pages of this server tell what went wrong in them, and the server hands it on. Browsers reach
 * no other address, and the key of the project stays here. A service that does not answer is noted in the log alone.
 */
export function errorReports(app: FastifyInstance, settings: ErrorReportSettings): void {
  const isOver = limiter(settings.now);
  app.post(REPORTS_PATH, { bodyLimit: 16 * 1024 }, async (request, reply) => {
    if (!isOwn(request))
      return reply.code(403).send({ message: 'Not from a page of this server.' });
    const report = readReport(request.body);
    if (!report) return reply.code(400).send({ message: 'No error report.' });
    if (!isOver())
      void hand(report, settings).catch(error =>
        request.log.warn({ err: error }, 'an error report was not taken'),
      );
    return reply.code(204).send();
  });
}

type Report = NonNullable<ReturnType<typeof readReport>>;

async function hand(report: Report, { place, now, release, ...settings }: ErrorReportSettings) {
  const ask = settings.fetch ?? fetch;
  const id = randomUUID().replaceAll('-', '');
  const answer = await ask(place.endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-sentry-envelope',
      'x-sentry-auth': `Sentry sentry_version=7, sentry_client=tallyboard/${release}, sentry_key=${place.key}`,
    },
    body: toEnvelope(report, place, { id, now: now(), release }),
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (!answer.ok) throw new Error(`The service answered ${answer.status}.`);
}

/** Browsers say where a request comes from, and no page can say otherwise. */
function isOwn({ headers, host }: FastifyRequest): boolean {
  const { origin } = headers;
  return typeof origin === 'string' && URL.canParse(origin) && new URL(origin).host === host;
}

/** Whether there have been enough in this minute: a page that fails over and over shall not flood the service. */
function limiter(now: () => number): () => boolean {
  let since = 0;
  let count = 0;
  return () => {
    if (now() - since >= MINUTE_MS) {
      since = now();
      count = 0;
    }
    count += 1;
    return count > MOST_A_MINUTE;
  };
}
