import { useEffect, useState } from 'react';
import { useSession } from '../start/session.ts';

/** True for a site without boards. Asked only once something failed, since nearly every site has some. */
export function useNoBoards(asks: boolean): boolean {
  const { engine } = useSession();
  const [none, setNone] = useState(false);
  useEffect(() => {
    if (!asks) return;
    let wanted = true;
    engine.choices({ kind: 'board', project: null }).then(
      boards => wanted && setNone(boards.length === 0),
      error => console.warn(error),
    );
    return () => {
      wanted = false;
    };
  }, [engine, asks]);
  return none && asks;
}
