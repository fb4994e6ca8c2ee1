import { storeTrouble } from '@tallyboard/database/store-error.ts';
import {
  CutListError,
  EmptyReplyError,
  HttpError,
  NetworkError,
  refusalText,
  WebPageError,
  WireError,
} from '@tallyboard/jira/errors.ts';
import { QueryError } from '@tallyboard/jira/jql/query-error.ts';
import { networkReason } from '@tallyboard/service-kit/site/site-request.ts';
import { CommandError } from './command.ts';

/** One sentence that says what happened and what to do. */
export function sentenceOf(error: unknown): string {
  if (error instanceof CommandError || error instanceof QueryError || error instanceof CutListError)
    return error.message;
  if (error instanceof HttpError) return refusalText(error);
  if (error instanceof NetworkError)
    return networkReason(error) ?? 'Jira does not answer. Check the address and the network.';
  if (error instanceof WebPageError || error instanceof EmptyReplyError) return error.advice;
  if (error instanceof WireError)
    return `Jira answered in a form that is not understood: ${error.message}`;
  const trouble = storeTrouble(error);
  if (trouble && trouble.kind !== 'full' && trouble.kind !== 'read-only') return trouble.message;
  const { code, path } = Object(error) as { readonly code?: unknown; readonly path?: unknown };
  if (code === 'ENOSPC' || code === 'SQLITE_FULL') return 'The disk is full.';
  if (code === 'EACCES' && typeof path === 'string')
    return `This user may not read or write '${path}'. Change its permissions, or name another.`;
  if (code === 'EACCES' || code === 'EPERM' || code === 'SQLITE_READONLY')
    return `There is no right to write here: ${(error as Error).message}`;
  if (!(error instanceof Error)) return String(error);
  if (process.env.TALLYBOARD_LOG === 'debug') return error.stack ?? error.message;
  return `Tallyboard failed: ${error.message} (TALLYBOARD_LOG=debug shows where.)`;
}
