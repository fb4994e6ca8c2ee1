/** Tables of groups that open to their issues: the rows of the tree, with the issues of opened groups as they come. */

import type { IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { IssueRow } from '@tallyboard/core/model/rows.ts';
import type { Expanded } from '@tallyboard/ui/table/data-table.tsx';
import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { DatasetView } from '../contract.ts';

/** A row of the tree: a group, one of its issues, or the place of issues that are on their way. */
export type TreeRow<Group> =
  | { readonly kind: 'group'; readonly id: string; readonly group: Group }
  | {
      readonly kind: 'issue';
      readonly id: string;
      readonly group: Group;
      readonly issue: IssueRow;
    }
  | { readonly kind: 'waiting'; readonly id: string };

export interface IssueTree<Group> {
  readonly rows: readonly TreeRow<Group>[];
  readonly childRows: (row: TreeRow<Group>) => readonly TreeRow<Group>[] | undefined;
}

export interface GroupedIssues<Group> {
  readonly groups: readonly Group[];
  /** Identity of a group; may be empty. Keep both functions stable between renders. */
  readonly idOf: (group: Group) => string;
  readonly issuesOf: (group: Group) => IssueRows;
}

/** The row of a group as `Expanded` names it. */
export const groupRowId = (id: string): string => `group ${id}`;

/** The tree of some groups. Issues of opened groups are asked of the engine once and kept. */
export function useIssueTree<Group>(
  { groups, idOf, issuesOf }: GroupedIssues<Group>,
  dataset: DatasetView,
  expanded: Expanded,
): IssueTree<Group> {
  const { known, load } = useKnownRows(dataset);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table asks for child rows again only of new rows.
  const rows = useMemo(
    () =>
      groups.map(
        (group): TreeRow<Group> => ({ kind: 'group', id: groupRowId(idOf(group)), group }),
      ),
    [groups, idOf, known],
  );
  useEffect(() => {
    for (const group of groups)
      if (expanded === true || expanded[groupRowId(idOf(group))]) load(issuesOf(group));
  }, [groups, idOf, issuesOf, expanded, load]);
  const childRows = useCallback(
    (row: TreeRow<Group>) =>
      row.kind === 'group' ? issueRows(row, issuesOf(row.group), known) : undefined,
    [known, issuesOf],
  );
  return { rows, childRows };
}

function issueRows<Group>(
  { id, group }: Extract<TreeRow<Group>, { kind: 'group' }>,
  rows: IssueRows,
  known: ReadonlyMap<number, IssueRow>,
): readonly TreeRow<Group>[] {
  const issues: TreeRow<Group>[] = [];
  for (const row of rows) {
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
  const load = useMemo(() => {
    let wanted: number[] = [];
    const ask = () => {
      const missing = wanted;
      wanted = [];
      dataset.rows(missing).then(
        // Ten thousand rows take their time to draw: the page answers meanwhile.
        loaded => startTransition(() => setKnown(before => withRows(before, loaded))),
        () => {
          for (const row of missing) asked.current.delete(row);
        },
      );
    };
    // All groups that open together make one question.
    return (rows: IssueRows) => {
      for (const row of rows) {
        if (asked.current.has(row)) continue;
        asked.current.add(row);
        if (wanted.push(row) === 1) queueMicrotask(ask);
      }
    };
  }, [dataset]);
  return { known, load };
}

function withRows(known: ReadonlyMap<number, IssueRow>, loaded: readonly IssueRow[]) {
  const rows = new Map(known);
  for (const one of loaded) rows.set(one.row, one);
  return rows;
}
