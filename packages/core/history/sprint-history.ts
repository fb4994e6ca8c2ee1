/**
 * The sprints of issues over time. Jira puts a sub-task into the sprint of its parent and writes no change into the
 * history of the sub-task, so that its sprints are those of its parent at each instant:
 *
 *   parent    S1 from the 2nd to the 8th           sub-task   no change of the sprint
 *   sub-task  in S1 from the 2nd to the 8th
 *
 * A sub-task with changes of its own, or with other sprints than its parent has now, is replayed by its own history. So is
 * an issue in the time before it became a sub-task, and since it is none any more:
 *
 *   issue     below P-1 until the 5th, then a task; into S2 on the 9th       in the sprints of P-1 until the 5th, in S2 from the 9th on
 */

import type { Change } from '../model/change.ts';
import type { FieldId, SprintId } from '../model/ids.ts';
import type { Issue } from '../model/issue.ts';
import type { Instant } from '../time/units.ts';
import {
  currentSprints,
  effectiveFrom,
  inSprintAt,
  isSprintChange,
  type Step,
  sprintTimeline,
  type Timeline,
} from './timeline.ts';

type SprintStep = Step<readonly SprintId[]>;
export type SprintTimeline = Timeline<readonly SprintId[]>;

/** Changes of the parent of a sub-task; Epic Link and Parent Link are of other issues. */
const isParentChange = ({ field, fieldName }: Change): boolean =>
  field === 'parent' && !/^(epic|parent) link$/i.test(fieldName);

interface Stay {
  readonly from: Instant;
  /** By id or key; null without one. */
  readonly parent: readonly (string | null)[] | null;
  readonly change: Change | null;
}

/** A stay with the issue that is its parent, if known, and whether the sprints are those of the parent. */
interface KnownStay extends Stay {
  readonly until: Instant;
  readonly known: Issue | undefined;
  readonly follows: boolean;
}

export class SprintHistory {
  readonly field: FieldId | null;
  readonly #issues: readonly Issue[];
  #byName: Map<string, Issue> | null = null;

  /** `issues` are those among which parents are found. `field` is one of several sprint fields; null the host's default. */
  constructor(issues: readonly Issue[], field: FieldId | null = null) {
    this.#issues = issues;
    this.field = field;
  }

  timeline(issue: Issue): SprintTimeline {
    const all = this.#followed(issue);
    return all ? this.#ofParents(issue, all) : sprintTimeline(issue, this.field);
  }

  inSprintAt(issue: Issue, sprintId: SprintId, t: Instant): boolean {
    const all = this.#followed(issue);
    if (!all) return inSprintAt(issue, sprintId, t, this.field);
    return sprintsAt(this.#ofParents(issue, all), t).includes(sprintId);
  }

  /** Whether the sprints are at some time those of a parent: of a sub-task, or of an issue that was one. */
  follows(issue: Issue): boolean {
    return this.#followed(issue) !== null;
  }

  /** Whether a parent that may tell the sprints of a sub-task is not among the issues. */
  lacksParent(issue: Issue): boolean {
    if (!this.#mayFollow(issue)) return false;
    if (currentSprints(issue, this.field).length === 0 && !this.follows(issue)) return false;
    return stays(issue).some(({ parent }) => parent !== null && !this.#find(parent));
  }

  #mayFollow(issue: Issue): boolean {
    if (!isSubTask(issue) || issue.parent === null) return false;
    return !issue.changes.some(change => isSprintChange(change, this.field));
  }

  /** The stays of an issue that follows a parent; null for one that never does. */
  #followed(issue: Issue): readonly KnownStay[] | null {
    const isBelow = isSubTask(issue);
    if (isBelow ? !this.#hasSprintsOfParent(issue) : !issue.changes.some(isParentChange))
      return null;
    const all = stays(issue).map((stay, at, list): KnownStay => {
      const next = list[at + 1];
      const known = stay.parent ? this.#find(stay.parent) : undefined;
      const isParent = known ? known.type.level <= 0 : isBelow && stay.parent !== null;
      // Other issues are below an epic too: an earlier stay there tells nothing.
      const isNow = isBelow && next === undefined && known !== undefined;
      const follows = isNow || (isParent && (isBelow || next !== undefined));
      return { ...stay, until: next?.from ?? Number.POSITIVE_INFINITY, known, follows };
    });
    const isOfSubTask = ({ at }: Change) =>
      all.some(({ from, until, follows }, place) => {
        const isConversion = at === from && all[place - 1]?.follows === false;
        return follows && at >= from && at < until && !isConversion;
      });
    const hasOwn = issue.changes.some(
      change => isSprintChange(change, this.field) && isOfSubTask(change),
    );
    return hasOwn || !all.some(({ follows }) => follows) ? null : all;
  }

  #hasSprintsOfParent(issue: Issue): boolean {
    const parent = issue.parent && this.#find([issue.parent.id, issue.parent.key]);
    if (!parent) return false;
    const sprints = new Set(currentSprints(parent, this.field));
    const own = new Set(currentSprints(issue, this.field));
    return own.size === sprints.size && [...own].every(id => sprints.has(id));
  }

  #find(names: readonly (string | null)[]): Issue | undefined {
    if (this.#byName === null) {
      this.#byName = new Map();
      for (const each of this.#issues) this.#byName.set(each.id, each).set(each.key, each);
    }
    for (const name of names) {
      const found = name ? this.#byName.get(name) : undefined;
      if (found) return found;
    }
    return undefined;
  }

  #ofParents(issue: Issue, all: readonly KnownStay[]): SprintTimeline {
    const now = currentSprints(issue, this.field);
    const isRecorded = issue.changes.some(change => isSprintChange(change, this.field));
    const steps: SprintStep[] = [];
    for (const { from, until, change, known, follows } of all) {
      const still = (value: readonly SprintId[]): SprintTimeline => [{ from, value, change: null }];
      const own = follows
        ? known
          ? sprintTimeline(known, this.field)
          : still(now)
        : isSubTask(issue) && !isRecorded
          ? still([])
          : sprintTimeline(issue, this.field);
      steps.push({ from, value: sprintsAt(own, from), change });
      steps.push(...own.filter(step => step.from > from && step.from < until));
    }
    return steps.filter(
      ({ value }, at) => at === 0 || value.join() !== steps[at - 1]?.value.join(),
    );
  }
}

const isSubTask = ({ type }: Issue): boolean => type.subtask || type.level < 0;

const sprintsAt = (timeline: SprintTimeline, t: Instant): readonly SprintId[] =>
  (timeline.findLast(({ from }) => from <= t) ?? timeline[0])?.value ?? [];

/** The parents of a sub-task over time. */
function stays(issue: Issue): Stay[] {
  const changes = issue.changes.filter(isParentChange);
  const named = (id: string | null, key: string | null) => (id || key ? [id, key] : null);
  const [first] = changes;
  return [
    {
      from: issue.created,
      parent: first
        ? named(first.from, first.fromText)
        : named(issue.parent?.id ?? null, issue.parent?.key ?? null),
      change: null,
    },
    ...changes.map(change => ({
      from: effectiveFrom(change, issue),
      parent: named(change.to, change.toText),
      change,
    })),
  ];
}
