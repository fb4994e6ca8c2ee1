import type { Instant } from '../time/units.ts';
import type { ChangeField } from './change.ts';
import type { BoardId, FieldId } from './ids.ts';
import type { Issue } from './issue.ts';

/** Parts of an issue besides id, key, summary, project, type, status, resolution and dates, which are always loaded. */
export const ALL_PARTS = [
  'people',
  'priority',
  'due',
  'labels',
  'components',
  'fixVersions',
  'sprints',
  'parent',
  'team',
  'flagged',
  'links',
  'points',
  'time',
  'votes',
  'progress',
  'slas',
  'desk',
] as const;
export type IssuePart = (typeof ALL_PARTS)[number];

/** The data that a report needs. Reports and gadgets share one load of it. */
export interface Requirement {
  readonly parts: readonly IssuePart[];
  /** Custom fields by id, for groupings and chosen points or sprint fields. */
  readonly customFields: readonly FieldId[];
  /** Kinds of changes. */
  readonly history: readonly ChangeField[];
  /** None, all, or at least those started in [from, to). */
  readonly worklogs: 'none' | 'all' | { readonly from: Instant; readonly to: Instant };
  /** All worklogs of the issues that may have some since then (`mayHaveWorklogs`), read after the issues; null for none. */
  readonly worklogsSince: Instant | null;
  /** Boards, with their configuration; where `history` has sprints, with theirs. */
  readonly boards: readonly BoardId[];
  /** Issues above and below those of the query; absent for none. */
  readonly forest?: ForestNeed;
}

/** The relatives of a query's issues that are read beside them. */
export interface ForestNeed {
  /** Their parents, and those of these: up to epics, or all. */
  readonly above: 'none' | 'epics' | 'all';
  /** All issues below those of a level, or of an issue type by its name, in lower case; null for none. */
  readonly below: { readonly level: number } | { readonly type: string } | null;
  /** How far down: to standard issues, or to sub-tasks. */
  readonly lowest: 0 | -1;
}

export const NO_REQUIREMENT: Requirement = {
  parts: [],
  customFields: [],
  history: [],
  worklogs: 'none',
  worklogsSince: null,
  boards: [],
};

/** Whether an issue may have worklogs since an instant: logging work updates the issue. */
export const mayHaveWorklogs = (
  { spentSeconds, updated }: Pick<Issue, 'spentSeconds' | 'updated'>,
  since: Instant,
): boolean => (spentSeconds ?? 0) > 0 && updated >= since;
