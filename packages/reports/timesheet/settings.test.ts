import { NAMED_GROUPINGS } from '@tallyboard/core/measure/grouping.ts';
import { parseDay } from '@tallyboard/core/time/day.ts';
import { groupLabel, TIMESHEET_CHOICES } from '@tallyboard/report-kit/settings/group-codes.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timesheetSettings } from './settings.ts';

const { parse, serialize, defaults, gadgetDefaults } = timesheetSettings;

describe('stored settings of the product', () => {
  it('reads what a timesheets gadget stored', () => {
    const { value, problems } = parse({
      jql: 'project = A',
      endDate: '2026-03-08',
      daySpan: 31,
      gType: 8,
      eType: 2,
      workDaysType: 1,
      displayType: 5,
      showType: 1,
      lockStart: true,
      firstDay: 1,
      enableMap: true,
      userFilter: '"Ana Roy", currentUser()',
      showDescriptions: 2,
      dateFormat: 'DD/MM/YYYY',
      hideAvg: true,
      hideMax: true,
      shortMonth: true,
    });
    expect(problems).toEqual([]);
    expect(value).toEqual({
      accounts: 'all',
      groupBy: 'resolution',
      unit: 'month',
      end: { day: parseDay('2026-03-08') },
      daySpan: 31,
      fullWeeks: true,
      totalsOnly: true,
      view: 'detailed',
      limits: false,
      heatMap: true,
      hideAverage: true,
      hideMax: true,
      descriptions: 'report',
      authors: '"Ana Roy", currentUser()',
      style: 'decimal-hours',
      workWeek: 'sunday-thursday',
      weekStart: 1,
      dateFormat: 'DD/MM/YYYY',
      daysOf: 'author',
    });
  });

  it('shows 14 days on the page and 7 in a gadget', () => {
    expect(parse(undefined).value).toEqual(defaults);
    expect(defaults).toMatchObject({ unit: 'day', daySpan: 14, end: 'today', style: 'hours' });
    expect(defaults).toMatchObject({ descriptions: 'hover', workWeek: 'monday-friday' });
    expect(parse({ gType: 0 }).value).toEqual(gadgetDefaults);
    expect(gadgetDefaults?.daySpan).toBe(7);
  });

  it('numbers the groupings from the worklog author on', () => {
    const groupOf = (gType: unknown) => parse({ gType }).value.groupBy;
    expect([0, 1, 8, 11, 12, 15].map(groupOf)).toEqual([
      'worklog-author',
      'assignee',
      'resolution',
      'creator',
      'reporter',
      'label',
    ]);
    expect(groupOf('summary')).toBe('issue-summary');
    expect(groupOf('customfield_10')).toEqual({ field: 'customfield_10' });
    expect(groupOf(' Level: Big theme ')).toEqual({ level: 'Big theme' });
    expect(serialize({ ...defaults, groupBy: { level: 'Big theme' } }).gType).toBe(
      'level:Big theme',
    );
    expect(TIMESHEET_CHOICES.map(each => each.groupBy).sort()).toEqual([...NAMED_GROUPINGS].sort());
    expect(TIMESHEET_CHOICES.map(each => groupLabel(each.groupBy, [])).slice(0, 2)).toEqual([
      'Worklog Author',
      'Assignee',
    ]);
  });

  it.each([
    [0, 'today'],
    ['', 'today'],
    [null, 'today'],
    ['2024-02-29', { day: parseDay('2024-02-29') }],
    [1_772_500_000_000, { at: 1_772_500_000_000 }],
    ['2026-03-03T01:06:40.000Z', { at: 1_772_500_000_000 }],
  ])('reads endDate %j', (endDate, end) => {
    const { value, problems } = parse({ endDate });
    expect(value.end).toEqual(end);
    expect(problems).toEqual([]);
    expect(parse(serialize(value)).value.end).toEqual(end);
  });

  it('names what cannot be used, and uses the defaults', () => {
    const hostile = {
      endDate: '2026-02-31',
      daySpan: 0,
      gType: 99,
      eType: 'x',
      lockStart: 'maybe',
    };
    const { value, problems } = parse(hostile);
    expect(value).toEqual({ ...defaults, daySpan: 7 });
    expect(problems.map(problem => problem.path).sort()).toEqual(Object.keys(hostile).sort());
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
});
