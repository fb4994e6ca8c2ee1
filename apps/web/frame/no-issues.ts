import type { Instant } from '@tallyboard/core/time/units.ts';
import type { LoadedDataset } from '@tallyboard/engine/calls.ts';

const NONE = { fetched: 0, total: 0 };

/** What is loaded for a report that shows no issues. */
export function loadedNothing(fetchedAt: Instant): LoadedDataset {
  return {
    id: 0,
    issueCount: 0,
    coverage: { issues: NONE, worklogs: NONE, histories: NONE, reasons: [], complete: true },
    warnings: [],
    fetchedAt,
    cancelled: false,
  };
}
