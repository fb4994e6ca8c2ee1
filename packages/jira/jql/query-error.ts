import { HttpError } from '../errors.ts';
import { describeJqlErrors } from './error-place.ts';

/** An invalid query; the message names line and character. */
export class QueryError extends Error {
  override readonly name = 'QueryError';
}

/** Adds line and character to the error of an invalid query; returns other errors unchanged. */
export function withPlace(failure: unknown, jql: string): unknown {
  if (!(failure instanceof HttpError) || failure.status !== 400 || failure.messages.length === 0)
    return failure;
  const text = failure.messages.join('\n');
  const { at } = describeJqlErrors(failure.messages, jql);
  if (at === null || /line \d+, character \d+/i.test(text)) return failure;
  const lines = jql.slice(0, at).split('\n');
  const place = `(line ${lines.length}, character ${(lines.at(-1)?.length ?? 0) + 1})`;
  return new QueryError(`${text} ${place}`, { cause: failure });
}
