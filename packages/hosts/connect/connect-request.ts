import { abortReason, NetworkError } from '@tallyboard/jira/errors.ts';
import type { HttpReply, RequestFunction } from '@tallyboard/jira/http.ts';
import { writeUrl } from '@tallyboard/jira/transport.ts';
import type { BridgeReply, ConnectBridge } from './bridge.ts';

/** The reply headers that the bridge passes on. */
const SHOWN_HEADERS = ['content-type', 'etag', 'retry-after'];

/**
 * Requests through the bridge as the viewer. The bridge resolves for success only, gives bodies as text, cannot be
 * cancelled, and refuses all headers but Accept, If-Match and If-None-Match. The host adds the XSRF header.
 */
export function createConnectRequest(bridge: ConnectBridge): RequestFunction {
  return (request, signal) =>
    new Promise<HttpReply>((resolve, reject) => {
      const stop = () => reject(abortReason(signal));
      if (signal?.aborted) return stop();
      signal?.addEventListener('abort', stop, { once: true });
      bridge
        .request({
          url: writeUrl(request),
          type: request.method,
          headers: { Accept: 'application/json' },
          experimental: true,
          ...(request.body !== undefined && {
            data: JSON.stringify(request.body),
            contentType: 'application/json',
          }),
        })
        .then(({ body, xhr }) => replyOf(xhr, body ?? xhr?.responseText ?? '', 200), failedReply)
        .then(reply => (reply ? resolve(reply) : reject(new NetworkError(request))))
        .catch(cause => reject(new NetworkError(request, { cause })))
        .finally(() => signal?.removeEventListener('abort', stop));
    });
}

/** An error status is a reply too; null where none came. */
function failedReply(failure: unknown): HttpReply | null {
  const xhr = xhrOf(failure);
  if (!xhr?.status) return null;
  return replyOf(xhr, xhr.responseText ?? '', xhr.status);
}

function xhrOf(failure: unknown): BridgeReply | null {
  const named =
    typeof failure === 'object' && failure !== null ? Reflect.get(failure, 'xhr') : null;
  return typeof named === 'object' && named !== null ? (named as BridgeReply) : null;
}

function replyOf(xhr: BridgeReply | undefined, body: string, otherwise: number): HttpReply {
  const headers: Record<string, string> = {};
  for (const name of SHOWN_HEADERS) {
    const value = xhr?.getResponseHeader?.(name);
    if (typeof value === 'string') headers[name] = value;
  }
  return { status: xhr?.status || otherwise, headers, body };
}
