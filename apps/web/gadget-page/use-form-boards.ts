import type { Board } from '@tallyboard/core/model/board.ts';
import { isAbort } from '@tallyboard/jira/errors.ts';
import { loadBoards } from '@tallyboard/jira/load/choices.ts';
import type { Gadget } from '@tallyboard/reports/catalogue/gadgets.ts';
import { useEffect, useState } from 'react';
import { pageClient } from '../start/page-client.ts';
import { useSession } from '../start/session.ts';

const NONE: readonly Board[] = [];

/** All boards of the site for the form that chooses one; null while they are on their way, none where none can be read. */
export function useFormBoards({ queryBy }: Gadget): readonly Board[] | null {
  const { host } = useSession();
  const asks = queryBy === 'report';
  const [boards, setBoards] = useState<readonly Board[] | null>(asks ? null : NONE);
  useEffect(() => {
    if (!asks) return;
    const controller = new AbortController();
    loadBoards(pageClient(host), {}, controller.signal).then(setBoards, error => {
      if (isAbort(error)) return;
      console.warn(error);
      setBoards(NONE);
    });
    return () => controller.abort();
  }, [host, asks]);
  return boards;
}
