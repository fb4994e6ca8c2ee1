import { useEffect, useRef, useState } from 'react';
import { createTurns, type Turn } from './turns.ts';

const join = createTurns();

/**
 * Frames of a page share one thread. Opened all together, the first one shows its figures as late as the last; so each
 * waits for its turn, which ends as the frame has loaded.
 */
export function useTurn(wanted: boolean): { readonly isOn: boolean; readonly onLoad: () => void } {
  const [isOn, setOn] = useState(typeof IntersectionObserver === 'undefined');
  const turn = useRef<Turn | null>(null);
  useEffect(() => {
    if (!wanted || isOn) return;
    const mine = join(() => setOn(true));
    turn.current = mine;
    return mine.leave;
  }, [wanted, isOn]);
  return { isOn, onLoad: () => turn.current?.loaded() };
}
