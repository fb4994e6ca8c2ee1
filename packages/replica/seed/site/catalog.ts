export interface StatusDef {
  readonly id: string;
  readonly name: string;
  readonly done: boolean;
  readonly document: Record<string, unknown>;
}

export interface NamedEntity {
  readonly id: string;
  readonly name: string;
}

const CATEGORIES = {
  todo: { id: 2, key: 'new', colorName: 'blue-gray', name: 'To Do' },
  doing: { id: 4, key: 'indeterminate', colorName: 'yellow', name: 'In Progress' },
  done: { id: 3, key: 'done', colorName: 'green', name: 'Done' },
} as const;

export const SITE_PROJECT_ID = '10005';

function status(
  id: string,
  name: string,
  category: keyof typeof CATEGORIES,
  description: string,
  scoped = false,
): StatusDef {
  const document: Record<string, unknown> = {
    id,
    name,
    description,
    iconUrl: '/images/icons/statuses/generic.png',
    statusCategory: CATEGORIES[category],
  };
  if (scoped) document.scope = { type: 'PROJECT', project: { id: SITE_PROJECT_ID } };
  return { id, name, done: category === 'done', document };
}

export const STATUS = {
  open: status('1', 'Open', 'todo', 'Reported and not yet looked at.'),
  inProgress: status('3', 'In Progress', 'doing', 'Somebody is working on this.'),
  toDo: status('10000', 'To Do', 'todo', 'Ready to be picked up.'),
  done: status('10001', 'Done', 'done', 'Finished and accepted.'),
  inReview: status('10002', 'In Review', 'doing', 'Waiting for or under review.'),
  inTesting: status('10003', 'In Testing', 'doing', 'Checked on the staging system.'),
  backlog: status('10004', 'Backlog', 'todo', 'Not planned yet.'),
  selected: status('10005', 'Selected for Development', 'todo', 'Next in line.'),
  waitingSupport: status('10010', 'Waiting for support', 'doing', 'Our turn.'),
  waitingCustomer: status('10011', 'Waiting for customer', 'doing', 'The customer has to answer.'),
  escalated: status('10012', 'Escalated', 'doing', 'Handed to a specialist.'),
  resolved: status('10013', 'Resolved', 'done', 'A solution was given.'),
  closed: status('10014', 'Closed', 'done', 'Confirmed, or silent for a week.'),
  siteToDo: status('10020', 'To Do', 'todo', '', true),
  siteDoing: status('10021', 'In Progress', 'doing', '', true),
  siteReady: status('10022', 'Ready to publish', 'doing', '', true),
  siteDone: status('10023', 'Done', 'done', '', true),
} as const;

/** Transitions; issues start at `start`. */
export interface Workflow {
  readonly start: StatusDef;
  /** From start to done. */
  readonly path: readonly StatusDef[];
  readonly moves: ReadonlyMap<string, readonly string[]>;
}

function workflow(path: readonly StatusDef[], also: readonly (readonly [StatusDef, StatusDef])[]) {
  const moves = new Map<string, string[]>();
  const allow = (from: StatusDef, to: StatusDef) => {
    moves.set(from.id, [...(moves.get(from.id) ?? []), to.id]);
  };
  path.forEach((from, i) => {
    const next = path[i + 1];
    if (next) allow(from, next);
  });
  for (const [from, to] of also) allow(from, to);
  const start = path[0];
  if (!start) throw new RangeError('A workflow needs a status');
  return { start, path, moves };
}

const S = STATUS;
const SCRUM = workflow(
  [S.toDo, S.inProgress, S.inReview, S.inTesting, S.done],
  [
    [S.inReview, S.inProgress],
    [S.inTesting, S.inProgress],
    [S.done, S.inProgress],
    [S.toDo, S.done],
    [S.inProgress, S.toDo],
    [S.inProgress, S.done],
  ],
);

export const WORKFLOWS: Readonly<Record<string, Workflow>> = {
  WEB: SCRUM,
  APP: SCRUM,
  PLAT: SCRUM,
  OPS: workflow(
    [S.backlog, S.selected, S.inProgress, S.inReview, S.done],
    [
      [S.inReview, S.inProgress],
      [S.done, S.inProgress],
      [S.backlog, S.done],
      [S.inProgress, S.done],
    ],
  ),
  HELP: workflow(
    [S.open, S.waitingSupport, S.inProgress, S.resolved, S.closed],
    [
      [S.inProgress, S.waitingCustomer],
      [S.waitingCustomer, S.inProgress],
      [S.inProgress, S.escalated],
      [S.escalated, S.resolved],
      [S.resolved, S.waitingSupport],
      [S.open, S.closed],
    ],
  ),
  SITE: workflow(
    [S.siteToDo, S.siteDoing, S.siteReady, S.siteDone],
    [
      [S.siteReady, S.siteDoing],
      [S.siteDone, S.siteDoing],
      [S.siteToDo, S.siteDone],
      [S.siteDoing, S.siteDone],
    ],
  ),
};

const icon = (name: string) => `/images/icons/issuetypes/${name}.svg`;

export interface TypeDef extends NamedEntity {
  readonly document: Record<string, unknown>;
}

function issueType(id: string, name: string, level: number, picture: string, scoped = false) {
  const document: Record<string, unknown> = {
    id,
    name,
    description: '',
    iconUrl: icon(picture),
    subtask: level < 0,
    hierarchyLevel: level,
  };
  if (scoped) document.scope = { type: 'PROJECT', project: { id: SITE_PROJECT_ID } };
  return { id, name, document };
}

export const TYPE = {
  epic: issueType('10000', 'Epic', 1, 'epic'),
  story: issueType('10001', 'Story', 0, 'story'),
  task: issueType('10002', 'Task', 0, 'task'),
  subtask: issueType('10003', 'Sub-task', -1, 'subtask'),
  bug: issueType('10004', 'Bug', 0, 'bug'),
  incident: issueType('10010', 'Incident', 0, 'incident'),
  request: issueType('10011', 'Service Request', 0, 'service-request'),
  problem: issueType('10012', 'Problem', 0, 'problem'),
  siteEpic: issueType('10020', 'Epic', 1, 'epic', true),
  siteTask: issueType('10021', 'Task', 0, 'task', true),
  siteBug: issueType('10022', 'Bug', 0, 'bug', true),
  siteSubtask: issueType('10023', 'Subtask', -1, 'subtask', true),
} as const;

export const PRIORITIES = (
  [
    ['1', 'Highest', '#d04437'],
    ['2', 'High', '#f15c75'],
    ['3', 'Medium', '#f79232'],
    ['4', 'Low', '#707070'],
    ['5', 'Lowest', '#999999'],
  ] as const
).map(([id, name, statusColor]) => ({
  id,
  name,
  statusColor,
  description: '',
  iconUrl: `/images/icons/priorities/${name.toLowerCase()}.svg`,
}));

const resolution = (id: string, name: string, text: string) => ({ id, name, description: text });

export const RESOLUTION = {
  done: resolution('10000', 'Done', 'Work has been completed.'),
  wontDo: resolution('10001', "Won't Do", 'This will not be worked on.'),
  duplicate: resolution('10002', 'Duplicate', 'The same is tracked elsewhere.'),
  cannotReproduce: resolution('10003', 'Cannot Reproduce', 'Nobody could see it happen.'),
} as const;

export const BLOCKS = { id: '10000', name: 'Blocks', inward: 'is blocked by', outward: 'blocks' };
