import type { FlatBoardSet } from '@tallyboard/core/model/board-set.ts';
import type { QueryNote } from '@tallyboard/core/model/context.ts';
import { recordOf } from '@tallyboard/core/unknown.ts';
import { useMemo } from 'react';
import { useSession } from '../start/session.ts';
import { useLoaded } from '../use-loaded.ts';

const NONE: readonly QueryNote[] = [];

// Few reports have a set.
const tools = () =>
  Promise.all([
    import('./board-set-store.ts'),
    import('@tallyboard/engine/board-sets/choose-board-set.ts'),
  ]);

/** What became of the board set that settings or a tab have a copy of; null while it is not known. */
export function useCopyNotes(
  settings: unknown,
  ofScope: FlatBoardSet | null = null,
): readonly QueryNote[] | null {
  const { host } = useSession();
  const copy = ofScope ?? ((recordOf(settings).boardSet ?? null) as FlatBoardSet | null);
  const text = copy && JSON.stringify(copy);
  const wanted = useMemo(() => (text === null ? null : { text }), [text]);
  const { value, error } = useLoaded(wanted, async ({ text: json }) => {
    const [{ loadBoardSets, canShareBoardSets }, { copyNotes }] = await tools();
    const all = await loadBoardSets(host);
    const own: FlatBoardSet = JSON.parse(json);
    // Where nothing is shared, a set of somebody else is none that is gone.
    if (!canShareBoardSets(host) && !all.some(({ id }) => id === own.id)) return NONE;
    return copyNotes(own, all);
  });
  return copy === null || error !== null ? NONE : value;
}
