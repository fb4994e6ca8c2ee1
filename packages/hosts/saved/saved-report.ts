import { maybe } from '@tallyboard/jira/wire/parse.ts';
import * as v from 'valibot';

export const share = v.object({
  kind: v.picklist(['everyone', 'account', 'group', 'project']),
  /** The id of the account or project, or the name of the group. */
  name: v.string(),
  /** The name of the person or project; null where it is unknown. */
  label: v.nullable(v.string()),
  edit: v.boolean(),
});

/** A definition, as all hosts keep it. */
export const storedReport = v.object({
  id: v.string(),
  name: v.string(),
  description: maybe(v.string()),
  /** What the page shows, as it wrote it: report, settings, query and day. */
  view: v.record(v.string(), v.unknown()),
  /** Counts the writes, from 1. */
  version: v.number(),
  favourite: v.optional(v.boolean(), false),
});
export type StoredReport = v.InferOutput<typeof storedReport>;

export const savedReport = v.object({
  ...storedReport.entries,
  /** A name. */
  owner: v.nullable(v.string()),
  /** Where the host knows no names. */
  ownerId: v.optional(v.string()),
  mine: v.boolean(),
  editable: v.boolean(),
  /** The reader may share and delete it. */
  manageable: v.boolean(),
  shares: v.array(share),
});
export type SavedReport = v.InferOutput<typeof savedReport>;

/** What the page of a project opens first, for everybody who may see it. */
export const projectStart = v.object({
  report: v.nullable(v.string()),
  /** The reader administers the project. */
  editable: v.boolean(),
});
export type ProjectStart = v.InferOutput<typeof projectStart>;

/** Version 0 is a new report. Members that are missing stay. */
export interface SavedReportChange
  extends Partial<Pick<SavedReport, 'name' | 'description' | 'view' | 'shares'>> {
  readonly id: string;
  readonly version: number;
}

export interface SavedReports {
  readonly canShare: boolean;
  /** Those of the reader and those shared with them, by name. */
  list(signal?: AbortSignal): Promise<readonly SavedReport[]>;
  /** Null: there is none, or it is not shared with the reader. */
  get(id: string, signal?: AbortSignal): Promise<SavedReport | null>;
  /** The number of gadgets that show it; null where the host cannot count them. */
  gadgets(id: string, signal?: AbortSignal): Promise<number | null>;
  /** Rejects with OutdatedReportError if it was changed since `version`. */
  save(change: SavedReportChange): Promise<SavedReport>;
  remove(id: string): Promise<void>;
  projectStart(project: string, signal?: AbortSignal): Promise<ProjectStart>;
  /** Null for none. */
  setProjectStart(project: string, id: string | null): Promise<void>;
  setFavourite(id: string, on: boolean): Promise<void>;
}

/** Somebody else, or another tab, has changed or deleted the report. */
export class OutdatedReportError extends Error {
  override readonly name = 'OutdatedReportError';
  constructor() {
    super('It was changed elsewhere. Reset to see the change, or save yours as a new report.');
  }
}

const ID_LENGTH = 12;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** `randomUUID` is missing on pages without HTTPS. */
export const newReportId = (): string =>
  Array.from(
    crypto.getRandomValues(new Uint8Array(ID_LENGTH)),
    byte => LETTERS[byte % LETTERS.length],
  ).join('');
