/** Stored settings of each report that between them show every kind of figure that it has. Others run with their defaults. */

import { context } from '@tallyboard/core/testing/builders.ts';
import { instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';

export const NOW = context({ asOf: instantFromText('2026-03-16 12:00') });

const RANGE = { chartStartDate: '2026-02-01' };

type Runs = readonly Readonly<Record<string, unknown>>[];

const OWN: Readonly<Partial<Record<string, Runs>>> = {
  overview: [{ eType: 0 }, { eType: 1 }, { eType: 2 }],
  breakdown: [
    { gType: 14, eType: 0 },
    { gType: 13, eType: 1 },
    { gType: 3, eType: 2 },
  ],
  'created-resolved': [RANGE, { ...RANGE, timeUnit: 2 }, { timeUnit: 4 }],
  'resolution-time': [RANGE, { ...RANGE, timeUnit: 3 }, { timeUnit: 1 }],
  'by-assignee': [{ gType: -1, eType: 1 }, { gType: -1, eType: 2 }, { gType: -2 }],
  'issues-by': [{ field: 'labels' }, { field: 'votes' }, { field: 'assignee' }],
  burn: [
    { gadgetType: 0, estimationType: 0 },
    { gadgetType: 1, estimationType: 1 },
    { gadgetType: 2, estimationType: 1 },
  ],
  estimation: [{ gType: 0 }, { gType: 1 }, { gType: 13 }],
  timesheet: [
    { endDate: '2026-03-15' },
    { gType: 15, daySpan: 28, endDate: '2026-03-15' },
    { gType: 0, eType: 1, showType: 1, endDate: '2026-03-15', daySpan: 28 },
  ],
  velocity: [
    { boardId: 1, estimationType: 0 },
    { boardId: 1, estimationType: 1 },
    { boardId: 1, estimationType: 2 },
    { periods: 'interval', estimationType: 1, sprintCount: 4 },
  ],
  age: [{}, { date: 'week', gType: -9 }],
  'time-in-status': [
    {},
    { gType: 1, eType: 1 },
    { gType: 1, sumType: 1 },
    { gType: 14, measure: 'median' },
    { gType: 1, measure: 'percentile85', stopAtDone: true },
  ],
  text: [{}],
};

export const runsOf = (id: string): Runs => OWN[id] ?? [{}];
