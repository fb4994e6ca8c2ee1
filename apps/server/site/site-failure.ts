import {
  HttpError,
  isAdvice,
  loadFailureText,
  NetworkError,
  WireError,
} from '@tallyboard/jira/errors.ts';
import { UpstreamError } from '@tallyboard/service-kit/site/fetch-site.ts';

export interface SiteFailure {
  readonly status: number;
  readonly message: string;
  /** Seconds. */
  readonly retryAfter?: number;
}

export const TOKEN_REFUSED = "Jira does not accept this server's token any more.";

/**
 * Why the Jira behind this server gives no figures, for callers who did nothing wrong; null for other errors. 401 and 403 are
 * about the server's token: a program would take these statuses for those of its access key.
 */
export function siteFailure(error: unknown): SiteFailure | null {
  if (error instanceof NetworkError) {
    const { cause } = error;
    return cause instanceof UpstreamError
      ? { status: cause.status, message: cause.message }
      : { status: 502, message: loadFailureText(error) };
  }
  if (error instanceof WireError) return { status: 502, message: loadFailureText(error) };
  return error instanceof HttpError ? refusalOf(error) : null;
}

function refusalOf(error: HttpError): SiteFailure | null {
  const { status, words, retryAfter } = error;
  if (status === 401) return { status: 502, message: isAdvice(error) ? words : TOKEN_REFUSED };
  if (status === 403)
    return {
      status: 502,
      message: words || "Jira refuses this to the owner of the server's token.",
    };
  if (status !== 429 && status < 500) return null;
  const isPause = status === 429 || status === 503;
  return {
    status: isPause ? 503 : 502,
    message: loadFailureText(error),
    ...(isPause &&
      retryAfter !== null && { retryAfter: Math.max(1, Math.ceil(retryAfter / 1000)) }),
  };
}
