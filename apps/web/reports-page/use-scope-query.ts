import { type Failure, toFailure } from '@tallyboard/engine/failure.ts';
import { useSession } from '../start/session.ts';
import { useLoaded } from '../use-loaded.ts';
import type { Scope } from './scope.ts';

export interface ScopeQuery {
  /** Null while the filter of a board is loading. */
  readonly jql: string | null;
  readonly failure: Failure | null;
}

/** The query of a scope. The query of a board is its filter's, loaded from the host. */
export function useScopeQuery({ jql }: Scope): ScopeQuery {
  const { engine } = useSession();
  const board = typeof jql === 'string' ? null : jql.board;
  const { value, error } = useLoaded(board, boardId => engine.boardFilter({ boardId }));
  if (typeof jql === 'string') return { jql, failure: null };
  return { jql: value, failure: error === null ? null : toFailure(error) };
}
