import { type Credential, reveals } from './credential.ts';
import { type FetchLimits, fetchSite, type SiteCall, UpstreamError } from './fetch-site.ts';

export interface UpstreamReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface UpstreamSettings extends Pick<FetchLimits, 'timeoutMs' | 'maxBytes' | 'warn'> {
  /** With its context path, without a trailing slash. */
  readonly site: string;
}

/** Shorter than pages and the proxies in front of this server wait: they get the reason. */
const TIMEOUT_MS = 90_000;

/** The headers of a reply that are forwarded. */
const passed = /^(retry-after|(beta-)?x-ratelimit-[a-z-]+|(beta-)?ratelimit(-[a-z]+)?)$/;

export type Upstream = ReturnType<typeof createUpstream>;

/**
 * Sends requests to one site with its credential and none of the visitor's headers. Throws UpstreamError for a redirect,
 * which could leak the credential, and for a reply that is too long, too slow or contains the credential.
 */
export function createUpstream({ site, ...limits }: UpstreamSettings) {
  return async (
    credential: Credential,
    request: SiteCall,
    signal?: AbortSignal,
  ): Promise<UpstreamReply> => {
    const bounds = { timeoutMs: TIMEOUT_MS, ...limits };
    const { status, headers, body } = await fetchSite(site, credential, request, bounds, signal);
    if (status >= 300 && status < 400)
      throw new UpstreamError(502, redirectMessage(site, headers.get('location')));
    const passing = passedHeaders(headers);
    const sent = [body, Buffer.from(Object.values(passing).join('\n'))];
    if (sent.some(each => reveals(each, credential)))
      throw new UpstreamError(502, 'The answer contained the credential and was not forwarded.');
    return { status, headers: passing, body };
  };
}

function redirectMessage(site: string, location: string | null): string {
  const target = location !== null ? URL.parse(location, site) : null;
  const own = new URL(site);
  if (target && target.host === own.host && target.protocol !== own.protocol) {
    return `Jira sends callers to ${target.origin}. Start with that as the address of --site.`;
  }
  return 'Jira answered with a redirect, which is not followed.';
}

function passedHeaders(headers: Headers): Record<string, string> {
  const type = headers.get('content-type') ?? '';
  const json = /^application\/([a-z.-]+\+)?json\b/i.test(type);
  return {
    // HTML of a gateway is sent as text.
    'content-type': json ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
    ...Object.fromEntries([...headers].filter(([name]) => passed.test(name))),
  };
}
