import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Field } from '@tallyboard/core/model/field.ts';
import type { FieldId } from '@tallyboard/core/model/ids.ts';
import type { Worklog } from '@tallyboard/core/model/issue.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import { context, dataset, issue, user } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { levelIssue } from '@tallyboard/core/testing/levels.ts';
import { dayText, parseDay } from '@tallyboard/core/time/day.ts';
import { DAY, HOUR } from '@tallyboard/core/time/units.ts';
import { plainTable } from '@tallyboard/report-kit/table/report-table.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import computeTimesheet from './compute.ts';
import { timesheetHeadline } from './headline.ts';
import timesheet from './index.ts';
import { secondsAt, type TimesheetLine, type TimesheetResult } from './result.ts';
import { type TimesheetSettings, timesheetSettings } from './settings.ts';
import { timesheetTable } from './table.ts';

/** As of Friday 6 March 2026 in New York; a week from Saturday 28 February. */
const NOW = context({ asOf: Date.UTC(2026, 2, 6, 17), currentUser: user('Ben') });
const WEEK: Partial<TimesheetSettings> = { daySpan: 7 };

const STORY = datasetFromText(`
  A-1 @ana #x #y "First"  | Mon 2h by Ana "Planned"    | Tue 1h by Ben | Wed 3h by Ana
  A-2 @ben #x    "Second" | Tue 4h by Ana              | Mon-1 8h by Ana
  A-3            "Third"  | 2026-03-01 1h30m by Ben    | Tue done      | Thu 30m by Ben
`);

function sheet(init: Partial<TimesheetSettings> = {}, data: Dataset = STORY, at = NOW) {
  const settings = { ...timesheetSettings.defaults, ...WEEK, ...init };
  const computed = computeTimesheet(data, settings, at);
  const { columns, rows, total } = computed.result;
  const hours = (line: TimesheetLine) =>
    columns.map((_, column) => secondsAt(line, column) / 3600).join(' ');
  return {
    ...computed,
    settings,
    table: rows.map(row => `${row.label}: ${hours(row)} = ${(row.total.value ?? 0) / 3600}`),
    totals: `${hours(total)} = ${(total.total.value ?? 0) / 3600}`,
    keys: (figure: Figure | undefined) =>
      Array.from(figure?.issues ?? [], (row, at) => [
        data.issues[row]?.key,
        (figure?.parts?.[at] ?? 0) / 3600,
      ]),
  };
}

describe('logged time', () => {
  it('counts by author and day, without work before the range', () => {
    const { table, totals, result } = sheet();
    expect(result.columns.map(({ id }) => id.slice(5))).toEqual([
      ...['02-28', '03-01', '03-02', '03-03', '03-04', '03-05', '03-06'],
    ]);
    expect(table).toEqual(['Ana: 0 0 2 4 3 0 0 = 9', 'Ben: 0 1.5 0 1 0 0.5 0 = 3']);
    expect(totals).toBe('0 1.5 2 5 3 0.5 0 = 12');
  });

  it('misses working time before today where the work of people is chosen', () => {
    expect(sheet().result.missing).toBeNull();
    const { result, settings } = sheet({ authors: 'Ben' });
    expect(result.missing?.map(seconds => seconds / 3600)).toEqual([0, 0, 8, 7, 8, 7.5, 0]);
    expect(timesheetHeadline(result, settings, NOW).sentence).toBe(
      'Not logged before today: 30h 30m.',
    );
    const completeOf = (sheet: { result: TimesheetResult; settings: TimesheetSettings }) => {
      const { figures } = timesheetHeadline(sheet.result, sheet.settings, NOW);
      const found = figures.find(({ label }) => label === 'Before today');
      return found && `${found.text} ${found.of}`;
    };
    expect(completeOf({ result, settings })).toBe('0 of 4 days complete');
    expect(completeOf(sheet())).toBeUndefined();
    // Ten hours of one day do not make up for the six of another.
    const uneven = datasetFromText(
      'A-1 | Mon 10h by Ben | Tue 6h by Ben | Wed 8h by Ben | Thu 8h by Ben | Fri 8h by Ben',
    );
    const ofUneven = sheet({ authors: 'Ben' }, uneven);
    expect(completeOf(ofUneven)).toBe('3 of 4 days complete');
    expect(timesheetHeadline(ofUneven.result, ofUneven.settings, NOW).sentence).toBe(
      'Not logged before today: 2h.',
    );
    const nobody = sheet({ authors: 'Eve' });
    expect(timesheetHeadline(nobody.result, nobody.settings, NOW).sentence).toBe(
      'Not logged before today: 32h.',
    );
    const cut = STORY.issues.map(one => ({ ...one, worklogsComplete: false }));
    expect(sheet({ authors: 'Ben' }, { ...STORY, issues: cut }).result.missing).toBeNull();
  });

  it('opens to the issues of a cell, with what each adds', () => {
    const { result, keys } = sheet();
    const [ana] = result.rows;
    expect(keys(ana?.total)).toEqual([
      ['A-1', 5],
      ['A-2', 4],
    ]);
    expect(keys(ana?.cells.find(({ id }) => id === '2026-03-03')?.figure)).toEqual([['A-2', 4]]);
  });

  it('counts in each label of its issue, and once in the total', () => {
    const { table, totals } = sheet({ groupBy: 'label' });
    expect(table).toEqual([
      'x: 0 0 2 5 3 0 0 = 10',
      'y: 0 0 2 1 3 0 0 = 6',
      'None: 0 1.5 0 0 0 0.5 0 = 2',
    ]);
    expect(totals).toBe('0 1.5 2 5 3 0.5 0 = 12');
  });

  it.each([
    ['assignee', ['Ana', 'Ben', 'Unassigned']],
    ['resolution', ['Done', 'Not Resolved']],
    ['issue-summary', ['(A-1) First', '(A-2) Second', '(A-3) Third']],
  ] as const)('groups by %s', (groupBy, labels) => {
    expect(sheet({ groupBy }).result.rows.map(row => row.label)).toEqual(labels);
  });

  it('adds up by week, and by month in one total', () => {
    expect(sheet({ unit: 'week' }).table).toEqual(['Ana: 0 9 = 9', 'Ben: 0 3 = 3']);
    const month = sheet({ unit: 'month', totalsOnly: true });
    expect(month.table).toEqual(['Ana:  = 9', 'Ben:  = 3']);
    expect(month.result.largest).toBe(0);
  });

  it('knows the largest cell and the largest column', () => {
    expect(sheet().result).toMatchObject({ largest: 4 * 3600, largestColumn: 5 * 3600 });
  });
});

describe('authors', () => {
  it.each([
    ['"ana"', ['Ana: 0 0 2 4 3 0 0 = 9'], []],
    ['currentUser()', ['Ben: 0 1.5 0 1 0 0.5 0 = 3'], []],
    ['"Zoe", ben', ['Ben: 0 1.5 0 1 0 0.5 0 = 3'], ['Zoe']],
  ])('%s: the worklogs are filtered, not only their issues', (authors, table, unknown) => {
    const filtered = sheet({ authors });
    expect(filtered.table).toEqual(table);
    expect(filtered.result.unknownAuthors).toEqual(unknown);
  });

  it('labels who is inactive, gone or nobody, and keeps their time', () => {
    const log = (author: Worklog['author'], id: string): Worklog => ({
      id,
      created: null,
      started: NOW.asOf - DAY,
      spentSeconds: 3600,
      author,
      comment: '',
    });
    const left = user('Left', { active: false });
    const data = dataset([issue({ worklogs: [log(left, '1'), log(null, '2')] })]);
    const { result, notes } = sheet({}, data);
    expect(result.rows.map(row => [row.label, row.account])).toEqual([
      ['Left', 'inactive'],
      ['Unknown author', 'deleted'],
    ]);
    expect(notes.map(note => note.code)).toContain('inactive-author');
    expect(sheet({ groupBy: 'assignee' }, data).result.rows.map(row => row.account)).toEqual([
      'unassigned',
    ]);
    expect(sheet({ authors: '"Left"' }, data).result.total.total.value).toBe(3600);
  });
});

describe('days', () => {
  const late = Date.UTC(2026, 2, 4, 15, 30);
  const work = (zone: string | null): Worklog => ({
    id: zone ?? 'none',
    created: null,
    started: late,
    spentSeconds: 3600,
    comment: '',
    author: user(`In ${zone}`, { zone }),
  });
  const data = dataset([
    issue({ worklogs: ['Pacific/Kiritimati', 'Etc/GMT+12', 'Not/AZone', null].map(work) }),
  ]);
  const daysOf = (init: Partial<TimesheetSettings>) =>
    Object.fromEntries(
      sheet(init, data).result.rows.map(row => [
        row.label,
        row.cells.map(cell => cell.id.slice(8)),
      ]),
    );

  it('are of the author, where the zone is known', () => {
    expect(daysOf({})).toEqual({
      'In Pacific/Kiritimati': ['05'],
      'In Etc/GMT+12': ['04'],
      'In Not/AZone': ['04'],
      'In null': ['04'],
    });
    expect(sheet({}, data).notes.map(note => note.code)).toEqual(['unknown-zone']);
  });

  it('are of the viewer when the setting says so', () => {
    expect(new Set(Object.values(daysOf({ daysOf: 'viewer' })).flat())).toEqual(new Set(['04']));
    expect(sheet({ daysOf: 'viewer' }, data).notes).toEqual([]);
  });

  it('follow the clock over a change of it', () => {
    // New York skips an hour on 8 March: 23:30 on the 7th and 00:30 on the 9th are 24 hours apart.
    const at = (started: number, id: string): Worklog => ({
      id,
      created: null,
      started,
      spentSeconds: 60,
      author: user('Ana'),
      comment: '',
    });
    const logs = [at(Date.UTC(2026, 2, 8, 4, 30), '1'), at(Date.UTC(2026, 2, 9, 4, 30), '2')];
    const end = { day: parseDay('2026-03-09') ?? 0 };
    const { result } = sheet({ end, daySpan: 3 }, dataset([issue({ worklogs: logs })]));
    expect(result.total.cells.map(cell => cell.id)).toEqual(['2026-03-07', '2026-03-09']);
  });
});

describe('working time', () => {
  it('is working days times hours; percent and average go by it', () => {
    const { result } = sheet();
    expect(result.workingDays).toBe(5);
    expect(result.rows[0]).toMatchObject({ workingSeconds: 40 * 3600, percent: 22.5 });
    expect(result.rows[0]?.average).toBe((9 * 3600) / 5);
    expect(result.total).toMatchObject({ workingSeconds: 80 * 3600, percent: 15 });
  });

  it('leaves out holidays, and other days in another week', () => {
    const days = { Monday: '09:00-17:00', '2026-03-04': [], '--03-05': [] };
    const calendar = { timezone: 'Europe/Kyiv', days };
    const week = sheet({}, STORY, { ...NOW, calendar });
    expect(week.result.workingDays).toBe(3);
    expect(week.result.columns.map(column => column.workingDays)).toEqual([0, 0, 1, 1, 0, 0, 1]);
    const other = sheet({ workWeek: 'sunday-thursday' });
    expect(other.result.columns.map(column => column.workingDays)).toEqual([0, 1, 1, 1, 1, 1, 0]);
  });

  it('is nothing to go by on a weekend, nor for groups that are no people', () => {
    const weekend = sheet({ daySpan: 2, end: { day: parseDay('2026-03-01') ?? 0 } });
    expect(weekend.result.rows[0]).toMatchObject({ average: null, percent: 0 });
    expect(sheet({ groupBy: 'project' }).result.rows[0]).toMatchObject({
      workingSeconds: null,
      percent: null,
    });
  });
});

describe('detailed', () => {
  it('has the issues of a group, and their descriptions in the report', () => {
    const [ana] = sheet({ view: 'detailed', descriptions: 'report' }).result.rows;
    expect(ana?.issues.map(line => [line.key, (line.total.value ?? 0) / 3600])).toEqual([
      ['A-1', 5],
      ['A-2', 4],
    ]);
    expect(ana?.issues[0]?.logs.map(log => [dayText(log.day), log.description])).toEqual([
      ['2026-03-02', 'Planned'],
      ['2026-03-04', 'First'],
    ]);
  });

  it('has descriptions on hover in every view, and none when they are off', () => {
    const cells = (descriptions: TimesheetSettings['descriptions']) =>
      sheet({ descriptions }).result.rows[0]?.cells.flatMap(cell => cell.descriptions);
    expect(cells('hover')).toEqual(['A-1: Planned', 'A-2: Second', 'A-1: First']);
    expect(cells('none')).toEqual([]);
  });

  it('goes into the file with its issues', () => {
    const { result, settings } = sheet({ view: 'detailed', daySpan: 2, hideAverage: true });
    expect(plainTable(timesheetTable(result, settings, NOW))).toMatchObject({
      columns: [
        ...['Worklog Author', 'Issue Key', 'Summary', '2026-03-05', '2026-03-06'],
        ...['Total (Hours)', 'Working Time (Hours)', 'Percent (%)'],
      ],
      rows: [
        ['Ben', null, null, 0.5, 0, 0.5, 16, 3],
        ['Ben', 'A-3', 'Third', 0.5, 0, 0.5, null, null],
        ['Total', null, null, 0.5, 0, 0.5, 16, 3],
      ],
    });
  });
});

it('names the issues whose worklogs were not received whole', () => {
  const data = dataset([issue({ key: 'A-1' }), issue({ key: 'A-2', worklogsComplete: false })]);
  expect(sheet({}, data).notes.map(note => [note.code, ...note.issues])).toEqual([
    ['missing-worklogs', 1],
  ]);
});

it('notes work after the resolution, and work that is still to come', () => {
  const { notes } = sheet({ daysOf: 'viewer' });
  expect(notes.map(note => [note.code, ...note.issues])).toEqual([['worklog-after-resolution', 2]]);
  const future = sheet({ daysOf: 'viewer' }, STORY, context({ asOf: Date.UTC(2026, 2, 5, 1) }));
  expect(future.notes.map(note => note.code)).toEqual([]);
  const early = sheet(
    { daysOf: 'viewer', fullWeeks: true },
    STORY,
    context({ asOf: Date.UTC(2026, 2, 4, 1) }),
  );
  expect(early.notes.map(note => note.code)).toContain('worklog-in-future');
});

it('is headed by the name of the custom field that groups it, in its title and in files', () => {
  const groupBy = { field: 'customfield_10040' as FieldId };
  const field: Field = {
    id: groupBy.field,
    name: 'Severity',
    custom: true,
    type: 'option',
    items: null,
    customType: null,
  };
  const data = { ...STORY, fields: [field] };
  const { result, settings } = sheet({ groupBy }, data);
  const { columns } = plainTable(timesheetTable(result, settings, NOW));
  expect(columns[0]).toBe('Severity');
  expect(timesheet.title(settings, data.fields)).toBe('Timesheet by Severity');
  expect(timesheet.title(settings)).toBe('Timesheet');
});

it('asks only for its own days, and for a reader alone for their worklogs', () => {
  const settings = { ...timesheetSettings.defaults, ...WEEK, authors: ' currentUser() ' };
  expect(timesheet.narrow?.(settings, NOW)).toMatch(/^\(worklogAuthor = currentUser\(\) AND /);
  const two = { ...settings, authors: 'currentUser(), "Ana Roy"' };
  expect(timesheet.narrow?.(two, NOW)).toMatch(/^\(worklogDate /);
});

it('asks for the worklogs of its days alone, and for issues that have some', () => {
  const settings = { ...timesheetSettings.defaults, ...WEEK, groupBy: 'sprint' as const };
  expect(timesheet.requires(settings, NOW)).toMatchObject({
    parts: ['sprints'],
    history: [],
    worklogs: { from: Date.UTC(2026, 1, 25, 10), to: Date.UTC(2026, 2, 9, 14) },
  });
  expect(timesheet.narrow?.(settings, NOW)).toBe(
    '(worklogDate >= "2026-02-26" AND worklogDate <= "2026-03-08") OR (timespent > 0 AND worklogDate is EMPTY)',
  );
});

describe('any logged work', () => {
  const ZONES = ['Pacific/Kiritimati', 'Etc/GMT+12', 'Europe/Kyiv', 'America/St_Johns', null];
  const log = fc.record({
    hour: fc.integer({ min: 0, max: 24 * 20 }),
    spentSeconds: fc.integer({ min: 0, max: 30_000 }),
    person: fc.integer({ min: 0, max: 4 }),
  });
  const work = fc.array(fc.array(log, { maxLength: 6 }), { maxLength: 8 });
  const START = Date.UTC(2026, 2, 1);
  const people = ZONES.map((zone, index) => user(`Person ${index}`, { zone }));
  const dataOf = (issues: { hour: number; spentSeconds: number; person: number }[][]) =>
    dataset(
      issues.map((logs, index) =>
        issue({
          key: `P-${index + 1}`,
          labels: ['a', 'b'].slice(0, index % 3),
          worklogs: logs.map(({ hour, spentSeconds, person }, at) => ({
            id: `${index}-${at}`,
            created: null,
            started: START + hour * HOUR,
            spentSeconds,
            author: people[person] ?? null,
            comment: '',
          })),
        }),
      ),
    );

  it('the total is the sum of the columns, of the authors, and of the issues behind it', () => {
    fc.assert(
      fc.property(work, issues => {
        const { result } = sheet({ daySpan: 9 }, dataOf(issues));
        const sum = (values: readonly (number | null)[]) =>
          values.reduce<number>((all, value) => all + (value ?? 0), 0);
        const total = result.total.total.value;
        expect(sum(result.total.cells.map(cell => cell.figure.value))).toBe(total);
        expect(sum(result.rows.map(row => row.total.value))).toBe(total);
        for (const line of [result.total, ...result.rows]) {
          expect(sum(line.cells.map(cell => cell.figure.value))).toBe(line.total.value);
          for (const { figure } of [...line.cells, { figure: line.total }])
            expect(sum([...(figure.parts ?? [])])).toBe(figure.value);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('another zone moves work to other days and loses none of it', () => {
    fc.assert(
      fc.property(work, fc.constantFrom(...ZONES), (issues, zone) => {
        const data = dataOf(issues);
        const logged = data.issues.flatMap(each => each.worklogs);
        const all = logged.reduce((sum, each) => sum + each.spentSeconds, 0);
        const at = { ...NOW, zone: zone ?? NOW.zone };
        // The hours lie within 20 days; a day more at each end takes in what zones move.
        const range = { daySpan: 24, end: { day: START / DAY + 22 } };
        for (const daysOf of ['author', 'viewer'] as const)
          expect(sheet({ ...range, daysOf }, data, at).result.total.total.value).toBe(all);
      }),
      { numRuns: 60 },
    );
  });

  it('what the query asks for holds all that a sheet shows', () => {
    fc.assert(
      fc.property(work, issues => {
        const data = dataOf(issues);
        const settings = { ...timesheetSettings.defaults, daySpan: 3 };
        const { worklogs } = timesheet.requires(settings, NOW);
        if (typeof worklogs !== 'object') throw new Error('A timesheet asks for a range.');
        const fetched = data.issues.map(each => ({
          ...each,
          worklogs: each.worklogs.filter(
            ({ started }) => started >= worklogs.from && started < worklogs.to,
          ),
        }));
        const seen = (from: Dataset) => sheet({ daySpan: 3 }, from).totals;
        expect(seen({ ...data, issues: fetched })).toBe(seen(data));
      }),
      { numRuns: 60 },
    );
  });
});

it('adds up by initiative, each worklog once', () => {
  const logged = datasetFromText(`
    E-1 Epic  ^I-1 | Mon 1h by Ana
    A-1 Story ^E-1 | Mon 2h by Ana | Tue 1h by Ben
    A-2 Story      | Tue 4h by Ben
  `);
  const above = [levelIssue('I-1 Initiative')];
  const { table, totals, result } = sheet(
    { groupBy: { level: 'initiative' } },
    { ...logged, above },
  );
  expect(table).toEqual([
    '(I-1) Summary of I-1: 0 0 3 1 0 0 0 = 4',
    'No Initiative: 0 0 0 4 0 0 0 = 4',
  ]);
  expect(totals).toBe('0 0 3 5 0 0 0 = 8');
  expect(result.label).toBe('initiative');
  const requires = (groupBy: TimesheetSettings['groupBy']) =>
    timesheet.requires({ ...timesheetSettings.defaults, groupBy }, NOW).forest;
  expect(requires({ level: 'initiative' })).toMatchObject({ above: 'all', below: null });
  expect(requires('epic')).toBeUndefined();
});
