import type { IssueTreeRow, TreeRow } from '@tallyboard/report-kit/figures/issue-tree.ts';
import type { ListedIssues, TimeGroup } from './compute.ts';

/** A row of the table: of the tree of groups, or an issue of the list without groups. */
export type TimeRow = TreeRow<TimeGroup> | ListedRow;

export interface ListedRow {
  readonly kind: 'listed';
  readonly id: string;
  readonly issue: {
    readonly row: number;
    readonly id: string;
    readonly key: string;
    readonly summary: string;
  };
}

export type AnyIssueRow = IssueTreeRow<TimeGroup> | ListedRow;

export function listedRows({ ids, keys, summaries }: ListedIssues): ListedRow[] {
  return ids.map((id, row) => ({
    kind: 'listed',
    id: `issue ${id}`,
    issue: { row, id, key: keys[row] ?? '', summary: summaries[row] ?? '' },
  }));
}
