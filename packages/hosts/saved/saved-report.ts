import { maybe } from '@tallyboard/jira/wire/parse.ts';
import * as v from 'valibot';
import type { SavedAlerts } from './alerts.ts';
import { OutdatedError, type OwnedItems, ownership } from './owned-items.ts';
import type { SavedPins } from './pins.ts';
import type { SavedSubscriptions } from './subscriptions.ts';

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
  ...ownership,
  /** As of when the latest is, ISO time. Absent where the host keeps none. */
  pins: v.optional(v.object({ count: v.number(), latest: v.nullable(v.string()) })),
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

export interface SavedReports extends OwnedItems<SavedReport, SavedReportChange> {
  /** Null where they cannot be kept. */
  readonly pins: SavedPins | null;
  /** Null where no server of ours sends. */
  readonly subscriptions: SavedSubscriptions | null;
  /** Null where no server of ours looks at figures. */
  readonly alerts: SavedAlerts | null;
  /** The number of gadgets that show it; null where the host cannot count them. */
  gadgets(id: string, signal?: AbortSignal): Promise<number | null>;
  projectStart(project: string, signal?: AbortSignal): Promise<ProjectStart>;
  /** Null for none. */
  setProjectStart(project: string, id: string | null): Promise<void>;
  setFavourite(id: string, on: boolean): Promise<void>;
}

/** Somebody else, or another tab, has changed or deleted the report. */
export class OutdatedReportError extends OutdatedError {
  override readonly name = 'OutdatedReportError';
  constructor() {
    super('It was changed elsewhere. Reset to see the change, or save yours as a new report.');
  }
}
