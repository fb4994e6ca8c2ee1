import { EngineError } from '@tallyboard/engine/failure.ts';
import { isAbort, statusOf } from '@tallyboard/jira/errors.ts';

/** The body of POST /error-reports; see apps/server/error-reports. */
export interface ErrorReport {
  readonly type: string;
  readonly text: string;
  readonly frames: readonly Frame[];
  readonly tags: Readonly<Record<string, string>>;
}

interface Frame {
  readonly file: string;
  readonly place: string;
  readonly line: number;
  readonly column: number;
}

/** Scripts of hosts, whose errors are not reported. */
const BRIDGES = /\b(?:all|global-bridge)\.js\b/;
const MAX_FRAMES = 30;
const MAX_LENGTH = 200;

/** The report of an error, without user data. Null for calls without a reply or aborted, and for scripts of hosts. */
export function errorReport(
  error: unknown,
  page: Pick<Location, 'search' | 'pathname'>,
): ErrorReport | null {
  if (isAbort(error) || failedStatus(error) === 0) return null;
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  if (BRIDGES.test(stack)) return null;
  return {
    type: typeOf(error),
    text: textOf(error),
    frames: framesOf(stack),
    tags: tagsOf(page),
  };
}

/** The HTTP status of a failed call, in the page or the engine; null for other errors. */
function failedStatus(error: unknown): number | null {
  if (!(error instanceof EngineError)) return statusOf(error);
  return error.failure.kind === 'crash' ? null : error.failure.status;
}

function typeOf(error: unknown): string {
  const name = error instanceof Error ? error.name : typeof error;
  return /^\w{1,60}$/.test(name) ? name : 'Error';
}

/** Failed calls are named by their status alone: Jira's messages can contain data. */
function textOf(error: unknown): string {
  const status = failedStatus(error);
  if (status !== null) return `status ${status}`;
  return scrub(error instanceof Error ? error.message : '');
}

/** A message without quotes, brackets, received values, issue keys, addresses, e-mails and numbers. */
export function scrub(message: string): string {
  return message
    .replace(/,? found [\s\S]*/, '')
    .replace(/“[^”]*”?|«[^»]*»?|(["'`])(?:(?!\1)[\s\S])*\1?|‘[^’]*’?/g, '…')
    .replace(/[[{(<][\s\S]*/, '…')
    .replace(/\w+:\/\/\S+|\/\S*\/\S*/g, 'ADDRESS')
    .replace(/\S+@\S+/g, 'EMAIL')
    .replace(/\b[A-Z][A-Z0-9_]+-\d+\b/g, 'KEY')
    .replace(/\d+/g, 'N')
    .slice(0, MAX_LENGTH);
}

/** Stack frames in our own files: '    at draw (https://host/assets/view-x1.js:2:30)', 'draw@https://…'. */
function framesOf(stack: string): Frame[] {
  const line =
    /^\s*(?:at (?:async )?)?([\w$.<> ]{0,80}?)\s*[(@]?https?:\/\/[^\s?#)]*\/assets\/([\w.-]+\.js)[^\s:)]*:(\d+):(\d+)/;
  return stack
    .split('\n')
    .slice(0, MAX_FRAMES)
    .flatMap(each => {
      const [, place = '', file, at, column] = line.exec(each) ?? [];
      return file ? [{ file, place: place.trim(), line: Number(at), column: Number(column) }] : [];
    });
}

function tagsOf({
  search,
  pathname,
}: Pick<Location, 'search' | 'pathname'>): Record<string, string> {
  const query = new URLSearchParams(search);
  const site = query.get('xdm_e') ?? '';
  const [, screen = 'home'] = /^\/([a-z-]+)(?![^/])/.exec(pathname) ?? [];
  return {
    screen,
    flavour: query.has('server') ? 'data-center' : 'cloud',
    ...(URL.canParse(site) && { xdm_e: new URL(site).origin }),
  };
}
