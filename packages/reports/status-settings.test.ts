import { ACCOUNT_CHOICES } from '@tallyboard/core/measure/accounts.ts';
import type { DoneChoice } from '@tallyboard/core/model/done.ts';
import { POINTS_SCOPES } from '@tallyboard/report-kit/families/status/status-settings.ts';
import { GROUP_CHOICES } from '@tallyboard/report-kit/settings/group-codes.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakdownSettings } from './breakdown/settings.ts';
import { about } from './overview/about.ts';
import { OTHER_GROUPINGS, overviewSettings } from './overview/settings.ts';

describe('stored settings of the product', () => {
  it('reads what a status gadget stored', () => {
    const { value, problems } = breakdownSettings.parse({
      jql: 'project = A',
      preset: { name: 'Custom JQL', jql: '' },
      gType: 8,
      eType: 1,
      statusResolution: false,
      sorting: 'resolved,-1',
      showStatusBars: false,
      customSP: 'customfield_10016',
    });
    expect(problems).toEqual([]);
    expect(value).toEqual({
      groupBy: 'fix-version',
      accounts: 'all',
      estimation: 'points',
      done: { kind: 'resolution' },
      showStatusBars: false,
      sorting: { by: 'resolved', descending: true },
      pointsField: 'customfield_10016',
      pointsScope: 'all',
    });
  });

  it('reads the weekly settings of the page, with defaults for the rest', () => {
    const weekly = { statusResolution: true, showStatusBars: true, sorting: 'Percent Resolved,1' };
    expect(overviewSettings.parse(weekly)).toEqual({
      value: { ...overviewSettings.defaults, done: { kind: 'resolution-or-category' } },
      problems: [],
    });
    expect(overviewSettings.defaults).toMatchObject({
      groupBy: null,
      estimation: 'count',
      sorting: { by: 'percentResolved', descending: false },
      showBreakdowns: true,
      other: 'issue-type',
    });
  });

  it('shows no tables in the overview of a gadget, which never had them', () => {
    expect(overviewSettings.parse({ gType: 0, eType: 0 }).value.showBreakdowns).toBe(false);
    expect(overviewSettings.gadgetDefaults?.showBreakdowns).toBe(false);
  });

  it.each(GROUP_CHOICES.map(choice => [choice.code, choice.groupBy] as const))(
    'knows gType %s as %s',
    (gType, groupBy) => {
      expect(breakdownSettings.parse({ gType }).value.groupBy).toBe(groupBy);
      const settings = { ...breakdownSettings.defaults, groupBy };
      expect(breakdownSettings.serialize(settings).gType).toBe(gType);
    },
  );

  it.each([
    [{ gType: 0 }, 'overview'],
    [{}, 'overview'],
    [{ gType: '3' }, 'breakdown'],
    [{ gType: 'summary' }, 'breakdown'],
    [{ gType: 'customfield_10050' }, 'breakdown'],
    [{ gType: 'level:Initiative' }, 'breakdown'],
    [{ gType: null }, 'overview'],
  ])('%j is shown by the report %s', (stored, report) => {
    expect(about.gadget.reportOf(stored)).toBe(report);
  });
});

describe('what cannot be used', () => {
  it.each([
    ['no object', 'gType: 1', ['']],
    ['a list', [1, 2], ['']],
    ['unknown codes', { gType: 99, eType: 7 }, ['gType', 'eType']],
    [
      'wrong kinds',
      { statusResolution: 'perhaps', showStatusBars: {} },
      ['statusResolution', 'showStatusBars'],
    ],
    ['a broken sorting', { sorting: 'Percent Resolved;1' }, ['sorting']],
    ['script in a field id', { customSP: 'customfield_1"><script>' }, ['customSP']],
    ['a grouping of another switch', { other: 'assignee' }, ['other']],
  ])('%s: the defaults, and what it was', (_name, stored, paths) => {
    const { value, problems } = overviewSettings.parse(stored);
    expect(value).toEqual(overviewSettings.parse(pick(stored, ['gType'])).value);
    expect(problems.map(problem => problem.path)).toEqual(paths);
  });

  it('inherited and dangerous keys are no settings', () => {
    const hostile = JSON.parse('{"__proto__": {"eType": 1}, "constructor": {"eType": 1}}');
    expect(overviewSettings.parse(hostile).value).toEqual(overviewSettings.defaults);
  });

  it('never throws, whatever JSON was stored', () => {
    const keys = ['gType', 'eType', 'sorting', 'customSP', 'statusResolution', 'other', 'version'];
    const hostile = fc.dictionary(fc.constantFrom(...keys), fc.jsonValue());
    fc.assert(
      fc.property(fc.oneof(hostile, fc.jsonValue()), stored => {
        const { value } = overviewSettings.parse(stored);
        expect(overviewSettings.parse(overviewSettings.serialize(value)).value).toEqual(value);
      }),
      { numRuns: 200 },
    );
  });
});

const LEVEL = { level: 'Initiative' };

const DONE_CHOICES = fc.constantFrom<DoneChoice | null>(
  null,
  { kind: 'resolution-or-category' },
  { kind: 'resolution' },
  { kind: 'category' },
  { kind: 'status', name: 'Shipped' },
  { kind: 'last-column' },
);

it('reads back whatever it wrote', () => {
  const settings = fc.record({
    groupBy: fc.constantFrom(null, LEVEL, ...GROUP_CHOICES.map(choice => choice.groupBy)),
    estimation: fc.constantFrom('count' as const, 'points' as const, 'time' as const),
    done: DONE_CHOICES,
    showStatusBars: fc.boolean(),
    sorting: fc.record({
      by: fc.constantFrom('percentResolved' as const, 'created' as const, 'resolved' as const),
      descending: fc.boolean(),
    }),
    pointsField: fc.constant(null),
    pointsScope: fc.constantFrom(...POINTS_SCOPES.options.map(({ value }) => value)),
    accounts: fc.constantFrom(...ACCOUNT_CHOICES),
    showBreakdowns: fc.boolean(),
    other: fc.constantFrom(LEVEL, ...OTHER_GROUPINGS.options.map(({ value }) => value)),
  });
  fc.assert(
    fc.property(settings, value => {
      const stored: unknown = JSON.parse(JSON.stringify(overviewSettings.serialize(value)));
      expect(overviewSettings.parse(stored)).toEqual({ value, problems: [] });
    }),
    { numRuns: 200 },
  );
});

function pick(stored: unknown, keys: readonly string[]): Record<string, unknown> {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return {};
  return Object.fromEntries(Object.entries(stored).filter(([key]) => keys.includes(key)));
}
