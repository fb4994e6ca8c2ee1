import type { DoneChoice } from '@tallyboard/core/model/done.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import { context } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { plainTable } from '@tallyboard/report-kit/table/report-table.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readStatusHistories, statusDataset } from '../testing/status-histories.ts';
import computeAge from './compute.ts';
import age from './index.ts';
import { type AgeSettings, ageSettings } from './settings.ts';
import { ageTable } from './table.ts';

/** As of Wednesday 4 March 2026, noon in New York. */
const NOW = context({ asOf: Date.UTC(2026, 2, 4, 17) });

const STORY = datasetFromText(`
  # Created on 1 February 2026 at 00:30 in New York: 31 January further west.
  A-1 created:"2026-02-01 00:30"
  A-2 created:"2026-02-22 12:00" | Tue started
  A-3 created:"2026-01-10 12:00" | Mon done
  A-4 created:"2026-03-02 12:00" status:Done
  A-5 created:"2026-03-02 12:00"
`);

function run(init: Partial<AgeSettings> = {}, now = NOW, dataset = STORY) {
  const settings = { ...ageSettings.defaults, ...init };
  const computed = computeAge(dataset, settings, now);
  const keys = (figure: Figure | undefined) =>
    Array.from(figure?.issues ?? [], row => dataset.issues[row]?.key).join(' ');
  return {
    ...computed,
    settings,
    keys,
    groups: computed.result.groups.map(each => [each.label, keys(each.count)]),
  };
}

describe('unresolved', () => {
  it('by the month of their creation, oldest first, with ages in days', () => {
    const { groups, result, keys } = run();
    expect(groups).toEqual([
      ['February 2026', 'A-1 A-2'],
      ['March 2026', 'A-5'],
    ]);
    const [february] = result.groups;
    // 31 days and 11.5 hours; 10 days.
    expect(february?.oldest.value).toBeCloseTo(31 + 11.5 / 24);
    expect(february && keys(february.oldest)).toBe('A-1');
    expect(february?.mean.value).toBeCloseTo((31 + 11.5 / 24 + 10) / 2);
    expect(result.total.median.value).toBe(10);
    expect(result.total.count.value).toBe(3);
  });

  it('a month is one of the viewer', () => {
    expect(run({}, { ...NOW, zone: 'America/Los_Angeles' }).groups[0]).toEqual([
      'January 2026',
      'A-1',
    ]);
  });

  it('by weeks that begin as the viewer has them, newest first', () => {
    expect(run({ period: 'week', newestFirst: true }).groups).toEqual([
      ['Mar 1, 2026 – Mar 7, 2026', 'A-5'],
      ['Feb 22, 2026 – Feb 28, 2026', 'A-2'],
      ['Feb 1, 2026 – Feb 7, 2026', 'A-1'],
    ]);
    expect(
      run({ period: 'week' }, { ...NOW, weekStart: 1 }).groups.map(([label]) => label),
    ).toEqual([
      'Jan 26, 2026 – Feb 1, 2026',
      'Feb 16, 2026 – Feb 22, 2026',
      'Mar 2, 2026 – Mar 8, 2026',
    ]);
  });

  it('Done without a resolution counts as unresolved by the setting', () => {
    expect(run({ done: { kind: 'resolution' } }).groups[1]).toEqual(['March 2026', 'A-4 A-5']);
  });

  it('what is not yet created has no age: left out and noted', () => {
    const { result, notes, keys } = run({}, { ...NOW, asOf: Date.UTC(2026, 1, 25) });
    expect(keys(result.total.count)).toBe('A-1 A-2');
    expect(notes.map(note => [note.code, note.issues.length])).toEqual([
      ['not-yet', 1],
      ['done-rules-differ', 1],
    ]);
  });
});

it('stale issues go by their last update', () => {
  expect(run({ kind: 'stale' }).groups).toEqual([
    ['February 2026', 'A-1'],
    ['March 2026', 'A-2 A-5'],
  ]);
});

it('counts the issues of each band of age', () => {
  const bands = (init: Partial<AgeSettings> = {}, now = NOW) =>
    run(init, now).result.bands.map(({ from, to, count }) => [from, to, count.value]);
  // 2, 10 and 31.5 days: bands of 2 days reach the oldest in 16.
  expect(bands()).toHaveLength(16);
  expect(bands().filter(([, , count]) => count !== 0)).toEqual([
    [2, 4, 1],
    [10, 12, 1],
    [30, 32, 1],
  ]);
  const years = bands({}, context({ asOf: Date.UTC(2056, 2, 4, 17) }));
  expect(years).toHaveLength(16);
  expect(years.at(-1)).toEqual([10950, 11680, 3]);
  expect(run({}, NOW, datasetFromText('')).result.bands).toEqual([]);
});

it('counts the status categories of a period', () => {
  const [february] = run().result.groups;
  expect(february?.categories['to-do'].value).toBe(1);
  expect(february?.categories['in-progress'].value).toBe(1);
  expect(february?.categories.done.value).toBe(0);
});

it('exports the periods, ages with two decimals', () => {
  const { result, settings } = run();
  expect(plainTable(ageTable(result, settings, NOW))).toMatchObject({
    columns: [
      'Month from',
      'Issues',
      'Mean age (days)',
      'Median age (days)',
      'Oldest (days)',
      '85th percentile (days)',
    ],
    rows: [
      ['2026-02-01', 2, 20.74, 20.74, 31.48, 31.48],
      ['2026-03-01', 1, 2, 2, 2, 2],
      ['All issues', 3, 14.49, 10, 31.48, 31.48],
    ],
  });
});

it('is empty of nothing', () => {
  const { result, groups } = run({}, NOW, datasetFromText(''));
  expect(groups).toEqual([]);
  expect([result.total.count.value, result.total.mean.value, result.total.oldest.value]).toEqual([
    0,
    null,
    null,
  ]);
});

describe('settings', () => {
  it('are those of the page, with the number of the report in its menu', () => {
    const { value, problems } = ageSettings.parse({
      gType: -9,
      expandTreeSetting: true,
      reverseList: true,
      date: 'week',
    });
    expect(problems).toEqual([]);
    expect(value).toMatchObject({
      kind: 'stale',
      expanded: true,
      newestFirst: true,
      period: 'week',
    });
    expect(ageSettings.parse(ageSettings.serialize(value)).value).toEqual(value);
    expect(ageSettings.defaults).toMatchObject({ kind: 'unresolved', period: 'month' });
  });

  it('never throw', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (stored, part) => {
        ageSettings.parse(stored);
        ageSettings.parse({ gType: part, date: part, reverseList: part });
      }),
      { numRuns: 50 },
    );
  });
});

const raw = readStatusHistories('aerogear');

it('aerogear by month: as tallied from the records', () => {
  const issues = raw;
  const asOf = Date.UTC(2018, 0, 1);
  const months = new Map<string, number[]>();
  for (const { fields } of issues) {
    if (fields.resolutiondate !== null || fields.status.statusCategory.id === 3) continue;
    // The records were written in New York: their own offset makes their month.
    const month = fields.created.slice(0, 7);
    months.set(month, [
      ...(months.get(month) ?? []),
      (asOf - Date.parse(fields.created)) / 86_400_000,
    ]);
  }
  const { result } = computeAge(statusDataset(issues), ageSettings.defaults, context({ asOf }));
  expect(months.size).toBeGreaterThan(1);
  expect(
    result.groups.map(each => [each.id.slice(0, 7), each.count.value, each.oldest.value]),
  ).toEqual([...months].sort().map(([month, ages]) => [month, ages.length, Math.max(...ages)]));
});

it('loads whatever one of the rules may call unresolved', () => {
  const narrowed = (doneRule: DoneChoice, done: DoneChoice | null = null) =>
    age.narrow?.({ ...ageSettings.defaults, done }, { ...NOW, doneRule });
  const open = 'resolution is EMPTY AND resolved is EMPTY OR statusCategory != Done';
  expect(narrowed({ kind: 'resolution-or-category' })).toBe(open);
  expect(narrowed({ kind: 'category' }, { kind: 'resolution' })).toBe(open);
  // Statuses without a known category match no clause on it.
  expect(narrowed({ kind: 'category' })).toBe('');
  expect(narrowed({ kind: 'status', name: 'Shipped' })).toBe('');
});
