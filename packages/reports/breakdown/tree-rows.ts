import type { Figure } from '@tallyboard/core/model/result.ts';
import type { IssueRow } from '@tallyboard/core/model/rows.ts';
import type { Expanded } from '@tallyboard/ui/table/data-table.tsx';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { DatasetView } from '../report.ts';
import type { BreakdownRow, BreakdownTable } from '../shared/breakdown-rows.ts';

/** A row of the tree: a group, one of its issues, or the place of issues that are on their way. */
export type TreeRow =
  | { readonly kind: 'group'; readonly id: string; readonly group: BreakdownRow }
  | {
      readonly kind: 'issue';
      readonly id: string;
      readonly group: BreakdownRow;
      readonly issue: IssueRow;
    }
  | { readonly kind: 'waiting'; readonly id: string };

export interface Tree {
  readonly rows: readonly TreeRow[];
  readonly childRows: (row: TreeRow) => readonly TreeRow[] | undefined;
}

/** The tree of a table. Issues of opened groups are asked of the engine once and kept. */
export function useTree(table: BreakdownTable, dataset: DatasetView, expanded: Expanded): Tree {
  const { known, load } = useKnownRows(dataset);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table asks for child rows again only of new rows.
  const rows = useMemo(
    () => table.rows.map((group): TreeRow => ({ kind: 'group', id: groupRowId(group), group })),
    [table, known],
  );
  useEffect(() => {
    if (expanded === true) load(table.total.count.issues);
    else for (const group of table.rows) if (expanded[groupRowId(group)]) load(group.count.issues);
  }, [table, expanded, load]);
  const childRows = useCallback(
    (row: TreeRow) => (row.kind === 'group' ? issuesOf(row.group, known) : undefined),
    [known],
  );
  return { rows, childRows };
}

export function groupRowId(group: BreakdownRow): string {
  // The group without a value has an empty id.
  return `group ${group.id}`;
}

function issuesOf(group: BreakdownRow, known: ReadonlyMap<number, IssueRow>): readonly TreeRow[] {
  const id = groupRowId(group);
  const issues: TreeRow[] = [];
  for (const row of group.count.issues) {
    const issue = known.get(row);
    if (!issue) return [{ kind: 'waiting', id: `${id} waiting` }];
    issues.push({ kind: 'issue', id: `${id} ${issue.id}`, group, issue });
  }
  return issues;
}

function useKnownRows(dataset: DatasetView) {
  const [known, setKnown] = useState<ReadonlyMap<number, IssueRow>>(new Map());
  const asked = useRef(new Set<number>());
  // Rows are positions in one dataset: those of another say nothing.
  const [of, setOf] = useState(dataset);
  if (of !== dataset) {
    setOf(dataset);
    setKnown(new Map());
    asked.current = new Set();
  }
  const load = useCallback(
    (rows: Uint32Array) => {
      const missing = rows.filter(row => !asked.current.has(row));
      if (missing.length === 0) return;
      for (const row of missing) asked.current.add(row);
      dataset.rows(missing).then(
        loaded =>
          setKnown(before => new Map([...before, ...loaded.map(one => [one.row, one] as const)])),
        () => {
          for (const row of missing) asked.current.delete(row);
        },
      );
    },
    [dataset],
  );
  return { known, load };
}

/** What an issue adds to a figure: its part of a sum, or 1 of a count; 0 when it does not count. */
export function contribution({ issues, parts }: Figure, row: number): number {
  const at = indexOf(issues, row);
  if (at < 0) return 0;
  return parts ? (parts[at] ?? 0) : 1;
}

/** Figures hold their issues in ascending order. */
function indexOf(issues: Uint32Array, row: number): number {
  let from = 0;
  let to = issues.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((issues[middle] ?? 0) < row) from = middle + 1;
    else to = middle;
  }
  return issues[from] === row ? from : -1;
}
