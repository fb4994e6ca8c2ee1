import {
  loadFailureText,
  ManyIssuesError,
  NetworkError,
  statusOf,
  WebPageError,
  WireError,
} from '@tallyboard/jira/errors.ts';
import { QuestionError } from './question-error.ts';

/** A failure in the words that shells show. */
export interface Failure {
  readonly kind: 'offline' | 'host' | 'crash' | 'gone' | 'many' | 'refused';
  /** HTTP status; 0 when there was no reply. */
  readonly status: number;
  readonly title: string;
  readonly messages: readonly string[];
}

export class EngineError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, cause?: unknown) {
    super([failure.title, ...failure.messages].join(': '), { cause });
    this.name = 'EngineError';
    this.failure = failure;
  }
}

/** The frame that carried a request closed before the reply. Another frame may repeat a call that only reads. */
export class FrameClosedError extends Error {
  override readonly name = 'FrameClosedError';

  constructor() {
    super('The frame of this request is closed.');
  }
}

/** An error as plain data. */
export function toFailure(error: unknown): Failure {
  if (error instanceof EngineError) return error.failure;
  if (error instanceof QuestionError)
    return {
      kind: 'refused',
      status: 0,
      title: 'This question is not answered',
      messages: error.problems.map(({ text }) => text),
    };
  const status = statusOf(error);
  if (error instanceof ManyIssuesError)
    return { kind: 'many', status: 0, title: error.message, messages: ['Narrow the query.'] };
  const messages = [loadFailureText(error)];
  const title =
    status === null && !(error instanceof WireError)
      ? 'The report could not be computed'
      : 'Issues could not be loaded';
  if (error instanceof WebPageError) return { kind: 'host', status: 200, title, messages };
  if (status === null) return { kind: 'crash', status: 0, title, messages };
  return { kind: error instanceof NetworkError ? 'offline' : 'host', status, title, messages };
}
