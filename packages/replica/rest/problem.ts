import { STATUS_CODES } from 'node:http';
import type { FastifyReply } from 'fastify';
import { type JiraError, sendJiraError } from './errors.ts';

/** Addresses for programs, whose errors are problems without being asked for. */
const PROBLEM_PATHS =
  /^\/(rest\/tallyboard\/1\/(reports|report\/|saved|openapi\.json)|(metrics|mcp)([/?]|$))/;

/** An error in Jira's form, beside the members of RFC 9457 for programs that know these. */
export function sendProblem(reply: FastifyReply, error: JiraError): FastifyReply {
  const { url, headers } = reply.request;
  if (!PROBLEM_PATHS.test(url) && !headers.accept?.includes('application/problem+json'))
    return sendJiraError(reply, error);
  const { status, errorMessages, errors } = error;
  if (status === 503 && !reply.hasHeader('Retry-After'))
    reply.header('Retry-After', error.retryAfter);
  const title = STATUS_CODES[status] ?? 'Error';
  const detail = errorMessages.join(' ');
  return reply
    .code(status)
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify({ type: 'about:blank', title, status, detail, errorMessages, errors }));
}
