import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import { context } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText, instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { expect, test } from 'vitest';
import computeProgramme from './compute.ts';
import { programmeSettings } from './settings.ts';

/** The team finishes one issue a day; E-1 is its own, E-2 that of another team. */
const OWN = [
  ...Array.from({ length: 60 }, (_, at) => {
    const day = new Date(Date.UTC(2026, 0, 5 + at)).toISOString().slice(0, 10);
    return `O-${at} created:"2025-12-01" | ${day} 11:00 done`;
  }),
  'E-1 Epic created:"2025-12-01"',
  ...Array.from({ length: 5 }, (_, at) => `E-10${at} epic:E-1 created:"2025-12-01"`),
];
const OTHERS = [
  'E-2 Epic created:"2025-12-01"',
  'E-201 epic:E-2 created:"2025-12-01" | 2026-02-02 11:00 done',
  'E-202 epic:E-2 created:"2025-12-01"',
  // Below an epic of the team, but not of its query.
  'E-199 epic:E-1 created:"2025-12-01"',
];

/** All but the team's issues are beside the query. */
function rowsOf(lines: readonly string[], stored: object = {}) {
  const data = datasetFromText(lines.join('\n'), { zone: 'UTC' });
  const own = new Set(OWN.map(line => line.split(' ')[0]));
  const ids = new Set(data.issues.flatMap(({ id, key }) => (own.has(key) ? [] : id)));
  const dataset: Dataset = { ...data, beside: { ids, unread: new Set() } };
  const asOf = instantFromText('2026-03-06 23:00', { zone: 'UTC' });
  const { value } = programmeSettings.parse(stored);
  return computeProgramme(dataset, value, context({ asOf, zone: 'UTC' })).result.rows;
}

test.each([{}, { order: 'one-after-another' }])(
  'an epic of another team has no date, and changes none: %j',
  stored => {
    const [alone] = rowsOf(OWN, stored);
    const [ours, theirs] = rowsOf([...OWN, ...OTHERS], stored);
    expect(alone?.date50).toMatch(/^2026-03/);
    expect(ours).toMatchObject({ date50: alone?.date50, date85: alone?.date85 });
    expect(ours?.count.value).toBe(6);
    expect(theirs).toMatchObject({
      key: 'E-2',
      date50: null,
      date85: null,
      cannot: 'None of its open issues is among those of the query.',
    });
    expect(theirs?.progress?.share).toBe(0.5);
  },
);
