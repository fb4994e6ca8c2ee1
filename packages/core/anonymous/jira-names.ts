/** Names that Jira gives on its own, in lower case: they say nothing of a site. */

import { UNKNOWN_STATUS_NAME } from '../history/spans.ts';
import { CATEGORY_LABELS } from '../model/status.ts';

const STATUSES = `to do, in progress, done, open, reopened, resolved, closed, backlog, kanban backlog, in review,
  selected for development, building, build broken, waiting for support, waiting for customer, pending, escalated,
  canceled, waiting for approval, declined, work in progress, under review, under investigation, planning,
  awaiting implementation, implementing, peer review, completed, failed`;
const TYPES = `epic, story, task, bug, sub-task, subtask, improvement, new feature, feature, initiative, spike, incident,
  problem, change, service request, service request with approvals, it help, technical task`;
const PRIORITIES =
  'highest, high, medium, low, lowest, blocker, critical, major, minor, trivial, urgent, none';
const RESOLUTIONS = `done, fixed, won't fix, won't do, duplicate, incomplete, cannot reproduce, resolved, declined,
  known error, unresolved, unknown, rejected, not a bug`;
const LINKS = `blocks, is blocked by, clones, is cloned by, duplicates, is duplicated by, relates to, causes,
  is caused by, split to, split from, is child of, is parent of`;
const FIELDS = `story points, story point estimate, sprint, epic link, epic name, epic status, epic color, epic colour,
  team, flagged, rank, parent link, start date, target start, target end, development, request type, organizations,
  approvals, satisfaction, time to resolution, time to first response, time to done, time to triage normal incidents,
  time to approve normal change, time to close after resolution, time to review normal change, severity, impact, urgency,
  request participants, customer request type, issue color, vulnerability`;

const setOf = (names: string): ReadonlySet<string> =>
  new Set(names.split(',').map(name => name.trim().replace(/\s+/g, ' ')));

const PLACES: ReadonlySet<string> = new Set([
  ...setOf(STATUSES),
  ...[UNKNOWN_STATUS_NAME, ...Object.values(CATEGORY_LABELS)].map(name => name.toLowerCase()),
]);

export const JIRAS_NAMES = {
  Status: PLACES,
  Column: PLACES,
  Type: setOf(TYPES),
  Priority: setOf(PRIORITIES),
  Resolution: setOf(RESOLUTIONS),
  Link: setOf(LINKS),
  Field: setOf(FIELDS),
  /** The word of settings for the status categories. */
  Workflow: setOf('categories'),
} satisfies Readonly<Record<string, ReadonlySet<string>>>;

export type SiteNameKind = keyof typeof JIRAS_NAMES;
