import type { FieldId } from '@tallyboard/core/model/ids.ts';
import type { IssuePart, Requirement } from '@tallyboard/core/model/requirement.ts';
import type { NameOf } from './change-members.ts';
import type { Naturals } from './packed-numbers.ts';
import type { Read } from './readers.ts';
import { HISTORY_COLUMNS, PART_COLUMNS } from './schema.ts';

/** What is needed of each issue besides the columns that every stream has. */
export interface ColumnSelection {
  readonly parts: ReadonlySet<IssuePart>;
  /** Null without history. */
  readonly nameOf: NameOf | null;
  readonly customFields: readonly FieldId[];
  readonly worklogs: Requirement['worklogs'];
}

const PARTS = new Map(
  Object.entries(PART_COLUMNS).flatMap(([part, names]) =>
    names.map(name => [name, part as IssuePart] as const),
  ),
);

/** Whether a column is not needed. */
export function isOmitted(
  name: string,
  { parts, nameOf, customFields, worklogs }: ColumnSelection,
): boolean {
  if (HISTORY_COLUMNS.includes(name)) return nameOf === null;
  if (name === 'custom') return customFields.length === 0;
  if (name === 'worklogs') return worklogs === 'none';
  const part = PARTS.get(name);
  return part !== undefined && !parts.has(part);
}

/** Jira sends that many worklogs of an issue whatever the range; of issues with more, those of the range. */
const MAX_INLINE_WORKLOGS = 20;

/** Where the needed worklogs of a row start and end. */
export function worklogRange(
  starts: Naturals,
  row: number,
  started: Read<number>,
  wanted: Requirement['worklogs'],
): readonly [start: number, end: number] {
  let start = starts[row]!;
  let end = starts[row + 1]!;
  if (typeof wanted === 'object' && end - start > MAX_INLINE_WORKLOGS) {
    // Worklogs are sorted by their start.
    while (start < end && started(start) < wanted.from) start++;
    while (start < end && started(end - 1) >= wanted.to) end--;
  }
  return [start, end];
}
