import type { Failure } from '@tallyboard/engine/failure.ts';
import { toFailure } from '@tallyboard/engine/failure.ts';
import { useEffect, useState } from 'react';
import { useSession } from '../start/session.ts';
import type { Scope } from './scope.ts';

export interface ScopeQuery {
  /** Null while the filter of a board is being read. */
  readonly jql: string | null;
  readonly failure: Failure | null;
}

interface Answer extends ScopeQuery {
  readonly board: number;
}

/** The query of a scope; that of a board is its filter's, which the host is asked for. */
export function useScopeQuery({ jql }: Scope): ScopeQuery {
  const { engine } = useSession();
  const board = typeof jql === 'string' ? null : jql.board;
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    if (board === null) return;
    let wanted = true;
    engine.boardFilter({ boardId: board }).then(
      found => wanted && setAnswer({ board, jql: found, failure: null }),
      error => wanted && setAnswer({ board, jql: null, failure: toFailure(error) }),
    );
    return () => {
      wanted = false;
    };
  }, [engine, board]);
  if (typeof jql === 'string') return { jql, failure: null };
  return answer?.board === board ? answer : { jql: null, failure: null };
}
