import { cyclesOf } from '@tallyboard/core/measure/sla.ts';
import type { Change, ChangeField } from '@tallyboard/core/model/change.ts';
import { type Issue, loggedAt } from '@tallyboard/core/model/issue.ts';
import type { Instant, Seconds } from '@tallyboard/core/time/units.ts';

/** What happened to an issue at an instant. */
export interface IssueEvent {
  readonly kind: string;
  readonly by: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

export interface EventOptions {
  readonly categoryOf: (id: string | null) => string;
  /** The fields that the figure may depend on. */
  readonly fields: ReadonlySet<ChangeField>;
}

/** All that happened to an issue at an instant as one event: events of one instant have no order. Null for nothing. */
export function eventAt(
  issue: Issue,
  at: Instant,
  { categoryOf, fields }: EventOptions,
): IssueEvent | null {
  const all = issue.changes.filter(change => change.at === at);
  const known = all.filter(({ field }) => fields.has(field));
  const changes = known.length > 0 ? known : all;
  const worklogs = issue.worklogs.filter(worklog => loggedAt(worklog) === at);
  const kinds = new Set<string>();
  if (issue.created === at) kinds.add('created');
  for (const change of changes) kinds.add(kindOfChange(change, categoryOf));
  if (worklogs.length > 0) kinds.add('worklog');
  for (const kind of slaKindsAt(issue, at)) kinds.add(kind);
  const isEstimated = changes.some(
    ({ field }) => field === 'points' || field === 'originalEstimate',
  );
  if (kinds.has('worklog') && !isEstimated) kinds.delete('re-estimated');
  // A resolution is set with its status, and logging work changes the time that is left.
  if (kinds.has('resolved') || kinds.has('reopened')) {
    kinds.delete('status');
    kinds.delete('resolution');
  }
  if (kinds.size === 0 && (issue.resolved === at || issue.statusCategoryChanged === at))
    kinds.add('resolved');
  if (kinds.size === 0) return null;
  const people = new Set([
    ...changes.flatMap(({ author }) => author?.name ?? []),
    ...worklogs.flatMap(({ author }) => author?.name ?? []),
  ]);
  return {
    kind: [...kinds].sort().join(', '),
    by: [...people].sort().join(', ') || null,
    ...endsOf(issue, at, changes),
  };
}

/** The event with one of its kinds alone. */
export function eventOfKind(
  event: IssueEvent,
  kind: string,
  issue: Issue,
  at: Instant,
  of: EventOptions['categoryOf'],
): IssueEvent {
  const own = issue.changes.filter(change => change.at === at && kindOfChange(change, of) === kind);
  return { ...event, kind, ...endsOf(issue, at, own) };
}

/** From what to what, of a single change. */
function endsOf(
  { created }: Issue,
  at: Instant,
  changes: readonly Change[],
): Pick<IssueEvent, 'from' | 'to'> {
  const [only, ...others] = changes.filter(({ field }) => field !== 'resolution');
  if (only === undefined || others.length > 0 || created === at) return { from: null, to: null };
  return {
    from: valueText(only, only.from, only.fromText),
    to: valueText(only, only.to, only.toText),
  };
}

/** What the SLAs of an issue did at an instant; none without the SLAs of the issue. */
function slaKindsAt({ slas }: Issue, at: Instant): readonly string[] {
  return [...slas.values()]
    .flatMap(cyclesOf)
    .flatMap(({ start, stop, breach }) => [
      ...(start === at ? ['SLA started'] : []),
      ...(stop === at ? ['SLA stopped'] : []),
      ...(breach === at && stop !== at ? ['SLA breached'] : []),
    ]);
}

/** A value as Jira's pages show it. Null for links, whose texts are sentences about two issues. */
function valueText({ field }: Change, id: string | null, text: string | null): string | null {
  const value = text || id;
  switch (field) {
    case 'link':
      return null;
    case 'originalEstimate':
    case 'remainingEstimate':
    case 'timeSpent':
      return value && Number.isFinite(Number(value)) ? hoursText(Number(value)) : value || 'None';
    case 'due':
      // The text has a time of the day: '2026-03-10 00:00:00.0'.
      return id || text?.slice(0, 10) || 'None';
    case 'assignee':
      return value || 'Unassigned';
    default:
      return value || 'None';
  }
}

/** '7h 30m' */
function hoursText(seconds: Seconds): string {
  const minutes = Math.round(seconds / 60);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 || rest === 0 ? `${hours}h` : '', rest > 0 ? `${rest}m` : '']
    .filter(Boolean)
    .join(' ');
}

function kindOfChange(
  { field, from, fromText, to, toText, fieldName }: Change,
  of: EventOptions['categoryOf'],
) {
  switch (field) {
    case 'status': {
      const [was, is] = [of(from) === 'done', of(to) === 'done'];
      return was === is ? 'status' : is ? 'resolved' : 'reopened';
    }
    case 'resolution': {
      const [was, is] = [Boolean(from || fromText), Boolean(to || toText)];
      return was === is ? 'resolution' : is ? 'resolved' : 'reopened';
    }
    case 'sprint':
      return sprintKind(from, to);
    case 'points':
    case 'originalEstimate':
    case 'remainingEstimate':
      return 're-estimated';
    case 'timeSpent':
      return 'worklog';
    case 'fixVersion':
      return 'version';
    case 'flagged':
      return 'flag';
    case 'issueType':
      return 'type';
    case 'labels':
      return 'label';
    case 'components':
      return 'component';
    case 'custom':
    case 'other':
      return fieldName.toLowerCase();
    default:
      return field;
  }
}

function sprintKind(from: string | null, to: string | null): string {
  const ids = (text: string | null) => (text ?? '').split(/[,\s]+/).filter(Boolean);
  const [was, is] = [ids(from), ids(to)];
  const added = is.some(id => !was.includes(id));
  const removed = was.some(id => !is.includes(id));
  return added === removed ? 'sprint' : added ? 'into sprint' : 'out of sprint';
}

/** The instants at which something is known to have happened to an issue, in (from, to], ascending. */
export function instantsOf(issue: Issue, from: Instant, to: Instant): readonly Instant[] {
  const found = new Set<Instant>();
  const add = (at: Instant | null) => {
    if (at !== null && at > from && at <= to) found.add(at);
  };
  add(issue.created);
  add(issue.resolved);
  add(issue.statusCategoryChanged);
  for (const { at } of issue.changes) add(at);
  for (const worklog of issue.worklogs) add(loggedAt(worklog));
  for (const sla of issue.slas.values())
    for (const { start, stop, breach } of cyclesOf(sla))
      for (const at of [start, stop, breach]) add(at);
  return [...found].sort((a, b) => a - b);
}
