import { authorization, type Credential, tracesOf } from './credential.ts';

export interface UpstreamRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body?: Buffer | undefined;
}

export interface UpstreamReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Jira gave no answer that may be passed on; `status` is what the caller gets instead. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  readonly status: 502 | 504;
  constructor(status: 502 | 504, message: string, cause?: unknown) {
    super(message, { cause });
    this.status = status;
  }
}

export interface UpstreamSettings {
  /** Address of the site with its context path, without a slash at the end. */
  readonly site: string;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
}

/** Headers of a reply that mean something to our client. No cookie and nothing else of Jira's passes. */
const passed = /^(retry-after|(beta-)?x-ratelimit-[a-z-]+|(beta-)?ratelimit(-[a-z]+)?)$/;

export type Upstream = ReturnType<typeof createUpstream>;

/**
 * Asks one site with a credential. The request is built anew: nothing of the visitor's headers goes out. Redirects are
 * refused, for they could lead the credential elsewhere; a reply that is too long, too slow or holds the credential is
 * an UpstreamError.
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
          // Data Center refuses changes from scripts that do not say this.
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
      if (tracesOf(credential).some(trace => bytes.includes(trace))) {
        throw new UpstreamError(502, 'The answer held the credential and was not passed on.');
      }
      return { status: reply.status, headers: passedHeaders(reply), body: bytes };
    } catch (error) {
      if (error instanceof UpstreamError) throw error;
      signal?.throwIfAborted();
      if (timeout.aborted) {
        const seconds = Math.round(timeoutMs / 1000);
        throw new UpstreamError(504, `Jira did not answer within ${seconds} seconds.`);
      }
      // The cause names addresses at most; it is for the log.
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
    // An error page of a gateway is a text here: nothing of Jira's is run in our pages.
    'content-type': json ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
    ...Object.fromEntries([...reply.headers].filter(([name]) => passed.test(name))),
  };
}
