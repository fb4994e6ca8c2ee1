/**
 * A story in text, to a dataset, so that a test shows the story next to the numbers.
 *
 *     sprint S = Mon 09:00 .. Fri 17:00 closed
 *     PROJ-1  5pt in:S           | Wed done           | Thu reopened
 *     PROJ-2  3pt Bug @ana       | Tue added, 8pt     | Wed 10:00 2h by Ana
 *
 * A line is empty, a comment (`#` first), a sprint, a status, or an issue.
 *
 * WHEN      `Tue`, `Tue 10:00`, `Tue+1` (a week later; also `Tue-1`), `2026-03-05`, `2026-03-05 10:00`. Weekdays are
 *           those of the base week, clocks those of the zone; without a clock it is 12:00.
 * Sprint    `sprint NAME = WHEN .. WHEN [closed [WHEN] | active | future]`. Ids count from 1. Closed at the planned
 *           end by default; without a state, closed. A story with no sprint line has 'Sprint 1', from Monday 09:00 to
 *           Friday 17:00 of the base week, closed. All sprints belong to board 1, in the order of the lines.
 * Status    `status NAME = to-do | in-progress | done | none`. To Do, In Progress and Done exist; a status that is
 *           moved to without being declared is in progress. `?NAME` is one that the host does not name.
 * Issue     `KEY words | event | event ...`, the words telling how it was created:
 *           `5pt` points · `8h` original estimate · `Bug` (Story, Task, Epic, Sub-task, Incident, Problem) type ·
 *           `@ana` assignee · `in:S` sprint, without a history entry · `^KEY` parent · `epic:KEY` · `due:2026-03-10` ·
 *           `#label` · `status:"In Review"` first status · `priority:High` · `created:2026-02-01` · `"A summary"`.
 *           Created a week before the base week's Monday at 12:00 by default.
 * Event     `WHEN what, what ...`: `created` · `added [S]` and `removed [S]` (the first sprint unless named) ·
 *           `8pt`, `no pt` · `@ben`, `@nobody` · `started` (to In Progress) · `> STATUS` (status alone) ·
 *           `done` (Done and resolved) · `reopened` (To Do and unresolved) · `resolved`, `unresolved` (resolution
 *           alone) · `flagged`, `unflagged` · `blocked by KEY`, `unblocked by KEY` · `est 8h` · `2h by Ana "comment"` (a worklog; `1h30m` too). What one event says shares one history
 *           entry. Events may come in any order.
 */

import type { Dataset } from '../model/dataset.ts';
import type { Issue } from '../model/issue.ts';
import type { ZoneId } from '../time/units.ts';
import { AS_OF, BOARD, dataset } from './builders.ts';
import { declareSprint, declareStatus, type Story, storyOf } from './story.ts';
import { storyIssue } from './story-issue.ts';

export interface StoryOptions {
  /** The Monday of the base week, '2026-03-02' by default. */
  readonly week?: string;
  /** 'America/New_York' by default, whose clocks go forward on Sunday 8 March 2026. */
  readonly zone?: ZoneId;
  /** False leaves all changes out, as a host without history would. */
  readonly history?: boolean;
  /** Parts of the dataset that the story does not tell. */
  readonly dataset?: Partial<Dataset>;
}

/** Returns the dataset of a story. Throws with the line and what was not understood. */
export function datasetFromText(text: string, options: StoryOptions = {}): Dataset {
  const story = storyOf(options.week ?? '2026-03-02', options.zone ?? 'America/New_York');
  const lines = text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'));
  const issueLines = lines.filter(line => !declared(line, story));
  if (story.sprints.size === 0) declareSprint('Sprint 1 = Mon 09:00 .. Fri 17:00 closed', story);
  const issues = issueLines
    .map(line => storyIssue(line, story))
    .map(each => (options.history === false ? withoutHistory(each) : each));
  return dataset(issues, {
    statuses: new Map(
      [...story.statuses.values()].filter(each => each.known).map(each => [each.id, each]),
    ),
    sprints: new Map([...story.sprints.values()].map(each => [each.id, each])),
    boards: new Map([[BOARD.id, BOARD]]),
    boardSprints: new Map([[BOARD.id, [...story.sprints.values()].map(each => each.id)]]),
    fetchedAt: AS_OF,
    ...options.dataset,
  });
}

/** Returns the issues of a story. */
export function issuesFromText(text: string, options: StoryOptions = {}): readonly Issue[] {
  return datasetFromText(text, options).issues;
}

/** Returns the instant of a WHEN of the grammar, such as 'Tue 10:00'. */
export function instantFromText(when: string, options: StoryOptions = {}): number {
  return storyOf(options.week ?? '2026-03-02', options.zone ?? 'America/New_York').instant(when);
}

function declared(line: string, story: Story): boolean {
  if (/^sprint\s.+=/.test(line)) declareSprint(line.slice('sprint'.length).trim(), story);
  else if (/^status\s.+=/.test(line)) declareStatus(line.slice('status'.length).trim(), story);
  else return false;
  return true;
}

function withoutHistory(issue: Issue): Issue {
  return { ...issue, changes: [], historyComplete: false };
}
