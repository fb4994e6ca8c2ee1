import { context } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText, instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { expect, test } from 'vitest';
import computeProgramme from './compute.ts';
import { programmeSettings } from './settings.ts';

const STORY = datasetFromText(`
  E-1 Epic created:2026-03-01
  A-1 3pt epic:E-1 created:2026-03-10
  A-2     epic:E-1 created:2026-03-10
`);

function run(stored: object) {
  const settings = programmeSettings.parse(stored).value;
  return computeProgramme(STORY, settings, context({ asOf: instantFromText('2026-05-20 12:00') }));
}
const notesOf = (stored: object) =>
  run(stored).notes.flatMap(({ code, text }) => (code === 'other-types' ? [] : text));

test('a type that no issue has is said; the rows themselves are not among what does not count', () => {
  expect(run({ rows: 'level:Nothing' }).result.rows).toEqual([]);
  expect(notesOf({ rows: 'level:Nothing' })).toEqual([
    "No issue of the query, or above one, is of a type called 'Nothing'. Choose the name of another type, or widen the query.",
  ]);
  expect(run({}).notes).toEqual([]);
});

test('a measure has its name in any case', () => {
  const [row] = run({ measure: ' Points' }).result.rows;
  expect([row?.total?.value, row?.unestimated.value]).toEqual([3, 1]);
  expect(notesOf({ measure: 'Points' })).toEqual([]);
});
