import { GROUP_CHOICES } from '@tallyboard/report-kit/settings/group-codes.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BAD_CALENDAR, GRAPHS, MEASURES, timeInStatusSettings } from './settings.ts';

const { parse, serialize, defaults, check } = timeInStatusSettings;
const STORED_CALENDAR = {
  timezone: 'Europe/Berlin',
  days: { Monday: ['09:00-12:00', '13:00-17:00'], Saturday: [], '2024-01-01': '' },
};

it('starts with the defaults of the product', () => {
  expect(defaults).toMatchObject({
    groupBy: null,
    statusBy: 'category',
    display: 'hours',
    showExpanded: true,
    measure: 'average',
    columns: [],
    useCalendar: false,
    calendar: null,
    stopAtDone: false,
  });
});

it('reads what a gadget of the product stored', () => {
  const { value, problems } = parse({
    jql: 'project = A',
    gType: 'summary',
    eType: 1,
    displayType: 5,
    showExpanded: false,
    sumType: 1,
    columns: 'To Do, In Review,Done',
    barType: 2,
    useCalendar: true,
    calendar: STORED_CALENDAR,
  });
  expect(problems).toEqual([]);
  expect(value).toMatchObject({
    groupBy: 'issue-summary',
    statusBy: 'status',
    display: 'decimal-hours',
    showExpanded: false,
    measure: 'total',
    columns: ['To Do', 'In Review', 'Done'],
    graph: 'heat-map',
    useCalendar: true,
    calendarSource: 'own',
  });
  expect(serialize(value)).toMatchObject({
    gType: 'summary',
    eType: 1,
    displayType: 5,
    sumType: 1,
    barType: 2,
    columns: 'To Do,In Review,Done',
    calendar: { timezone: 'Europe/Berlin', days: { Saturday: [], '2024-01-01': [] } },
  });
});

it("reads the page's part of the settings alone", () => {
  expect(parse({ showExpanded: false, barType: 0 }).value).toEqual({
    ...defaults,
    showExpanded: false,
    graph: 'none',
  });
});

it('keeps medians as an average that the product knows', () => {
  const stored = serialize({ ...defaults, measure: 'median' });
  expect(stored).toMatchObject({ sumType: 0, measure: 'median' });
  expect(parse(stored).value.measure).toBe('median');
});

describe('the calendar', () => {
  it('is refused in the words of the product while it cannot be used', () => {
    const own = { ...defaults, useCalendar: true, calendarSource: 'own' as const };
    const problems = (calendar: string | null) => check?.({ ...own, calendar });
    expect(problems('{ "timezone": ')).toEqual([{ path: 'calendar', text: BAD_CALENDAR }]);
    expect(problems('{"timezone":"Europe/Berlin","days":{"Mon":[]}}')).toHaveLength(1);
    expect(problems(JSON.stringify(STORED_CALENDAR))).toEqual([]);
    expect(problems(null)).toEqual([]);
    expect(check?.({ ...own, useCalendar: false, calendar: 'nonsense' })).toEqual([]);
  });

  it('comes back as it was typed', () => {
    const text = '{"timezone":"Asia/Shanghai","days":{"Monday":["09:00-18:00"]}}';
    const stored = serialize({ ...defaults, calendarSource: 'own', calendar: text });
    expect(stored.calendar).toMatchObject({ timezone: 'Asia/Shanghai', text });
    expect(parse(stored).value.calendar).toBe(text);
    const broken = serialize({ ...defaults, calendarSource: 'own', calendar: '{' });
    expect(parse(broken).value.calendar).toBe('{');
  });
});

it('never throws, and reads back whatever it wrote', () => {
  const name = fc.stringMatching(/^[A-Za-z,\\]{1,8}$/).filter(text => !text.endsWith('\\'));
  const settings = fc.record({
    groupBy: fc.constantFrom(null, ...GROUP_CHOICES.map(choice => choice.groupBy)),
    statusBy: fc.constantFrom('category' as const, 'status' as const),
    measure: fc.constantFrom(...MEASURES.options.map(({ value }) => value)),
    graph: fc.constantFrom(...GRAPHS.options.map(({ value }) => value)),
    columns: fc.uniqueArray(name, { maxLength: 4 }),
    calendarDays: fc.boolean(),
    stopAtDone: fc.boolean(),
  });
  fc.assert(
    fc.property(settings, fc.jsonValue(), (chosen, hostile) => {
      const value = { ...defaults, ...chosen };
      const stored: unknown = JSON.parse(JSON.stringify(serialize(value)));
      expect(parse(stored)).toEqual({ value, problems: [] });
      parse(hostile);
      parse({ calendar: hostile, columns: hostile, gType: hostile });
    }),
    { numRuns: 100 },
  );
});
