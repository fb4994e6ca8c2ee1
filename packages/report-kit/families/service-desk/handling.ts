/**
 * How a request was handled until it was resolved, by its histories of assignees and statuses.
 *
 *   status    [ support         ][ customer ][ support ][ resolved ][ support ][ resolved
 *   assignee  [ agent ][ nobody ][ Ana                             ][ Ben
 *             9:00     9:05      10:00       12:00      13:00       14:00      15:00
 *
 *   handoffs 2 (agent to Ana, Ana to Ben)   reopenings 1   with the customer 2 h   waiting after an agent 55 m
 */

import { type AssigneeSpan, assigneeSpans } from '@tallyboard/core/history/assignees.ts';
import { changesOf } from '@tallyboard/core/history/field-changes.ts';
import { forEachStatusSpan } from '@tallyboard/core/history/spans.ts';
import { type DoneRule, doneSteps } from '@tallyboard/core/measure/resolution.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { AccountType } from '@tallyboard/core/model/user.ts';
import { accountTypes } from '@tallyboard/core/people/account-types.ts';
import { FoldedIssue } from '@tallyboard/core/people/folded-issue.ts';
import type { Instant, Milliseconds } from '@tallyboard/core/time/units.ts';

/** A member is null where the history does not tell. */
export interface Handling {
  /** Changes from one assignee to another, whether or not nobody was between them. */
  readonly handoffs: number | null;
  readonly reopenings: number | null;
  readonly withCustomer: Milliseconds | null;
  /** Until a person took over from an agent; 'none' where no person did. */
  readonly afterAgent: Milliseconds | 'none' | null;
}

export interface HandlingStatuses {
  /** The customer has to answer. */
  readonly customer: readonly string[];
  /** An agent that stays the assignee waits for a person. */
  readonly handover: readonly string[];
}

const NOT_KNOWN: Handling = {
  handoffs: null,
  reopenings: null,
  withCustomer: null,
  afterAgent: null,
};

/** Returns a function from a row and the instant at which it was resolved. */
export function handlingOf(
  dataset: Dataset,
  rule: DoneRule,
  { customer, handover }: HandlingStatuses,
): (row: number, end: Instant) => Handling {
  const { issues, statuses } = dataset;
  const nameIn = (names: readonly string[]) => {
    const wanted = new Set(names.map(lower));
    return (name: string) => wanted.has(lower(name));
  };
  const isCustomer = nameIn(customer);
  const isHandover = nameIn(handover);
  const isKnown = customer.some(name => hasStatus(dataset, name));
  const typeOf = accountTypes(dataset);
  const statusName = (issue: Issue, id: string | null): string | null => {
    if (id === issue.status.id) return issue.status.name;
    return (id === null ? null : statuses.get(id as Issue['status']['id'])?.name) ?? null;
  };
  return (row, end) => {
    const shown = issues[row];
    // Also where people are put together: a handoff names nobody.
    const issue = shown && FoldedIssue.original(shown);
    if (!issue?.historyComplete) return NOT_KNOWN;
    const spans = assigneeSpans(issue, end);
    const steps = doneSteps(issue, rule).filter(({ at }) => at <= end);
    let withCustomer: number | null = isKnown ? 0 : null;
    forEachStatusSpan(issue, end, (id, from, to) => {
      const name = statusName(issue, id);
      if (name === null) withCustomer = null;
      else if (withCustomer !== null && isCustomer(name)) withCustomer += to - from;
    });
    const isWaiting = (id: string | null) => isHandover(statusName(issue, id) ?? '');
    return {
      handoffs: handoffsOf(spans),
      reopenings: steps.filter(({ done }) => !done).length,
      withCustomer,
      afterAgent: afterAgentOf(issue, spans, typeOf, isWaiting),
    };
  };
}

const lower = (name: string) => name.trim().toLowerCase();

/** Some status of the site or of an issue has this name. */
export const hasStatus = ({ statuses, issues }: Dataset, name: string): boolean =>
  [...statuses.values()].some(status => lower(status.name) === lower(name)) ||
  issues.some(({ status }) => lower(status.name) === lower(name));

function handoffsOf(spans: readonly AssigneeSpan[]): number {
  const assigned = spans.flatMap(({ id }) => id ?? []);
  return assigned.filter((id, at) => at > 0 && id !== assigned[at - 1]).length;
}

function afterAgentOf(
  issue: Issue,
  spans: readonly AssigneeSpan[],
  typeOf: ReadonlyMap<string, AccountType | null>,
  isWaiting: (status: string | null) => boolean,
): Handling['afterAgent'] {
  if (spans.some(({ id }) => id !== null && (typeOf.get(id) ?? null) === null)) return null;
  let waited: number | 'none' = 'none';
  /** Since when a person is waited for. */
  let since: Instant | null = null;
  for (const { id, from, to } of spans) {
    const type = id === null ? null : typeOf.get(id);
    if (type === 'app') since = letGo(issue, { from, to }, isWaiting);
    else if (type === 'atlassian' && since !== null) {
      waited = (waited === 'none' ? 0 : waited) + from - since;
      since = null;
    }
  }
  return waited;
}

/** When an agent stopped working: its last move to a waiting status that it did not leave, else the end of its time. */
function letGo(
  issue: Issue,
  { from, to }: Pick<AssigneeSpan, 'from' | 'to'>,
  isWaiting: (status: string | null) => boolean,
): Instant {
  const changes = changesOf(issue, 'status');
  let since: Instant | null = null;
  for (let index = 0; index < changes.length; index++) {
    const at = changes.at(index);
    if (at <= from || at >= to) continue;
    since = isWaiting(changes.to(index)) ? (since ?? at) : null;
  }
  return since ?? to;
}
