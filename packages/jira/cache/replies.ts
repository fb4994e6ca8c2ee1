import type { JiraClient } from '../client.ts';
import type { Freshness } from '../freshness.ts';

/** A client whose `reusing` asks the host once for all callers that accept a reply of some age. */
export function withReplies(
  client: JiraClient,
  { isYoung }: Freshness,
  now: () => number,
): JiraClient {
  /** By the request as JSON. */
  const replies = new Map<string, { readonly at: number; readonly value: Promise<unknown> }>();
  const reusing = (maxAge: number): JiraClient => ({
    ...client,
    reusing,
    send(request) {
      const key = JSON.stringify(request);
      const known = replies.get(key);
      if (known && isYoung(known.at, maxAge)) return known.value;
      // Without the signal of one of its callers.
      const entry = { at: now(), value: client.send({ ...request, reads: true }) };
      replies.set(key, entry);
      entry.value.catch(() => replies.get(key) === entry && replies.delete(key));
      return entry.value;
    },
  });
  return { ...client, reusing };
}
