import type { ChangeField } from '../model/change.ts';
import type { IssuePart, Requirement } from '../model/requirement.ts';
import type { Sprint } from '../model/sprint.ts';
import type { Instant } from '../time/units.ts';

/** The changes that take back a part of an issue; parts without any have today's values. */
const PART_HISTORY: Readonly<Partial<Record<IssuePart, readonly ChangeField[]>>> = {
  people: ['assignee'],
  priority: ['priority'],
  due: ['due'],
  labels: ['labels'],
  components: ['components'],
  fixVersions: ['fixVersion'],
  // A sub-task has the sprints of its parent.
  sprints: ['sprint', 'parent', 'key'],
  // Histories name a parent by the key that it had then.
  parent: ['parent', 'key'],
  flagged: ['flagged'],
  links: ['link'],
  points: ['points'],
  time: ['originalEstimate', 'remainingEstimate', 'timeSpent'],
};

/** A requirement with the histories that take its parts back to a past instant. */
export function pastRequirement(requirement: Requirement): Requirement {
  const { parts, customFields, history } = requirement;
  const added: readonly ChangeField[] = [
    ...(['status', 'resolution', 'issueType', 'project'] as const),
    ...parts.flatMap(part => PART_HISTORY[part] ?? []),
    // Custom numbers have changes of points, custom lists of sprints.
    ...(customFields.length > 0 ? (['custom', 'points', 'sprint'] as const) : []),
  ];
  return {
    ...requirement,
    parts: parts.includes('sprints') ? [...new Set([...parts, 'parent' as const])] : parts,
    history: [...new Set([...history, ...added])],
  };
}

/** The sprint as it was at `t`; its name, goal and planned end are of today. */
export function sprintAt(sprint: Sprint, t: Instant): Sprint {
  const { state, start, complete, end } = sprint;
  if (start !== null && start > t)
    return { ...sprint, state: 'future', start: null, complete: null };
  const closed = state === 'closed' ? (complete ?? end) : null;
  return closed !== null && closed > t ? { ...sprint, state: 'active', complete: null } : sprint;
}
