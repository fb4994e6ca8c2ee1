/**
 * The facts: flat tables in a star around `issue`, for engines of other makers. What is hard is in them already (done
 * instants, spans, sprint scope, clocks, working time), so that SQL only selects, joins and adds. Nothing in them depends
 * on when they were written, besides `meta` and `day`: what still runs has no end.
 */

/** `?`: null where it is unknown, or where there is none. A `time` is an instant in UTC, a `day` a calendar day. */
export type ColumnType = 'int' | 'double' | 'text' | 'bool' | 'time' | 'day';

/** How rows of facts have a value: instants in ms since 1970, days since 1970. */
interface Values {
  readonly int: number;
  readonly double: number;
  readonly text: string;
  readonly bool: boolean;
  readonly time: number;
  readonly day: number;
}

type Described = readonly [type: ColumnType | `${ColumnType}?`, meaning: string];

interface TableDefinition {
  readonly about: string;
  /** What is unique within a source. */
  readonly key: readonly string[];
  readonly columns: Readonly<Record<string, Described>>;
}

/** The number of the format rises when a table or column goes, or changes its type or meaning. */
export const FORMAT = 1;

const ISSUE = ['int', 'id of the issue'] as const;
const UNIT = ['text', '`issues`, `points` or `seconds` of original estimate'] as const;

export const TABLES = {
  meta: {
    about: 'The export, in one row.',
    key: [],
    columns: {
      format: ['int', 'number of the format'],
      version: ['text', 'version of Tallyboard'],
      as_of: ['time', 'when the export was made: the present of all figures'],
      as_of_ms: ['int', 'the same in milliseconds since 1970'],
      as_of_working_ms: ['int', 'working time from 1970 until then'],
      as_of_day: ['day', 'the day of it in the time zone'],
      time_zone: ['text', 'zone of days'],
      week_start: ['int', 'first day of weeks, 0 Sunday to 6 Saturday'],
      done_rule: ['text', 'what counts as done'],
      complete: ['bool', 'everything was received'],
      missing: ['text', 'why not, in sentences; empty if complete'],
    },
  },
  day: {
    about: 'The calendar, from the first day of any issue to the day of the export.',
    key: ['day'],
    columns: {
      day: ['day', 'the day'],
      day_number: ['int', 'days since 1970, for differences'],
      week: ['day', 'first day of its week'],
      month: ['day', 'first day of its month'],
      quarter: ['day', 'first day of its quarter'],
      weekday: ['int', '0 Sunday to 6 Saturday'],
      starts_at: ['time', 'its first instant'],
      ends_at: ['time', 'the first instant of the next day'],
      working_ms: ['int', 'working time of the calendar on it'],
    },
  },
  project: {
    about: 'Projects with issues.',
    key: ['project_id'],
    columns: {
      project_id: ['text', 'id'],
      project_key: ['text', 'key'],
      name: ['text', 'name'],
    },
  },
  person: {
    about: 'Everybody whom an issue, a change or a worklog names.',
    key: ['person_id'],
    columns: {
      person_id: ['text', 'account id on Cloud, user key on Data Center'],
      name: ['text', 'display name'],
      active: ['bool?', 'false for somebody who left'],
      time_zone: ['text?', 'IANA name'],
      account_type: ['text?', '`atlassian`, `app`, `customer`; null where Jira does not say'],
    },
  },
  status: {
    about: 'Statuses, also deleted ones that histories name.',
    key: ['status_id'],
    columns: {
      status_id: ['text', 'id'],
      name: ['text', 'name; `Unknown status` without any'],
      category: ['text', '`to-do`, `in-progress`, `done`, `none`'],
      category_known: ['bool', 'false for a deleted status'],
    },
  },
  issue_type: {
    about: 'Issue types.',
    key: ['type_id'],
    columns: {
      type_id: ['text', 'id'],
      name: ['text', 'name'],
      level: ['int', '-1 sub-task, 0 standard, 1 epic and above'],
    },
  },
  sprint: {
    about:
      'Sprints of boards and of issues. Deleted ones, which `field_span` and `issue_value` name, are missing: join them `left`.',
    key: ['sprint_id'],
    columns: {
      sprint_id: ['int', 'id'],
      name: ['text', 'name'],
      state: ['text', '`future`, `active`, `closed`'],
      board_id: ['int?', 'board'],
      started_at: ['time?', 'actual start'],
      ends_at: ['time?', 'planned end'],
      completed_at: ['time?', 'close; null while it runs'],
      completed_ms: ['int?', 'the same in milliseconds since 1970, for the order'],
    },
  },
  board: {
    about: 'Boards.',
    key: ['board_id'],
    columns: {
      board_id: ['int', 'id'],
      name: ['text', 'name'],
      type: ['text', '`scrum`, `kanban`, `simple`'],
      project_key: ['text?', 'project'],
    },
  },
  version: {
    about: 'Versions that issues name as fix version.',
    key: ['version_id'],
    columns: {
      version_id: ['text', 'id'],
      project_id: ['text', 'project'],
      name: ['text', 'name'],
      released: ['bool', 'released'],
      archived: ['bool', 'archived'],
      release_day: ['day?', 'release date'],
    },
  },
  issue: {
    about: 'Issues as they are now.',
    key: ['issue_id'],
    columns: {
      issue_id: ISSUE,
      issue_key: ['text', 'key'],
      project_id: ['text', 'project'],
      summary: ['text', 'summary'],
      type_id: ['text', 'issue type'],
      type: ['text', 'its name'],
      level: ['int', '-1 sub-task, 0 standard, 1 epic and above'],
      status_id: ['text', 'status'],
      status: ['text', 'its name'],
      category: ['text', 'its category'],
      priority: ['text?', 'name'],
      resolution: ['text?', 'name; null if unresolved'],
      assignee_id: ['text?', 'person'],
      reporter_id: ['text?', 'person'],
      creator_id: ['text?', 'person'],
      parent_key: ['text?', 'parent, else epic'],
      epic_key: ['text?', 'epic'],
      team: ['text?', 'name'],
      created_at: ['time', 'created'],
      created_day: ['day', 'its day'],
      updated_at: ['time', 'updated'],
      due_day: ['day?', 'due date'],
      done: ['bool', 'done by the done rule'],
      done_at: ['time?', 'done instant; null while open, and where it is unknown'],
      done_day: ['day?', 'its day'],
      lead_ms: ['int?', 'from the creation until done; null also where it would be negative'],
      reopened: ['bool', 'was done and open again'],
      flagged: ['bool', 'flagged'],
      points: ['double?', 'story points; null if unestimated'],
      spent_seconds: ['int?', 'time spent, without sub-tasks'],
      remaining_seconds: ['int?', 'remaining estimate'],
      original_seconds: ['int?', 'original estimate'],
      request_type: ['text?', 'name of the request type of a service project'],
      satisfaction: ['double?', 'rating of the customer, 1 to 5'],
      votes: ['int', 'votes'],
      watches: ['int', 'watchers'],
      history_known: ['bool', 'its history was received whole'],
      worklogs_known: ['bool', 'its worklogs were received whole'],
    },
  },
  issue_value: {
    about: 'Fields with several values, and custom fields: one row for each value.',
    key: ['issue_id', 'field', 'position'],
    columns: {
      issue_id: ISSUE,
      field: [
        'text',
        '`label`, `component`, `version`, `sprint`, `organization`, or the id of a custom field',
      ],
      position: ['int', 'from 0'],
      value_id: ['text?', 'id of a component, version or sprint'],
      value: ['text', 'label, name, or value as text'],
      number: ['double?', 'value of a number field'],
    },
  },
  sla_cycle: {
    about:
      'Cycles of SLAs. Durations are of the calendar of the SLA; what Jira does not say readably is null.',
    key: ['issue_id', 'field', 'position'],
    columns: {
      issue_id: ISSUE,
      field: ['text', 'id of the custom field'],
      sla_name: ['text', 'name of the SLA'],
      position: ['int', 'from 0'],
      ongoing: ['bool', 'running or paused; false for a cycle that stopped'],
      started_at: ['time?', 'start'],
      stopped_at: ['time?', 'stop; null while ongoing'],
      stopped_day: ['day?', 'its day'],
      breach_at: ['time?', 'when the goal is missed; null while paused'],
      goal_ms: ['int?', 'goal'],
      elapsed_ms: ['int?', 'time used'],
      remaining_ms: ['int?', 'time left, negative beyond the goal'],
      breached: ['bool?', 'flag of Jira'],
      paused: ['bool?', 'of the ongoing cycle'],
      within_calendar_hours: ['bool?', 'of the ongoing cycle'],
    },
  },
  link: {
    about: 'Links, from both ends.',
    key: ['issue_id', 'position'],
    columns: {
      issue_id: ISSUE,
      position: ['int', 'from 0'],
      kind: ['text', '`blocks`, `blocked-by`, `other`'],
      description: ['text?', 'name of this end, such as `is blocked by`'],
      other_id: ['text', 'id of the other issue'],
      other_key: ['text', 'its key'],
      other_done: ['bool?', 'its status is of category Done; null if unknown'],
    },
  },
  change: {
    about: 'Changed fields, in the order in which their values follow each other.',
    key: ['issue_id', 'position'],
    columns: {
      issue_id: ISSUE,
      position: ['int', 'from 0'],
      at: ['time', 'when'],
      day: ['day', 'its day'],
      author_id: ['text?', 'person'],
      field: [
        'text',
        'one name for all Jiras: `status`, `assignee`, `sprint`, `points` and so on; `other`',
      ],
      field_id: ['text?', 'id of the field'],
      field_name: ['text', 'name of the field then'],
      from_id: ['text?', 'id or ids before'],
      from_text: [
        'text?',
        'name or value before; null for descriptions, environments and comments',
      ],
      to_id: ['text?', 'id or ids after'],
      to_text: ['text?', 'name or value after; null for the same'],
    },
  },
  status_span: {
    about: 'Stays in a status, from the creation on without gaps.',
    key: ['issue_id', 'position'],
    columns: {
      issue_id: ISSUE,
      position: ['int', 'from 0'],
      status_id: ['text', 'status; empty if unknown'],
      status: ['text', 'its name'],
      category: ['text', 'its category'],
      category_known: ['bool', 'false for a deleted status'],
      person_id: ['text?', 'who moved the issue there'],
      from_at: ['time', 'entered'],
      to_at: ['time?', 'left; null while it lasts'],
      from_ms: ['int', 'entered, in milliseconds since 1970'],
      from_working_ms: ['int', 'working time from 1970 until entered'],
      elapsed_ms: ['int?', 'length; null while it lasts'],
      working_ms: ['int?', 'working time of it; null while it lasts'],
    },
  },
  field_span: {
    about:
      'Values of assignee, sprint, priority, points, flagged and parent over time; several sprints are several rows.',
    key: ['issue_id', 'field', 'position'],
    columns: {
      issue_id: ISSUE,
      field: ['text', '`assignee`, `sprint`, `priority`, `points`, `flagged`, `parent`'],
      position: ['int', 'from 0'],
      from_at: ['time', 'from'],
      to_at: ['time?', 'until; null while it lasts'],
      value_id: ['text?', 'id of the person, sprint or priority'],
      value: ['text?', 'name, of a parent its key; null for nobody'],
      number: ['double?', 'story points'],
    },
  },
  sprint_scope: {
    about:
      'The part of an issue in a sprint that has started: committed + added + re-estimated - removed = final.',
    key: ['sprint_id', 'issue_id', 'unit'],
    columns: {
      sprint_id: ['int', 'sprint'],
      issue_id: ISSUE,
      unit: UNIT,
      committed: ['double', 'in scope at the start'],
      added: ['double', 'came after the start'],
      removed: ['double', 'left after the start'],
      re_estimated: ['double', 'change of the estimate after the start'],
      final: ['double', 'in scope at the close, or now'],
      completed: ['double', 'of it done'],
      was_committed: ['bool', 'in scope at the start, also without an estimate'],
      is_final: ['bool', 'in scope at the close, or now'],
      is_completed: ['bool', 'done then'],
      unestimated: ['bool', 'without an estimate'],
      committed_to: ['text?', 'assignee at the start'],
      completed_by: ['text?', 'assignee at the completion'],
      completed_at: [
        'time?',
        'when it was last completed in the sprint: of an issue that was done before it came, when it came',
      ],
    },
  },
  sprint_step: {
    about:
      'Changes of scope and completed work in a sprint, for burn charts: their sums until an instant.',
    key: ['sprint_id', 'issue_id', 'unit', 'position'],
    columns: {
      sprint_id: ['int', 'sprint'],
      issue_id: ISSUE,
      unit: UNIT,
      position: ['int', 'from 0; the state at the start of the sprint'],
      at: ['time', 'when'],
      day: ['day', 'its day'],
      scope: ['double', 'change of the scope'],
      completed: ['double', 'change of the completed work'],
    },
  },
  worklog: {
    about: 'Logged work.',
    key: ['worklog_id'],
    columns: {
      worklog_id: ['text', 'id'],
      issue_id: ISSUE,
      author_id: ['text?', 'person; null for a deleted one without a name'],
      started_at: ['time', 'start of the work'],
      day: ['day', 'its day in the time zone of the author, else of the export'],
      spent_seconds: ['int', 'logged time'],
    },
  },
  workflow_column: {
    about: 'Columns of the workflows: the status categories, and the shared workflows of the site.',
    key: ['workflow', 'position'],
    columns: {
      workflow: ['text', '`categories`, or the name of a shared workflow'],
      position: ['int', 'from 0'],
      name: ['text', 'name'],
      starts: ['bool', 'the clock starts here, or right of it'],
      finishes: ['bool', 'it finishes here, or right of it'],
    },
  },
  clock: {
    about: 'The clock of an issue in a workflow: start and finish of work, by the first entry.',
    key: ['workflow', 'issue_id'],
    columns: {
      workflow: ['text', 'workflow'],
      issue_id: ISSUE,
      level: ['int', 'that of the issue: reports count 0 by default'],
      started_at: ['time?', 'start; null if it has not started, or started at an unknown time'],
      started_day: ['day?', 'its day'],
      finished_at: ['time?', 'finish that was not left since'],
      finished_day: ['day?', 'its day'],
      since_at: ['time?', 'from when on it is known to be in progress'],
      since_day: ['day?', 'its day'],
      until_at: ['time?', 'until when it was'],
      until_day: ['day?', 'its day'],
      start_known: ['bool', 'false if it started at an unknown time'],
      finish_known: ['bool', 'false if it finished at an unknown time'],
      cycle_days: ['int?', 'days from start to finish, both included'],
      cycle_ms: ['int?', 'elapsed time from start to finish'],
      cycle_working_ms: ['int?', 'working time from start to finish'],
    },
  },
  clock_step: {
    about: 'Stays in the columns of a workflow.',
    key: ['workflow', 'issue_id', 'position'],
    columns: {
      workflow: ['text', 'workflow'],
      issue_id: ISSUE,
      position: ['int', 'from 0'],
      level: ['int', 'that of the issue'],
      column_position: ['int', '-1 for a status without a column, or an unknown one'],
      entered_at: ['time', 'entered'],
      entered_day: ['day', 'its day'],
      left_at: ['time?', 'left; null while it lasts'],
      left_day: ['day?', 'its day'],
      highest_before: ['int', 'right-most column before, -1 for none'],
    },
  },
} as const satisfies Readonly<Record<string, TableDefinition>>;

export type TableName = keyof typeof TABLES;
export const TABLE_NAMES = Object.keys(TABLES) as readonly TableName[];

type ColumnsOf<T extends TableName> = (typeof TABLES)[T]['columns'];
type ValueOf<D> = D extends readonly [infer Type, string]
  ? Type extends `${infer Plain extends ColumnType}?`
    ? Values[Plain] | null
    : Type extends ColumnType
      ? Values[Type]
      : never
  : never;

/** A row of a table, besides its source. */
export type Row<T extends TableName> = {
  readonly [C in keyof ColumnsOf<T>]: ValueOf<ColumnsOf<T>[C]>;
};

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly nullable: boolean;
  readonly meaning: string;
}

const SOURCE: Column = {
  name: 'source',
  type: 'text',
  nullable: false,
  meaning: 'the site: ids are unique within it',
};

/** The columns of a table in order, the source first. */
export const columnsOf = (table: TableName): readonly Column[] => [
  SOURCE,
  ...Object.entries(TABLES[table].columns as TableDefinition['columns']).map(
    ([name, [type, meaning]]): Column => ({
      name,
      type: type.replace('?', '') as ColumnType,
      nullable: type.endsWith('?'),
      meaning,
    }),
  ),
];

/** Takes rows of facts. */
export type AddRow = <T extends TableName>(table: T, row: Row<T>) => void;

/** A text that every engine can hold: PostgreSQL has no NUL. */
export const engineText = (text: string): string =>
  text.includes('\u0000') ? text.replaceAll('\u0000', '\ufffd') : text;
