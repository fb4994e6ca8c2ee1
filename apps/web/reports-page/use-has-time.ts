import { andClauses, stripOrderBy } from '@tallyboard/jira/jql/compose.ts';
import { useEffect, useState } from 'react';
import { useSession } from '../start/session.ts';

/** Whether time was logged on any of these issues; null until it is known. Where the host cannot tell there is none. */
export function useHasTime(jql: string | null): boolean | null {
  const { engine } = useSession();
  const [answer, setAnswer] = useState<{ readonly jql: string; readonly has: boolean }>();
  useEffect(() => {
    if (jql === null) return;
    const controller = new AbortController();
    const show = (has: boolean) => !controller.signal.aborted && setAnswer({ jql, has });
    engine.count({ jql: stripOrderBy(andClauses(jql, 'timespent > 0')) }, controller).then(
      count => show(count > 0),
      () => show(false),
    );
    return () => controller.abort();
  }, [engine, jql]);
  return answer?.jql === jql ? answer.has : null;
}
