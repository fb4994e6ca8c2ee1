import { recordOf } from '@tallyboard/core/unknown.ts';
import type { HttpReply, HttpRequest } from './http.ts';

/** The part of a request that errors name. */
type RequestLine = Pick<HttpRequest, 'method' | 'path'>;

/** The host answered with a status that is no success. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly method: HttpRequest['method'];
  readonly path: string;
  /** The host's own words: errorMessages, then the messages of single fields. */
  readonly messages: readonly string[];
  /** The first heading of an HTML reply, as gateways send. */
  readonly heading: string | null;
  /** How long the host asks to wait, in ms; null when it does not say. */
  readonly retryAfter: number | null;

  constructor(
    request: RequestLine,
    status: number,
    reply: Pick<HttpError, 'messages' | 'heading' | 'retryAfter'>,
  ) {
    const words = wordsOf(reply);
    super(
      `${request.method} ${request.path} was answered with ${status}${words ? `: ${words}` : ''}`,
    );
    this.status = status;
    this.method = request.method;
    this.path = request.path;
    this.messages = reply.messages;
    this.heading = reply.heading;
    this.retryAfter = reply.retryAfter;
  }

  /** For readers; the message is for logs. */
  get sentence(): string {
    return loadFailureText(this);
  }

  /** The messages, else the heading; '' without both. */
  get words(): string {
    return wordsOf(this);
  }
}

function wordsOf({ messages, heading }: Pick<HttpError, 'messages' | 'heading'>): string {
  return messages.join(' ') || heading || '';
}

/** No reply came: offline, a blocked frame, a host that went away. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  readonly status = 0;
  /** What did not answer: 'Jira', or a server in front of it. */
  readonly server: string;

  constructor(request: RequestLine, settings: { cause?: unknown; server?: string } = {}) {
    super(`${request.method} ${request.path} got no reply`, settings);
    this.server = settings.server ?? 'Jira';
  }

  /** For readers; the message is for logs. */
  get sentence(): string {
    return loadFailureText(this);
  }
}

/** A reply lacks what we use, or has it in another shape. */
export class WireError extends Error {
  override readonly name: string = 'WireError';
  /** Where in the reply: 'issues.3.fields.status.id'. */
  readonly key: string;

  constructor(key: string, expected: string, found: unknown, settings?: { cause?: unknown }) {
    super(`${key}: expected ${expected}, found ${describe(found)}`, settings);
    this.key = key;
  }
}

/** Jira did not hand out the rest of a list. */
export class CutListError extends Error {
  override readonly name = 'CutListError';

  constructor(why: string) {
    super(`A list of Jira ends early: ${why} Try again later.`);
  }
}

/** A web page came in place of data: a sign-in, or the page of a proxy. */
export class WebPageError extends WireError {
  override readonly name = 'WebPageError';
  /** One line that says what to do. */
  readonly advice: string;

  constructor(
    request: RequestLine,
    { body, address }: Pick<HttpReply, 'body' | 'address'>,
    settings?: { cause?: unknown },
  ) {
    super(`${request.method} ${request.path}`, 'a JSON text', body.slice(0, 80), settings);
    const title = textOf(/<title[^>]*>([\s\S]*?)<\/title>/i.exec(body)?.[1] ?? '').slice(0, 100);
    const page = title === '' ? 'a web page' : `a web page (${title})`;
    this.advice = `${siteOf(address)} answered with ${page} instead of data: sign in again or check the token.`;
  }
}

/** An empty body came in place of data, as from a proxy that lost its connection. */
export class EmptyReplyError extends WireError {
  override readonly name = 'EmptyReplyError';
  readonly advice: string;

  constructor(request: RequestLine, address: string | undefined) {
    super(`${request.method} ${request.path}`, 'a JSON text', '');
    this.advice = `${siteOf(address)} answered with an empty reply to ${request.method} ${request.path}: try again, and check the proxy in front of Jira.`;
  }
}

/** The address of a Jira that answered; 'Jira' where it is not known. */
const siteOf = (address: string | undefined): string =>
  /^https?:\/\/[^?#]+?(?=\/rest\/|\/?(?:[?#]|$))/.exec(address ?? '')?.[0] ?? 'Jira';

function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** The reason of an aborted signal, always an Error. */
/** The query has more issues than a page reads. */
export class ManyIssuesError extends Error {
  override readonly name = 'ManyIssuesError';
  readonly count: number;

  constructor(count: number, limit: number) {
    const [found, most] = [count, limit].map(each => each.toLocaleString('en'));
    super(`${found} issues match: pages read up to ${most}.`);
    this.count = count;
  }
}

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

/** The error of a failed reply: Jira's JSON, a gateway's JSON, or HTML. */
export function httpError(request: RequestLine, reply: HttpReply, now: number): HttpError {
  const body = parseBody(reply.body);
  const fields = Object.entries(body.errors ?? {});
  const named = new Set(fields.map(([field, text]) => `${field}: ${text}`));
  // Our own server repeats the message of a field with its name.
  const whole = textList(body.errorMessages).filter(text => !named.has(text));
  const messages = [...whole, ...textList(fields.map(([, text]) => text))];
  if (messages.length === 0) messages.push(...textList([body.message, body.error]));
  const known = isCaptcha(reply) ? CAPTCHA : isBasicRefused(reply) ? NO_BASIC : null;
  if (known !== null) messages.splice(0, messages.length, known);
  return new HttpError(request, reply.status, {
    messages,
    heading: htmlHeading(reply.body),
    retryAfter: readRetryAfter(reply.headers, now),
  });
}

const CAPTCHA = 'Jira asks for a CAPTCHA: sign in once in the browser, then try again.';

/** After several wrong passwords Jira refuses all calls of the account until it has signed in on its page. */
const isCaptcha = ({ headers }: HttpReply): boolean =>
  (headers['x-authentication-denied-reason'] ?? '').includes('CAPTCHA_CHALLENGE');

/** 403 of a Data Center, by default from Jira 11 on. */
const isBasicRefused = ({ status, body }: HttpReply): boolean =>
  (status === 401 || status === 403) && /basic auth\w* (has been|is) disabled/i.test(body);

const NO_BASIC =
  'Jira refuses passwords (Basic authentication): use a personal access token, without a user name.';

function parseBody(text: string): Record<string, unknown> {
  try {
    return recordOf(JSON.parse(text));
  } catch {
    return {};
  }
}

function textList(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(each => typeof each === 'string' && each !== '') : [];
}

/** The text of the first h1 to h3; read with an expression, since a worker has no DOM. */
function htmlHeading(body: string): string | null {
  const match = /<h([1-3])[^>]*>([\s\S]*?)<\/h\1>/i.exec(body);
  return textOf(match?.[2] ?? '') || null;
}

const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim();

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
};

/** Milliseconds by Retry-After (seconds or a date), else by X-RateLimit-Reset (a date); null where neither can be read. */
export function readRetryAfter(headers: HttpReply['headers'], now: number): number | null {
  const after = (headers['retry-after'] ?? '').trim();
  if (/^\d+(\.\d+)?$/.test(after)) return Number(after) * 1_000;
  const dates = [after, headers['x-ratelimit-reset'] ?? ''].map(instantOf);
  const date = dates.find(each => !Number.isNaN(each));
  return date === undefined ? null : Math.max(0, date - now);
}

/** Reads a date of HTTP or ISO 8601; Date.parse alone takes any text with a number for a date. */
const instantOf = (text: string): number =>
  /^(\d{4}-\d\d-\d\dT|[A-Z][a-z]+,? )\S.*\d:\d\d/.test(text) ? Date.parse(text) : Number.NaN;

/** The words say what to do. */
export const isAdvice = ({ words }: HttpError): boolean => words === CAPTCHA || words === NO_BASIC;

/** The refusal of a call: Jira's words, with the call unless the query is what is wrong. */
export function refusalText(error: HttpError): string {
  const { status, method, path, messages, heading } = error;
  const words = messages.join('\n') || heading;
  if (words && (status === 400 || isAdvice(error))) return words;
  if (status === 429)
    return `${serverOf(path)} limits the number of requests. ${explain(error).advice}`;
  return `${serverOf(path)} answered with ${status}${words ? `: ${words}` : ''} (${method} ${path}).`;
}

/** Why a load failed and what to do, for the reader. */
export function loadFailureText(error: unknown): string {
  if (error instanceof HttpError) {
    const { why, advice } = explain(error);
    const said = error.heading ?? (error.words || why);
    if (advice === '' || /\b(sign in|ask an administrator)\b/i.test(said)) return said;
    return `${said}${/[.!?]$/.test(said) ? '' : '.'} ${advice}`;
  }
  if (error instanceof WebPageError)
    return 'Jira answered with a web page instead of data. Sign in to Jira, then try again.';
  if (error instanceof EmptyReplyError) return error.advice;
  if (error instanceof NetworkError)
    return `${error.server} could not be reached. Check the connection.`;
  return error instanceof Error ? error.message : String(error);
}

/** A wait after 'in': 'a moment', 'a minute', '20 minutes'. */
export function waitWords(wait: number): string {
  const minutes = Math.ceil(wait / 60_000);
  return wait < 30_000 ? 'a moment' : minutes === 1 ? 'a minute' : `${minutes} minutes`;
}

/** Who answers a path: these are of our own server, also where it stands in front of a Jira. */
export const serverOf = (path: string): 'Jira' | 'Tallyboard' =>
  /^\/(replica|rest\/tallyboard)\//.test(path) ? 'Tallyboard' : 'Jira';

function explain({ status, retryAfter, path }: HttpError): { why: string; advice: string } {
  const server = serverOf(path);
  if (status === 401)
    return { why: `You are not signed in to ${server}.`, advice: 'Sign in, then try again.' };
  if (status === 403)
    return {
      why: `${server} refused access.`,
      advice: `Ask a ${server} administrator for access.`,
    };
  if (status === 429) {
    const advice = `Try again in ${waitWords(retryAfter ?? 60_000)}.`;
    return { why: `${server} limits the number of requests.`, advice };
  }
  if (status >= 500) {
    const when = retryAfter === null ? 'later' : `in ${waitWords(retryAfter)}`;
    return { why: `${server} answered with an error (${status}).`, advice: `Try again ${when}.` };
  }
  return { why: `${server} answered with status ${status}.`, advice: '' };
}
