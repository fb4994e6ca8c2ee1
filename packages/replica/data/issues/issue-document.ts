import type { RecordHistory } from '../records.ts';

/** An issue without its changelog and worklogs, which have their own calls. */
export interface IssueDocument {
  id: string;
  key: string;
  projectId: string;
  updatedMs: number;
  /**
   * Fields as imported, except: Sprint fields (schema gh-sprint) hold the current sprints, `worklog` is left out, and
   * Rank is added where the site has a rank field.
   */
  fields: Record<string, unknown>;
  historyCount: number;
  worklogCount: number;
  /** Total at the source: more than the count if some were not received, null if none were. */
  historyTotal: number | null;
  worklogTotal: number | null;
  watchers: string[];
  voters: string[];
}

export type StoredHistory = RecordHistory & { issueId: string };

export interface Page<T> {
  items: T[];
  total: number;
}
