/** The nine doubts about data: each is said where it matters, and names just the issues that it is about. */
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import { context } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText, instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { describe, expect, test } from 'vitest';
import { findComputingReport } from './testing/find-computing-report.ts';

/** Issue A-0 is in good order; each other one gives one doubt. */
const STORY = datasetFromText(`
  sprint S = 2026-03-02 09:00 .. 2026-03-11 17:00 closed 2026-03-13 17:00
  A-0 5pt in:S created:2026-02-27 | 2026-03-04 done
  A-1     in:S created:2026-02-27
  A-2 1pt in:S created:2026-02-27
  A-3 1pt in:S created:2026-02-27 | 2026-03-04 done | 2026-03-06 reopened
  A-4 1pt in:S created:2026-02-27 | 2026-03-04 done
  A-5 1pt in:S created:2026-02-27
  A-6 1pt in:S created:2026-02-27 Sub-task ^A-0
  A-7 1pt in:S created:2026-02-27 | 2026-03-03 > ?Gone
  A-8 1pt in:S created:2026-02-27 | 2026-03-04 done | 2026-03-06 2h by Ana "late"
`);

const CHANGED: Readonly<Record<string, Partial<Issue>>> = {
  'A-2': { historyComplete: false },
  'A-4': { resolved: instantFromText('2026-02-20') },
  'A-5': { bothPoints: true },
};
const DATA: Dataset = {
  ...STORY,
  issues: STORY.issues.map(issue => ({ ...issue, ...CHANGED[issue.key] })),
};
const NOW = context({ asOf: instantFromText('2026-03-16 12:00') });

async function notesOf(id: string, stored: Record<string, unknown>) {
  const report = await findComputingReport(id);
  if (!report) throw new Error(`There is no report '${id}'.`);
  const settings = report.settings.parse(stored).value;
  const { notes } = report.compute(DATA, settings, NOW);
  return new Map(
    notes.map(({ code, issues }) => [code, Array.from(issues, row => DATA.issues[row]?.key)]),
  );
}

const POINTS = { estimationType: 1, doneType: 1 };

describe.each([
  ['unestimated', 'A-1', 'burn', POINTS],
  ['no-history', 'A-2', 'burn', POINTS],
  ['reopened', 'A-3', 'burn', POINTS],
  ['negative-time', 'A-4', 'resolution-time', {}],
  ['both-points', 'A-5', 'burn', POINTS],
  ['parent-and-sub-task', 'A-6', 'burn', POINTS],
  ['unknown-status', 'A-7', 'burn', POINTS],
  ['worklog-after-resolution', 'A-8', 'timesheet', { gType: 0, daySpan: 14 }],
  ['closed-late', null, 'burn', POINTS],
] as const)('%s', (code, key, report, stored) => {
  test(key === null ? 'names the sprint' : `is about ${key} alone`, async () => {
    const notes = await notesOf(report, stored);
    expect(notes.get(code)).toEqual(key === null ? [] : [key]);
  });
});

test('velocity and the overview say the same of the same issues', async () => {
  const burn = await notesOf('burn', POINTS);
  const velocity = await notesOf('velocity', { estimationType: 1 });
  const overview = await notesOf('overview', { estimationType: 1 });
  for (const code of ['unestimated', 'both-points', 'parent-and-sub-task'])
    expect([code, velocity.get(code), overview.get(code)]).toEqual([
      code,
      burn.get(code),
      burn.get(code),
    ]);
  expect(velocity.get('closed-late')).toEqual([]);
});
