/** Groups of issues by a field, in one pass without allocation for each issue. */

import type { Issue } from '../model/issue.ts';
import { isFoldedId } from '../people/folded-user.ts';
import {
  type AnyGrouping,
  type GroupBy,
  type Grouped,
  type GroupKey,
  groupingOf,
  missingKey,
  NO_VALUE,
} from './grouping.ts';

export {
  authorKey,
  type GroupBy,
  type Grouped,
  type GroupKey,
  type NamedGrouping,
  NO_VALUE,
} from './grouping.ts';

export interface Group extends GroupKey {
  /** Positions in the list of issues, ascending; a view of a buffer that all groups share. */
  readonly rows: Uint32Array;
}

/**
 * Groups in the order of their first issues. An issue with several values is in each of their groups once; one without
 * is in the group NO_VALUE. `subset` are the positions to group; all by default.
 */
export function groupIssues(
  dataset: Grouped,
  groupBy: GroupBy,
  subset: Uint32Array | null = null,
): Group[] {
  return groupIssuesBy(dataset, [groupBy], subset)[0] ?? [];
}

/** All groupings read a block of issues before the next one, so that it stays in the processor's cache. */
const BLOCK = 512;

/** As groupIssues for each of several groupings, but faster. */
export function groupIssuesBy(
  dataset: Grouped,
  groupings: readonly GroupBy[],
  subset: Uint32Array | null = null,
): Group[][] {
  const { issues } = dataset;
  const total = subset?.length ?? issues.length;
  const tables = groupings.map(groupBy => {
    const grouping = groupingOf(groupBy, dataset);
    return { grouping, slots: grouping.byIssue ? null : new Slots(total) };
  });
  for (let from = 0; from < total; from += BLOCK) {
    const to = Math.min(total, from + BLOCK);
    for (const { grouping, slots } of tables)
      if (slots) addBlock(slots, grouping, issues, subset, from, to);
  }
  return tables.map(
    ({ grouping, slots }) =>
      slots?.groups().map(group => named(group, grouping, issues)) ??
      oneByOne(issues, grouping, subset),
  );
}

/** People who are put together are named by how many of them the group has. */
function named(group: Group, grouping: AnyGrouping, issues: readonly Issue[]): Group {
  if (!isFoldedId(group.id)) return group;
  const items = Array.from(group.rows, row => issues[row] && grouping.item(issues[row]));
  const label = grouping.nameOfAll?.(items.filter(item => item != null));
  return label == null ? group : { ...group, label };
}

function addBlock(
  slots: Slots,
  grouping: AnyGrouping,
  issues: readonly Issue[],
  subset: Uint32Array | null,
  from: number,
  to: number,
): void {
  for (let i = from; i < to; i++) {
    const row = subset === null ? i : subset[i]!;
    const issue = issues[row]!;
    if (grouping.items === null) {
      slots.add(row, grouping.item(issue), grouping);
      continue;
    }
    const items = grouping.items(issue);
    if (items.length === 0) slots.add(row, null, grouping);
    else for (const item of items) slots.add(row, item, grouping);
  }
}

/** Groups of one issue each, without look-ups. */
function oneByOne(
  issues: readonly Issue[],
  grouping: AnyGrouping,
  subset: Uint32Array | null,
): Group[] {
  const rows = subset ?? Uint32Array.from(issues, (_, row) => row);
  return Array.from(rows, (row, i) => {
    const item = grouping.item(issues[row]!) as never;
    const { id, label, avatarUrl, value } = grouping.key(item, grouping.id(item));
    return { id, label, avatarUrl, value, rows: rows.subarray(i, i + 1) };
  });
}

/** Limit of `byIdentity`, for values that issues do not share. */
const MAX_IDENTITIES = 4096;

/** Pairs of row and group in order of rows, at the end sorted by group. */
class Slots {
  private readonly byId = new Map<string, number>();
  /** Issues share their users and sprints, and a look-up by object is faster than by id. */
  private readonly byIdentity = new Map<unknown, number>();
  private readonly keys: GroupKey[] = [];
  private readonly counts: number[] = [];
  /** The last row of each group, since a row must not occur twice. */
  private readonly lastRow: number[] = [];
  private rows: Uint32Array;
  private slots: Uint32Array;
  private length = 0;

  constructor(expected: number) {
    this.rows = new Uint32Array(expected);
    this.slots = new Uint32Array(expected);
  }

  add(row: number, item: never | null, grouping: AnyGrouping): void {
    const slot = this.byIdentity.get(item) ?? this.slotOf(item, grouping);
    if (this.lastRow[slot] === row) return;
    this.lastRow[slot] = row;
    this.counts[slot]!++;
    if (this.length === this.rows.length) {
      this.rows = grown(this.rows);
      this.slots = grown(this.slots);
    }
    this.rows[this.length] = row;
    this.slots[this.length++] = slot;
  }

  private slotOf(item: never | null, grouping: AnyGrouping): number {
    const id = item === null ? NO_VALUE : grouping.id(item);
    let slot = this.byId.get(id);
    if (slot === undefined) {
      slot = this.keys.length;
      this.byId.set(id, slot);
      this.keys.push(item === null ? missingKey(grouping) : grouping.key(item, id));
      this.counts.push(0);
      this.lastRow.push(-1);
    }
    if (this.byIdentity.size < MAX_IDENTITIES) this.byIdentity.set(item, slot);
    return slot;
  }

  groups(): Group[] {
    const laid = new Uint32Array(this.length);
    const ends = new Uint32Array(this.keys.length);
    let end = 0;
    for (let slot = 0; slot < ends.length; slot++) {
      ends[slot] = end;
      end += this.counts[slot]!;
    }
    for (let i = 0; i < this.length; i++) {
      const slot = this.slots[i]!;
      const at = ends[slot]!;
      laid[at] = this.rows[i]!;
      ends[slot] = at + 1;
    }
    return this.keys.map((key, slot) => {
      const to = ends[slot]!;
      const rows = laid.subarray(to - this.counts[slot]!, to);
      return { id: key.id, label: key.label, avatarUrl: key.avatarUrl, value: key.value, rows };
    });
  }
}

function grown(array: Uint32Array): Uint32Array {
  const twice = new Uint32Array(Math.max(16, array.length * 2));
  twice.set(array);
  return twice;
}

// One locale for all machines.
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Orders groups by label, 'Sprint 9' before 'Sprint 10'; the group without a value is last. */
export function compareLabels(
  a: Pick<GroupKey, 'id' | 'label'>,
  b: Pick<GroupKey, 'id' | 'label'>,
): number {
  if ((a.id === NO_VALUE) !== (b.id === NO_VALUE)) return a.id === NO_VALUE ? 1 : -1;
  return collator.compare(a.label, b.label) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
