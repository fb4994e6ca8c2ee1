import type { HttpReply, RequestFunction } from '@tallyboard/jira/http.ts';
import { writeUrl } from '@tallyboard/jira/transport.ts';
import { recordOf } from '../bridge/record-of.ts';
import { requestThrough } from '../bridge/request-through.ts';
import type { BridgeReply, ConnectBridge } from './bridge.ts';

/** The reply headers that the bridge passes on. */
const SHOWN_HEADERS = ['content-type', 'etag', 'retry-after'];

/**
 * Requests through the bridge as the viewer. The bridge resolves for success only, gives bodies as text, and
 * refuses all headers but Accept, If-Match and If-None-Match. The host adds the XSRF header.
 */
export function createConnectRequest(bridge: ConnectBridge): RequestFunction {
  return requestThrough(request =>
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
      .then(({ body, xhr }) => replyOf(xhr, body ?? xhr?.responseText ?? '', 200), failedReply),
  );
}

/** An error status is a reply too; null where none came. */
function failedReply(failure: unknown): HttpReply | null {
  const xhr = recordOf(recordOf(failure).xhr) as BridgeReply;
  return xhr.status ? replyOf(xhr, xhr.responseText ?? '', xhr.status) : null;
}

function replyOf(xhr: BridgeReply | undefined, body: string, otherwise: number): HttpReply {
  const headers: Record<string, string> = {};
  for (const name of SHOWN_HEADERS) {
    const value = xhr?.getResponseHeader?.(name);
    if (typeof value === 'string') headers[name] = value;
  }
  return { status: xhr?.status || otherwise, headers, body };
}
