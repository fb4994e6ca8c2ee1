import type { IssuePart } from '@tallyboard/core/model/requirement.ts';

/**
 * Version of the columns, in the schema's metadata. Needs a migration when it rises, and so does a change of how loaders read
 * JSON: migrations make stored segments stale.
 */
export const FORMAT = 'tallyboard issues 5';

/** Keys of the schema's metadata. */
export const META = {
  format: 'tallyboard.format',
  /** Revision of the data; rises with each write. */
  revision: 'tallyboard.revision',
  /** The number of issues in the stream. */
  issues: 'tallyboard.issues',
} as const;

/** The place of an issue in the order of the query, from 0. Stored columns lack it. */
export const POSITION = 'position';

/** The columns of each part of an issue. */
export const PART_COLUMNS: Readonly<Record<IssuePart, readonly string[]>> = {
  people: ['assignee', 'reporter', 'creator'],
  priority: ['priority'],
  due: ['due'],
  labels: ['labels'],
  components: ['components'],
  fixVersions: ['fix_versions'],
  sprints: ['sprints'],
  parent: ['parent', 'epic', 'other_parent', 'epic_name'],
  team: ['team'],
  flagged: ['flagged'],
  links: ['links'],
  points: ['points', 'both_points'],
  time: ['spent_seconds', 'remaining_seconds', 'original_seconds'],
  votes: ['votes', 'watches'],
  progress: ['progress_done', 'progress_total', 'sum_progress_done', 'sum_progress_total'],
  slas: ['slas', 'sla_cycles'],
  desk: ['request_type', 'organizations', 'satisfaction'],
};

/** The columns of histories. */
export const HISTORY_COLUMNS: readonly string[] = ['changes', 'history_count'];
