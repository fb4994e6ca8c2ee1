import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { VersionId } from '@tallyboard/core/model/ids.ts';
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

function run(stored: object, dataset: Dataset = STORY) {
  const settings = programmeSettings.parse(stored).value;
  return computeProgramme(
    dataset,
    settings,
    context({ asOf: instantFromText('2026-05-20 12:00') }),
  );
}
const notesOf = (stored: object) =>
  run(stored).notes.flatMap(({ code, text }) => (code === 'other-types' ? [] : text));

test('a type that no issue has is said; the rows themselves are not among what does not count', () => {
  expect(run({ rows: 'level:Nothing' }).result.rows).toEqual([]);
  expect(notesOf({ rows: 'level:Nothing' })).toEqual([
    "No issue that was read, of the query or above one, is of a type called 'Nothing'. Choose the name of another type, or widen the query.",
  ]);
  expect(run({}).notes).toEqual([]);
});

test('a measure has its name in any case', () => {
  const [row] = run({ measure: ' Points' }).result.rows;
  expect([row?.total?.value, row?.unestimated.value]).toEqual([3, 1]);
  expect(notesOf({ measure: 'Points' })).toEqual([]);
});

test('names of the order that are no row, or several, are said', () => {
  const version = (id: string) => ({
    id: id as VersionId,
    name: '1.0',
    released: false,
    archived: false,
    releaseDay: null,
  });
  const issues = STORY.issues.map((issue, row) => ({
    ...issue,
    fixVersions: [version(String(row % 2))],
  }));
  const versions = { ...STORY, issues };
  const order = 'one-after-another';
  const notesIn = (dataset: Dataset, stored: object) =>
    run(stored, dataset).notes.flatMap(({ code, text }) => (code === 'order' ? text : []));
  expect(notesIn(STORY, { order, sequence: 'E-1, nope' })).toEqual([
    "The order names 'nope', which is none of the rows or parts that are worked on in turn: it is left out.",
  ]);
  expect(notesIn(versions, { rows: 'version', order, sequence: '1.0, version:1' })).toEqual([
    "The order names '1.0', which is several things. Name one: version:0 (version 1.0 of E), version:1 (version 1.0 of A).",
  ]);
  // Side by side there is no order.
  expect(notesIn(STORY, { sequence: 'nope' })).toEqual([]);
});
