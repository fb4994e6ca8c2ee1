import type { HttpReply, HttpRequest } from './http.ts';

/** The part of a request that errors name. */
type RequestLine = Pick<HttpRequest, 'method' | 'path'>;

/** The host answered with a status that is no success. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly method: HttpRequest['method'];
  readonly path: string;
  /** What the host says, in its own words: errorMessages, then the messages of single fields. */
  readonly messages: readonly string[];
  /** Messages of single fields by their names. */
  readonly fieldErrors: Readonly<Record<string, string>>;
  /** The first heading of an HTML reply, as gateways send. */
  readonly heading: string | null;
  /** How long the host asks to wait, in ms; null when it does not say. */
  readonly retryAfter: number | null;

  constructor(
    request: RequestLine,
    status: number,
    reply: Pick<HttpError, 'messages' | 'fieldErrors' | 'heading' | 'retryAfter'>,
  ) {
    const words = reply.messages.join(' ') || reply.heading || '';
    super(
      `${request.method} ${request.path} was answered with ${status}${words ? `: ${words}` : ''}`,
    );
    this.status = status;
    this.method = request.method;
    this.path = request.path;
    this.messages = reply.messages;
    this.fieldErrors = reply.fieldErrors;
    this.heading = reply.heading;
    this.retryAfter = reply.retryAfter;
  }
}

/** No reply came: offline, a blocked frame, a host that went away. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  readonly status = 0;

  constructor(request: RequestLine, settings?: { cause?: unknown }) {
    super(`${request.method} ${request.path} got no reply`, settings);
  }
}

/** A reply lacks what we use, or has it in another shape. */
export class WireError extends Error {
  override readonly name = 'WireError';
  /** Where in the reply: 'issues.3.fields.status.id'. */
  readonly key: string;

  constructor(key: string, expected: string, found: unknown, settings?: { cause?: unknown }) {
    super(`${key}: expected ${expected}, found ${describe(found)}`, settings);
    this.key = key;
  }
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** The reason of an aborted signal, always an Error. */
export function abortReason(signal: AbortSignal | undefined): Error {
  return signal?.reason instanceof Error
    ? signal.reason
    : new DOMException('The load was cancelled', 'AbortError');
}

/** True for the error of a cancelled call, whichever host raised it. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** The status of a failed call: 0 when no reply came, null when the failure is not of a call. */
export function statusOf(error: unknown): number | null {
  return error instanceof HttpError || error instanceof NetworkError ? error.status : null;
}

/** Reads a failed reply. Bodies come as Jira's JSON, a gateway's JSON, or HTML; anything else says nothing. */
export function httpError(request: RequestLine, reply: HttpReply, now: number): HttpError {
  const body = parseBody(reply.body);
  const fieldErrors = textRecord(body.errors);
  const messages = [...textList(body.errorMessages), ...Object.values(fieldErrors)];
  if (messages.length === 0) messages.push(...textList([body.message, body.error]));
  return new HttpError(request, reply.status, {
    messages,
    fieldErrors,
    heading: htmlHeading(reply.body),
    retryAfter: readRetryAfter(reply.headers, now),
  });
}

function parseBody(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function textList(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(each => typeof each === 'string' && each !== '') : [];
}

function textRecord(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}

/** The text of the first h1 to h3; read with an expression, since a worker has no DOM. */
function htmlHeading(body: string): string | null {
  const match = /<h([1-3])[^>]*>([\s\S]*?)<\/h\1>/i.exec(body);
  if (!match?.[2]) return null;
  const text = match[2]
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return text === '' ? null : text;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
};

/** Milliseconds by Retry-After (seconds or a date), else by X-RateLimit-Reset (a date); null without either. */
export function readRetryAfter(headers: HttpReply['headers'], now: number): number | null {
  const after = headers['retry-after'] ?? '';
  if (/^\d{1,9}(\.\d+)?$/.test(after.trim())) return Number(after) * 1_000;
  const dates = [after, headers['x-ratelimit-reset'] ?? ''].map(Date.parse);
  const date = dates.find(each => !Number.isNaN(each));
  return date === undefined ? null : Math.max(0, date - now);
}

/** The action that failed; decides what is shown. */
export type FailedAction =
  | 'read'
  | 'load-issues'
  | 'load-sprint-issues'
  /** Settings, filters, versions, sprints, a board's filter: failures are logged, never shown. */
  | 'read-quietly'
  | 'write';

export interface Failure {
  readonly title: string;
  readonly text: string;
}

const SILENT = new Set([0, 400, 401, 404, 500, 503, 504]);

/**
 * What a shell shows for a failed call, null where the catalogue (product spec 1, section 8) shows nothing.
 * `appTitle` heads the flag of a failed issue load.
 */
export function describeFailure(
  error: unknown,
  action: FailedAction,
  appTitle = 'Issues could not be loaded',
): Failure | null {
  if (isAbort(error) || action === 'read-quietly') return null;
  const status = statusOf(error);
  if (action === 'write') {
    return {
      title: 'Something went wrong',
      text: "Sorry, your changes weren't saved, to continue editing please copy your changes and refresh.",
    };
  }
  if (action === 'load-sprint-issues' && status === 404) return null;
  if (action === 'load-issues' || action === 'load-sprint-issues') {
    return { title: appTitle, text: loadText(error) };
  }
  if (status === 403) return { title: 'Forbidden', text: joinedMessages(error) };
  return null;
}

/** Statuses that are not shown as an error, or that the page itself explains. */
export const isQuietStatus = (status: number): boolean => SILENT.has(status) || status === 403;

function joinedMessages(error: unknown): string {
  return error instanceof HttpError ? error.messages.join(' ') : '';
}

function loadText(error: unknown): string {
  if (error instanceof HttpError) {
    return error.heading ?? (joinedMessages(error) || `Jira answered with status ${error.status}.`);
  }
  if (error instanceof NetworkError) return 'Jira could not be reached. Check the connection.';
  return error instanceof Error ? error.message : String(error);
}
