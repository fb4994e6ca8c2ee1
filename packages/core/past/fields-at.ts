import { changesOf } from '../history/field-changes.ts';
import { bothPointsAt, pointsAt } from '../history/points.ts';
import { UNKNOWN_STATUS_NAME } from '../history/spans.ts';
import {
  assigneeAt,
  type FieldRecord,
  isSprintChange,
  missingStep,
  parseSprintIds,
  recordedAt,
} from '../history/timeline.ts';
import { parseSeconds } from '../measure/estimate.ts';
import type { Change, ChangeField } from '../model/change.ts';
import type { IssueId, IssueKey, ProjectId, SprintId, StatusId, VersionId } from '../model/ids.ts';
import type { Issue, IssueType, Named, ParentRef } from '../model/issue.ts';
import type { Sprint } from '../model/sprint.ts';
import { parseDay } from '../time/day.ts';
import type { Instant } from '../time/units.ts';
import type { Lookups } from './lookups.ts';

/** An end of a change: id and text. */
type End = readonly [id: string | null, text: string | null];

/** The fields of an issue that changed after `t`, with their values at `t`. */
export function fieldsAt(issue: Issue, t: Instant, lookups: Lookups): Partial<Issue> {
  const later = issue.changes.filter(({ at }) => at > t);
  const fields = new Set(later.map(({ field }) => field));
  const end = (field: ChangeField) => endAt(issue, t, change => change.field === field);
  const past: { -readonly [Key in keyof Issue]?: Issue[Key] } = {};
  if (fields.has('status') || isBeforeMissingStep(issue, t))
    past.status = statusAt(end('status'), lookups);
  if (fields.has('resolution')) past.resolution = namedOf(end('resolution'));
  if (fields.has('assignee')) past.assignee = userAt(issue, t, lookups);
  if (fields.has('priority')) past.priority = priorityAt(end('priority'), lookups);
  if (fields.has('issueType')) past.type = typeAt(issue, end('issueType'), lookups);
  if (fields.has('project')) past.project = projectAt(issue, end('project'), lookups);
  if (fields.has('due')) past.due = dayOf(end('due'));
  if (fields.has('labels')) past.labels = end('labels')[1]?.split(/\s+/).filter(Boolean) ?? [];
  if (fields.has('flagged')) past.flagged = end('flagged').some(Boolean);
  if (fields.has('originalEstimate')) past.originalSeconds = secondsOf(end('originalEstimate'));
  if (fields.has('remainingEstimate')) past.remainingSeconds = secondsOf(end('remainingEstimate'));
  if (fields.has('timeSpent')) past.spentSeconds = secondsOf(end('timeSpent'));
  if (fields.has('components'))
    past.components = undo(issue.components, later, 'components', (id, name) => {
      return lookups.component(id) ?? { id, name };
    });
  if (fields.has('fixVersion'))
    past.fixVersions = undo(issue.fixVersions, later, 'fixVersion', (id, name) => {
      const unknown = { id: id as VersionId, name, released: false, archived: false };
      return lookups.version(id) ?? { ...unknown, releaseDay: null };
    });
  if (fields.has('link')) past.links = linksAt(issue, t, lookups);
  if (fields.has('parent'))
    Object.assign(past, parentsAt(issue, past.type ?? issue.type, t, lookups));
  if (lookups.sprintHistory.follows(issue)) past.sprints = sprintsOfParent(issue, t, lookups);
  else if (later.some(change => isSprintChange(change, null)))
    past.sprints = sprintsAt(issue, t, lookups);
  if (fields.has('points')) {
    past.points = pointsAt(issue, t, lookups.points);
    past.bothPoints = bothPointsAt(issue, t, lookups.points);
  }
  if (issue.custom.size > 0) past.custom = lookups.custom.at(issue, t);
  return past;
}

/** Whether the issue was in the status where its history ends, and not yet in that of now. */
export function isBeforeMissingStep(issue: Issue, t: Instant): boolean {
  const step = missingStep(issue, changesOf(issue, 'status'));
  return step !== null && (step.at ?? Infinity) > t;
}

/** The recorded value of a field that changed after `t`. */
function endAt(issue: Issue, t: Instant, isOwn: (change: Change) => boolean): End {
  const record: FieldRecord<End> = {
    isOwn,
    before: ({ from, fromText }) => [from, fromText],
    after: ({ to, toText }) => [to, toText],
  };
  return recordedAt(issue, t, record) ?? [null, null];
}

function statusAt([id, text]: End, { statuses }: Lookups): Issue['status'] {
  const name = text || UNKNOWN_STATUS_NAME;
  const status = { id: (id ?? '') as StatusId, name, category: 'none' } as const;
  return statuses.get(status.id) ?? { ...status, known: false };
}

function namedOf([id, text]: End): Named | null {
  return id || text ? { id: id ?? '', name: text ?? '' } : null;
}

function userAt(issue: Issue, t: Instant, { user }: Lookups): Issue['assignee'] {
  const found = assigneeAt(issue, t);
  if (found === null) return null;
  return (
    user(found.id) ?? { ...found, active: null, zone: null, avatarUrl: null, accountType: null }
  );
}

function priorityAt(end: End, { priority }: Lookups): Issue['priority'] {
  const named = namedOf(end);
  return named && (priority(named.id) ?? { ...named, iconUrl: null });
}

function typeAt({ type: now }: Issue, [id, text]: End, { type }: Lookups): Issue['type'] {
  return type(id ?? '') ?? { ...now, id: id ?? '', name: text ?? '', iconUrl: null };
}

function projectAt({ project: now }: Issue, [id, text]: End, { project }: Lookups) {
  return project(id ?? '') ?? { ...now, id: (id ?? '') as ProjectId, name: text ?? '' };
}

const dayOf = ([id, text]: End) => parseDay((id ?? text ?? '').slice(0, 10));

const secondsOf = ([id, text]: End) => parseSeconds(id ?? text);

function linksAt(issue: Issue, t: Instant, { links }: Lookups): Issue['links'] {
  const steps = links(issue);
  return (steps.findLast(({ from }) => from <= t) ?? steps[0])?.value ?? issue.links;
}

/** A list whose changes name one item each: later ones are undone. */
function undo<Item extends { readonly id: string }>(
  items: readonly Item[],
  later: readonly Change[],
  field: ChangeField,
  itemOf: (id: string, name: string) => Item,
): readonly Item[] {
  let past = items;
  for (const change of later.toReversed()) {
    if (change.field !== field) continue;
    const { from, fromText, to } = change;
    if (to) past = past.filter(({ id }) => id !== to);
    if (from && !past.some(({ id }) => id === from))
      past = [...past, itemOf(from, fromText ?? from)];
  }
  return past;
}

function sprintsAt(issue: Issue, t: Instant, { sprints }: Lookups): readonly Sprint[] {
  const [ids, names] = endAt(issue, t, change => isSprintChange(change, null));
  const all = parseSprintIds(ids);
  const texts = names?.split(', ') ?? [];
  return all.map((id, at) =>
    sprintOf(id, (texts.length === all.length && texts[at]) || String(id), issue, sprints),
  );
}

function sprintsOfParent(issue: Issue, t: Instant, { sprintHistory, sprints }: Lookups) {
  const step = sprintHistory.timeline(issue).findLast(({ from }) => from <= t);
  return step?.value.map(id => sprintOf(id, String(id), issue, sprints)) ?? issue.sprints;
}

function sprintOf(id: SprintId, name: string, issue: Issue, sprints: Lookups['sprints']): Sprint {
  const known = sprints.get(id) ?? issue.sprints.find(each => each.id === id);
  const dates = { start: null, end: null, complete: null };
  return known ?? { id, name, state: 'closed', boardId: null, ...dates, goal: null };
}

const isParentBy =
  (name: string) =>
  ({ field, fieldName }: Change) =>
    field === 'parent' && fieldName.toLowerCase() === name;
const isEpicLink = isParentBy('epic link');
const isParentLink = isParentBy('parent link');

/**
 * Parent and epic; a parent of level 1, or of unknown level of a plain issue, is the epic too. Parent Link is of issues
 * without another parent.
 */
export function parentsAt(
  issue: Issue,
  { level }: IssueType,
  t: Instant,
  lookups: Pick<Lookups, 'parent'>,
): Pick<Issue, 'parent' | 'epic' | 'otherParent'> {
  const valueAt = (isOwn: (change: Change) => boolean, parentLevel: number | null) => {
    if (!issue.changes.some(change => change.at > t && isOwn(change))) return undefined;
    const [id, text] = endAt(issue, t, isOwn);
    if (!id && !text) return null;
    const unknown: ParentRef = {
      id: (id || null) as IssueId | null,
      key: (text || id) as IssueKey,
      summary: null,
      level: parentLevel,
    };
    return lookups.parent(id ?? '') ?? lookups.parent(text ?? '') ?? unknown;
  };
  const linked = valueAt(isEpicLink, 1);
  const above = valueAt(isParentLink, null);
  const parent = valueAt(
    change => change.field === 'parent' && !isEpicLink(change) && !isParentLink(change),
    null,
  );
  const isOne = issue.parent === issue.epic;
  const isUnchanged = linked === undefined && (parent === undefined || !isOne);
  const epic = isUnchanged ? issue.epic : (linked ?? null);
  const isEpic = parent && (parent.level === 1 || (parent.level === null && level === 0));
  const then =
    parent === undefined
      ? { epic, parent: above === undefined ? (isOne ? epic : issue.parent) : (epic ?? above) }
      : { parent: parent ?? epic, epic: isEpic ? parent : level < 0 ? null : epic };
  const other = linked === undefined ? issue.otherParent : (linked?.key ?? null);
  const isOther = other !== then.parent?.key && other !== then.epic?.key;
  return { ...then, otherParent: then.parent && isOther ? other : null };
}
