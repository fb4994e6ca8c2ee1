import { authorization, type Credential } from './credential.ts';
import { isScopeRefusal, scopeRefusal } from './gateway.ts';
import { answered, networkProblem } from './network-problem.ts';

/** No reply that can be used; `status` is for the caller of a proxy. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  readonly status: 502 | 504;
  /** Waiting does not help: the address, or the trust in its certificate, has to be changed. */
  readonly isSetup: boolean;
  constructor(status: 502 | 504, message: string, cause?: unknown, isSetup = false) {
    super(message, { cause });
    this.status = status;
    this.isSetup = isSetup;
  }
}

export interface SiteCall {
  readonly method: string;
  readonly path: string;
  /** With its question mark; '' without one. */
  readonly query: string;
  readonly body?: Buffer | undefined;
}

export interface SiteReply {
  readonly status: number;
  /** Address of the reply, after redirects. */
  readonly address: string;
  readonly headers: Headers;
  readonly body: Buffer;
}

export interface FetchLimits {
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  /** Called every 30 s while the reply is not complete, and for a call that the token has no scope for. */
  readonly warn?: ((text: string) => void) | undefined;
  readonly redirect?: 'manual' | 'follow';
}

/** Longer than Jira's gateways wait for a reply. */
const TIMEOUT_MS = 120_000;
const MAX_BYTES = 64 * 1024 * 1024;
const SLOW_MS = 30_000;

/** Sends one call to a Jira, as the owner of the credential or as nobody. Throws UpstreamError without a whole reply. */
export async function fetchSite(
  site: string,
  credential: Credential | null,
  call: SiteCall,
  { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES, warn, redirect = 'manual' }: FetchLimits,
  signal?: AbortSignal,
): Promise<SiteReply> {
  const { method, path, query, body } = call;
  // Ends the connection too: a reply that is too long must not go on arriving.
  const ending = new AbortController();
  const timeout = AbortSignal.timeout(timeoutMs);
  const begun = Date.now();
  const slow = setInterval(() => {
    const seconds = Math.round((Date.now() - begun) / 1000);
    warn?.(`Jira has not answered ${method} ${path} for ${seconds} s.`);
  }, SLOW_MS);
  try {
    const reply = await fetch(site + path + query, {
      method,
      redirect,
      headers: {
        accept: 'application/json',
        'user-agent': 'Tallyboard',
        // Data Center's XSRF check.
        'x-atlassian-token': 'no-check',
        ...(credential && { authorization: authorization(credential) }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: new Uint8Array(body) }),
      signal: AbortSignal.any([timeout, ending.signal, ...(signal ? [signal] : [])]),
    });
    answered.add(site);
    const bytes = await readAtMost(reply, maxBytes);
    const whole = { address: reply.url, headers: reply.headers };
    if (!isScopeRefusal(reply.status, bytes))
      return { ...whole, status: reply.status, body: bytes };
    const refusal = scopeRefusal(call);
    warn?.(refusal);
    // As Jira refuses what an account may not read: the rest works with the token.
    const errors = { errorMessages: [refusal], errors: {} };
    return { ...whole, status: 403, body: Buffer.from(JSON.stringify(errors)) };
  } catch (error) {
    if (error instanceof UpstreamError) throw error;
    signal?.throwIfAborted();
    if (timeout.aborted)
      throw new UpstreamError(
        504,
        `Jira did not answer within ${Math.round(timeoutMs / 1000)} seconds.`,
        error,
      );
    const { message, isSetup } = networkProblem(error, site);
    throw new UpstreamError(502, message, error, isSetup);
  } finally {
    clearInterval(slow);
    ending.abort();
  }
}

async function readAtMost(reply: Response, most: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of reply.body ?? []) {
    length += part.length;
    if (length > most)
      throw new UpstreamError(502, `The answer of Jira is too long (over ${size(most)}).`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const size = (bytes: number): string =>
  bytes >= 1024 * 1024 ? `${Math.round(bytes / 1024 / 1024)} MB` : `${bytes} bytes`;
