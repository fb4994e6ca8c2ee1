/** The events of a line of a story: what they change, and the history entry that they leave. */

import { parsePoints } from '../history/points.ts';
import type { Change, ChangeField } from '../model/change.ts';
import type { FieldId, IssueId, IssueKey } from '../model/ids.ts';
import type { IssueLink, Named, ParentRef, Worklog } from '../model/issue.ts';
import type { Sprint } from '../model/sprint.ts';
import type { Status } from '../model/status.ts';
import type { User } from '../model/user.ts';
import type { Instant, Seconds } from '../time/units.ts';
import { SPRINT_FIELD, STORY_POINTS, TO_DO, user } from './builders.ts';
import { type Story, sprintNamed, statusNamed } from './story.ts';

const RESOLVED: Named = { id: '10000', name: 'Done' };
const DURATION = /^(?:(\d+(?:\.\d+)?)h)?(?:(\d+)m)?$/;

/** The issue as it changes while the story is told. */
export interface Draft {
  readonly key: string;
  readonly story: Story;
  summary: string | undefined;
  type: string;
  created: Instant;
  status: Status;
  resolution: Named | null;
  resolved: Instant | null;
  categoryChanged: Instant | null;
  points: number | null;
  original: Seconds | null;
  assignee: User | null;
  sprints: Sprint[];
  parent: ParentRef | null;
  epic: ParentRef | null;
  due: number | null;
  priority: string | null;
  flagged: boolean;
  links: IssueLink[];
  readonly labels: string[];
  readonly changes: Change[];
  readonly worklogs: Worklog[];
  updated: Instant;
}

/** Where an event's changes go. */
export interface Moment {
  readonly at: Instant;
  readonly historyId: string;
}

/** Returns the person of a name in any case; null for 'nobody'. */
export function person(name: string): User | null {
  if (name === 'nobody') return null;
  return user(name.charAt(0).toUpperCase() + name.slice(1));
}

/** '1h30m' in seconds, or null. */
export function durationOf(text: string): Seconds | null {
  const match = DURATION.exec(text);
  if (!match || text === '') return null;
  return Number(match[1] ?? 0) * 3600 + Number(match[2] ?? 0) * 60;
}

/** Does what one part of an event says. Throws when it is not understood. */
export function tell(what: string, draft: Draft, moment: Moment): void {
  const { story } = draft;
  const [word = '', ...others] = what.split(/\s+/);
  const rest = others.join(' ');
  if (word === 'created') draft.created = moment.at;
  else if (word === 'added') {
    setSprints([...draft.sprints, sprintNamed(rest, story)], draft, moment);
  } else if (word === 'removed') {
    const gone = sprintNamed(rest, story);
    setSprints(
      draft.sprints.filter(each => each.id !== gone.id),
      draft,
      moment,
    );
  } else if (word === 'started') setStatus(statusNamed('In Progress', story), draft, moment);
  else if (word === '>') setStatus(statusNamed(rest, story), draft, moment);
  else if (word === 'done') {
    setStatus(statusNamed('Done', story), draft, moment);
    setResolution(RESOLVED, draft, moment);
  } else if (word === 'reopened') {
    setStatus(TO_DO, draft, moment);
    setResolution(null, draft, moment);
  } else if (word === 'flagged' || word === 'unflagged') setFlag(word === 'flagged', draft, moment);
  else if (word === 'blocked') addBlocker(others[1] as IssueKey, draft, moment);
  else if (word === 'unblocked') removeBlocker(others[1] as IssueKey, draft, moment);
  else if (word === 'resolved') setResolution(RESOLVED, draft, moment);
  else if (word === 'unresolved') setResolution(null, draft, moment);
  else if (word.startsWith('@')) setAssignee(person(word.slice(1)), draft, moment);
  else if (/^[\d.]+pt$/.test(word)) setPoints(word.slice(0, -2), draft, moment);
  else if (what === 'no pt') setPoints('', draft, moment);
  else if (word === 'est') setOriginal(durationOf(rest), draft, moment);
  else addWorklog(what, draft, moment);
}

/** An end of a change: id and text. */
type End = readonly [id: string | null, text: string | null];

function record(
  draft: Draft,
  moment: Moment,
  field: ChangeField,
  fieldId: string,
  fieldName: string,
  from: End,
  to: End,
): void {
  draft.updated = Math.max(draft.updated, moment.at);
  const [last] = draft.changes.slice(-1);
  const same = last?.field === field && last.historyId === moment.historyId ? last : null;
  if (same) draft.changes.pop();
  draft.changes.push({
    at: moment.at,
    historyId: moment.historyId,
    author: null,
    field,
    fieldId: fieldId as FieldId,
    fieldName,
    from: same ? same.from : from[0],
    fromText: same ? same.fromText : from[1],
    to: to[0],
    toText: to[1],
  });
}

function setStatus(next: Status, draft: Draft, moment: Moment): void {
  const from = draft.status;
  if (from.category !== next.category) draft.categoryChanged = moment.at;
  draft.status = next;
  record(draft, moment, 'status', 'status', 'status', [from.id, from.name], [next.id, next.name]);
}

function setResolution(next: Named | null, draft: Draft, moment: Moment): void {
  const end = (value: Named | null): End => [value?.id ?? null, value?.name ?? null];
  const from = end(draft.resolution);
  draft.resolution = next;
  draft.resolved = next === null ? null : moment.at;
  record(draft, moment, 'resolution', 'resolution', 'resolution', from, end(next));
}

function setFlag(next: boolean, draft: Draft, moment: Moment): void {
  const end = (value: boolean): End => (value ? ['[10019]', 'Impediment'] : ['', '']);
  const from = end(draft.flagged);
  draft.flagged = next;
  record(draft, moment, 'flagged', 'customfield_10021', 'Flagged', from, end(next));
}

const blockedBy = (key: string): End => [key, `This issue is blocked by ${key}`];

const isBlockedBy = ({ links }: Draft, key: string) =>
  links.some(({ otherKey }) => otherKey === key);

function addBlocker(key: IssueKey, draft: Draft, moment: Moment): void {
  if (isBlockedBy(draft, key)) return;
  draft.links.push({
    kind: 'blocked-by',
    description: 'is blocked by',
    otherId: `id-${key}` as IssueId,
    otherKey: key,
    otherType: null,
    otherStatus: null,
  });
  record(draft, moment, 'link', '', 'Link', [null, null], blockedBy(key));
}

function removeBlocker(key: IssueKey, draft: Draft, moment: Moment): void {
  if (!isBlockedBy(draft, key)) return;
  draft.links = draft.links.filter(({ otherKey }) => otherKey !== key);
  record(draft, moment, 'link', '', 'Link', blockedBy(key), [null, null]);
}

function setAssignee(next: User | null, draft: Draft, moment: Moment): void {
  const end = (value: User | null): End => [value?.id ?? null, value?.name ?? null];
  const from = end(draft.assignee);
  draft.assignee = next;
  record(draft, moment, 'assignee', 'assignee', 'assignee', from, end(next));
}

function setSprints(next: Sprint[], draft: Draft, moment: Moment): void {
  const end = (values: readonly Sprint[]): End => [
    values.map(each => each.id).join(', '),
    values.map(each => each.name).join(', '),
  ];
  const from = end(draft.sprints);
  draft.sprints = next;
  record(draft, moment, 'sprint', SPRINT_FIELD, 'Sprint', from, end(next));
}

function setPoints(text: string, draft: Draft, moment: Moment): void {
  const from = draft.points === null ? '' : String(draft.points);
  draft.points = parsePoints(text);
  record(draft, moment, 'points', STORY_POINTS, 'Story Points', [null, from], [null, text]);
}

function setOriginal(next: Seconds | null, draft: Draft, moment: Moment): void {
  const end = (value: Seconds | null): End => {
    const text = value === null ? null : String(value);
    return [text, text];
  };
  const from = end(draft.original);
  draft.original = next;
  const name = 'timeoriginalestimate';
  record(draft, moment, 'originalEstimate', name, name, from, end(next));
}

function addWorklog(what: string, draft: Draft, moment: Moment): void {
  const match = /^(\S+)\s+by\s+([^"]+?)(?:\s*"([^"]*)")?$/.exec(what);
  const spent = match ? durationOf(match[1] as string) : null;
  if (!match || spent === null) throw new Error(`'${what}' is not understood.`);
  draft.updated = Math.max(draft.updated, moment.at);
  draft.worklogs.push({
    id: `${moment.historyId}${draft.worklogs.length}`,
    created: null,
    started: moment.at,
    spentSeconds: spent,
    author: person(match[2] as string),
    comment: match[3] ?? '',
  });
}
