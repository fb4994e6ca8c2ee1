import { useCallback, useEffect, useState } from 'react';
import { type Place, stepFrom } from './wallboard.ts';

interface BoardState {
  readonly views: number;
  readonly periodMs: number;
}

/** How long a dashboard that cannot be shown stays. */
const UNKNOWN_PERIOD_MS = 10_000;
const START: Place = { board: 0, view: 0 };

/** Shows one view after another, and can be paused and stepped. `periodMs` null: that of each dashboard. */
export function useRotation(ids: readonly string[], periodMs: number | null) {
  const [boards, setBoards] = useState<ReadonlyMap<string, BoardState>>(new Map());
  const [place, setPlace] = useState(START);
  const [paused, setPaused] = useState(false);
  const setBoard = useCallback(
    (id: string, state: BoardState | null) =>
      setBoards(known => {
        const next = new Map(known);
        if (state) next.set(id, state);
        else next.delete(id);
        return next;
      }),
    [],
  );
  const step = useCallback(
    (by: 1 | -1) => {
      const counts = ids.map(id => boards.get(id)?.views ?? 0);
      setPlace(now => stepFrom(now, by, counts));
    },
    [ids, boards],
  );
  const shown = boards.get(ids[place.board] ?? '');
  const waitMs = shown ? (periodMs ?? shown.periodMs) : UNKNOWN_PERIOD_MS;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each view has its whole period.
  useEffect(() => {
    if (paused) return;
    const timer = setTimeout(() => step(1), waitMs);
    return () => clearTimeout(timer);
  }, [paused, waitMs, step, place]);
  const pause = useCallback(() => setPaused(was => !was), []);
  return { place, paused, pause, step, setBoard };
}
