import { splitSprints } from '@tallyboard/jira/jql/sprint-clauses.ts';
import type { QuerySite } from '@tallyboard/report-kit/contract.ts';
import { useMemo } from 'react';
import { useSession } from '../start/session.ts';

/** Where a report asks for the parts of its own query. */
export function useQuerySite(): QuerySite {
  const { engine } = useSession();
  return useMemo(
    () => ({
      sprints: boardId => engine.boardSprints({ boardId }),
      boardJql: boardId => engine.boardFilter({ boardId }),
      sprintsOf: ids => engine.sprintsOf({ ids }),
      sprintsIn: jql => engine.sprintsIn({ jql }),
      splitSprints,
    }),
    [engine],
  );
}
