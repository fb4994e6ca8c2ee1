import type { ChangeField } from '@tallyboard/core/model/change.ts';
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import type { Coded } from './readers.ts';

/** The name of a change; null when it was not asked for. */
export type NameOf = (fieldId: FieldId | null, fieldName: string) => ChangeField | null;

/** A field, as changes name it. */
export interface NamedField {
  readonly field: ChangeField;
  readonly fieldId: FieldId | null;
  readonly fieldName: string;
}

/** In place of a position: a change that was not asked for. */
export const NOT_ASKED = -1;

export interface NamedChanges {
  readonly names: readonly NamedField[];
  /** The name of each change, by its position in `names`, or `NOT_ASKED`. */
  readonly nameAt: Int32Array;
  /** The number of changes with each name. */
  readonly counts: readonly number[];
}

/** Looks each pair of id and name up once. */
export function nameAll(
  fieldId: Coded<FieldId>,
  fieldName: Coded<string>,
  nameOf: NameOf,
): NamedChanges {
  const names: NamedField[] = [];
  const nameAt = new Int32Array(fieldName.length);
  const count = fieldName.dictionary.size;
  const known = new Int32Array((fieldId.dictionary.size + 1) * count).fill(UNKNOWN);
  const pairCounts = new Int32Array(known.length);
  for (let at = 0; at < nameAt.length; at++) {
    const pair = (fieldId.code(at) + 1) * count + fieldName.code(at);
    if (known[pair] === UNKNOWN) {
      const named = { fieldId: fieldId.at(at), fieldName: fieldName.at(at) as string };
      const field = nameOf(named.fieldId, named.fieldName);
      known[pair] = field === null ? NOT_ASKED : names.push({ field, ...named }) - 1;
    }
    nameAt[at] = known[pair] as number;
    pairCounts[pair] = (pairCounts[pair] as number) + 1;
  }
  const counts = names.map(() => 0);
  known.forEach((name, pair) => {
    if (name >= 0) counts[name] = pairCounts[pair] as number;
  });
  return { names, nameAt, counts };
}

/** A pair that was not looked up yet. */
const UNKNOWN = -2;
