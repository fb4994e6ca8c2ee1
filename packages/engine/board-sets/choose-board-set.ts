/** Board sets by the names that readers give, and copies of them beside their originals. */
import {
  type BoardSet,
  type FlatBoardSet,
  parseFlatBoardSet,
} from '@tallyboard/core/model/board-set.ts';
import type { QueryNote } from '@tallyboard/core/model/context.ts';
import { flattenBoardSet, isSameDefinition } from '@tallyboard/core/model/nested-board-sets.ts';
import { findByName } from '@tallyboard/reports/find-by-name.ts';

/** A set that the reader may see. */
export interface NamedBoardSet extends BoardSet {
  /** It wins over shared ones of its name. */
  readonly isOwn?: boolean;
}

export interface ChosenBoardSet {
  readonly set: FlatBoardSet;
  readonly notes: readonly QueryNote[];
}

/** The set of an id or a name, or a copy; a text in place of it says what is wrong. */
export function chooseBoardSet(
  given: unknown,
  all: readonly NamedBoardSet[],
): ChosenBoardSet | string {
  const copy = parseFlatBoardSet(typeof given === 'string' ? jsonOf(given) : given);
  if (copy) return { set: copy, notes: copyNotes(copy, all) };
  if (typeof given !== 'string')
    return 'A board set is its id or name, or {"id", "name", "unit", "members"}.';
  const found = findByName('board set', all, given);
  return found.item ? copyBoardSet(found.item, all) : found.problem;
}

/** A set as gadgets, saved reports and addresses store it: with the members of its nested sets. */
function copyBoardSet(set: BoardSet, all: readonly BoardSet[]): ChosenBoardSet {
  const { set: flat, missing } = flattenBoardSet(set, all);
  return { set: flat, notes: leftOut(set.name, missing) };
}

function leftOut(name: string, missing: number): readonly QueryNote[] {
  if (missing === 0) return [];
  const what = missing === 1 ? '1 set is' : `${missing} sets are`;
  const text = `${what} left out of the board set '${name}': deleted, or not shared with you.`;
  return [{ code: 'board-set', text, doubtful: true }];
}

/** What became of the original of a copy, which goes on to be used. */
export function copyNotes(copy: FlatBoardSet, all: readonly BoardSet[]): readonly QueryNote[] {
  const original = all.find(({ id }) => id === copy.id);
  const note = (text: string) => [{ code: 'board-set-copy', text }];
  if (!original)
    return note(
      `The board set '${copy.name}' is deleted, or not shared with you: its last definition is used.`,
    );
  const { set, missing } = flattenBoardSet(original, all);
  if (isSameDefinition(set, copy)) return leftOut(copy.name, missing);
  // Somebody who sees what is hidden from this reader made the copy: whether the original has changed is not known.
  if (missing > 0) return [];
  return note(
    `The board set '${copy.name}' has changed: its earlier definition is used. Choose it again for the new one.`,
  );
}

function jsonOf(text: string): unknown {
  if (!text.trim().startsWith('{')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
