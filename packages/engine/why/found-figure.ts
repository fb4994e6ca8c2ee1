/** A figure as the number that readers see, and the issues that make it. */
import { groupIssues } from '@tallyboard/core/measure/group-by.ts';
import { allIssues, issueAt } from '@tallyboard/core/measure/rows.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { IssueId, IssueKey } from '@tallyboard/core/model/ids.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import { type Entry, type FigureKind, NO_ENTRY } from '@tallyboard/core/why/figure-state.ts';
import type { GroupSums } from '@tallyboard/core/why/mix-and-rate.ts';

export interface FoundFigure {
  /** 'Completed · Sprint 14' */
  readonly name: string;
  /** In the unit of the result; null is not available. */
  readonly value: number | null;
  /** Divides numbers for programs: 3,600 for seconds as hours. */
  readonly scale: number;
  /** 'hours'; absent for plain numbers. */
  readonly unit?: string | undefined;
  readonly figure: Figure | null;
  /** The value is the figure by this number: 12 for the average of twelve weeks. */
  readonly per: number;
  /** What the figure is a share of, in percent. */
  readonly whole: Figure | null;
}

export const kindOf = ({ figure, whole }: FoundFigure): FigureKind | null =>
  figure === null ? null : whole === null ? figure.kind : 'share';

/** What each issue has in the figure. */
export function entriesOf(
  found: FoundFigure | null,
  dataset: Pick<Dataset, 'issues' | 'above'>,
): ReadonlyMap<IssueId, Entry> {
  const entries = new Map<IssueId, Entry>();
  const per = found?.per ?? 1;
  const add = (figure: Figure | null | undefined, member: 'n' | 'd') => {
    figure?.issues.forEach((row, at) => {
      const id = issueAt(dataset, row)?.id;
      if (id === undefined) return;
      const part = figure.parts ? (figure.parts[at] ?? 0) : 1;
      const value = member === 'n' ? part / per : part;
      entries.set(id, { ...(entries.get(id) ?? NO_ENTRY), [member]: value });
    });
  };
  add(found?.figure, 'n');
  add(found?.whole, 'd');
  return entries;
}

/** An issue of a figure, with what it has in it. */
export interface ListedEntry extends Entry {
  readonly id: IssueId;
  readonly key: IssueKey;
  /** Its issue type, the group of mix and rate. */
  readonly group: string;
}

export function listEntries(
  found: FoundFigure | null,
  dataset: Pick<Dataset, 'issues' | 'above'>,
): readonly ListedEntry[] {
  const entries = entriesOf(found, dataset);
  const issues = allIssues(dataset);
  const subset = Uint32Array.from(issues.flatMap(({ id }, row) => (entries.has(id) ? row : [])));
  return groupIssues({ issues }, 'issue-type', subset).flatMap(({ label, rows }) =>
    Array.from(rows).flatMap((row): readonly ListedEntry[] => {
      const issue = issues[row];
      const entry = issue && entries.get(issue.id);
      return issue && entry ? [{ id: issue.id, key: issue.key, group: label, ...entry }] : [];
    }),
  );
}

/** What the number is made of, by group. */
export function sumsByGroup(
  entries: readonly ListedEntry[],
  isShare: boolean,
): ReadonlyMap<string, GroupSums> {
  const sums = new Map<string, GroupSums>();
  for (const { group, n = 0, d = 0 } of entries) {
    const known = sums.get(group) ?? { n: 0, d: 0 };
    sums.set(group, { n: known.n + n, d: known.d + (isShare ? d : 1) });
  }
  return sums;
}
