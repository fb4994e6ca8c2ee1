import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { IssueId } from '@tallyboard/core/model/ids.ts';
import { context } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText, instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { DAY } from '@tallyboard/core/time/units.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import { TEAM_QUERIES } from '@tallyboard/report-kit/families/flow/team-queries.ts';
import { unionQuery } from '@tallyboard/report-kit/families/flow/union-query.ts';
import { describe, expect, it } from 'vitest';
import { datasetOf, readAloy } from '../testing/real-issues.ts';
import { readStatusHistories, statusDataset } from '../testing/status-histories.ts';
import { isEndless } from './answers.ts';
import computeForecast from './compute.ts';
import forecast from './index.ts';
import { forecastSettings } from './settings.ts';
import { forecastTable } from './table.ts';

const ZONE = context().zone;

function run(dataset: Dataset, stored: object, asOf: number) {
  const settings = forecastSettings.parse(stored).value;
  return computeForecast(dataset, settings, context({ asOf }));
}

/** Thursdays on which the default calendar does not work. */
const HOLIDAYS = ['2025-12-25', '2026-01-01'];

/** One issue finished on each working day of 18 weeks until Friday 6 March, and 10 open ones. */
const STEADY = datasetFromText(
  [
    ...Array.from({ length: 18 * 7 }, (_, day) => {
      const at = new Date(Date.UTC(2025, 10, 1 + day));
      const text = at.toISOString().slice(0, 10);
      return at.getUTCDay() % 6 === 0 || HOLIDAYS.includes(text)
        ? ''
        : `A-${day} created:"2025-10-31" | ${text} 10:00 started | ${text} 11:00 done`;
    }),
    ...Array.from({ length: 10 }, (_, n) => `B-${n} created:"2025-10-31"`),
  ].join('\n'),
);
const FRIDAY = instantFromText('2026-03-06 23:00');

it('names the done rule where it decides: of issues without a history', () => {
  const { done, result } = run(STEADY, {}, FRIDAY);
  expect(done).toBeUndefined();
  expect(forecast.rule?.(result)).toBe('Finished: in the column Done');
  expect(run(withoutHistory(STEADY), {}, FRIDAY).done).toMatchObject({
    rule: { kind: 'resolution-or-category' },
  });
});

it('a steady team finishes as many as it has working days', () => {
  const { result } = run(STEADY, { horizonDays: 14 }, FRIDAY);
  expect(result.plain).toEqual({ 50: 10, 70: 10, 85: 10, 95: 10 });
  // Calibrated forecasts allow for a change of pace.
  expect(result.howMany).toEqual({ 50: 10, 70: 10, 85: 9, 95: 8 });
  expect(result.cannot).toBeNull();
  const plain = run(STEADY, { horizonDays: 14, calibrate: false }, FRIDAY).result;
  expect(plain.howMany).toEqual(plain.plain);
});

it('the open issues are done after as many working days', () => {
  const { result } = run(STEADY, { items: 0 }, FRIDAY);
  expect(result.items).toBe(10);
  expect(result.plain).toEqual({ 50: 14, 70: 14, 85: 14, 95: 14 });
  expect(result.when).toMatchObject({ 50: 14 });
  expect(result.dates).toMatchObject({ 50: '2026-03-20' });
});

it('has the outcomes of all trials', () => {
  const outcomes = (stored: object) =>
    run(STEADY, { calibrate: false, ...stored }, FRIDAY).result.distribution?.bands;
  const sure = (from: number) => [{ from, to: from + 1, percent: expect.closeTo(100) }];
  expect(outcomes({ horizonDays: 14 })).toEqual(sure(10));
  expect(outcomes({ items: 0 })).toEqual(sure(14));
});

it('a date has a chance', () => {
  const at = (byDate: string, items: number) =>
    run(STEADY, { byDate, items }, FRIDAY).result.chance?.plain ?? Number.NaN;
  expect(at('2026-03-20', 10)).toBeCloseTo(100);
  expect(at('2026-03-20', 11)).toBeCloseTo(0);
  expect(run(STEADY, { byDate: '2026-03-06' }, FRIDAY).result.cannot).toContain('not after');
});

it('teams are done when the last one is', () => {
  const lines = Array.from({ length: 18 * 7 }, (_, day) => {
    const at = new Date(Date.UTC(2025, 10, 1 + day));
    const text = at.toISOString().slice(0, 10);
    const line = (key: string, type: string) =>
      `${key}-${day} ${type} created:"2025-10-31" | ${text} 10:00 started | ${text} 11:00 done`;
    if (at.getUTCDay() % 6 === 0) return '';
    return [line('A', 'Bug'), line('B', 'Story'), line('C', 'Story')].join('\n');
  });
  const open = Array.from(
    { length: 10 },
    (_, n) => `D-${n} Bug created:"2025-10-31"\nE-${n} Story created:"2025-10-31"`,
  );
  const data = datasetFromText([...lines, ...open].join('\n'));
  const { teams } = run(data, { items: 0, teams: 'issue-type', calibrate: false }, FRIDAY).result;
  expect(teams?.list.map(({ label, when }) => [label, when?.[85]])).toEqual([
    ['Bug', 14],
    ['Story', 7],
  ]);
  expect(teams?.joint).toEqual({ 50: 14, 70: 14, 85: 14, 95: 14 });
  const many = run(data, { horizonDays: 14, teams: 'issue-type', calibrate: false }, FRIDAY).result;
  // 10 working days; the total is that of all issues.
  expect(many.teams?.list.map(({ label, howMany }) => [label, howMany?.[85]])).toEqual([
    ['Bug', 10],
    ['Story', 20],
  ]);
  expect(many.teams?.total?.howMany?.[85]).toBe(30);
});

/** Each weekday, two of which are holidays, finishes two issues and brings one. */
it('a growing backlog is done when the new issues are too', () => {
  const days = Array.from({ length: 18 * 7 }, (_, day) => {
    const at = new Date(Date.UTC(2025, 10, 1 + day));
    const text = at.toISOString().slice(0, 10);
    const done = (key: string) => `${key}-${day} created:"2025-10-31" | ${text} 11:00 done`;
    if (at.getUTCDay() % 6 === 0) return '';
    return [done('A'), done('B'), `N-${day} created:"${text}"`].join('\n');
  });
  const data = datasetFromText(days.join('\n'));
  const at = (growth: boolean) => {
    const settings = { question: 'when', items: 10, growth, calibrate: false };
    const { when, trackRecord } = run(data, settings, FRIDAY).result;
    return [when, trackRecord.forecasts.at(-1)?.actual];
  };
  const all = (days: number) => ({ 50: days, 70: days, 85: days, 95: days });
  expect(at(false)).toEqual([all(7), 7]);
  // Two of the 64 days of the sample have the finished and the new issues of a holiday too; nine days make 10 in 25%.
  expect(at(true)).toEqual([all(14), 14]);
});

it('teams are boards and queries', async () => {
  const given = [12, { jql: 'project = B ORDER BY key', name: 'Team B' }];
  const teams = TEAM_QUERIES.parse([...given, { jql: 'project = C', name: 'Team B' }]) ?? [];
  expect(teams).toEqual([
    { name: 'Board 12', board: 12 },
    { name: 'Team B', jql: 'project = B ORDER BY key' },
    { name: 'Team B', jql: 'project = C' },
  ]);
  expect(TEAM_QUERIES.parse([{ board: 0 }])).toBeUndefined();
  expect(TEAM_QUERIES.parse(['  '])).toBeUndefined();
  const asked: string[] = [];
  const query = await unionQuery(
    teams,
    {
      boardJql: async board => `project = P${board}`,
      async idsIn(jql) {
        asked.push(jql);
        return [String(asked.length) as IssueId];
      },
      withoutOrder: jql => jql.replace(/ ORDER BY .*/, ''),
    },
    'type = Bug',
  );
  expect(query.jql).toBe('((project = P12) OR (project = B) OR (project = C)) AND (type = Bug)');
  expect(asked).toEqual(
    ['P12', 'B', 'C'].map(project => `(project = ${project}) AND (type = Bug)`),
  );
  // Parts are known by their names: two of one name would be one.
  expect(query.parts).toEqual([
    { name: 'Board 12', ids: ['1'] },
    { name: 'Team B', ids: ['2'] },
    { name: 'Team B (2)', ids: ['3'] },
  ]);
});

describe('whatever the hour', () => {
  /** Five finishes each Monday at 9:00 and one on each other weekday, as in truth-forecast-hour. */
  // Until Tuesday 24 February.
  const lines = Array.from({ length: 177 }, (_, day) => {
    const at = new Date(Date.UTC(2025, 8, 1 + day));
    const text = at.toISOString().slice(0, 10);
    const weekday = at.getUTCDay();
    if (weekday % 6 === 0 || HOLIDAYS.includes(text)) return '';
    const done = (n: number) =>
      `A-${10 * day + n} created:"2025-08-31" | ${text} 08:00 started | ${text} 09:00 done`;
    return Array.from({ length: weekday === 1 ? 5 : 1 }, (_, n) => done(n)).join('\n');
  });
  const open = Array.from({ length: 20 }, (_, n) => `B-${n} created:"2025-08-31"`);
  const data = datasetFromText([...lines, ...open].join('\n'));
  const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
  const at = (hour: string, stored: object) =>
    run(data, stored, instantFromText(`2026-02-24 ${hour}:30`));

  /** Before and after work begins and is done, and the ends of the day: a backlog that grows takes seconds each. */
  const telling = ['00', '08', '09', '23'];
  it.each([
    [{ horizonDays: 30 }, hours],
    [{ horizonDays: 30, calibrate: false }, hours],
    [{ items: 30, growth: true }, telling],
    [{ byDate: '2026-04-01', items: 20 }, hours],
  ])('%j has one answer', (stored, asked) => {
    const all = asked.map(hour => {
      const { result, notes } = at(hour, stored);
      const { howMany, when, dates, chance, sample, trackRecord } = result;
      const codes = notes.map(({ code }) => code).filter(code => code !== 'not-yet');
      return { howMany, when, dates, chance, sample, trackRecord, codes };
    });
    for (const each of all) expect(each).toEqual(all[0]);
    // From 26 November to 23 February: 13 Mondays and 49 other working days.
    expect(all[0]?.sample).toEqual({ days: 90, workingDays: 62, finished: 13 * 5 + 49 });
    expect(all[0]?.codes).toEqual([]);
  });

  it('the open issues of today are those of the hour', () => {
    expect(at('08', { items: 0 }).result.items).toBe(21);
    expect(at('10', { items: 0 }).result.items).toBe(20);
  });
});

it('work finished on a day off counts on the next working day', () => {
  const weeks = Array.from({ length: 20 }, (_, week) => {
    const text = new Date(Date.UTC(2025, 9, 4 + 7 * week)).toISOString().slice(0, 10);
    return `A-${week} created:"2025-09-01" | ${text} 09:00 started | ${text} 10:00 done`;
  });
  const { result, notes } = run(
    datasetFromText(weeks.join('\n')),
    { calibrate: false },
    instantFromText('2026-02-17 12:00'),
  );
  // Saturdays from 22 November to 14 February: 13, each on the Monday after it.
  expect(result.sample.finished).toBe(13);
  expect(result.finished.value).toBe(13);
  expect(result.cannot).toBeNull();
  expect(notes.find(({ code }) => code === 'non-working')?.issues).toHaveLength(13);
});

it('what could not be forecast is no entry of the track record', () => {
  // As many are created as finished, but in the last weeks.
  const lines = Array.from({ length: 200 }, (_, day) => {
    const text = new Date(Date.UTC(2025, 7, 1 + day)).toISOString().slice(0, 10);
    const news = day < 150 ? [`N-${day} created:"${text}"`] : [];
    return [`A-${day} created:"2025-07-31" | ${text} 11:00 done`, ...news].join('\n');
  });
  const asOf = instantFromText('2026-02-16 12:00');
  const data = datasetFromText(lines.join('\n'));
  const stored = { items: 60, growth: true };
  const { trackRecord } = run(data, stored, asOf).result;
  expect(trackRecord.cannot).toBeGreaterThan(5);
  for (const { asOf: then, actual, ...numbers } of trackRecord.forecasts) {
    const { when, cannot } = run(data, stored, Date.parse(then)).result;
    expect([cannot, when]).toEqual([null, numbers]);
  }
});

it('a short history has no forecast', () => {
  const early = run(STEADY, { horizonDays: 14 }, instantFromText('2025-11-10 23:00')).result;
  expect(early.cannot).toBe('The issues have a history of 10 days. A forecast needs 30.');
  expect([early.howMany, early.plain, early.burnUp]).toEqual([null, null, null]);
  const few = datasetFromText('A-1 created:"2025-10-31" | Mon done');
  const { result } = run(few, {}, FRIDAY);
  expect(result.cannot).toContain('1 issue was finished');
  expect(forecastTable(result, forecastSettings.defaults, context()).rows).toEqual([]);
});

it('fewer than 20 past forecasts are not testable', () => {
  const { trackRecord } = run(STEADY, { horizonDays: 30 }, FRIDAY).result;
  expect(trackRecord.count).toBeLessThan(20);
  expect(trackRecord.held).toBeNull();
  expect(trackRecord.untested).toContain('Not yet testable');
});

/** Exported without changes. */
function withoutHistory(data: Dataset): Dataset {
  return { ...data, issues: data.issues.map(issue => ({ ...issue, historyComplete: false })) };
}

const aea = readStatusHistories('aea');
const aloy = readAloy();
const REAL: readonly (readonly [name: string, data: Dataset, asOf: number])[] = [
  ['aea', statusDataset(aea), Date.UTC(2025, 0, 15, 12)],
  ['ALOY', withoutHistory(datasetOf(aloy)), Date.UTC(2015, 0, 1, 18)],
];

describe.each(REAL)('%s', (_, data, asOf) => {
  it.each([{ horizonDays: 30 }, { items: 20 }, { question: 'when' }])(
    'a past forecast is what the same question gave then: %j',
    stored => {
      if (!data) return;
      const { forecasts, count } = run(data, stored, asOf).result.trackRecord;
      expect(count).toBeGreaterThan(10);
      for (const [at, { asOf: then, actual, ...numbers }] of forecasts.entries()) {
        if (at % 7 > 0) continue;
        const { howMany, when } = run(data, stored, Date.parse(then)).result;
        expect(howMany ?? when).toEqual(numbers);
      }
    },
  );

  it('a past forecast of all teams is what it was then', () => {
    if (!data) return;
    const ids = data.issues.map(({ id }) => id);
    const parts = [0, 1].map(team => {
      return { name: `Team ${team}`, ids: ids.filter((_, at) => at % 2 === team || at % 9 === 0) };
    });
    const teamsAt = (at: number) => {
      const stored = { question: 'when', teamQueries: ['a = 1', 'b = 1'] };
      const settings = forecastSettings.parse(stored).value;
      const query = { jql: '', sprints: null, narrowedBy: '', atLeast: null, parts };
      return computeForecast(data, settings, context({ asOf: at, query }));
    };
    const { result, notes } = teamsAt(asOf);
    const shared = notes.find(({ code }) => code === 'several-teams');
    expect(shared?.issues.length).toBe(ids.filter((_, at) => at % 9 === 0).length);
    const { forecasts } = result.teams?.trackRecord ?? { forecasts: [] };
    expect(forecasts.length).toBeGreaterThan(10);
    for (const [at, { asOf: then, actual, ...numbers }] of forecasts.entries()) {
      if (at % 30 > 0) continue;
      const { joint, list } = teamsAt(Date.parse(then)).result.teams ?? {};
      expect(joint).toEqual(numbers);
      for (const { when } of list ?? []) expect(when?.[85]).toBeLessThanOrEqual(numbers[85]);
    }
  });

  it('as many trials reach a level of the forecast as it says', () => {
    if (!data) return;
    for (const stored of [{ horizonDays: 30 }, { items: 20 }, { items: 20, growth: true }])
      for (const calibrate of [true, false]) {
        const { result } = run(data, { ...stored, calibrate }, asOf);
        const { howMany, when, distribution } = result;
        const { bands = [], endless = 0 } = distribution ?? {};
        const partOf = (isIn: (band: (typeof bands)[number]) => boolean) =>
          bands.filter(isIn).reduce((sum, { percent }) => sum + percent, 0);
        expect(partOf(() => true) + endless).toBeGreaterThan(98.9);
        for (const level of [50, 70, 85, 95] as const) {
          const value = (howMany ?? when)?.[level] ?? Number.NaN;
          if (isEndless(value)) continue;
          const most = howMany
            ? partOf(({ to }) => to > value)
            : partOf(({ from }) => from <= value);
          const least = howMany
            ? partOf(({ from }) => from > value)
            : partOf(({ to }) => to <= value);
          // The levels of the trials are those of a sample of 10,000, and the rarest 1% have no band.
          expect(most).toBeGreaterThan(level - 2.5);
          expect(least).toBeLessThan(level + 1.5);
        }
      }
  });

  it('counts what was finished since', () => {
    if (!data) return;
    const { forecasts } = run(data, { horizonDays: 14 }, asOf).result.trackRecord;
    const last = forecasts.at(-1);
    // The day of the report is not over, so that the last one with an outcome was asked three weeks before.
    const then = Date.parse(last?.asOf ?? '');
    expect(localDay(then, ZONE)).toBe(localDay(asOf, ZONE) - 21);
    if (data.issues.some(({ changes }) => changes.length > 0)) return;
    const since = data.issues.filter(
      ({ resolved }) => resolved !== null && resolved > then && resolved <= then + 14 * DAY,
    );
    expect(last?.actual).toBe(since.length);
  });
});
