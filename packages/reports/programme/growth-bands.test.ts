import type { Change } from '@tallyboard/core/model/change.ts';
import { copyIssue } from '@tallyboard/core/model/copy-issue.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import { context } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText, instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { expect, it } from 'vitest';
import computeProgramme from './compute.ts';
import { MAX_BANDS } from './growth-bands.ts';
import { type ProgrammeSettings, programmeSettings } from './settings.ts';

const NOW = context({ asOf: instantFromText('2026-05-20 12:00') });

function growth(story: string | Dataset, init: Partial<ProgrammeSettings> = {}) {
  const settings: ProgrammeSettings = {
    ...programmeSettings.defaults,
    measure: 'points',
    growthOf: 'E-1',
    ...init,
  };
  const { result } = computeProgramme(
    typeof story === 'string' ? datasetFromText(story) : story,
    settings,
    NOW,
  );
  return { ...result, row: result.rows.find(({ id }) => id === settings.growthOf) };
}

const STORY = `
  E-1 Epic created:2026-03-01 "Checkout"
  E-2 Epic created:2026-03-01
  A-1 3pt epic:E-1 created:2026-03-10 "Cart"    | 2026-05-01 8pt
  A-2     epic:E-1 created:2026-05-06 "Payment" | 2026-05-12 5pt
  A-3     epic:E-1 created:2026-05-06
  B-1 2pt epic:E-2 created:2026-03-10
`;

it('has a band for each child, which sum up to the total of each day', () => {
  const { growth: found, row } = growth(STORY);
  const at = (day: string) => found?.days.indexOf(day) ?? -1;
  expect(found?.bands.map(({ id, kind }) => [id, kind])).toEqual([
    ['A-1', 'child'],
    ['A-2', 'child'],
    ['A-3', 'child'],
  ]);
  const [cart, payment, third] = found?.bands ?? [];
  expect(cart).toMatchObject({ name: 'Cart' });
  expect(cart?.values[at('2026-04-20')]).toBe(3);
  expect(cart?.values[at('2026-05-10')]).toBe(8);
  expect(payment?.values[at('2026-05-10')]).toBe(0);
  expect(payment?.unestimated[at('2026-05-10')]).toBe(1);
  expect(payment?.values.at(-1)).toBe(5);
  expect(third?.unestimated.at(-1)).toBe(1);
  found?.totals.forEach(({ value }, day) => {
    expect(value).toBe(found.bands.reduce((sum, { values }) => sum + (values[day] ?? 0), 0));
  });
  expect(found?.totals.at(-1)?.value).toBe(row?.total?.value);
  const before = found?.totals[at('2026-04-20')]?.value ?? Number.NaN;
  const change = (row?.added30.value ?? 0) - (row?.removed30.value ?? 0);
  expect(13 - before).toBe(change + (row?.reestimated30.value ?? 0));
});

it('starts with the last day on which the row had no issues', () => {
  const { growth: found } = growth(STORY);
  expect(found?.days[0]).toBe('2026-03-06');
  expect(found?.totals[0]?.value).toBe(0);
});

it('joins the smaller children of many into one band, and is null for an unknown row', () => {
  const many = Array.from({ length: 12 }, (_, at) => `A-${at + 1} ${at + 1}pt epic:E-1`);
  const text = ['E-1 Epic', ...many].join('\n');
  const bands = growth(text).growth?.bands ?? [];
  expect(bands).toHaveLength(MAX_BANDS);
  expect(bands.at(-1)).toMatchObject({ kind: 'others', name: '5' });
  expect(bands.at(-1)?.values.at(-1)).toBe(1 + 2 + 3 + 4 + 5);
  expect(growth(text, { growthOf: 'E-9' }).growth).toBeNull();
});

it('follows an issue that moved to another row by its history', () => {
  const text = `
    E-1 Epic created:2026-03-01
    E-2 Epic created:2026-03-01
    A-1 3pt epic:E-2 created:2026-03-10
  `;
  const story = datasetFromText(text);
  const link: Change = {
    at: instantFromText('2026-05-11 12:00'),
    author: null,
    field: 'parent',
    fieldId: null,
    fieldName: 'Epic Link',
    from: null,
    fromText: 'E-1',
    to: null,
    toText: 'E-2',
  };
  const issues = story.issues.map(issue =>
    issue.key === 'A-1' ? copyIssue(issue, { changes: [link] }) : issue,
  );
  const { growth: found } = growth({ ...story, issues });
  const { totals, bands } = found ?? { totals: [], bands: [] };
  expect(totals.map(({ value }) => value).slice(-4)).toEqual([3, 3, 0, 0]);
  expect(bands.map(({ id }) => id)).toEqual(['A-1']);
});
