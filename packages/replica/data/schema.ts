/** Column types. `integer`: ids, epoch milliseconds and flags. */
export type ColumnKind = 'integer' | 'number' | 'text' | 'json' | 'words';

export interface TableSpec {
  columns: Record<string, ColumnKind>;
  /** Columns that may hold null; all others may not. */
  nullable?: string[];
  key: string[];
  /** Secondary indexes, each a list of columns. */
  indexes?: string[][];
  /** Indexes of rows whose last column is not null. */
  partialIndexes?: string[][];
}

/** What JQL filters and sorts by is a column or row; REST documents are separate, so that scans stay narrow. */
export const tables = {
  /** Everything but issues. `implied`: known only from references. */
  entities: {
    columns: {
      kind: 'text',
      id: 'text',
      name: 'text',
      name_fold: 'text',
      project_id: 'text',
      position: 'number',
      implied: 'integer',
      source: 'text',
      document: 'json',
    },
    nullable: ['project_id'],
    key: ['kind', 'id'],
  },
  /** Ids of a source that another source already used, and their replacements. */
  aliases: {
    columns: { source: 'text', kind: 'text', id: 'text', own_id: 'text' },
    key: ['source', 'kind', 'id'],
  },
  /**
   * `history_count` and `worklog_count` are stored entries; the totals are those of the source, null if none were
   * received.
   */
  issues: {
    columns: {
      id: 'integer',
      key: 'text',
      project_id: 'text',
      project_key: 'text',
      number: 'integer',
      type_id: 'text',
      status_id: 'text',
      priority_id: 'text',
      resolution_id: 'text',
      assignee: 'text',
      reporter: 'text',
      creator: 'text',
      created: 'integer',
      updated: 'integer',
      resolved: 'integer',
      due: 'text',
      viewed: 'integer',
      category_changed: 'integer',
      parent_key: 'text',
      summary_fold: 'text',
      time_spent: 'integer',
      time_original: 'integer',
      time_remaining: 'integer',
      work_ratio: 'integer',
      votes: 'integer',
      watchers: 'integer',
      attachments: 'integer',
      rank: 'text',
      history_count: 'integer',
      worklog_count: 'integer',
      history_total: 'integer',
      worklog_total: 'integer',
    },
    nullable: [
      'type_id',
      'status_id',
      'priority_id',
      'resolution_id',
      'assignee',
      'reporter',
      'creator',
      'resolved',
      'due',
      'viewed',
      'category_changed',
      'parent_key',
      'time_spent',
      'time_original',
      'time_remaining',
      'history_total',
      'worklog_total',
    ],
    key: ['id'],
    indexes: [
      ['key'],
      ['project_id'],
      ['project_key', 'number'],
      ['type_id'],
      ['status_id'],
      ['priority_id'],
      ['resolution_id'],
      ['assignee'],
      ['reporter'],
      ['created'],
      ['updated'],
      ['resolved'],
      ['due'],
      ['parent_key'],
      ['rank'],
    ],
  },
  issue_documents: { columns: { issue_id: 'integer', document: 'json' }, key: ['issue_id'] },
  /**
   * Values of multi-valued fields and of all custom fields: `value` is an id or folded text, `number` a number or
   * instant. Option ids are stored under the field name with '#id'.
   */
  issue_values: {
    columns: {
      issue_id: 'integer',
      field: 'text',
      position: 'integer',
      value: 'text',
      number: 'number',
    },
    nullable: ['value', 'number'],
    key: ['issue_id', 'field', 'position'],
    indexes: [['field', 'value', 'issue_id']],
    partialIndexes: [['field', 'number']],
  },
  issue_links: {
    columns: {
      issue_id: 'integer',
      position: 'integer',
      type_id: 'text',
      description: 'text',
      other_key: 'text',
    },
    key: ['issue_id', 'position'],
    indexes: [['description'], ['type_id']],
  },
  histories: {
    columns: {
      issue_id: 'integer',
      id: 'integer',
      author: 'text',
      created: 'integer',
      document: 'json',
    },
    nullable: ['author'],
    key: ['issue_id', 'created', 'id'],
    indexes: [['author', 'created', 'issue_id']],
  },
  /** Values over time, [start, finish), for WAS. '' is EMPTY. */
  spans: {
    columns: {
      issue_id: 'integer',
      position: 'integer',
      field: 'text',
      value: 'text',
      start: 'integer',
      finish: 'integer',
      author: 'text',
    },
    nullable: ['author'],
    key: ['field', 'value', 'start', 'issue_id', 'position'],
    indexes: [['issue_id']],
  },
  /** For CHANGED. */
  changes: {
    columns: {
      issue_id: 'integer',
      position: 'integer',
      field: 'text',
      old_value: 'text',
      new_value: 'text',
      at: 'integer',
      author: 'text',
    },
    nullable: ['author'],
    key: ['field', 'new_value', 'at', 'issue_id', 'position'],
    indexes: [['issue_id']],
  },
  /** Earlier names of values: WAS accepts renamed and deleted ones. */
  history_names: {
    columns: { field: 'text', value: 'text', name_fold: 'text' },
    key: ['field', 'value', 'name_fold'],
  },
  worklogs: {
    columns: {
      issue_id: 'integer',
      id: 'integer',
      author: 'text',
      started: 'integer',
      updated: 'integer',
      document: 'json',
    },
    nullable: ['author'],
    key: ['issue_id', 'started', 'id'],
    indexes: [
      ['author', 'started', 'issue_id'],
      ['started', 'author', 'issue_id'],
      ['updated'],
      ['id'],
    ],
  },
  /** Searchable texts; a comment or worklog is one of its own (`part` is its id). */
  texts: {
    columns: {
      id: 'integer',
      issue_id: 'integer',
      field: 'text',
      part: 'integer',
      words: 'words',
    },
    key: ['id'],
    indexes: [['issue_id', 'field']],
  },
  favourites: {
    columns: { user_id: 'text', filter_id: 'text' },
    key: ['user_id', 'filter_id'],
  },
  properties: {
    columns: { scope: 'text', name: 'text', value: 'json', version: 'integer' },
    key: ['scope', 'name'],
  },
  dashboards: {
    columns: {
      id: 'integer',
      name: 'text',
      description: 'text',
      owner_id: 'text',
      layout: 'text',
      created: 'integer',
      updated: 'integer',
      shared: 'integer',
      cycle_period: 'integer',
      version: 'integer',
    },
    nullable: ['owner_id'],
    key: ['id'],
  },
  dashboard_items: {
    columns: {
      id: 'integer',
      dashboard_id: 'integer',
      module_key: 'text',
      title: 'text',
      color: 'text',
      row_at: 'integer',
      column_at: 'integer',
      revision: 'integer',
    },
    key: ['id'],
    indexes: [['dashboard_id']],
  },
  /** Counters: the version of the entities, the next free ids. */
  facts: { columns: { name: 'text', value: 'integer' }, key: ['name'] },
} as const satisfies Record<string, TableSpec>;

type Tables = typeof tables;
type JsType<Kind> = Kind extends 'integer' | 'number' ? number : string;
type NullableOf<Spec> = Spec extends { nullable: readonly (infer Name)[] } ? Name : never;

export type Database = {
  [Table in keyof Tables]: {
    -readonly [Column in keyof Tables[Table]['columns']]: Column extends NullableOf<Tables[Table]>
      ? JsType<Tables[Table]['columns'][Column]> | null
      : JsType<Tables[Table]['columns'][Column]>;
  };
};

export type TableName = keyof Database;
export type Row<Table extends TableName> = Database[Table];

/** The end of a current span. */
export const forever = 8_640_000_000_000_000;
