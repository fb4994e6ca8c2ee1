import type { Gate } from '@tallyboard/jira/gate.ts';
import type { HttpReply, RequestFunction } from '@tallyboard/jira/http.ts';

/** Calls sent since it was last set to 0. */
export interface CallCount {
  sent: number;
}

/** A bucket that is nearly empty fills within seconds. */
const PAUSE_MS = 2_000;
/** Longer waits, such as for an hourly quota, end the round with Jira's refusal. */
const MAX_PAUSE_MS = 60_000;

/**
 * A request function that slows down before Jira refuses: when a reply says that a limit is near, no call starts for a
 * while. A refusal itself (429) pauses the gate too; see transport.ts.
 */
export function paced(
  ask: RequestFunction,
  gate: Gate,
  now: () => number = Date.now,
): { request: RequestFunction; calls: CallCount } {
  const calls = { sent: 0 };
  return {
    calls,
    async request(asked, signal) {
      calls.sent += 1;
      const reply = await ask(asked, signal);
      const pause = pauseAfter(reply, now());
      if (pause > 0) gate.pauseFor(pause);
      return reply;
    },
  };
}

function pauseAfter({ headers }: HttpReply, now: number): number {
  if (headers['x-ratelimit-nearlimit'] !== 'true') return 0;
  const reset = Date.parse(headers['x-ratelimit-reset'] ?? '') - now;
  return reset > 0 ? Math.min(reset, MAX_PAUSE_MS) : PAUSE_MS;
}
