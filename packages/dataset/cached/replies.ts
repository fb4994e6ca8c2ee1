/** Replies of earlier calls, for callers that accept them up to an age. */
import { BURST_MS, type HostClient, type JiraClient } from '@tallyboard/jira/client.ts';
import { HttpError, statusOf } from '@tallyboard/jira/errors.ts';
import type { HttpRequest } from '@tallyboard/jira/http.ts';
import type { Freshness } from '../freshness.ts';

export interface Reply {
  readonly at: number;
  readonly value: unknown;
  /** A setting that was never saved. */
  readonly missing?: true;
}

/** By the request as JSON. */
export type Replies = Readonly<Record<string, Reply>>;

export interface RepliesSettings {
  readonly now: () => number;
  readonly freshness: Freshness;
  /** Receives the time of each reply that is used again. */
  readonly onReuse: (at: number) => void;
  /** Replies of an earlier visit, used on a miss. */
  readonly stored: Promise<Replies>;
  readonly onReply: (replies: Replies) => void;
}

const notFound = (request: HttpRequest) =>
  new HttpError(request, 404, { messages: [], heading: null, retryAfter: null });

/** A client whose `reusing` asks the host once for all callers that accept a reply of some age. */
export function withReplies(
  client: HostClient,
  { now, freshness: { isYoung }, stored, onReply, onReuse }: RepliesSettings,
): HostClient {
  const replies = new Map<string, { at: number; value: Promise<unknown> }>();

  function ask(key: string, request: HttpRequest, maxAge: number): Promise<unknown> {
    const entry = { at: now(), value: answer() };
    replies.set(key, entry);
    entry.value.catch(() => replies.get(key) === entry && replies.delete(key));
    return entry.value;

    async function answer(): Promise<unknown> {
      // What changes with issues is asked by each visit.
      const earlier = maxAge > BURST_MS ? (await stored)[key] : undefined;
      if (earlier && isYoung(earlier.at, maxAge)) {
        entry.at = earlier.at;
        onReuse(earlier.at);
        if (earlier.missing) throw notFound(request);
        return earlier.value;
      }
      try {
        // Without the signal of one of its callers.
        const value = await client.send({ ...request, reads: true });
        onReply({ [key]: { at: entry.at, value } });
        return value;
      } catch (error) {
        // Other resources may become visible.
        if (statusOf(error) === 404 && isAppSetting(request))
          onReply({ [key]: { at: entry.at, value: null, missing: true } });
        throw error;
      }
    }
  }

  const reusing = (maxAge: number): JiraClient => ({
    ...client,
    reusing,
    send(request) {
      const key = JSON.stringify(request);
      const known = replies.get(key);
      if (!known || !isYoung(known.at, maxAge)) return ask(key, request, maxAge);
      onReuse(known.at);
      return known.value;
    },
  });
  return { ...client, reusing };
}

/** Whether a request is for settings that all users of the app share in Data Center, which lists no keys. */
const isAppSetting = ({ path: name }: HttpRequest) =>
  /^\/plugins\/servlet\/[^/]+\/settings$/.test(name);
