import { describeFailure, NetworkError, statusOf } from '@tallyboard/jira/errors.ts';
import type { Failure } from './protocol.ts';
import { EngineError } from './protocol.ts';

/** What shells say of an error, as plain data. The words of a failed load are the catalogue's. */
export function toFailure(error: unknown): Failure {
  if (error instanceof EngineError) return error.failure;
  const status = statusOf(error);
  const described = describeFailure(error, 'load-issues');
  if (described && status !== null) {
    return {
      kind: error instanceof NetworkError ? 'offline' : 'host',
      status,
      title: described.title,
      messages: [described.text],
    };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { kind: 'crash', status: 0, title: 'Something went wrong', messages: [message] };
}
