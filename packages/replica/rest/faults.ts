import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { JiraError, sendJiraError } from './errors.ts';

/** Injected faults, for testing clients. */
export interface Faults {
  /** Delay of each reply. */
  latencyMs?: number;
  /** Share of calls (0 to 1) that get a 503. */
  errorRate?: number;
  /** Calls per second before a 429. */
  rateLimit?: number;
  /** Share of calls without a reply. */
  dropRate?: number;
  /** Share of truncated replies. */
  truncateRate?: number;
  /** Makes faults reproducible. */
  seed?: number;
}

/** Faults apply to Jira's API, not to pages or pictures. */
const isApiCall = (url: string): boolean => /^\/(rest|plugins\/servlet)\//.test(url);

/** Injects faults into API calls. `faults` may change meanwhile. `clock` is for the rate limit. */
export function injectFaults(app: FastifyInstance, faults: Faults, clock: () => number): void {
  const chance = seededChance(faults.seed ?? 1);
  const mayCall = rateLimiter(clock);
  const toTruncate = new WeakSet<FastifyRequest>();

  app.addHook('onRequest', async (request, reply) => {
    if (!isApiCall(request.url)) return;
    if (faults.latencyMs) await new Promise(done => setTimeout(done, faults.latencyMs));
    if (faults.rateLimit && !mayCall(reply, faults.rateLimit)) {
      const message = 'The request has been rate-limited. Please try again later.';
      return sendJiraError(reply, new JiraError(429, message));
    }
    if (chance(faults.dropRate)) {
      reply.hijack();
      request.raw.socket.destroy();
      return;
    }
    if (chance(faults.errorRate))
      return sendJiraError(reply, new JiraError(503, 'Service temporarily unavailable.'));
    if (chance(faults.truncateRate)) {
      toTruncate.add(request);
      // A compressed reply has no known length.
      request.headers['x-no-compression'] = '1';
    }
  });

  app.addHook('onSend', async (request, reply, payload) => {
    if (toTruncate.has(request) && typeof payload === 'string') sendHalf(reply, payload);
    return payload;
  });
}

/** Sends half of the announced length, as a broken proxy does. */
function sendHalf(reply: FastifyReply, payload: string): void {
  const bytes = Buffer.from(payload);
  reply.hijack();
  reply.raw.writeHead(reply.statusCode, {
    'content-type': 'application/json;charset=UTF-8',
    'content-length': bytes.length,
  });
  reply.raw.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () =>
    reply.raw.socket?.destroy(),
  );
}

/** A fixed window of one second, with Jira Cloud's headers. */
function rateLimiter(clock: () => number) {
  let current = -1;
  let taken = 0;
  return (reply: FastifyReply, limit: number): boolean => {
    const second = Math.floor(clock() / 1000);
    taken = second === current ? taken + 1 : 1;
    current = second;
    const left = Math.max(0, limit - taken);
    reply.header('X-RateLimit-Limit', limit);
    reply.header('X-RateLimit-Remaining', left);
    if (left < limit / 5) reply.header('X-RateLimit-NearLimit', 'true');
    if (taken <= limit) return true;
    reply.header('Retry-After', 1);
    reply.header('X-RateLimit-Reset', new Date((second + 1) * 1000).toISOString());
    reply.header('RateLimit-Reason', 'jira-burst-based');
    return false;
  };
}

/** Seeded (mulberry32). */
function seededChance(seed: number): (probability: number | undefined) => boolean {
  let state = seed >>> 0;
  return probability => {
    if (!probability) return false;
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296 < probability;
  };
}
