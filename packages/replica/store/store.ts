import type { JqlAutocomplete, JqlSuggestion, ParsedJql } from '../jql/api.ts';
import type { Access } from './access.ts';
import type { BackupLine } from './backup.ts';
import type { Lock } from './locks.ts';
import type { MirrorStore } from './mirror.ts';
import type { RecordHistory, RecordHistoryItem, RecordUser, StoreRecord } from './records.ts';
import type { Tenants } from './tenants.ts';

/** Where a store keeps its data: a file (SQLite), a PostgreSQL server, or memory (SQLite, lost at close). */
export type StorePlace = { file: string } | { databaseUrl: string } | { memory: true };

/** Who asks: decides currentUser(), the zone of date literals and private filters. No user id means anonymous. */
export interface Viewer {
  userId: string | null;
  /** IANA zone, in which date literals and startOfDay() are read. */
  zone: string;
}

/** Kinds of things that are not issues: few enough to be held whole. `linkType` arises from issue links. */
export type EntityKind =
  | 'field'
  | 'status'
  | 'issueType'
  | 'priority'
  | 'resolution'
  | 'user'
  | 'group'
  | 'project'
  | 'version'
  | 'component'
  | 'board'
  | 'sprint'
  | 'filter'
  | 'linkType'
  | 'site';

/** One entity as Jira says it. Ids are strings here, also those that the document holds as numbers (boards, sprints). */
export interface Entity {
  kind: EntityKind;
  id: string;
  name: string;
  /** The project that a version, component or scoped status or field belongs to. */
  projectId: string | null;
  /** The configured sequence: priorities, versions and sprints are ordered by it. */
  position: number;
  /** The document as brought. A user's has accountId, name, key, displayName, emailAddress, active, timeZone, groups. */
  document: Record<string, unknown>;
}

/** An issue without its changelog and worklogs: those come by their own calls, the counts are here. */
export interface IssueDocument {
  id: string;
  key: string;
  projectId: string;
  updatedMs: number;
  /**
   * As brought, in Cloud v3 shapes where the bringer gave them so; the Sprint field (every field with the schema
   * gh-sprint) is filled from the present sprints, `worklog` is left out, Rank is present where a rank field exists.
   */
  fields: Record<string, unknown>;
  historyCount: number;
  worklogCount: number;
  /** What the issue has where it came from: more than the count where not all was received, null where none of it was. */
  historyTotal: number | null;
  worklogTotal: number | null;
  watchers: string[];
  voters: string[];
}

export interface Gaps {
  issues: number;
  noHistory: number;
  partOfHistory: number;
  /** Time was spent, and no worklogs came. */
  noWorklogs: number;
  partOfWorklogs: number;
  /** A resolution without its date. */
  noResolutionDate: number;
  noStatusCategory: number;
}

/** A stored history entry; `createdMs` beside the text. */
export type StoredHistory = RecordHistory & { issueId: string; createdMs: number };

/** A stored worklog: Jira's worklog object under `document`. */
export interface StoredWorklog {
  id: string;
  issueId: string;
  startedMs: number;
  updatedMs: number;
  document: Record<string, unknown>;
}

export interface IngestProblem {
  kind: StoreRecord['kind'] | 'unknown';
  /** Key or id of the record, as far as it could be read. */
  record: string;
  /** Place of the record in the given sequence, from 0: the importer turns it into file and line. */
  index: number;
  message: string;
}

export interface IngestResult {
  /** Records landed, by kind. */
  counts: Record<string, number>;
  /** Every problem; a record with a problem has not landed at all. */
  problems: IngestProblem[];
}

export interface IngestSettings {
  /** Told after every batch: records landed so far. */
  onProgress?: (landed: number) => void;
  onProblem?: (problem: IngestProblem) => void;
  signal?: AbortSignal;
  /**
   * The site that the records come from, e.g. the host of their `self` links or the name of an export. Two sites use
   * the same ids for different things: an id that another source has taken under another name gets a new one, the
   * same at every later ingest of this source, in documents and histories too.
   */
  source?: string;
}

export interface SearchRequest {
  jql: string;
  viewer: Viewer;
  /** The instant that now(), relative dates and running sprints lean on, epoch milliseconds. */
  now: number;
  offset?: number;
  /** Default: everything. */
  limit?: number;
  /** Also count all matches. */
  total?: boolean;
  /** `strict` (default): unknown values are errors. `warn` and `none`: they match nothing and become warnings. */
  validation?: 'strict' | 'warn' | 'none';
  /** Narrow to these issues (ids), e.g. for jql/match. */
  among?: string[];
  /** Further restriction ANDed to the query, e.g. a board's filter; its ORDER BY is used only when `jql` has none. */
  within?: string;
}

export interface SearchResult {
  /** Issue ids in the order asked for; ties by id, so that pages are stable. */
  ids: string[];
  total?: number;
  warnings: string[];
}

export interface Page<T> {
  items: T[];
  total: number;
}

/** What a change writes: the new value of the field in the document, and its line of history. */
export interface FieldChange {
  /** Id of the field in the document: 'assignee', 'customfield_10020', ... */
  fieldId: string;
  /** The new value as the document holds it (null: empty). */
  value: unknown;
  item: RecordHistoryItem;
}

export interface Change {
  issueId: string;
  author: RecordUser | null;
  /** Epoch milliseconds; also becomes the issue's `updated`. */
  at: number;
  changes: FieldChange[];
}

export interface RankRequest {
  issueIds: string[];
  beforeId?: string;
  afterId?: string;
  author: RecordUser | null;
  at: number;
}

export interface StoredProperty {
  key: string;
  value: unknown;
  /** Counts the writes of this property, from 1. */
  version: number;
}

export interface DashboardItem {
  id: string;
  dashboardId: string;
  moduleKey: string;
  title: string;
  color: string;
  /** Place within its column, from 0 without gaps. */
  row: number;
  column: number;
  /** Counts the writes of its properties: another number means that its settings are others. */
  revision: number;
}

/** A gadget to be put on a dashboard; without a place it goes to the end of the first column. */
export interface NewDashboardItem {
  moduleKey: string;
  title: string;
  color?: string;
  row?: number;
  column?: number;
  properties?: Record<string, unknown>;
}

export interface Dashboard {
  id: string;
  name: string;
  description: string;
  ownerId: string | null;
  /** The columns of the page, a letter each, as Jira names them: 'A', 'AA', 'AB' (narrow, wide), 'BA', 'AAA'. */
  layout: string;
  createdMs: number;
  updatedMs: number;
  /** Everybody may change it, not its owner alone. */
  shared: boolean;
  /** How long a wallboard shows it before the next one, in milliseconds. */
  cyclePeriodMs: number;
  /** Counts the changes of the dashboard itself and of which items are where, not those of their properties. */
  version: number;
}

/** A dashboard and its items, by column, then row, as of one moment. */
export interface DashboardState {
  dashboard: Dashboard;
  items: DashboardItem[];
}

/** What one write changes of a dashboard; what is left out stays. */
export interface DashboardChange {
  name?: string;
  description?: string;
  layout?: string;
  shared?: boolean;
  cyclePeriodMs?: number;
  /** Items whose place, title or colour changes. Others close up around them. */
  items?: { id: string; row?: number; column?: number; title?: string; color?: string }[];
}

/**
 * Everything that a replica knows. One writer at a time: writes wait for one another, each is one transaction and
 * is on disk when its promise resolves. Methods throw `JqlError` for a bad query and `StoreError` for anything that
 * the caller named wrongly (an unknown sprint, a closed sprint, a stale version).
 */
export interface Store {
  readonly engine: 'sqlite' | 'postgres';

  /**
   * Takes records in, in batches of one transaction each. A known id is updated. What a record refers to is created
   * when it is missing. A record that cannot be taken is reported and skipped, whole.
   */
  ingest(
    records: Iterable<StoreRecord> | AsyncIterable<StoreRecord>,
    settings?: IngestSettings,
  ): Promise<IngestResult>;

  search(request: SearchRequest): Promise<SearchResult>;
  count(request: Omit<SearchRequest, 'offset' | 'limit' | 'total'>): Promise<number>;
  /** Those of `ids` that match, in the order given. */
  matches(ids: string[], request: Omit<SearchRequest, 'among'>): Promise<string[]>;
  /** Structure of a query with its errors and warnings; never throws for a bad query. Validation `none` checks syntax alone. */
  parseJql(
    jql: string,
    settings: { viewer: Viewer; now: number; validation?: 'strict' | 'warn' | 'none' },
  ): Promise<ParsedJql>;
  /** Fields, functions and reserved words for a JQL editor. */
  autocomplete(projectIds?: string[]): Promise<JqlAutocomplete>;
  /** Values of a field (name as in JQL) that begin with a prefix, at most `limit` (15). */
  suggestions(fieldName: string, prefix: string, limit?: number): Promise<JqlSuggestion[]>;

  /** Documents of known ids, in the order asked; unknown ids are left out. */
  issueDocuments(ids: string[]): Promise<IssueDocument[]>;
  /** Ids of keys or ids (case of keys ignored), in the order asked; null where there is none. */
  issueIds(idsOrKeys: string[]): Promise<(string | null)[]>;
  issueByKeyOrId(idOrKey: string): Promise<IssueDocument | null>;
  issueCount(projectId?: string): Promise<number>;
  /** How many issues there are, and how many of them lack what reports use. */
  gaps(): Promise<Gaps>;

  /** Deletes issues by their keys, with histories and worklogs; unknown keys are passed over. Returns how many. */
  deleteIssues(keys: string[]): Promise<number>;

  /** Histories of issues, oldest first within each issue, issues in the order of `issueIds`; with fieldIds only histories
   * that have such an item, reduced to those items. `offset` and `limit` count histories over all issues. */
  histories(request: {
    issueIds: string[];
    fieldIds?: string[];
    offset?: number;
    limit?: number;
  }): Promise<Page<StoredHistory>>;
  /** Worklogs of one issue, oldest `started` first. */
  worklogs(request: {
    issueId: string;
    startedAfter?: number;
    startedBefore?: number;
    offset?: number;
    limit?: number;
  }): Promise<Page<StoredWorklog>>;
  /** The first `limit` worklogs of many issues (what Jira inlines), by issue id. */
  firstWorklogs(issueIds: string[], limit: number): Promise<Map<string, StoredWorklog[]>>;
  worklogsByIds(ids: string[]): Promise<StoredWorklog[]>;
  /** Ids and update times of worklogs updated at or after `since`, oldest first. */
  worklogsUpdated(since: number, limit: number): Promise<{ id: string; updatedMs: number }[]>;

  /** All entities of a kind by position, then name. Held in memory: cheap to call often. */
  entities(kind: EntityKind): Promise<Entity[]>;
  entity(kind: EntityKind, id: string): Promise<Entity | null>;
  /** Writes an entity; `id` null gives it the next free number. Returns it as stored. */
  saveEntity(
    kind: EntityKind,
    id: string | null,
    document: Record<string, unknown>,
  ): Promise<Entity>;
  deleteEntity(kind: EntityKind, id: string): Promise<void>;
  /** Merged document of the site: who is 'me', title, default zone, configuration. */
  site(): Promise<Record<string, unknown>>;

  /** The board's saved filter as JQL, with its sub-query ANDed when `subQuery` is set. */
  boardJql(boardId: string, settings?: { subQuery?: boolean }): Promise<string>;
  /** Sprints whose origin is the board: closed, active, future; then by sequence. */
  boardSprints(boardId: string, states?: string[]): Promise<Entity[]>;

  createSprint(fields: {
    name: string;
    originBoardId: number;
    startDate?: string;
    endDate?: string;
    goal?: string;
  }): Promise<Entity>;
  /**
   * Changes the given members (null or undefined takes one away). Starting needs both dates; closing sets completeDate.
   * Open issues keep a closed sprint in their field, as in Jira, and so are in the backlog again.
   */
  updateSprint(id: string, changes: Record<string, unknown>, at: number): Promise<Entity>;
  deleteSprint(id: string, author: RecordUser | null, at: number): Promise<void>;
  /** Puts issues into a sprint (null: takes them out of active and future ones), with history. Throws for a closed one. */
  moveToSprint(request: {
    issueIds: string[];
    sprintId: string | null;
    author: RecordUser | null;
    at: number;
  }): Promise<void>;
  /** Ranks issues, in the order given, just before or just after another. */
  rankIssues(request: RankRequest): Promise<void>;
  /** Assigns (null: nobody), with history. */
  assignIssue(request: {
    issueId: string;
    assigneeId: string | null;
    author: RecordUser | null;
    at: number;
  }): Promise<void>;
  /** Any change of fields as one history entry; `updated` follows. */
  changeIssue(change: Change): Promise<void>;

  /** Filter ids that a user has starred. */
  favouriteFilters(userId: string): Promise<string[]>;
  setFavouriteFilter(userId: string, filterId: string, favourite: boolean): Promise<void>;

  /**
   * Properties of a scope, e.g. 'addon:KEY' or 'dashboard:10000:item:10001'. Writing one of a dashboard's item raises the
   * item's revision; a text under 'title' becomes the item's title.
   */
  properties(scope: string): Promise<StoredProperty[]>;
  property(scope: string, key: string): Promise<StoredProperty | null>;
  /** One property of each of several scopes, by the scope; those without it are left out. */
  propertyOfEach(scopes: readonly string[], key: string): Promise<Map<string, StoredProperty>>;
  /** Returns whether it was new, and its version. With `expectedVersion` (0: must not exist) a mismatch is a StoreError 'conflict'. */
  setProperty(
    scope: string,
    key: string,
    value: unknown,
    expectedVersion?: number,
  ): Promise<{ created: boolean; version: number }>;
  /** Whether there was one. */
  deleteProperty(scope: string, key: string): Promise<boolean>;

  dashboards(): Promise<Dashboard[]>;
  dashboard(id: string): Promise<Dashboard | null>;
  dashboardState(id: string): Promise<DashboardState | null>;
  createDashboard(fields: {
    name: string;
    description?: string;
    ownerId: string | null;
    layout?: string;
    shared?: boolean;
    at: number;
  }): Promise<Dashboard>;
  /** One change, whole or not at all. With `expectedVersion` a dashboard that was changed since is a StoreError 'conflict'. */
  changeDashboard(
    id: string,
    change: DashboardChange,
    at: number,
    expectedVersion?: number,
  ): Promise<DashboardState>;
  /** A new dashboard with the same items and settings. */
  copyDashboard(
    id: string,
    fields: { name: string; ownerId: string | null; at: number },
  ): Promise<Dashboard>;
  /** With its items and their properties. */
  deleteDashboard(id: string): Promise<void>;
  dashboardItems(dashboardId: string): Promise<DashboardItem[]>;
  addDashboardItem(dashboardId: string, item: NewDashboardItem, at: number): Promise<DashboardItem>;
  /** With its properties. */
  deleteDashboardItem(dashboardId: string, itemId: string, at: number): Promise<void>;

  /** Who is signed in, who failed to, and who changed what. */
  readonly access: Access;
  /** Jira sites that have installed the app. */
  readonly tenants: Tenants;
  /** What is mirrored here, and how far. */
  readonly mirror: MirrorStore;
  /**
   * A lock that all processes over one database share, for what one of them at a time may do; null when another holds
   * it and it is not waited for. It ends with the process.
   */
  lock(
    name: 'demo' | 'mirror',
    settings?: { wait?: boolean; signal?: AbortSignal },
  ): Promise<Lock | null>;

  /** Everything that is here, as of one moment; either engine takes it. `now` is noted in it. */
  backup(now: number): AsyncIterable<BackupLine>;
  /**
   * Fills an empty store from a backup (with `replace` one that is not empty), whole or not at all. Returns the rows of
   * each table. Throws StoreError 'conflict' where something is, 'invalid' for what is no whole backup.
   */
  restore(
    lines: AsyncIterable<BackupLine>,
    settings?: { replace?: boolean },
  ): Promise<Record<string, number>>;

  /** Whether the store answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The caller named something that is not there or not possible; `reason` picks the HTTP status. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly reason: 'not-found' | 'invalid' | 'conflict';
  constructor(reason: 'not-found' | 'invalid' | 'conflict', message: string) {
    super(message);
    this.reason = reason;
  }
}
