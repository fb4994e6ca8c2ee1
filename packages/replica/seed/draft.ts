import type { RecordHistory, RecordHistoryItem } from '../store/records.ts';
import type { Named, StatusDef, TypeDef } from './catalog.ts';
import { FIELD } from './fields.ts';
import type { ProjectDef, SprintDef, VersionDef } from './organisation.ts';
import type { Person } from './people.ts';

/** An epic as its children name it. */
export interface EpicRef {
  readonly id: string;
  readonly key: string;
  readonly ref: Record<string, unknown>;
}

/** What an issue is at a moment, as far as its history tells. */
export interface State {
  status: StatusDef;
  resolution: Named | null;
  assignee: Person | null;
  sprints: readonly SprintDef[];
  points: number | null;
  original: number | null;
  remaining: number | null;
  spent: number | null;
  flagged: boolean;
  priority: Named;
  fixVersions: readonly VersionDef[];
  labels: readonly string[];
  due: string | null;
  epic: EpicRef | null;
}

export interface Log {
  readonly started: number;
  readonly seconds: number;
  readonly comment: string | null;
}

/** Something that happened. What it changes is compared with what was, so a step may say what already holds. */
export interface Step {
  readonly at: number;
  readonly by: Person;
  readonly set?: Partial<State>;
  readonly log?: Log;
  readonly items?: readonly RecordHistoryItem[];
}

export interface Comment {
  readonly at: number;
  readonly by: Person;
  readonly text: string;
}

export interface Link {
  readonly type: Record<string, unknown>;
  readonly outward: boolean;
  readonly other: Draft;
}

/** An issue with its whole story, also the part of it that lies after `asOf`, which settling cuts off. */
export interface Draft {
  readonly id: string;
  readonly key: string;
  readonly project: ProjectDef;
  readonly type: TypeDef;
  readonly summary: string;
  readonly created: number;
  readonly reporter: Person;
  readonly creator: Person;
  readonly state: State;
  readonly steps: Step[];
  readonly comments: Comment[];
  readonly links: Link[];
  readonly extra: Record<string, unknown>;
  readonly children: Draft[];
  parent: Draft | null;
  settled: Settled | null;
}

export interface Visit {
  readonly status: StatusDef;
  readonly from: number;
  /** Infinite for the present one. */
  to: number;
}

export interface Settled {
  readonly histories: RecordHistory[];
  readonly worklogs: Record<string, unknown>[];
  readonly visits: readonly Visit[];
  readonly resolvedAt: number | null;
  readonly categoryChangedAt: number;
  readonly updatedAt: number;
}

/** Numbers for what Jira numbers site-wide. */
export class Counters {
  issue = 10_000;
  history = 20_000;
  worklog = 10_000;
  comment = 10_000;
}

const text = (value: number | null) => (value === null ? null : String(value));

function item(
  field: string,
  fieldId: string | undefined,
  from: string | null,
  fromString: string | null,
  to: string | null,
  toText: string | null,
): RecordHistoryItem {
  const fieldtype = fieldId?.startsWith('customfield_') ? 'custom' : 'jira';
  return {
    field,
    fieldtype,
    ...(fieldId !== undefined && { fieldId }),
    from,
    fromString,
    to,
    toString: toText,
  };
}

const named = (field: string, from: Named | null, to: Named | null) =>
  item(field, field, from?.id ?? null, from?.name ?? null, to?.id ?? null, to?.name ?? null);

const seconds = (field: string, from: number | null, to: number | null) =>
  item(field, field, text(from), text(from), text(to), text(to));

const joined = (sprints: readonly SprintDef[], part: (sprint: SprintDef) => string) =>
  sprints.map(part).join(', ');

/** The lines of history that a change makes, in Jira's words; none when nothing changed. */
function itemsOf(draft: Draft, set: Partial<State>): RecordHistoryItem[] {
  const was = draft.state;
  const items: RecordHistoryItem[] = [];
  if (set.status && set.status !== was.status) items.push(named('status', was.status, set.status));
  if (set.resolution !== undefined && set.resolution !== was.resolution)
    items.push(named('resolution', was.resolution, set.resolution));
  if (set.priority && set.priority !== was.priority)
    items.push(named('priority', was.priority, set.priority));
  if (set.assignee !== undefined && set.assignee !== was.assignee) {
    const [from, to] = [was.assignee, set.assignee];
    const names = [from?.accountId, from?.displayName, to?.accountId, to?.displayName];
    const [a = null, b = null, c = null, d = null] = names;
    items.push(item('assignee', 'assignee', a, b, c, d));
  }
  if (set.sprints && set.sprints !== was.sprints) {
    const id = (sprint: SprintDef) => String(sprint.id);
    const name = (sprint: SprintDef) => sprint.name;
    const [from, to] = [was.sprints, set.sprints];
    items.push(
      item(
        'Sprint',
        FIELD.sprint,
        joined(from, id),
        joined(from, name),
        joined(to, id),
        joined(to, name),
      ),
    );
  }
  if (set.points !== undefined && set.points !== was.points) {
    // Jira gives the points only in the texts.
    const [field, id] =
      draft.project.kind === 'team-managed'
        ? ['Story point estimate', FIELD.storyPointEstimate]
        : ['Story Points', FIELD.storyPoints];
    items.push(item(field, id, null, text(was.points), null, text(set.points)));
  }
  for (const [key, field] of TIMES) {
    const value = set[key];
    if (value !== undefined && value !== was[key]) items.push(seconds(field, was[key], value));
  }
  if (set.flagged !== undefined && set.flagged !== was.flagged) {
    const [from, fromString] = was.flagged ? FLAG : NO_FLAG;
    const [to, toText] = set.flagged ? FLAG : NO_FLAG;
    items.push(item('Flagged', FIELD.flagged, from, fromString, to, toText));
  }
  if (set.fixVersions) items.push(...versionItems(was.fixVersions, set.fixVersions));
  if (set.labels && set.labels.join() !== was.labels.join())
    items.push(item('labels', 'labels', null, was.labels.join(' '), null, set.labels.join(' ')));
  if (set.due !== undefined && set.due !== was.due) {
    const long = (day: string | null) => (day ? `${day} 00:00:00.0` : null);
    items.push(item('duedate', 'duedate', was.due, long(was.due), set.due, long(set.due)));
  }
  if (set.epic !== undefined && set.epic !== was.epic) {
    const [from, to] = [was.epic, set.epic];
    const names = [from?.id, from?.key, to?.id, to?.key];
    const [a = null, b = null, c = null, d = null] = names;
    items.push(item('IssueParentAssociation', undefined, a, b, c, d));
  }
  return items;
}

const FLAG = ['[10019]', 'Impediment'] as const;
const NO_FLAG = ['', ''] as const;

const TIMES = [
  ['original', 'timeoriginalestimate'],
  ['remaining', 'timeestimate'],
  ['spent', 'timespent'],
] as const;

function versionItems(was: readonly VersionDef[], now: readonly VersionDef[]): RecordHistoryItem[] {
  const line = (from: VersionDef | null, to: VersionDef | null) =>
    item(
      'Fix Version',
      'fixVersions',
      from?.id ?? null,
      from?.name ?? null,
      to?.id ?? null,
      to?.name ?? null,
    );
  return [
    ...was.filter(version => !now.includes(version)).map(version => line(version, null)),
    ...now.filter(version => !was.includes(version)).map(version => line(null, version)),
  ];
}

/** Plays the story up to `asOf`: the draft's state becomes the present one, and the history says how it came. */
export function settle(
  draft: Draft,
  asOf: number,
  counters: Counters,
  timestamp: (instant: number) => string,
  document: (text: string) => Record<string, unknown>,
): Settled {
  if (draft.settled) return draft.settled;
  const steps = draft.steps.filter(step => step.at > draft.created && step.at <= asOf);
  steps.sort((a, b) => a.at - b.at);
  const histories: RecordHistory[] = [];
  const worklogs: Record<string, unknown>[] = [];
  const visits: Visit[] = [
    { status: draft.state.status, from: draft.created, to: Number.POSITIVE_INFINITY },
  ];
  let resolvedAt: number | null = null;
  let categoryChangedAt = draft.created;
  let updatedAt = draft.created;
  for (const step of steps) {
    let set = step.set ?? {};
    if (step.log) {
      const { state } = draft;
      const spent = (state.spent ?? 0) + step.log.seconds;
      const remaining = Math.max(0, (state.remaining ?? state.original ?? 0) - step.log.seconds);
      set = { ...set, spent, remaining };
      worklogs.push(worklogDocument(draft, step, step.log, counters, timestamp, document));
    }
    const items = itemsOf(draft, set);
    if (step.items) items.push(...step.items);
    if (items.length === 0) continue;
    const from = draft.state.status;
    Object.assign(draft.state, set);
    updatedAt = step.at;
    const to = draft.state.status;
    if (to !== from) {
      const last = visits.at(-1);
      if (last) last.to = step.at;
      visits.push({ status: to, from: step.at, to: Number.POSITIVE_INFINITY });
      const category = (status: StatusDef) => status.document.statusCategory;
      if (category(from) !== category(to)) categoryChangedAt = step.at;
    }
    if (items.some(line => line.fieldId === 'resolution'))
      resolvedAt = draft.state.resolution ? step.at : null;
    histories.push({
      id: String(counters.history++),
      author: step.by.ref as unknown as NonNullable<RecordHistory['author']>,
      created: timestamp(step.at),
      items,
    });
  }
  for (const comment of draft.comments)
    if (comment.at <= asOf) updatedAt = Math.max(updatedAt, comment.at);
  draft.settled = { histories, worklogs, visits, resolvedAt, categoryChangedAt, updatedAt };
  return draft.settled;
}

function worklogDocument(
  draft: Draft,
  step: Step,
  log: Log,
  counters: Counters,
  timestamp: (instant: number) => string,
  document: (text: string) => Record<string, unknown>,
): Record<string, unknown> {
  const minutes = Math.round(log.seconds / 60);
  const hours = Math.floor(minutes / 60);
  const timeSpent = [hours && `${hours}h`, minutes % 60 && `${minutes % 60}m`]
    .filter(Boolean)
    .join(' ');
  const created = timestamp(step.at);
  return {
    id: String(counters.worklog++),
    issueId: draft.id,
    author: step.by.ref,
    updateAuthor: step.by.ref,
    ...(log.comment && { comment: document(log.comment) }),
    created,
    updated: created,
    started: timestamp(log.started),
    timeSpent,
    timeSpentSeconds: log.seconds,
  };
}
