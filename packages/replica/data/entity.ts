const DOCUMENT_KINDS = [
  'field',
  'status',
  'issueType',
  'priority',
  'resolution',
  'project',
  'version',
  'component',
  'filter',
  'permissionScheme',
  'securityScheme',
  'role',
  'applicationRole',
] as const;

/** Kinds whose documents are stored as Jira gives them. */
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];
export const documentKinds: ReadonlySet<string> = new Set(DOCUMENT_KINDS);

/** Everything but issues: few enough to be cached whole. A `linkType` is created from issue links. */
export type EntityKind =
  | DocumentKind
  | 'user'
  | 'group'
  | 'board'
  | 'sprint'
  | 'linkType'
  | 'projectAccess'
  | 'site';

/** One entity. Ids are strings, also those that Jira writes as numbers (boards, sprints). */
export interface Entity {
  kind: EntityKind;
  id: string;
  name: string;
  /** The project of a version, component, or project-scoped status or field. */
  projectId: string | null;
  /** Sort order of priorities, versions and sprints. */
  position: number;
  /** Jira's JSON. A user's has accountId, name, key, displayName, emailAddress, active, timeZone, groups. */
  document: Record<string, unknown>;
  /** See IngestSettings.source. */
  source: string;
}

export interface StoredEntity extends Entity {
  /** Known only from a reference; a later record completes it. */
  implied: boolean;
}

/** The source of the demo's records. */
export const DEMO_SOURCE = 'demo';
