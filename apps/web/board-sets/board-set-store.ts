import type { FlatBoardSet } from '@tallyboard/core/model/board-set.ts';
import { flattenBoardSet } from '@tallyboard/core/model/nested-board-sets.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import {
  type BoardSetChange,
  type BoardSets,
  type OwnedBoardSet,
  openBoardSets,
} from '@tallyboard/hosts/saved/board-set.ts';
import { boardSetChanges } from '@tallyboard/report-kit/families/sprint-scope/board-options.ts';
import { Store, useStore } from '@tallyboard/ui/text/store.ts';

/** The board sets of a host, read once and after each change of this page. */
interface Place {
  readonly sets: BoardSets;
  /** Null until they are loaded. */
  readonly known: Store<readonly OwnedBoardSet[] | null>;
  loading: Promise<readonly OwnedBoardSet[]> | null;
}

const places = new WeakMap<Host, Place | null>();

function placeOf(host: Host): Place | null {
  const known = places.get(host);
  if (known !== undefined) return known;
  const sets = openBoardSets(host);
  const place = sets && {
    sets,
    known: new Store<readonly OwnedBoardSet[] | null>(null),
    loading: null,
  };
  places.set(host, place);
  return place;
}

/** All that the reader may see, by name; none where the host keeps none. */
export async function loadBoardSets(host: Host): Promise<readonly OwnedBoardSet[]> {
  const place = placeOf(host);
  if (!place) return [];
  place.loading ??= place.sets.list().then(
    list => {
      place.known.set(list);
      return list;
    },
    (error: unknown) => {
      place.loading = null;
      throw error;
    },
  );
  return place.loading;
}

/** As reports and gadgets store them. */
export async function loadFlatBoardSets(host: Host): Promise<readonly FlatBoardSet[]> {
  const all = await loadBoardSets(host);
  return all.map(set => flattenBoardSet(set, all).set);
}

export const canShareBoardSets = (host: Host): boolean => placeOf(host)?.sets.canShare ?? false;

const NONE = new Store<readonly OwnedBoardSet[] | null>([]);

/** Null until they are loaded. */
export const useBoardSets = (host: Host): readonly OwnedBoardSet[] | null =>
  useStore(placeOf(host)?.known ?? NONE);

/** Writes a set and reads all again. */
export async function saveBoardSet(host: Host, change: BoardSetChange): Promise<void> {
  const place = placeOf(host);
  if (!place) throw new Error('Board sets cannot be saved here.');
  try {
    await place.sets.save(change);
  } finally {
    await reload(host, place);
  }
}

export async function removeBoardSet(host: Host, id: string): Promise<void> {
  const place = placeOf(host);
  if (!place) return;
  try {
    await place.sets.remove(id);
  } finally {
    await reload(host, place);
  }
}

async function reload(host: Host, place: Place): Promise<void> {
  place.loading = null;
  // The write is done: its outcome counts.
  await loadBoardSets(host).catch(() => {});
  boardSetChanges.set(boardSetChanges.read() + 1);
}
