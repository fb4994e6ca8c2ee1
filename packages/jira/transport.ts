import type { Milliseconds } from '@tallyboard/core/time/units.ts';
import {
  abortReason,
  EmptyReplyError,
  HttpError,
  httpError,
  isAbort,
  NetworkError,
  readRetryAfter,
  statusOf,
  WebPageError,
  WireError,
} from './errors.ts';
import { type Clock, createGate, type Gate, systemClock } from './gate.ts';
import {
  type HttpReply,
  type HttpRequest,
  isRepeatable,
  type OnBytes,
  type RequestFunction,
} from './http.ts';

export interface TransportSettings {
  readonly request: RequestFunction;
  readonly clock?: Clock;
  /** A number in [0, 1) for jitter. */
  readonly random?: () => number;
  /** Tries of a call that reads while the host says that there are too many (429); four by default. */
  readonly triesOfLimit?: number;
  /** Shared by clients that should pause together; by default the transport has its own, 8 requests wide. */
  readonly gate?: Gate;
}

export interface SendSettings {
  readonly signal?: AbortSignal | undefined;
}

export interface ExchangeSettings extends SendSettings {
  readonly onBytes?: OnBytes | undefined;
}

export interface Transport {
  /**
   * Sends one request and returns the JSON of its reply, null where there is nothing to say. Repeats calls that only read
   * (JIRA.md 4.1); a 429 pauses the whole gate. Throws HttpError, NetworkError, WireError for a body that is no JSON, or the signal's reason.
   */
  send(request: HttpRequest, settings?: SendSettings): Promise<unknown>;
  /**
   * Sends a request that only reads and returns the reply, whatever its status. A 429 or 503 with Retry-After is repeated for two minutes,
   * and then thrown. Throws HttpError, NetworkError, or the signal's reason.
   */
  exchange(request: HttpRequest, settings?: ExchangeSettings): Promise<HttpReply>;
}

/** A transport over a host's request function: limits what is in flight, retries, parses, and maps errors. */
export function createTransport(settings: TransportSettings): Transport {
  const clock = settings.clock ?? systemClock;
  const random = settings.random ?? Math.random;
  const gate = settings.gate ?? createGate({ clock });
  const triesAfter = (error: unknown) =>
    statusOf(error) === 429 ? (settings.triesOfLimit ?? MAX_TRIES) : MAX_TRIES;
  /** The host has answered something: what is dropped later is a fault that passes. */
  let hasAnswered = false;

  async function attempt(request: HttpRequest, signal: AbortSignal | undefined): Promise<unknown> {
    const reply = await ask(settings.request, request, signal);
    if (reply.status === 0) throw new NetworkError(request);
    hasAnswered = true;
    if (isElsewhere(request, reply)) throw new WebPageError(request, reply);
    if (reply.status < 200 || reply.status > 299) throw httpError(request, reply, clock.now());
    if (reply.value !== undefined) return reply.value;
    const { body } = reply;
    if (body === '' && (reply.status === 204 || !isRepeatable(request))) return null;
    if (body === '') throw new EmptyReplyError(request, reply.address);
    try {
      return JSON.parse(body.replace(/^\uFEFF/, ''));
    } catch (cause) {
      if (body.trimStart().startsWith('<')) throw new WebPageError(request, reply, { cause });
      const line = `${request.method} ${request.path}`;
      throw new WireError(line, 'a JSON text', body.slice(0, 80), { cause });
    }
  }

  /** A 429 pauses the whole gate, also where the call is not repeated. */
  async function repeat<T>(
    attempt: () => Promise<T>,
    signal: AbortSignal | undefined,
    maxTries: (error: unknown) => number,
    waitAfter: (error: unknown, tries: number) => Milliseconds | null,
  ): Promise<T> {
    for (let tries = 1; ; tries++) {
      let wait: Milliseconds | null = null;
      const task = async () => {
        try {
          return await attempt();
        } catch (error) {
          wait = isAbort(error) ? null : waitAfter(error, tries);
          // Before the failed call leaves the gate, so that no other call starts.
          if (wait !== null && statusOf(error) === 429) gate.pauseFor(wait);
          throw error;
        }
      };
      try {
        return await gate.run(task, signal);
      } catch (error) {
        if (wait === null || tries >= maxTries(error)) throw error;
        await clock.sleep(wait, signal);
      }
    }
  }

  return {
    send: (request, { signal } = {}) =>
      repeat(
        () => attempt(request, signal),
        signal,
        error => (isRepeatable(request) ? triesAfter(error) : 1),
        (error, tries) => waitAfter(error, tries, random, hasAnswered),
      ),
    exchange(request, { signal, onBytes } = {}) {
      const end = clock.elapsed() + TIMEOUT_MS;
      const attempt = async () => {
        const reply = await ask(settings.request, request, signal, onBytes);
        const isBusy = reply.status === 429 || reply.status === 503;
        if (isBusy && readRetryAfter(reply.headers, clock.now()) !== null)
          throw httpError(request, reply, clock.now());
        return reply;
      };
      const always = () => Number.POSITIVE_INFINITY;
      return repeat(attempt, signal, always, error => {
        const wait = error instanceof HttpError ? error.retryAfter : null;
        return wait !== null && clock.elapsed() + wait <= end ? wait : null;
      });
    },
  };
}

/** Jira, or what stands before it, sent the call on to another page, as to its sign-in. */
const isElsewhere = ({ path }: HttpRequest, { address }: HttpReply): boolean =>
  address !== undefined &&
  address !== '' &&
  path.startsWith('/rest/') &&
  !address.includes('/rest/');

// Atlassian's recipe for rate limits: 2 s doubling up to 30 s, jitter 0.7 to 1.3, four tries.
const FIRST_WAIT = 2_000;
const MAX_WAIT = 30_000;
const MAX_TRIES = 4;
/** A longer Retry-After (an hourly quota) is not waited for but reported. */
const MAX_RETRY_AFTER = 300_000;

/** How long to wait before the next try; null when the failure will not pass. */
function waitAfter(
  error: unknown,
  tries: number,
  random: () => number,
  hasAnswered: boolean,
): Milliseconds | null {
  const backoff = Math.min(MAX_WAIT, FIRST_WAIT * 2 ** (tries - 1)) * (0.7 + 0.6 * random());
  // A host that never answered, a machine that is offline and a call that takes too long are asked only once more.
  if (error instanceof NetworkError)
    return tries === 1 || (hasAnswered && !isOffline() && !isTimeout(error)) ? backoff : null;
  // A body that was cut on its way.
  if (error instanceof WireError && error.name === 'WireError') return backoff;
  if (!(error instanceof HttpError)) return null;
  if (error.status !== 429 && ![500, 502, 503, 504].includes(error.status)) return null;
  if (error.retryAfter === null) return backoff;
  return error.retryAfter > MAX_RETRY_AFTER ? null : error.retryAfter;
}

const isOffline = (): boolean => globalThis.navigator?.onLine === false;

const isTimeout = ({ cause }: NetworkError): boolean =>
  cause instanceof Error && cause.name === 'TimeoutError';

/** Longer than Jira's gateways wait for a reply. */
const TIMEOUT_MS = 120_000;

/**
 * Sends a request. Rejects at once when the signal fires, even where the host cannot cancel, and with NetworkError after
 * the timeout.
 */
function ask(
  host: RequestFunction,
  request: HttpRequest,
  signal: AbortSignal | undefined,
  onBytes?: OnBytes,
): Promise<HttpReply> {
  return new Promise((resolve, reject) => {
    const calling = new AbortController();
    const stop = () => {
      reject(abortReason(signal));
      calling.abort(abortReason(signal));
    };
    if (signal?.aborted) return stop();
    signal?.addEventListener('abort', stop, { once: true });
    // The real clock: a test's clock must not time out its own host.
    const timer = setTimeout(() => {
      const text = `Jira did not answer within ${TIMEOUT_MS / 1_000} seconds.`;
      const cause = new DOMException(text, 'TimeoutError');
      reject(new NetworkError(request, { cause }));
      calling.abort(cause);
    }, TIMEOUT_MS);
    host(request, calling.signal, onBytes)
      .then(resolve, cause => {
        if (signal?.aborted) stop();
        else if (cause instanceof HttpError || cause instanceof NetworkError) reject(cause);
        else reject(new NetworkError(request, { cause }));
      })
      .finally(() => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', stop);
      });
  });
}
