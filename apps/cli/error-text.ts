import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
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
  const file = fileText(error);
  if (file !== null) return file;
  if (process.env.TALLYBOARD_LOG === 'debug') return error.stack ?? error.message;
  return `Tallyboard failed: ${error.message} (TALLYBOARD_LOG=debug shows where.)`;
}

/** Why the file system refused a path; null for other errors. */
function fileText(error: Error): string | null {
  const { code = '', path: from, dest } = error as NodeJS.ErrnoException & { dest?: string };
  const path = dest ?? from;
  if (path === undefined) return code === 'EISDIR' ? 'A file is needed, not a folder.' : null;
  if (code === 'ENOENT' && existsSync(dirname(path))) return `There is no file '${path}'.`;
  const reason = PATH_REASONS[code]?.(path);
  return reason === undefined ? null : `'${path}' cannot be used: ${reason}`;
}

/** By the code of the system's error. */
export const PATH_REASONS: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: path => `there is no folder '${dirname(path)}'.`,
  ENOTDIR: path => `'${dirname(path)}' is no folder.`,
  EEXIST: () => 'it is a file.',
  EISDIR: () => 'it is a folder.',
  ENOTEMPTY: () => 'it is a folder.',
  EACCES: () => 'this user may not write there.',
  EPERM: () => 'this user may not write there.',
  EROFS: () => 'the disk takes no changes.',
  ENOSPC: () => 'the disk is full.',
  ENAMETOOLONG: () => 'the name is too long.',
};
