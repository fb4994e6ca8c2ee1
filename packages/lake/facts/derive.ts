/** The facts of issues, by the functions that reports compute with: no definition is written here. */

import { changesOf } from '@tallyboard/core/history/field-changes.ts';
import { SprintHistory } from '@tallyboard/core/history/sprint-history.ts';
import { missingStep } from '@tallyboard/core/history/timeline.ts';
import { doneInForce } from '@tallyboard/core/measure/done-in-force.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { SprintId } from '@tallyboard/core/model/ids.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import type { Day, Instant } from '@tallyboard/core/time/units.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import type { AddRow } from '../tables.ts';
import { calendarOf, type Derivation } from './derivation.ts';
import { Entities } from './entities.ts';
import { addEntities } from './entity-facts.ts';
import { addFlow } from './flow-facts.ts';
import { addHistory } from './history-facts.ts';
import { addIssues } from './issue-facts.ts';
import { addSprints } from './sprint-facts.ts';

export interface Derived {
  /** The day of the first creation; null without issues. */
  readonly firstDay: Day | null;
  /** Some facts change as time passes, without a change of an issue. */
  readonly volatile: boolean;
}

/**
 * Adds the facts of all issues of a dataset, besides those of `meta`, `day` and `board`. `sprints` are those of boards;
 * `parents` are the issues among which those of sub-tasks are found.
 */
export function deriveFacts(
  dataset: Dataset,
  context: ReportContext,
  add: AddRow,
  sprints: ReadonlyMap<SprintId, Sprint> = new Map(),
  parents: readonly Issue[] = dataset.issues,
): Derived {
  const merged = { ...dataset, sprints: new Map([...sprints, ...dataset.sprints]) };
  const entities = new Entities();
  const derivation: Derivation = {
    dataset: merged,
    context,
    calendar: calendarOf(context),
    done: doneInForce(merged, { done: null }, context).rule,
    add,
    entities,
    sprints: new SprintHistory(parents),
    dayOf: at => localDay(at, context.zone),
  };
  addIssues(derivation);
  addHistory(derivation);
  addSprints(derivation);
  addFlow(derivation);
  addEntities(derivation);
  return {
    firstDay: dataset.issues.reduce<Day | null>((first, { created }) => {
      const day = derivation.dayOf(created);
      return first === null || day < first ? day : first;
    }, null),
    volatile:
      dataset.issues.some(issue => isVolatile(issue, context.asOf)) ||
      [...merged.sprints.values()].some(
        ({ start, state }) => state !== 'future' && start !== null && start > context.asOf,
      ),
  };
}

/** Dates in the future, and a change of status at an unknown time, which counts as made now. */
function isVolatile(issue: Issue, asOf: Instant): boolean {
  const { created, resolved, statusCategoryChanged } = issue;
  if (created > asOf || (resolved ?? 0) > asOf || (statusCategoryChanged ?? 0) > asOf) return true;
  const changes = changesOf(issue, 'status');
  if (changes.length > 0 && changes.at(changes.length - 1) > asOf) return true;
  return missingStep(issue, changes)?.at === null;
}
