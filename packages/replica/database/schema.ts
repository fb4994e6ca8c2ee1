/** Column types. `integer`: ids, epoch milliseconds and flags. */
export type ColumnKind = 'integer' | 'number' | 'text' | 'json' | 'words' | 'bytes';

/** Lists of columns are separated by spaces. A column with a question mark may hold null. */
export type Declaration = { [Kind in ColumnKind]?: string } & {
  key: string;
  /** Secondary indexes, separated by commas. */
  indexes?: string;
  /** An index of the rows whose last column is not null. */
  partialIndex?: string;
};

/** What JQL filters and sorts by is a column or row; REST documents are separate, so that scans stay narrow. */
const DECLARATIONS = {
  /** Everything but issues. `implied`: known only from references. */
  entities: {
    text: 'kind id name name_fold project_id? source',
    number: 'position',
    integer: 'implied',
    json: 'document',
    key: 'kind id',
  },
  /** Ids of a source that another source already used, and their replacements. */
  aliases: { text: 'source kind id own_id', key: 'source kind id' },
  /**
   * `history_count` and `worklog_count` are stored entries; totals are the source's, null if no list was received. The
   * index by `created` has the whole order in which reports read issues, and their ids.
   */
  issues: {
    integer:
      'id number created updated resolved? viewed? category_changed? time_spent? time_original? time_remaining? work_ratio votes watchers attachments history_count worklog_count history_total? worklog_total?',
    text: 'key project_id project_key type_id? status_id? priority_id? resolution_id? assignee? reporter? creator? due? parent_key? security_id? summary_fold rank',
    key: 'id',
    indexes:
      'key, project_id number, project_key number, type_id, status_id, priority_id, resolution_id, assignee, reporter, created project_key number id, updated, resolved, due, parent_key, rank, summary_fold',
    partialIndex: 'project_id security_id',
  },
  issue_documents: {
    integer: 'issue_id',
    json: 'document',
    key: 'issue_id',
  },
  /**
   * Values of multi-valued fields and of all custom fields: `value` is an id or folded text, `number` a number or
   * instant. Option ids are stored under the field name with '#id'.
   */
  issue_values: {
    integer: 'issue_id position',
    text: 'field value?',
    number: 'number?',
    key: 'issue_id field position',
    indexes: 'field value issue_id',
    partialIndex: 'field number',
  },
  issue_links: {
    integer: 'issue_id position',
    text: 'type_id description other_key',
    key: 'issue_id position',
    indexes: 'description, type_id',
  },
  /** The entries of an issue, oldest first, see changelogs.ts. */
  changelogs: {
    integer: 'issue_id',
    json: 'document',
    key: 'issue_id',
  },
  /** When and by whom they were made. */
  histories: {
    integer: 'issue_id id created',
    text: 'author?',
    key: 'issue_id created id',
    indexes: 'author created issue_id',
  },
  /**
   * Values over time, [start, finish), for WAS. '' is EMPTY. For CHANGED `old_value` is the value before the change that
   * began the span; null if none did. A change of a set has a span of its own, under the field name with '#change'.
   */
  spans: {
    integer: 'issue_id position start finish',
    text: 'field value old_value? author?',
    key: 'issue_id position',
    indexes: 'field value start finish author old_value issue_id',
  },
  /** Earlier names of values: WAS accepts renamed and deleted ones. */
  history_names: { text: 'field value name_fold', key: 'field value name_fold' },
  /** `visibility`: the group or role that alone may see a worklog or comment, see `restrictionOf`. */
  worklogs: {
    integer: 'issue_id id started updated',
    text: 'author? visibility?',
    json: 'document',
    key: 'issue_id started id',
    indexes: 'author started issue_id, started author issue_id, updated, id',
    partialIndex: 'visibility',
  },
  /** Searchable texts; a comment or worklog is one of its own (`part` is its id). In a row to insert `words` is the text, of which engines store the words. */
  texts: {
    integer: 'id issue_id part',
    text: 'field visibility?',
    words: 'words',
    key: 'id',
    indexes: 'issue_id field',
  },
  favourites: { text: 'user_id filter_id', key: 'user_id filter_id' },
  properties: { text: 'scope name', json: 'value', integer: 'version', key: 'scope name' },
  dashboards: {
    integer: 'id created updated shared cycle_period version',
    text: 'name description owner_id? layout shares?',
    key: 'id',
  },
  dashboard_items: {
    integer: 'id dashboard_id row_at column_at revision',
    text: 'module_key title color',
    key: 'id',
    indexes: 'dashboard_id',
  },
  /** The progress of a mirror: at most one row. */
  mirror: { integer: 'id', text: 'holder state?', key: 'id' },
  /** What readers derived from issues of a project: `issues` is their number, see `segmentStore`; `needs`: see row-needs.ts. */
  segments: {
    integer: 'position revision issues',
    text: 'project_id',
    bytes: 'bytes needs whole',
    key: 'project_id position',
  },
  /** The last change of each segment as a whole, see `SegmentChanges`. */
  segment_changes: {
    integer: 'position revision by_name',
    text: 'project_id',
    key: 'project_id position',
  },
  /** Issues that changed or came since their segment was written, see `SegmentChanges`. */
  issue_changes: {
    integer: 'position issue_id revision',
    text: 'project_id',
    key: 'project_id position issue_id',
  },
  /** Counters: the version of the entities, the revision of the issues, the next free ids. */
  facts: { text: 'name', integer: 'value', key: 'name' },
} as const satisfies Record<string, Declaration>;

type Declarations = typeof DECLARATIONS;
export type TableName = keyof Declarations;

/** The words of a list that spaces separate. */
export type Words<List> = List extends `${infer First} ${infer Rest}` ? First | Words<Rest> : List;
type Member<Spec, Kind> = Kind extends keyof Spec ? Words<Spec[Kind]> : never;
type Columns<Name, Type> = {
  [Column in Name as Column extends `${infer Bare}?`
    ? Bare
    : Column & string]: Column extends `${string}?` ? Type | null : Type;
};
type RowOf<Spec> = Columns<Member<Spec, 'integer' | 'number'>, number> &
  Columns<Member<Spec, 'text' | 'json' | 'words'>, string> &
  Columns<Member<Spec, 'bytes'>, Uint8Array>;

/** The rows of declared tables. */
export type RowsOf<Tables> = {
  [Table in keyof Tables]: {
    [Column in keyof RowOf<Tables[Table]>]: RowOf<Tables[Table]>[Column];
  };
};
export type Database = RowsOf<Declarations>;
export type Row<Table extends TableName> = Database[Table];

export interface TableSpec {
  columns: { name: string; kind: ColumnKind; nullable: boolean }[];
  key: string[];
  indexes: string[][];
  partialIndexes: string[][];
}

const words = (list: string | undefined): string[] => list?.split(' ') ?? [];

function tableSpec(declaration: Declaration): TableSpec {
  const kinds = ['integer', 'number', 'text', 'json', 'words', 'bytes'] as const;
  const columns: TableSpec['columns'] = kinds.flatMap(kind =>
    words(declaration[kind]).map(word => ({
      name: word.replace('?', ''),
      kind,
      nullable: word.endsWith('?'),
    })),
  );
  return {
    columns,
    key: words(declaration.key),
    indexes: declaration.indexes?.split(', ').map(words) ?? [],
    partialIndexes: declaration.partialIndex ? [words(declaration.partialIndex)] : [],
  };
}

export const tablesOf = <Name extends string>(declarations: Readonly<Record<Name, Declaration>>) =>
  Object.fromEntries(
    Object.entries<Declaration>(declarations).map(([name, each]) => [name, tableSpec(each)]),
  ) as Record<Name, TableSpec>;

export const tables = tablesOf(DECLARATIONS);

/** The end of a current span. */
export const forever = 8_640_000_000_000_000;

export interface Index {
  readonly name: string;
  readonly table: string;
  readonly create: string;
}
