import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Figure } from '@tallyboard/core/model/result.ts';
import { context, status } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText, instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { HOUR } from '@tallyboard/core/time/units.ts';
import { plainTable } from '@tallyboard/report-kit/table/report-table.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeText } from './calendar.ts';
import computeTimeInStatus from './compute.ts';
import { MEASURES, type TimeInStatusSettings, timeInStatusSettings } from './settings.ts';
import { timeInStatusTable } from './table.ts';

const WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
const calendar = (ranges: string, zone = 'America/New_York') =>
  JSON.stringify({
    timezone: zone,
    days: Object.fromEntries(WEEK.map(day => [day, ranges])),
  });

/** Away from any change of the clock: the week of 16 March 2026. */
const STORY = { week: '2026-03-16' };

function run(
  story: string,
  asOf: string,
  init: Partial<TimeInStatusSettings> = {},
  dataset = datasetFromText(story, STORY),
) {
  const settings: TimeInStatusSettings = {
    ...timeInStatusSettings.defaults,
    statusBy: 'status',
    useCalendar: init.calendar !== undefined,
    calendarSource: 'own',
    ...init,
  };
  const now = context({ asOf: instantFromText(asOf, STORY) });
  const computed = computeTimeInStatus(dataset, settings, now);
  const hours = (figure: Figure | undefined) =>
    figure?.value === undefined || figure.value === null ? null : figure.value / HOUR;
  const column = (label: string) => computed.result.columns.find(each => each.label === label);
  return {
    ...computed,
    settings,
    labels: computed.result.columns.map(each => each.label),
    /** Hours of the measure over all issues; null where nobody was. */
    all: (label: string) => hours(column(label)?.all.figure),
    group: (name: string, label: string) => {
      const at = computed.result.columns.findIndex(each => each.label === label);
      const cell = computed.result.groups.find(each => each.label === name)?.cells[at];
      return hours(cell?.figure);
    },
    csv: () => plainTable(timeInStatusTable(computed.result, settings)),
    text: (label: string) =>
      timeText(column(label)?.all.figure.value ?? null, settings, computed.result.lengths),
  };
}

describe('vectors of the definitions', () => {
  it('2 h + 2 h in one status = 4 h', () => {
    const { all } = run(
      'A-1 created:"Mon 08:00" | Mon 09:00 started | Mon 11:00 > To Do | Mon 12:00 started',
      'Mon 14:00',
    );
    expect([all('In Progress'), all('To Do')]).toEqual([4, 2]);
  });

  it.each([
    ['Mon 09:00', 'Tue 09:00', '09:00-12:00,13:00-18:00', 8, 24],
    ['Fri 16:00', 'Mon+1 10:00', '09:00-12:00,13:00-18:00', 3, 66],
    ['Fri 15:00', 'Mon+1 10:00', '08:00-17:00', 4, 67],
  ])('%s to %s in %s = %d h, %d h elapsed', (from, to, ranges, working, elapsed) => {
    const story = `A-1 created:"${from}"`;
    expect(run(story, to, { calendar: calendar(ranges) }).all('To Do')).toBe(working);
    expect(run(story, to).all('To Do')).toBe(elapsed);
  });
});

const TWO = `
  A-1 @ana created:"Mon 09:00" | Mon 11:00 started | Mon 15:00 done
  A-2 @ana created:"Mon 09:00" | Mon 13:00 started
  A-3      created:"Mon 09:00"
`;

describe('groups', () => {
  it('an average is over the issues that visited; the others show that nobody did', () => {
    const { group, labels } = run(TWO, 'Mon 17:00', { groupBy: 'assignee' });
    expect(labels).toEqual(['Done', 'In Progress', 'To Do']);
    // Ana: To Do 2 + 4, In Progress 4 + 4, Done 2 of one issue.
    expect(['To Do', 'In Progress', 'Done'].map(label => group('Ana', label))).toEqual([3, 4, 2]);
    expect(['To Do', 'Done'].map(label => group('Unassigned', label))).toEqual([8, null]);
  });

  it('has total, median and 85th percentile besides', () => {
    const { result } = run(TWO, 'Mon 17:00', { measure: 'total', groupBy: 'project' });
    const toDo = result.columns.find(each => each.label === 'To Do')?.all;
    expect(toDo?.figure.value).toBe(14 * HOUR);
    expect(toDo?.measures).toEqual({
      average: (14 / 3) * HOUR,
      total: 14 * HOUR,
      median: 4 * HOUR,
      percentile85: 8 * HOUR,
    });
  });

  it('an issue with two labels counts in each of its groups, and once in all', () => {
    const { group, all } = run('A-1 #x #y created:"Mon 09:00"', 'Mon 17:00', {
      groupBy: 'label',
      measure: 'total',
    });
    expect([group('x', 'To Do'), group('y', 'To Do'), all('To Do')]).toEqual([8, 8, 8]);
  });

  it('every figure recomputes from its issues', () => {
    for (const { value: measure } of MEASURES.options) {
      const { result } = run(TWO, 'Mon 17:00', { groupBy: 'assignee', measure });
      for (const cell of result.groups.flatMap(each => each.cells)) {
        if (!cell) continue;
        const parts = [...(cell.figure.parts ?? [])];
        const sum = parts.reduce((total, part) => total + part, 0);
        expect(parts).toHaveLength(cell.figure.issues.length);
        if (measure === 'total') expect(cell.figure.value).toBe(sum);
        if (measure === 'average') expect(cell.figure.value).toBe(sum / parts.length);
      }
    }
  });
});

describe('done issues', () => {
  const story = 'A-1 created:"Mon 09:00" | Mon 11:00 done';
  it('keep their clock running', () => {
    expect(run(story, 'Mon 17:00').all('Done')).toBe(6);
  });
  it('stop at the done instant by the setting: there, without time', () => {
    const stopped = run(story, 'Mon 17:00', { stopAtDone: true });
    expect([stopped.all('To Do'), stopped.all('Done'), stopped.text('Done')]).toEqual([2, 0, '0']);
  });
  it('were never in a status that they entered after the done instant', () => {
    const later = `
      status Released = done
      A-1 created:"Mon 09:00" | Mon 11:00 resolved | Mon 12:00 > Review | Mon 13:00 > Released
      A-2 created:"Mon 09:00" | Mon 11:00 > Released | Mon 12:00 > Done`;
    const { labels, all } = run(later, 'Mon 17:00', { stopAtDone: true, measure: 'total' });
    expect([labels, all('To Do'), all('Released')]).toEqual([['Released', 'To Do'], 4, 0]);
    expect(run(later, 'Mon 17:00', { measure: 'total' }).all('Review')).toBe(1);
  });
});

describe('a status that was only passed', () => {
  const story = `
    A-1 @ana created:"Mon 09:00" | Mon 11:00 started | Mon 11:00 done
    A-2 @ana created:"Mon 09:00" | Mon 11:00 started | Mon 13:00 done
    A-3 @bo  created:"Mon 09:00"`;

  it('was visited, for no time: 0, which is not -', () => {
    const { csv, all, text } = run(story, 'Mon 17:00');
    expect(csv()).toMatchObject({
      columns: ['Issue Key', 'Summary', 'Done (hours)', 'In Progress (hours)', 'To Do (hours)'],
      rows: [
        ['A-1', 'Summary of A-1', 6, 0, 2],
        ['A-2', 'Summary of A-2', 4, 2, 2],
        ['A-3', 'Summary of A-3', null, null, 8],
      ],
    });
    expect([all('In Progress'), text('In Progress')]).toEqual([1, '1h']);
    const alone = run(story.split('\n').slice(0, 2).join('\n'), 'Mon 17:00');
    expect([alone.text('In Progress'), alone.text('Done')]).toEqual(['0', '6h']);
  });

  it.each([
    ['weeks', '0'],
    ['decimal-hours', '0'],
    ['seconds', '0'],
  ] as const)('shows as 0 in %s', (display, zero) => {
    const passed = 'A-1 created:"Mon 09:00" | Mon 11:00 started | Mon 11:00 done';
    expect(run(passed, 'Mon 17:00', { display }).text('In Progress')).toBe(zero);
  });

  it('counts in the average of its group', () => {
    const { group } = run(story, 'Mon 17:00', { groupBy: 'assignee' });
    expect([group('Ana', 'In Progress'), group('Bo', 'In Progress')]).toEqual([1, null]);
  });
});

describe('working time', () => {
  it('0 is there without working time, - is never there', () => {
    const { all, text } = run('A-1 created:"Sat 09:00" | Sat 15:00 started', 'Sun 15:00', {
      calendar: calendar('09:00-17:00'),
    });
    expect([all('To Do'), text('To Do'), all('Done'), text('Done')]).toEqual([0, '0', null, '-']);
  });

  it('shows days of 24 hours, or by the setting of the calendar', () => {
    const nine = { calendar: calendar('09:00-17:00'), display: 'weeks' as const };
    const story = 'A-1 created:"Mon 09:00"';
    expect(run(story, 'Fri 17:00', nine).text('To Do')).toBe('1d 16h');
    expect(run(story, 'Fri 17:00', { ...nine, calendarDays: true }).text('To Do')).toBe('1w');
  });

  it('counts all hours, and says so, while the calendar is not valid', () => {
    const { all, notes, result } = run('A-1 created:"Mon 09:00"', 'Tue 09:00', { calendar: '{' });
    expect(all('To Do')).toBe(24);
    expect(result.working).toBe(false);
    expect(notes.map(note => note.code)).toEqual(['bad-calendar']);
  });

  it('takes the shared calendar where the settings say so and there is one', () => {
    const shared = JSON.parse(calendar('10:00-12:00'));
    const dataset = datasetFromText('A-1 created:"Mon 09:00"', STORY);
    const asOf = instantFromText('Tue 09:00', STORY);
    const settings: TimeInStatusSettings = {
      ...timeInStatusSettings.defaults,
      useCalendar: true,
      calendarSource: 'shared',
    };
    const time = (init: Parameters<typeof context>[0]) =>
      computeTimeInStatus(dataset, settings, context({ asOf, ...init })).result.columns[0]?.all
        .figure.value;
    expect(time({ calendar: shared })).toBe(2 * HOUR);
    // Without one, the usual week in the viewer's zone: 9-12 and 13-17.
    expect(time({ calendar: null })).toBe(7 * HOUR);
  });

  it('agrees with counting minutes over the days on which clocks change', () => {
    // 8 March 2026: 02:00 is 03:00 in New York; 1 November 2026: 02:00 is 01:00 again.
    const nights =
      '{"timezone":"America/New_York","days":{"Saturday":["22:00-24:00"],"Sunday":["00:00-06:30"]}}';
    const clock = new Intl.DateTimeFormat('en-US', {
      timeZone: 'America/New_York',
      weekday: 'short',
      hourCycle: 'h23',
      hour: '2-digit',
      minute: '2-digit',
    });
    for (const day of ['2026-03-07', '2026-10-31']) {
      const from = Date.parse(`${day}T12:00:00Z`);
      const to = from + 48 * HOUR;
      let counted = 0;
      for (let at = from; at < to; at += 60_000) {
        const [weekday, time = ''] = clock.format(at).split(' ');
        if (weekday === 'Sat' && time >= '22:00') counted++;
        if (weekday === 'Sun' && time < '06:30') counted++;
      }
      const dataset = datasetFromText('A-1');
      const [issue] = dataset.issues;
      const settings = { ...timeInStatusSettings.defaults, useCalendar: true, calendar: nights };
      const { result } = computeTimeInStatus(
        { ...dataset, issues: issue ? [{ ...issue, created: from }] : [] },
        { ...settings, calendarSource: 'own' },
        context({ asOf: to }),
      );
      expect(counted).toBe(day === '2026-03-07' ? 7.5 * 60 : 9.5 * 60);
      expect(result.columns[0]?.all.figure.value).toBe(counted * 60_000);
    }
  });
});

describe('columns', () => {
  it('are categories, or the statuses of one name; a status without a name is Unknown status', () => {
    const story = `
      status Review = in-progress
      A-1 created:"Mon 09:00" | Mon 10:00 > Review | Mon 11:00 > ?Gone | Mon 13:00 done`;
    const byName = run(story, 'Mon 17:00');
    expect(byName.labels).toEqual(['Done', 'Review', 'To Do', 'Unknown status']);
    expect(byName.all('Unknown status')).toBe(2);
    expect(byName.notes.map(note => note.code)).toEqual(['unknown-status']);
    const byCategory = run(story, 'Mon 17:00', { statusBy: 'category' });
    expect(byCategory.labels).toEqual(['Done', 'In Progress', 'To Do', 'Unknown status']);
  });

  it('have the names of statuses whose category is unknown, and one column of unknown category', () => {
    const story = `
      A-1 created:"Mon 09:00" | Mon 10:00 > Old | Mon 11:00 > Older | Mon 13:00 done`;
    const told = datasetFromText(story, STORY);
    const statuses = new Map(told.statuses);
    for (const name of ['Old', 'Older']) {
      const deleted = { ...status(name, 'none'), known: false };
      statuses.set(deleted.id, deleted);
    }
    const byName = run('', 'Mon 17:00', {}, { ...told, statuses });
    expect(byName.labels).toEqual(['Done', 'To Do', 'Old', 'Older']);
    expect(byName.notes.map(note => [note.code, ...note.issues])).toEqual([['unknown-status', 0]]);
    const byCategory = run('', 'Mon 17:00', { statusBy: 'category' }, { ...told, statuses });
    expect(byCategory.labels).toEqual(['Done', 'To Do', 'Unknown status']);
    expect(byCategory.all('Unknown status')).toBe(3);
  });

  it('the settings choose them, in their order', () => {
    const { csv } = run(TWO, 'Mon 17:00', { columns: ['to do', 'Done', 'Elsewhere'] });
    expect(csv()).toMatchObject({
      columns: ['Issue Key', 'Summary', 'To Do (hours)', 'Done (hours)'],
      rows: [
        ['A-1', 'Summary of A-1', 2, 2],
        ['A-2', 'Summary of A-2', 4, null],
        ['A-3', 'Summary of A-3', 8, null],
      ],
    });
  });
});

it('without history all time is in the current status, and noted', () => {
  const dataset = datasetFromText('A-1 created:"Mon 09:00" | Mon 11:00 started', {
    ...STORY,
    history: false,
  });
  const { all, notes } = run('', 'Mon 17:00', {}, dataset);
  expect(all('In Progress')).toBe(8);
  expect(notes.map(note => note.code)).toEqual(['no-history']);
});

it('agrees with counting working hours visit by visit, also stopped at the done instant', () => {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    weekday: 'short',
    hourCycle: 'h23',
    hour: '2-digit',
  });
  const isWorking = (at: number) => {
    const [weekday = '', hour = ''] = clock.format(at).split(' ');
    return !weekday.startsWith('S') && hour >= '09' && hour < '18' && hour !== '12';
  };
  const counted = ({ changes, created, resolved, status }: Issue, asOf: number, stops: boolean) => {
    const moves = changes.filter(({ field }) => field === 'status');
    const names = [moves[0]?.fromText ?? status.name, ...moves.map(({ toText }) => toText)];
    const entries = [created, ...moves.map(({ at }) => at)];
    const reached = names.findLastIndex(name => name !== 'Done' && name !== 'Released') + 1;
    const stop = stops ? (resolved ?? entries[reached] ?? Infinity) : Infinity;
    const hours: Record<string, number> = {};
    entries.forEach((entry, visit) => {
      if (entry > stop) return;
      const name = names[visit] ?? '';
      hours[name] ??= 0;
      const end = Math.min(entries[visit + 1] ?? asOf, stop);
      for (let at = entry; at < end; at += HOUR) hours[name] += isWorking(at) ? 1 : 0;
    });
    return hours;
  };
  const word = fc.constantFrom('started', 'done', 'reopened', 'resolved', '> Released', '> Done');
  const hour = fc.integer({ min: 0, max: 23 });
  const event = fc.record({
    day: fc.constantFrom('Tue', 'Fri', 'Sat', 'Sun', 'Mon+1'),
    hour,
    word,
  });
  const key = (each: { day: string; hour: number }) => `${each.day} ${each.hour}`;
  fc.assert(
    fc.property(
      fc.uniqueArray(event, { maxLength: 7, selector: key }),
      fc.boolean(),
      (events, stopAtDone) => {
        const told = events.map(each => `${each.day} ${each.hour}:00 ${each.word}`).join(' | ');
        // Clocks go forward on the Sunday.
        const story = { week: '2026-03-02' };
        const dataset = datasetFromText(
          `status Released = done\nA-1 created:"Mon 09:00" | ${told}`,
          story,
        );
        const asOf = instantFromText('Wed+1 10:00', story);
        const { result } = computeTimeInStatus(
          dataset,
          {
            ...timeInStatusSettings.defaults,
            statusBy: 'status',
            useCalendar: true,
            calendarSource: 'own',
            calendar: calendar('09:00-12:00,13:00-18:00'),
            stopAtDone,
          },
          context({ asOf }),
        );
        const found = result.columns.map(({ label, all }) => [
          label,
          (all.figure.value ?? 0) / HOUR,
        ]);
        expect(Object.fromEntries(found)).toEqual(
          counted(dataset.issues[0] as Issue, asOf, stopAtDone),
        );
      },
    ),
    { numRuns: 300 },
  );
});

it('is empty of nothing', () => {
  const { result, notes, csv } = run('', 'Mon 17:00', { groupBy: 'assignee' });
  expect([result.columns, result.groups, notes]).toEqual([[], [], []]);
  expect(csv().rows).toEqual([['All issues', 0]]);
});

it('elapsed times of an issue add up to its age, whatever it went through', () => {
  const hour = fc.integer({ min: 0, max: 23 });
  const word = fc.constantFrom('started', 'done', 'reopened', '> Review', '> ?Gone');
  fc.assert(
    fc.property(fc.uniqueArray(hour, { maxLength: 6 }), fc.array(word), (hours, words) => {
      const events = hours.map((each, i) => `Tue ${each}:00 ${words[i] ?? 'started'}`);
      const story = `A-1 created:"Mon 09:00" | ${events.join(' | ')}`;
      const { result } = run(story, 'Wed 09:00');
      const total = result.columns.reduce((sum, each) => sum + (each.all.figure.value ?? 0), 0);
      expect(total).toBe(48 * HOUR);
    }),
    { numRuns: 50 },
  );
});
