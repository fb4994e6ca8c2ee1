/** Model objects for tests: every part has a plain default, a test names only what it is about. */

import { compareChanges, orderChanges } from '../history/order.ts';
import type { Board } from '../model/board.ts';
import type { ReportContext } from '../model/context.ts';
import type { Coverage, Dataset } from '../model/dataset.ts';
import { DEFAULT_DONE } from '../model/done.ts';
import type { Field, SpecialFields } from '../model/field.ts';
import type {
  BoardId,
  FieldId,
  IssueId,
  IssueKey,
  ProjectId,
  SprintId,
  StatusId,
  UserId,
} from '../model/ids.ts';
import type { Issue, IssueType, Project, SlaCycle } from '../model/issue.ts';
import type { Sprint } from '../model/sprint.ts';
import type { Status, StatusCategory } from '../model/status.ts';
import type { User } from '../model/user.ts';

/** 2026-03-01T12:00:00Z: when built issues are created, unless a test says otherwise. */
export const CREATED = Date.UTC(2026, 2, 1, 12);

/** Wednesday 2026-04-01T12:00:00Z: the `asOf` of built contexts and datasets. */
export const AS_OF = Date.UTC(2026, 3, 1, 12);

export const STORY_POINTS = 'customfield_10030' as FieldId;
export const STORY_POINT_ESTIMATE = 'customfield_10016' as FieldId;
export const SPRINT_FIELD = 'customfield_10020' as FieldId;

/** A status; the id is the name in small letters unless given. */
export function status(name: string, category: StatusCategory, id?: string): Status {
  return { id: (id ?? name.toLowerCase()) as StatusId, name, category, known: true };
}

export const TO_DO = status('To Do', 'to-do');
export const IN_PROGRESS = status('In Progress', 'in-progress');
export const DONE = status('Done', 'done');

/** A person whose id is the name in small letters. The same name gives the same object. */
export function user(name: string, init: Partial<Omit<User, 'id' | 'name'>> = {}): User {
  const id = name.toLowerCase() as UserId;
  const made = { id, name, active: true, zone: null, avatarUrl: null, accountType: null, ...init };
  if (Object.keys(init).length > 0) return made;
  const shared = users.get(id) ?? made;
  users.set(id, shared);
  return shared;
}

const users = new Map<string, User>();
const projects = new Map<string, Project>();
const types = new Map<string, IssueType>();

/** A project whose id and name are its key; shared. */
export function project(key: string): Project {
  const made = projects.get(key) ?? { id: key as ProjectId, key, name: key };
  projects.set(key, made);
  return made;
}

/** An issue type by name; 'Sub-task' and 'Epic' get their levels; shared. */
export function issueType(name: string): IssueType {
  const subtask = name === 'Sub-task';
  const level = subtask ? -1 : name === 'Epic' ? 1 : 0;
  const made = types.get(name) ?? { id: name.toLowerCase(), name, subtask, level, iconUrl: null };
  types.set(name, made);
  return made;
}

export type SprintInit = Partial<Omit<Sprint, 'id' | 'boardId'>> & {
  readonly id: number;
  readonly boardId?: number;
};

/** A closed sprint of board 1 without dates, named after its id. */
export function sprint(init: SprintInit): Sprint {
  return {
    name: `Sprint ${init.id}`,
    state: 'closed',
    start: null,
    end: null,
    complete: null,
    goal: null,
    ...init,
    id: init.id as SprintId,
    boardId: (init.boardId ?? 1) as BoardId,
  };
}

/** The scrum board with id 1 that built sprints belong to. */
export const BOARD: Board = {
  id: 1 as BoardId,
  name: 'Board',
  type: 'scrum',
  projectKey: 'PROJ',
  projectName: 'PROJ',
};

export type IssueInit = Partial<Omit<Issue, 'id' | 'key'>> & {
  readonly id?: string;
  readonly key?: string;
};

/** An open, unassigned Task in To Do with its whole (empty) history; changes are put in order. */
export function issue(init: IssueInit = {}): Issue {
  const key = init.key ?? 'PROJ-1';
  const created = init.created ?? CREATED;
  const built = {
    summary: `Summary of ${key}`,
    project: project(key.slice(0, Math.max(1, key.lastIndexOf('-')))),
    type: issueType('Task'),
    status: TO_DO,
    priority: null,
    resolution: null,
    assignee: null,
    reporter: null,
    creator: null,
    created,
    updated: created,
    resolved: null,
    statusCategoryChanged: null,
    due: null,
    labels: [],
    components: [],
    fixVersions: [],
    sprints: [],
    parent: null,
    epic: null,
    otherParent: null,
    epicName: null,
    team: null,
    flagged: false,
    links: [],
    points: null,
    bothPoints: false,
    spentSeconds: null,
    remainingSeconds: null,
    originalSeconds: null,
    votes: 0,
    watches: 0,
    progress: null,
    sumProgress: null,
    slas: new Map(),
    requestType: null,
    organizations: [],
    satisfaction: null,
    custom: new Map(),
    historyComplete: true,
    worklogs: [],
    worklogsComplete: true,
    ...init,
    id: (init.id ?? `id-${key}`) as IssueId,
    key: key as IssueKey,
  };
  const changes = orderChanges((init.changes ?? []).toSorted(compareChanges), built);
  return { ...built, changes };
}

const FIELDS: readonly Field[] = [
  field(STORY_POINTS, 'Story Points', 'number', null),
  field(STORY_POINT_ESTIMATE, 'Story point estimate', 'number', null),
  field(SPRINT_FIELD, 'Sprint', 'array', 'json'),
];

function field(id: FieldId, name: string, type: string, items: string | null): Field {
  return { id, name, custom: true, type, items, customType: null };
}

const SPECIAL: SpecialFields = {
  storyPoints: [STORY_POINTS],
  storyPointEstimate: [STORY_POINT_ESTIMATE],
  sprint: [SPRINT_FIELD],
  epicLink: [],
  epicName: [],
  team: [],
  flagged: [],
  sla: [],
};

/** A complete dataset of issues; statuses and sprints are those that the issues name, plus the three default statuses. */
export function dataset(issues: readonly Issue[], init: Partial<Dataset> = {}): Dataset {
  const statuses = [TO_DO, IN_PROGRESS, DONE, ...issues.map(each => each.status)];
  const sprints = issues.flatMap(each => each.sprints);
  const count = (values: readonly unknown[]) => ({ fetched: values.length, total: values.length });
  const coverage: Coverage = {
    issues: count(issues),
    worklogs: count(issues.flatMap(each => each.worklogs)),
    histories: count(issues.flatMap(each => each.changes)),
    reasons: [],
    complete: true,
  };
  return {
    jql: 'project = PROJ',
    issues,
    fields: FIELDS,
    special: SPECIAL,
    statuses: new Map(statuses.filter(each => each.known).map(each => [each.id, each])),
    sprints: new Map(sprints.map(each => [each.id, each])),
    boardSprints: new Map(),
    boards: new Map(),
    boardConfigurations: new Map(),
    coverage,
    warnings: [],
    fetchedAt: AS_OF,
    ...init,
  };
}

/** A context as of AS_OF in New York, Jira's defaults for the rest. */
export function context(init: Partial<ReportContext> = {}): ReportContext {
  return {
    asOf: AS_OF,
    zone: 'America/New_York',
    currentUser: null,
    hoursPerDay: 8,
    daysPerWeek: 5,
    weekStart: 0,
    dateFormat: 'MMM D, YYYY',
    calendar: null,
    doneRule: DEFAULT_DONE,
    ...init,
  };
}

/** A cycle of an SLA of which nothing is known unless given. */
export const slaCycle = (init: Partial<SlaCycle> = {}): SlaCycle => ({
  start: null,
  stop: null,
  breach: null,
  goal: null,
  elapsed: null,
  remaining: null,
  breached: null,
  paused: null,
  withinCalendarHours: null,
  ...init,
});
