import type { Instant } from '../time/units.ts';
import type { ChangeField } from './change.ts';
import type { BoardId, FieldId } from './ids.ts';

/** Parts of an issue beyond id, key, summary, project, type, status, resolution and the dates, which always come. */
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
] as const;
export type IssuePart = (typeof ALL_PARTS)[number];

/** What a report needs. The loader fetches exactly that, once, and shares it between reports and gadgets. */
export interface Requirement {
  readonly parts: readonly IssuePart[];
  /** Custom fields by id, for groupings and chosen points or sprint fields. */
  readonly customFields: readonly FieldId[];
  /** Kinds of changes needed; empty for none. */
  readonly history: readonly ChangeField[];
  /** Worklogs: none, all, or those started in [from, to) (the loader may bring more). */
  readonly worklogs: 'none' | 'all' | { readonly from: Instant; readonly to: Instant };
  /** Boards whose sprints and configuration are needed. */
  readonly boards: readonly BoardId[];
}

export const NO_REQUIREMENT: Requirement = {
  parts: [],
  customFields: [],
  history: [],
  worklogs: 'none',
  boards: [],
};
