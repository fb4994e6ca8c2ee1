import { parseAsOf } from '@tallyboard/core/time/as-of.ts';
import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import { type Stored, storedObject } from '@tallyboard/report-kit/settings/schema.ts';
import { findReport } from './find-report.ts';

/** What a saved report asks, without its page. */
export interface SavedView {
  readonly report: AnyReport;
  /** Null: the issues of a tab of the page. */
  readonly jql: string | null;
  /** A day or a rule; null: now. */
  readonly asOf: string | null;
  /** By stored keys. */
  readonly settings: Stored;
}

/** Reads the view of a saved report; null if its report is not in this version. */
export async function readSavedView(
  view: Readonly<Record<string, unknown>>,
): Promise<SavedView | null> {
  const report = await findReport(String(view.report));
  if (!report) return null;
  return {
    report,
    jql: typeof view.jql === 'string' ? view.jql : null,
    asOf: parseAsOf(view.asOf),
    settings: { ...storedObject(view.settings), ...storedObject(view.menuSettings) },
  };
}
