import { useEffect, useRef, useState } from 'react';
import { createLoadQueue, type LoadSlot } from './load-queue.ts';

const enqueue = createLoadQueue();

/**
 * Frames of a page share one thread: loaded all at once, the first shows its figures as late as the last. Each waits
 * for a slot in the load queue of the page and releases it on load.
 */
export function useLoadSlot(wanted: boolean): {
  readonly isOn: boolean;
  readonly onLoad: () => void;
} {
  const [isOn, setOn] = useState(typeof IntersectionObserver === 'undefined');
  const slot = useRef<LoadSlot | null>(null);
  useEffect(() => {
    if (!wanted || isOn) return;
    const own = enqueue(() => setOn(true));
    slot.current = own;
    return own.cancel;
  }, [wanted, isOn]);
  return { isOn, onLoad: () => slot.current?.loaded() };
}
