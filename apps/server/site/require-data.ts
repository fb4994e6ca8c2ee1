import { EmptyReplyError, WebPageError } from '@tallyboard/jira/errors.ts';
import type { HttpRequest } from '@tallyboard/jira/http.ts';
import { UpstreamError } from '@tallyboard/service-kit/site/fetch-site.ts';
import type { UpstreamReply } from '@tallyboard/service-kit/site/upstream.ts';

/** Throws UpstreamError for a success without data: a sign-in page, or a reply that was cut, is empty or says nothing. */
export function requireData(
  { status, body }: UpstreamReply,
  call: Pick<HttpRequest, 'method' | 'path'>,
  address: string,
): void {
  if (status < 200 || status > 299 || status === 204) return;
  const text = body.toString('utf8');
  if (isData(text, call.path)) return;
  if (text.trim() === '') throw new UpstreamError(502, new EmptyReplyError(call, address).advice);
  if (text.trimStart().startsWith('<'))
    throw new UpstreamError(502, new WebPageError(call, { body: text, address }).advice);
  throw new UpstreamError(
    502,
    `${address} answered ${call.method} ${call.path} with a reply that is cut or no data: try again, and check the proxy in front of Jira.`,
  );
}

/** The calls whose replies are lists; all others are objects. */
const LISTS = /\/rest\/api\/\d\/(field|status|project|filter\/favourite)$/;

function isData(text: string, path: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    const isList = Array.isArray(value);
    return isList || (typeof value === 'object' && value !== null && !LISTS.test(path));
  } catch {
    return false;
  }
}
