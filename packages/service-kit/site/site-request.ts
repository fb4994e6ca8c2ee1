import { writeUrl } from '@tallyboard/jira/address.ts';
import { NetworkError } from '@tallyboard/jira/errors.ts';
import type { HttpReply, RequestFunction } from '@tallyboard/jira/http.ts';
import type { Credential } from './credential.ts';
import { type FetchLimits, fetchSite, type SiteCall } from './fetch-site.ts';

interface SiteRequestSettings extends Pick<FetchLimits, 'redirect' | 'warn'> {
  readonly site: string;
  /** Null: as nobody. */
  readonly credential: Credential | null;
}

interface SiteAnswer extends Pick<HttpReply, 'status' | 'headers' | 'address'> {
  readonly body: Buffer;
}

/** A request function of the client over calls to a Jira, for programs that are not a page. */
export const siteRequest = ({
  site,
  credential,
  ...limits
}: SiteRequestSettings): RequestFunction =>
  requestOver(async (call, signal) => {
    const reply = await fetchSite(site, credential, call, limits, signal);
    return { ...reply, headers: Object.fromEntries(reply.headers) };
  });

/** A request function of the client. What `ask` throws is the cause of a NetworkError. */
export function requestOver(
  ask: (call: SiteCall, signal: AbortSignal | undefined) => Promise<SiteAnswer>,
): RequestFunction {
  return async (request, signal) => {
    const { method, path, query = {} } = request;
    const body = request.body === undefined ? undefined : Buffer.from(JSON.stringify(request.body));
    const call = { method, path, query: writeUrl({ path: '', query }), body };
    try {
      const reply = await ask(call, signal);
      return { ...reply, body: reply.body.toString('utf8') };
    } catch (cause) {
      signal?.throwIfAborted();
      throw new NetworkError(request, { cause });
    }
  };
}

/** Why no reply came, as an UpstreamError or the transport says; null for other failures. */
export function networkReason(error: unknown): string | null {
  if (!(error instanceof NetworkError) || !(error.cause instanceof Error)) return null;
  const { name, message } = error.cause;
  return name === 'UpstreamError' || name === 'TimeoutError' ? message : null;
}
