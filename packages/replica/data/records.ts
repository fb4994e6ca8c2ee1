/**
 * What goes into a store, whoever brings it: the demo generator, an import, a mirror of a site. Each record is in
 * the shape that Jira's REST API gives (Cloud v3 where the flavours differ); the store derives its tables from it.
 * A record that refers to something not brought (a user, a status, a sprint) creates it from what the reference says.
 */
export interface RecordUser {
  accountId: string;
  /** Data Center's `name` and `key`; derived from accountId when missing. */
  name?: string;
  key?: string;
  displayName: string;
  emailAddress?: string;
  active?: boolean;
  timeZone?: string;
  avatarUrls?: Record<string, string>;
  accountType?: string;
  groups?: string[];
}

/** An issue as `GET issue?expand=changelog` gives it, with every worklog and every history entry inline. */
export interface RecordIssue {
  id: string;
  key: string;
  fields: Record<string, unknown>;
  /** Left out where no history was received; a `total` of null: there are more entries, nobody knows how many. */
  changelog?: { total?: number | null; histories: RecordHistory[] };
  /** Users who watch or voted, for watcher/voter clauses and functions. */
  watchers?: string[];
  voters?: string[];
}

export interface RecordHistory {
  id: string;
  author?: RecordUser | null;
  /** ISO timestamp with offset. */
  created: string;
  items: RecordHistoryItem[];
}

export interface RecordHistoryItem {
  field: string;
  fieldtype: string;
  fieldId?: string;
  from: string | null;
  fromString: string | null;
  to: string | null;
  toString: string | null;
}

/** A record of a kind without much structure of ours: kept as Jira says it. */
type RecordDocument = { id: string | number; name?: string } & Record<string, unknown>;

/** A dashboard with its gadgets. Nobody owns it: everybody may change it. */
export interface RecordDashboard {
  id: string | number;
  name: string;
  description?: string;
  layout?: string;
  /** When it was made, epoch milliseconds. */
  at?: number;
  gadgets: RecordGadget[];
}

export interface RecordGadget {
  /** Its name within the record: by this it is known when the dashboard is brought again. */
  key: string;
  moduleKey: string;
  title: string;
  color?: string;
  row?: number;
  column?: number;
  properties?: Record<string, unknown>;
}

export type StoreRecord =
  | { kind: 'field'; value: RecordDocument }
  | { kind: 'status'; value: RecordDocument }
  | { kind: 'issueType'; value: RecordDocument }
  | { kind: 'priority'; value: RecordDocument }
  | { kind: 'resolution'; value: RecordDocument }
  | { kind: 'user'; value: RecordUser }
  | { kind: 'group'; value: { name: string; groupId?: string; members: string[] } }
  | { kind: 'project'; value: RecordDocument & { key: string } }
  | { kind: 'version'; value: RecordDocument & { projectId?: number } }
  | { kind: 'component'; value: RecordDocument & { projectId?: number } }
  /** A board with its `configuration` reply under `configuration`. */
  | {
      kind: 'board';
      value: RecordDocument & { type: string; configuration?: Record<string, unknown> };
    }
  | { kind: 'sprint'; value: RecordDocument & { state: string; originBoardId?: number } }
  | { kind: 'filter'; value: RecordDocument & { jql: string } }
  /** Site-wide: `configuration` reply, server title, default user zone, who is 'me', favourite filters. */
  | { kind: 'site'; value: Record<string, unknown> & { currentUser?: string } }
  | { kind: 'dashboard'; value: RecordDashboard }
  | { kind: 'issue'; value: RecordIssue };
