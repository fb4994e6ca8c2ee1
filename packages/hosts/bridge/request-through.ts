import { abortReason, NetworkError } from '@tallyboard/jira/errors.ts';
import type { HttpReply, HttpRequest, RequestFunction } from '@tallyboard/jira/http.ts';

/**
 * Requests through a bridge, which cannot cancel: on abort the caller stops waiting and the reply is dropped. A null reply
 * or a rejection is a NetworkError.
 */
export function requestThrough(
  send: (request: HttpRequest) => Promise<HttpReply | null>,
): RequestFunction {
  return (request, signal) =>
    new Promise<HttpReply>((resolve, reject) => {
      const stop = () => reject(abortReason(signal));
      if (signal?.aborted) return stop();
      signal?.addEventListener('abort', stop, { once: true });
      send(request)
        .then(reply => (reply ? resolve(reply) : reject(new NetworkError(request))))
        .catch(cause => reject(new NetworkError(request, { cause })))
        .finally(() => signal?.removeEventListener('abort', stop));
    });
}
