/** Rows of a tree table of groups and, once they are loaded, the issues of open groups. */

import type { IssueRows } from '@tallyboard/core/model/dataset.ts';
import type { IssueRow } from '@tallyboard/core/model/rows.ts';
import type { Expanded } from '@tallyboard/ui/table/data-table.tsx';
import { startTransition, useCallback, useEffect, useMemo, useState } from 'react';
import type { DatasetView } from '../contract.ts';

/** A group, one of its issues, or a placeholder while these load. */
export type TreeRow<Group> =
  | { readonly kind: 'group'; readonly id: string; readonly group: Group }
  | { readonly kind: 'issue'; readonly id: string; readonly group: Group; readonly issue: IssueRow }
  | { readonly kind: 'waiting'; readonly id: string };

export const groupRowId = (id: string): string => `group ${id}`;

/** Loads the issues of open groups once. Keep both functions stable between renders; ids may be empty. */
export function useIssueTree<Group>(
  groups: readonly Group[],
  idOf: (group: Group) => string,
  issuesOf: (group: Group) => IssueRows,
  dataset: DatasetView,
  expanded: Expanded,
) {
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

interface KnownRows {
  readonly dataset: DatasetView;
  readonly rows: ReadonlyMap<number, IssueRow>;
}

function useKnownRows(dataset: DatasetView) {
  const [known, setKnown] = useState<KnownRows>({ dataset, rows: new Map() });
  // Rows are positions in one dataset.
  if (known.dataset !== dataset) setKnown({ dataset, rows: new Map() });
  const load = useMemo(() => {
    const asked = new Set<number>();
    let wanted: number[] = [];
    const ask = () => {
      const missing = wanted;
      wanted = [];
      dataset.rows(missing).then(
        // The page stays responsive while ten thousand rows render.
        loaded =>
          startTransition(() =>
            setKnown(before => (before.dataset === dataset ? withRows(before, loaded) : before)),
          ),
        () => {
          for (const row of missing) asked.delete(row);
        },
      );
    };
    // One request for all groups that open together.
    return (rows: IssueRows) => {
      for (const row of rows) {
        if (asked.has(row)) continue;
        asked.add(row);
        if (wanted.push(row) === 1) queueMicrotask(ask);
      }
    };
  }, [dataset]);
  return { known: known.rows, load };
}

function withRows(known: KnownRows, loaded: readonly IssueRow[]): KnownRows {
  const rows = new Map(known.rows);
  for (const one of loaded) rows.set(one.row, one);
  return { dataset: known.dataset, rows };
}
