import type { FlatBoardSet } from '@tallyboard/core/model/board-set.ts';
import type { QueryNote } from '@tallyboard/core/model/context.ts';
import { recordOf } from '@tallyboard/core/unknown.ts';
import { useSession } from '../start/session.ts';
import { useLoaded } from '../use-loaded.ts';

const NONE: readonly QueryNote[] = [];

/** What became of the board set that settings or a tab have a copy of, after other notes; null while it is not known. */
export function useCopyNotes(
  settings: unknown,
  others = NONE,
  ofScope?: FlatBoardSet,
): readonly QueryNote[] | null {
  const { host } = useSession();
  const copy = ofScope ?? recordOf(settings).boardSet;
  // Few reports have a set.
  const { value, error } = useLoaded(copy ? JSON.stringify(copy) : null, async json =>
    (await import('./board-sets.ts')).notesOfCopy(host, JSON.parse(json)),
  );
  if (!copy || error !== null) return others;
  return value && [...others, ...value];
}
