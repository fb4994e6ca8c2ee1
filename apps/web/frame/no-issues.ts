/** What a report without issues is computed from. */
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import type { LoadedDataset } from '../engine/protocol.ts';

const NONE = { fetched: 0, total: 0 };

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

export function emptyDataset({ coverage, fetchedAt }: LoadedDataset): Dataset {
  return {
    jql: '',
    issues: [],
    fields: [],
    special: {
      ...{ storyPoints: [], storyPointEstimate: [], sprint: [], epicLink: [], epicName: [] },
      ...{ team: [], flagged: [], sla: [] },
    },
    statuses: new Map(),
    sprints: new Map(),
    boardSprints: new Map(),
    boards: new Map(),
    boardConfigurations: new Map(),
    coverage,
    warnings: [],
    fetchedAt,
  };
}
