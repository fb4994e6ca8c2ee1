import type { QuerySite } from '@tallyboard/reports/report.ts';
import { useMemo } from 'react';
import { useSession } from '../start/session.ts';

/** Where a report asks for the parts of its own query. */
export function useQuerySite(): QuerySite {
  const { engine } = useSession();
  return useMemo(
    () => ({
      sprints: boardId => engine.boardSprints({ boardId }),
      boardJql: boardId => engine.boardFilter({ boardId }),
    }),
    [engine],
  );
}
