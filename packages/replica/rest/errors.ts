import { BusyError } from '@tallyboard/database/process/busy-error.ts';
import { StoreError, storeTrouble } from '@tallyboard/database/store-error.ts';
import type { FastifyReply } from 'fastify';
import { JqlError } from '../jql/api.ts';

/** An error reply in Jira's form: `{errorMessages, errors}`. */
export class JiraError extends Error {
  readonly status: number;
  readonly errorMessages: readonly string[];
  readonly errors: Readonly<Record<string, string>>;
  /** Seconds, of a status 503. */
  readonly retryAfter: number;

  constructor(status: number, message: string | readonly string[], errors = {}, retryAfter = 5) {
    const errorMessages = typeof message === 'string' ? [message] : message;
    super(errorMessages.join(' '));
    this.name = 'JiraError';
    this.status = status;
    this.errorMessages = errorMessages;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }
}

/** The value, or Jira's 404. */
export function orNotFound<Value>(value: Value | null | undefined, message: string): Value {
  if (value === null || value === undefined) throw new JiraError(404, message);
  return value;
}

export const invalidPayload = (): JiraError =>
  new JiraError(400, 'Invalid request payload. Refer to the REST API documentation and try again.');

export const NO_SUCH_ISSUE = 'Issue does not exist or you do not have permission to see it.';

export const noSuchCall = (): JiraError =>
  new JiraError(501, 'This server does not implement this call of Jira.');

export const notAuthenticated = (): JiraError =>
  new JiraError(401, 'Client must be authenticated to access this resource.');

export function sendJiraError(reply: FastifyReply, error: JiraError): FastifyReply {
  if (error.status === 503 && !reply.hasHeader('Retry-After'))
    reply.header('Retry-After', error.retryAfter);
  return reply
    .code(error.status)
    .send({ errorMessages: error.errorMessages, errors: error.errors });
}

/** The client left before the reply, e.g. its page was closed: nobody reads one. */
export const isHangUp = (error: unknown, { raw }: FastifyReply): boolean =>
  raw.destroyed && (error as { code?: unknown }).code === 'ERR_STREAM_PREMATURE_CLOSE';

/** The reply to an error of a handler. */
export function jiraErrorOf(error: unknown): JiraError {
  if (error instanceof JiraError) return error;
  if (error instanceof JqlError) return new JiraError(400, error.messages);
  if (error instanceof BusyError) return new JiraError(503, error.message);
  if (error instanceof StoreError) {
    const status = { 'not-found': 404, invalid: 400, conflict: 409 }[error.reason];
    return new JiraError(status, error.message);
  }
  const trouble = storeTrouble(error);
  if (trouble) return new JiraError(trouble.status, trouble.message);
  const status = (error as { statusCode?: unknown }).statusCode;
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new JiraError(status, error instanceof Error ? error.message : 'Bad request.');
  }
  return new JiraError(500, 'Internal server error');
}
