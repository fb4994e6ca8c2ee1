/**
 * The issues of a dataset under their parents, at any height.
 *
 *   E-1          A-2 is below A-1 below E-1; the parent of A-3 is not among the issues, so that it is a root
 *     A-1        B-1 and B-2 are each the parent of the other: the link of B-1, which was created first, is cut
 *
 *
 *   B-1
 *     B-2
 */

import type { IssueRows } from '../model/dataset.ts';
import type { Issue } from '../model/issue.ts';

export const NO_PARENT = -1;

export interface Forest {
  /** The row of the parent of each row; NO_PARENT for a root. */
  readonly parent: Int32Array;
  /** All rows, parents before their children. */
  readonly order: Uint32Array;
  /** The place of each row in `order`. */
  readonly place: Uint32Array;
  /** Rows whose link to their parent was cut, since it closed a circle. */
  readonly cut: IssueRows;
  /** Rows that name a parent which is not among the issues. */
  readonly outside: IssueRows;
  /** Rows that name a parent, which is the one that Jira shows, and another issue that is not above it. */
  readonly twofold: IssueRows;
  childrenOf(row: number): Uint32Array;
}

/** Needs the part `parent`. */
export function forestOf(issues: readonly Issue[]): Forest {
  const count = issues.length;
  const parent = new Int32Array(count).fill(NO_PARENT);
  const outside: number[] = [];
  const find = finder(issues);
  for (const [row, { parent: ref }] of issues.entries()) {
    if (ref === null) continue;
    const above = find(ref);
    if (above === undefined) outside.push(row);
    else parent[row] = above;
  }
  const cut = cutCircles(parent, issues);
  const { order, place, start, children } = ordered(parent);
  return {
    parent,
    order,
    place,
    cut: Uint32Array.from(cut),
    outside: Uint32Array.from(outside),
    twofold: twofoldIn(issues, parent, find),
    childrenOf: row => children.subarray(start[row], start[row + 1]),
  };
}

/** Rows with another parent that is among the issues and not above them: what is below it lacks them. */
function twofoldIn(
  issues: readonly Issue[],
  parent: Int32Array,
  find: ReturnType<typeof finder>,
): IssueRows {
  const found: number[] = [];
  for (const [row, { parent: ref, epic, otherParent }] of issues.entries()) {
    const isOne = epic === null || epic === ref;
    if (ref === null || (isOne && otherParent === null)) continue;
    // A parent that was not read may be below that epic.
    if (parent[row] === NO_PARENT && (ref.level ?? 0) < 1) continue;
    const others = [isOne ? undefined : find(epic), find.byKey(otherParent)];
    const isBelow = (other: number | undefined) =>
      other === undefined || nearestAbove({ parent }, row, each => each === other) !== NO_PARENT;
    if (!others.every(isBelow)) found.push(row);
  }
  return Uint32Array.from(found);
}

function finder(issues: readonly Issue[]) {
  const byId = new Map<string, number>();
  const byKey = new Map<string, number>();
  issues.forEach(({ id, key }, row) => {
    byId.set(id, row);
    byKey.set(key, row);
  });
  // The issues of a dataset share their parents.
  const known = new Map<object, number | undefined>();
  const find = (ref: NonNullable<Issue['parent']>): number | undefined => {
    if (known.has(ref)) return known.get(ref);
    const row = (ref.id === null ? undefined : byId.get(ref.id)) ?? byKey.get(ref.key);
    known.set(ref, row);
    return row;
  };
  return Object.assign(find, { byKey: (key: string | null) => byKey.get(key ?? '') });
}

/** Cuts the link of the first issue, by id, of each circle, in whatever order the issues come. */
function cutCircles(parent: Int32Array, issues: readonly Issue[]): readonly number[] {
  const cut: number[] = [];
  /** 0 unseen, else the number of the walk that saw it. */
  const seen = new Uint32Array(parent.length);
  for (let first = 0; first < parent.length; first++) {
    let row = first;
    while (row !== NO_PARENT && seen[row] === 0) {
      seen[row] = first + 1;
      row = parent[row]!;
    }
    if (row === NO_PARENT || seen[row] !== first + 1) continue;
    let lowest = row;
    for (let each = parent[row]!; each !== row; each = parent[each]!)
      if (isBefore(issues[each]!.id, issues[lowest]!.id)) lowest = each;
    parent[lowest] = NO_PARENT;
    cut.push(lowest);
  }
  return cut.sort((a, b) => a - b);
}

function isBefore(one: string, other: string): boolean {
  const difference = Number(one) - Number(other);
  return Number.isNaN(difference) || difference === 0 ? one < other : difference < 0;
}

function ordered(parent: Int32Array) {
  const count = parent.length;
  const start = new Uint32Array(count + 1);
  for (const above of parent) if (above !== NO_PARENT) start[above + 1]!++;
  for (let row = 0; row < count; row++) start[row + 1]! += start[row]!;
  const children = new Uint32Array(start[count]!);
  const filled = start.slice();
  const order = new Uint32Array(count);
  let length = 0;
  for (let row = 0; row < count; row++) {
    const above = parent[row]!;
    if (above === NO_PARENT) order[length++] = row;
    else children[filled[above]!++] = row;
  }
  const place = new Uint32Array(count);
  for (let at = 0; at < count; at++) {
    const row = order[at]!;
    place[row] = at;
    for (let child = start[row]!; child < start[row + 1]!; child++)
      order[length++] = children[child]!;
  }
  return { order, place, start, children };
}

/** The rows below a row, at any depth, without it; ascending. */
export function descendantsOf({ childrenOf }: Forest, row: number): IssueRows {
  const found: number[] = [...childrenOf(row)];
  for (let at = 0; at < found.length; at++)
    for (const child of childrenOf(found[at]!)) found.push(child);
  return Uint32Array.from(found).sort();
}

/** The nearest row at or above a row for which `holds` is true; NO_PARENT without one. */
export function nearestAbove(
  { parent }: Pick<Forest, 'parent'>,
  row: number,
  holds: (row: number) => boolean,
): number {
  let above = row;
  while (above !== NO_PARENT && !holds(above)) above = parent[above]!;
  return above;
}
