import type { NewDashboardItem } from './dashboards/dashboard.ts';

/**
 * Records of the demo generator, an import or a mirror, in the shapes of Jira's REST API (Cloud v3 where the flavours
 * differ). A reference to a missing entity (a user, a status, a sprint) creates it.
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
  /** Undefined if no history was received. A `total` of null: there are more entries, the number is unknown. */
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

/** Stored unchanged. */
type RecordDocument = { id: string | number; name?: string } & Record<string, unknown>;

/** A dashboard with its gadgets. It has no owner, so that everybody may change it. */
export interface RecordDashboard {
  id: string | number;
  name: string;
  description?: string;
  layout?: string;
  /** Time of creation, epoch milliseconds. */
  at?: number;
  gadgets: RecordGadget[];
}

export interface RecordGadget extends NewDashboardItem {
  /** Unique within the dashboard: identifies the gadget at later imports. */
  key: string;
}

type Distributed<Kind, Value> = Kind extends string ? { kind: Kind; value: Value } : never;

export type StoreRecord =
  | Distributed<'field' | 'status' | 'issueType' | 'priority' | 'resolution', RecordDocument>
  | { kind: 'user'; value: RecordUser }
  | { kind: 'group'; value: { name: string; groupId?: string; members: string[] } }
  | { kind: 'project'; value: RecordDocument & { key: string } }
  | Distributed<'version' | 'component', RecordDocument & { projectId?: number }>
  /** A board with its `configuration` reply under `configuration`. */
  | {
      kind: 'board';
      value: RecordDocument & { type: string; configuration?: Record<string, unknown> };
    }
  | { kind: 'sprint'; value: RecordDocument & { state: string; originBoardId?: number } }
  | { kind: 'filter'; value: RecordDocument & { jql: string } }
  /**
   * Jira's replies: a scheme with `permissions`, a scheme with `levels` that have `members`, a project role, and an application
   * role with its key as id.
   */
  | Distributed<'permissionScheme' | 'securityScheme' | 'role' | 'applicationRole', RecordDocument>
  /** Schemes of a project, by its id, and the actors of its roles, by role id. */
  | {
      kind: 'projectAccess';
      value: RecordDocument & {
        permissionScheme: string | null;
        securityScheme: string | null;
        roles: Record<string, Record<string, unknown>[]>;
      };
    }
  /** Site-wide: `configuration` reply, server title, default user zone, who is 'me', favourite filters. */
  | { kind: 'site'; value: Record<string, unknown> & { currentUser?: string } }
  | { kind: 'dashboard'; value: RecordDashboard }
  | { kind: 'issue'; value: RecordIssue };
