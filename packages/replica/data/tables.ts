import type { Engine as EngineOf } from '@tallyboard/database/engine.ts';
import {
  bytes,
  integer,
  json,
  number,
  orNull,
  type RowsOf,
  type Tables,
  text,
  words,
} from '@tallyboard/database/tables.ts';

/** What JQL filters and sorts by is a column or row; REST documents are separate, so that scans stay narrow. */
export const tables = {
  /** Everything but issues. `implied`: known only from references. */
  entities: {
    columns: {
      implied: integer,
      position: number,
      kind: text,
      id: text,
      name: text,
      name_fold: text,
      project_id: orNull(text),
      source: text,
      document: json,
    },
    key: ['kind', 'id'],
  },
  /** Ids of a source that another source already used, and their replacements. */
  aliases: {
    columns: {
      source: text,
      kind: text,
      id: text,
      own_id: text,
    },
    key: ['source', 'kind', 'id'],
  },
  /**
   * `history_count` and `worklog_count` are stored entries; totals are the source's, null if no list was received. The
   * index by `created` has the whole order in which reports read issues, and their ids.
   */
  issues: {
    columns: {
      id: integer,
      number: integer,
      created: integer,
      updated: integer,
      resolved: orNull(integer),
      viewed: orNull(integer),
      category_changed: orNull(integer),
      time_spent: orNull(integer),
      time_original: orNull(integer),
      time_remaining: orNull(integer),
      work_ratio: integer,
      votes: integer,
      watchers: integer,
      attachments: integer,
      history_count: integer,
      worklog_count: integer,
      history_total: orNull(integer),
      worklog_total: orNull(integer),
      key: text,
      project_id: text,
      project_key: text,
      type_id: orNull(text),
      status_id: orNull(text),
      priority_id: orNull(text),
      resolution_id: orNull(text),
      assignee: orNull(text),
      reporter: orNull(text),
      creator: orNull(text),
      due: orNull(text),
      parent_key: orNull(text),
      security_id: orNull(text),
      summary_fold: text,
      rank: text,
    },
    key: ['id'],
    indexes: [
      ['key'],
      ['project_id', 'number'],
      ['project_key', 'number'],
      ['type_id'],
      ['status_id'],
      ['priority_id'],
      ['resolution_id'],
      ['assignee'],
      ['reporter'],
      ['created', 'project_key', 'number', 'id'],
      ['updated'],
      ['resolved'],
      ['due'],
      ['parent_key'],
      ['rank'],
      ['summary_fold'],
    ],
    partialIndex: ['project_id', 'security_id'],
  },
  issue_documents: {
    columns: {
      issue_id: integer,
      document: json,
    },
    key: ['issue_id'],
  },
  /**
   * Values of multi-valued fields and of all custom fields: `value` is an id or folded text, `number` a number or
   * instant. Option ids are stored under the field name with '#id'.
   */
  issue_values: {
    columns: {
      issue_id: integer,
      position: integer,
      number: orNull(number),
      field: text,
      value: orNull(text),
    },
    key: ['issue_id', 'field', 'position'],
    indexes: [['field', 'value', 'issue_id']],
    partialIndex: ['field', 'number'],
  },
  issue_links: {
    columns: {
      issue_id: integer,
      position: integer,
      type_id: text,
      description: text,
      other_key: text,
    },
    key: ['issue_id', 'position'],
    indexes: [['description'], ['type_id']],
  },
  /** The entries of an issue, oldest first, see changelogs.ts. */
  changelogs: {
    columns: {
      issue_id: integer,
      document: json,
    },
    key: ['issue_id'],
  },
  /** When and by whom they were made. */
  histories: {
    columns: {
      issue_id: integer,
      id: integer,
      created: integer,
      author: orNull(text),
    },
    key: ['issue_id', 'created', 'id'],
    indexes: [['author', 'created', 'issue_id']],
  },
  /**
   * Values over time, [start, finish), for WAS. '' is EMPTY. For CHANGED `old_value` is the value before the change that
   * began the span; null if none did. A change of a set has a span of its own, under the field name with '#change'.
   */
  spans: {
    columns: {
      issue_id: integer,
      position: integer,
      start: integer,
      finish: integer,
      field: text,
      value: text,
      old_value: orNull(text),
      author: orNull(text),
    },
    key: ['issue_id', 'position'],
    indexes: [['field', 'value', 'start', 'finish', 'author', 'old_value', 'issue_id']],
  },
  /** Earlier names of values: WAS accepts renamed and deleted ones. */
  history_names: {
    columns: {
      field: text,
      value: text,
      name_fold: text,
    },
    key: ['field', 'value', 'name_fold'],
  },
  /** `visibility`: the group or role that alone may see a worklog or comment, see `restrictionOf`. */
  worklogs: {
    columns: {
      issue_id: integer,
      id: integer,
      started: integer,
      updated: integer,
      author: orNull(text),
      visibility: orNull(text),
      document: json,
    },
    key: ['issue_id', 'started', 'id'],
    indexes: [
      ['author', 'started', 'issue_id'],
      ['started', 'author', 'issue_id'],
      ['updated'],
      ['id'],
    ],
    partialIndex: ['visibility'],
  },
  /**
   * Searchable texts; a comment or worklog is one of its own (`part` is its id). In a row to insert `words` is the text, of which
   * engines store the words.
   */
  texts: {
    columns: {
      id: integer,
      issue_id: integer,
      part: integer,
      field: text,
      visibility: orNull(text),
      words,
    },
    key: ['id'],
    indexes: [['issue_id', 'field']],
  },
  favourites: {
    columns: {
      user_id: text,
      filter_id: text,
    },
    key: ['user_id', 'filter_id'],
  },
  properties: {
    columns: {
      version: integer,
      scope: text,
      name: text,
      value: json,
    },
    key: ['scope', 'name'],
  },
  dashboards: {
    columns: {
      id: integer,
      created: integer,
      updated: integer,
      shared: integer,
      cycle_period: integer,
      version: integer,
      name: text,
      description: text,
      owner_id: orNull(text),
      layout: text,
      shares: orNull(text),
    },
    key: ['id'],
  },
  dashboard_items: {
    columns: {
      id: integer,
      dashboard_id: integer,
      row_at: integer,
      column_at: integer,
      revision: integer,
      module_key: text,
      title: text,
      color: text,
    },
    key: ['id'],
    indexes: [['dashboard_id']],
  },
  /** The progress of a mirror: at most one row. */
  mirror: {
    columns: {
      id: integer,
      holder: text,
      state: orNull(text),
    },
    key: ['id'],
  },
  /** What readers derived from issues of a project: `issues` is their number, see `segmentStore`; `needs`: see row-needs.ts. */
  segments: {
    columns: {
      position: integer,
      revision: integer,
      issues: integer,
      project_id: text,
      bytes,
      needs: bytes,
      whole: bytes,
    },
    key: ['project_id', 'position'],
  },
  /** The last change of each segment as a whole, see `SegmentChanges`. */
  segment_changes: {
    // The key first, see the migration.
    columns: {
      project_id: text,
      position: integer,
      revision: integer,
      by_name: integer,
    },
    key: ['project_id', 'position'],
  },
  /** Issues that changed or came since their segment was written, see `SegmentChanges`. */
  issue_changes: {
    columns: {
      position: integer,
      issue_id: integer,
      revision: integer,
      project_id: text,
    },
    key: ['project_id', 'position', 'issue_id'],
  },
  /** Counters: the version of the entities, the revision of the issues, the next free ids. */
  facts: {
    columns: {
      value: integer,
      name: text,
    },
    key: ['name'],
  },
} as const satisfies Tables;

export type Database = RowsOf<typeof tables>;
export type TableName = keyof Database;
export type Row<Name extends TableName> = Database[Name];
/** A database with these tables. */
export type Engine = EngineOf<Database>;

/** The end of a current span. */
export const forever = 8_640_000_000_000_000;
