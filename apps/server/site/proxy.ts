import { storeTrouble } from '@tallyboard/database/store-error.ts';
import { readRetryAfter, waitWords } from '@tallyboard/jira/errors.ts';
import { GateBusyError } from '@tallyboard/jira/gate.ts';
import { READ_ISSUES } from '@tallyboard/replica/rest/call-rights.ts';
import type { Credential } from '@tallyboard/service-kit/site/credential.ts';
import { UpstreamError } from '@tallyboard/service-kit/site/fetch-site.ts';
import type { UpstreamReply } from '@tallyboard/service-kit/site/upstream.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isJson } from '../demo-requests.ts';
import { refuse } from '../sign-in/guard.ts';
import { type AllowedCall, findAllowed, readAddress, type SafeAddress } from './allowed-calls.ts';
import { requireData } from './require-data.ts';
import { MAX_PAUSE_MS, type SharedGate } from './shared-gate.ts';
import { TOKEN_REFUSED } from './site-failure.ts';
import type { ReverseProxySettings } from './site-settings.ts';
import type { SiteWatch } from './watch-site.ts';

declare module 'fastify' {
  interface FastifyRequest {
    forwarding: { readonly call: AllowedCall; readonly address: SafeAddress } | null;
  }
}

export const NO_ACCESS = 'This server has no access to Jira yet. Open its start page.';

const MAX_BODY = 1024 * 1024;
/** After a 429 without Retry-After. */
const DEFAULT_PAUSE_MS = 5000;

/** Forwards the reads of our client to the site, with the server's credential. */
export async function proxy(
  app: FastifyInstance,
  { address: site, ask, now }: ReverseProxySettings,
  gate: SharedGate,
  watch: SiteWatch,
  /** Null before set-up. */
  credentialNow: () => Credential | null,
): Promise<void> {
  app.decorateRequest('forwarding', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY }, (_, body, done) =>
    done(null, body),
  );
  app.setErrorHandler(answerError);

  // Before the body is read.
  app.addHook('onRequest', async (request, reply) => {
    const address = readAddress(request.raw.url ?? '');
    const call = address && findAllowed(request.method, address.path);
    if (!address || !call) {
      request.log.warn({ method: request.method }, 'a call that is not on the list was refused');
      return refuse(
        reply,
        403,
        'Only the reads that Tallyboard itself makes are forwarded to Jira.',
      );
    }
    if (credentialNow() === null) {
      return refuse(reply, 503, NO_ACCESS);
    }
    request.forwarding = { call, address };
  });

  // Forwards no changes.
  app.all('/rest/*', { config: { rights: READ_ISSUES } }, async (request, reply) => {
    const { forwarding } = request;
    const credential = credentialNow();
    if (forwarding === null || credential === null) return refuse(reply, 503, 'Not now.');
    const { call, address } = forwarding;
    const body =
      Buffer.isBuffer(request.body) && request.body.length > 0 ? request.body : undefined;
    if (body && !isJson(body.toString())) return refuse(reply, 400, 'The body is not JSON.');
    const user = request.visitor?.account ?? request.ip;
    const task = async () => {
      const answer = await ask(credential, { method: call.method, ...address, body }, signal);
      const pause = pauseOf(answer, now());
      if (pause !== null) {
        const until = now() + pause;
        const lifted = 'Jira asks for a pause; a start with --resume lifts it';
        request.log.warn({ until: new Date(until).toISOString() }, lifted);
        await gate.pauseFor(pause);
      }
      const method = call.method === 'POST' ? 'POST' : 'GET';
      requireData(answer, { method, path: address.path }, site);
      return answer;
    };
    const signal = disconnection(request, reply);
    try {
      const answer = await gate.run(task, signal, user);
      watch.note(answer.status === 401 ? TOKEN_REFUSED : null);
      return send(reply, answer);
    } catch (error) {
      if (error instanceof UpstreamError) watch.note(error.message);
      throw error;
    }
  });
}

/** No reply of Jira runs as a document of our origin. */
const INERT = { useDefaults: false, directives: { sandbox: [], defaultSrc: ["'none'"] } };

function send(reply: FastifyReply, { status, headers, body }: UpstreamReply): FastifyReply {
  if (status === 401) {
    // The server's credential was refused, not the visitor's session.
    return refuse(reply, 401, TOKEN_REFUSED);
  }
  reply.helmet({ contentSecurityPolicy: INERT });
  reply.code(status).headers(headers).header('Cache-Control', 'no-store');
  return status === 204 || body.length === 0 ? reply.send() : reply.send(body);
}

/** The pause for all calls that a reply asks for, in ms; null for none. */
export function pauseOf(
  { status, headers }: Pick<UpstreamReply, 'status' | 'headers'>,
  now: number,
): number | null {
  if (status !== 429 && !(status === 503 && headers['retry-after'] !== undefined)) return null;
  // Too many changes of one issue: other calls may go on.
  if (headers['ratelimit-reason'] === 'jira-per-issue-on-write') return null;
  return Math.min(MAX_PAUSE_MS, readRetryAfter(headers, now) ?? DEFAULT_PAUSE_MS);
}

/** Aborts when the visitor disconnects before the reply is sent. */
function disconnection(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('The visitor has disconnected.'));
  });
  if (request.raw.destroyed && !request.raw.complete) controller.abort();
  return controller.signal;
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (storeTrouble(error)) throw error;
  if (error instanceof GateBusyError) {
    reply.header('Retry-After', Math.max(1, Math.ceil(error.retryAfter / 1000)));
    return error.paused
      ? refuse(
          reply,
          429,
          `Jira has asked for a pause. Try again in ${waitWords(error.retryAfter)}.`,
        )
      : refuse(reply, 503, 'Too many calls to Jira are waiting. Please try again later.');
  }
  if (error instanceof UpstreamError) {
    request.log.warn({ reason: error.message, code: codeOf(error.cause) }, 'no answer of Jira');
    return refuse(reply, error.status, error.message);
  }
  const status = (error as { statusCode?: unknown }).statusCode;
  if (status === 413) return refuse(reply, 413, 'The body is too long.');
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return refuse(reply, status, 'This call cannot be read.');
  }
  if (!reply.raw.destroyed) request.log.error({ err: error }, 'a call to Jira failed');
  return refuse(reply, 500, 'Something went wrong.');
}

/** ECONNREFUSED, CERT_HAS_EXPIRED and so on, for the log. */
function codeOf(cause: unknown): string | undefined {
  const inner = (cause as { cause?: { code?: unknown } } | undefined)?.cause?.code;
  return typeof inner === 'string' ? inner : undefined;
}
