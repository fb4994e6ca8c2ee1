import { COLUMNS_TYPE } from '@tallyboard/dataset/stream/fetch-columns.ts';
import { writeUrl } from '@tallyboard/jira/address.ts';
import { abortReason, NetworkError } from '@tallyboard/jira/errors.ts';
import type { HttpReply, OnBytes, RequestFunction } from '@tallyboard/jira/http.ts';

export interface FetchSettings {
  /** '' for the page's own origin. */
  readonly baseUrl?: string;
  readonly fetch?: typeof fetch;
  /** What answers, in messages; Jira by default. */
  readonly server?: string;
}

/** A request function over fetch, for pages of our own server. */
export function createFetchRequest(settings: FetchSettings = {}): RequestFunction {
  const base = (settings.baseUrl ?? '').replace(/\/+$/, '');
  const ask = settings.fetch ?? ((input, init) => fetch(input, init));

  return async (request, signal, onBytes) => {
    const headers: Record<string, string> = {
      accept: 'application/json',
      // Data Center's XSRF check.
      'x-atlassian-token': 'no-check',
    };
    if (request.body !== undefined) headers['content-type'] = 'application/json';
    if (request.ifMatch !== undefined) headers['if-match'] = request.ifMatch;
    if (request.ifNoneMatch !== undefined) headers['if-none-match'] = request.ifNoneMatch;
    try {
      const reply = await ask(base + writeUrl(request), {
        method: request.method,
        headers,
        body: request.body === undefined ? null : JSON.stringify(request.body),
        credentials: 'same-origin',
        signal: signal ?? null,
      });
      return {
        status: reply.status,
        address: reply.url,
        headers: Object.fromEntries(reply.headers),
        ...(await readBody(reply, onBytes)),
      };
    } catch (cause) {
      if (signal?.aborted) throw abortReason(signal);
      throw new NetworkError(request, {
        cause,
        ...(settings.server && { server: settings.server }),
      });
    }
  };
}

async function readBody(
  reply: Response,
  onBytes: OnBytes | undefined,
): Promise<Pick<HttpReply, 'body' | 'value'>> {
  const type = reply.headers.get('content-type') ?? '';
  if (type !== COLUMNS_TYPE) return { body: await reply.text() };
  const { readBytes } = await import('./read-bytes.ts');
  return { body: '', value: await readBytes(reply, onBytes) };
}
