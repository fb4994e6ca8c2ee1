import type { SafeAddress } from './allowed-calls.ts';
import { authorization, type Credential, reveals } from './credential.ts';

export interface UpstreamRequest extends SafeAddress {
  readonly method: string;
  readonly body?: Buffer | undefined;
}

export interface UpstreamReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** No reply that may be forwarded; `status` is for the caller. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  readonly status: 502 | 504;
  constructor(status: 502 | 504, message: string, cause?: unknown) {
    super(message, { cause });
    this.status = status;
  }
}

export interface UpstreamSettings {
  /** With its context path, without a trailing slash. */
  readonly site: string;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
}

/** The headers of a reply that are forwarded. */
const passed = /^(retry-after|(beta-)?x-ratelimit-[a-z-]+|(beta-)?ratelimit(-[a-z]+)?)$/;

export type Upstream = ReturnType<typeof createUpstream>;

/**
 * Sends requests to one site with its credential and none of the visitor's headers. Throws UpstreamError for a redirect,
 * which could leak the credential, and for a reply that is too long, too slow or contains the credential.
 */
export function createUpstream(settings: UpstreamSettings) {
  const { site, timeoutMs = 90_000, maxBytes = 64 * 1024 * 1024 } = settings;

  return async (
    credential: Credential,
    request: UpstreamRequest,
    signal?: AbortSignal,
  ): Promise<UpstreamReply> => {
    const { method, path, query, body } = request;
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const reply = await fetch(site + path + query, {
        method,
        redirect: 'manual',
        headers: {
          accept: 'application/json',
          authorization: authorization(credential),
          'user-agent': 'Tallyboard',
          // Data Center's XSRF check.
          'x-atlassian-token': 'no-check',
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: new Uint8Array(body) }),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      if (reply.status >= 300 && reply.status < 400) {
        await reply.body?.cancel();
        throw new UpstreamError(502, redirectMessage(site, reply.headers.get('location')));
      }
      const bytes = await readAtMost(reply, maxBytes);
      const headers = passedHeaders(reply);
      const sent = [bytes, Buffer.from(Object.values(headers).join('\n'))];
      if (sent.some(each => reveals(each, credential))) {
        throw new UpstreamError(502, 'The answer contained the credential and was not forwarded.');
      }
      return { status: reply.status, headers, body: bytes };
    } catch (error) {
      if (error instanceof UpstreamError) throw error;
      signal?.throwIfAborted();
      if (timeout.aborted) {
        const seconds = Math.round(timeoutMs / 1000);
        throw new UpstreamError(504, `Jira did not answer within ${seconds} seconds.`);
      }
      // The cause is logged; it names addresses at most.
      throw new UpstreamError(502, 'Jira cannot be reached from this server.', error);
    }
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

async function readAtMost(reply: Response, most: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of reply.body ?? []) {
    length += part.length;
    if (length > most) throw new UpstreamError(502, 'The answer of Jira is too long.');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function passedHeaders(reply: Response): Record<string, string> {
  const type = reply.headers.get('content-type') ?? '';
  const json = /^application\/([a-z.-]+\+)?json\b/i.test(type);
  return {
    // HTML of a gateway is sent as text.
    'content-type': json ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
    ...Object.fromEntries([...reply.headers].filter(([name]) => passed.test(name))),
  };
}
