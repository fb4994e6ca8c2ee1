import { GROUP_CHOICES } from '@tallyboard/report-kit/settings/group-codes.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { COLUMN_NAMES, ESTIMATION_COLUMNS, estimationSettings, shownColumns } from './settings.ts';

const { parse, serialize, defaults, gadgetDefaults } = estimationSettings;

it('reads what an estimation gadget stored', () => {
  const { value, problems } = parse({
    jql: 'project = A',
    preset: { name: 'Custom JQL', jql: '' },
    gType: 8,
    displayType: 5,
    columns: ESTIMATION_COLUMNS.map((id, index) => ({
      name: COLUMN_NAMES[id],
      checked: index % 2 === 0,
    })),
  });
  expect(problems).toEqual([]);
  expect(value).toMatchObject({ groupBy: 'fix-version', style: 'decimal-hours' });
  expect(shownColumns(value)).toEqual(['percentResolved', 'actual', 'original', 'remaining']);
});

it('shows four columns in hours by default, by assignee on the page and together in a gadget', () => {
  expect(parse(undefined)).toEqual({ value: defaults, problems: [] });
  expect(defaults).toMatchObject({ groupBy: 'assignee', style: 'hours', done: null });
  expect(gadgetDefaults?.groupBy).toBeNull();
  expect(shownColumns(defaults)).toEqual(['percentResolved', 'spent', 'actual', 'remaining']);
});

it('offers 15 groupings', () => {
  expect(GROUP_CHOICES).toHaveLength(18);
});

it('reads columns by name or place, and keeps the default of those left out', () => {
  const shown = (columns: unknown) => shownColumns(parse({ columns }).value);
  expect(shown([{ name: 'original estimate error', checked: true }])).toEqual(
    expect.arrayContaining(['actualOfEstimated', 'error']),
  );
  expect(shown([{ checked: false }, false])).toEqual(['actual', 'remaining']);
  expect(parse({ columns: 'all' }).problems).toHaveLength(1);
});

it('reads anything without throwing, and its own writing whole', () => {
  fc.assert(
    fc.property(fc.anything(), stored => {
      const { value } = parse(stored);
      expect(parse(serialize(value))).toEqual({ value, problems: [] });
    }),
    { numRuns: 100 },
  );
});
