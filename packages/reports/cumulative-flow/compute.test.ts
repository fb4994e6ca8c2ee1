import { context } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText, instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { DAY } from '@tallyboard/core/time/units.ts';
import { plainTable } from '@tallyboard/report-kit/table/report-table.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aStory, datasetOf } from '../testing/random-stories.ts';
import computeCumulativeFlow from './compute.ts';
import cumulativeFlow from './index.ts';
import { lawText } from './law-text.ts';
import { littlesLaw } from './littles-law.ts';
import { readRuler, rulerAt } from './ruler.ts';
import { type CumulativeFlowSettings, cumulativeFlowSettings } from './settings.ts';
import { cumulativeFlowTable, netFlowIn, wipAt } from './table.ts';

const STORY = datasetFromText(`
  A-1 5pt | 2026-03-02 started | 2026-03-03 done
  A-2 3pt | 2026-03-03 started | 2026-03-04 > To Do | 2026-03-05 started
  A-3 2pt | 2026-03-04 done
  A-4 created:"2026-03-03 09:00"
  A-5 created:"2026-03-06 09:00"
`);
const NOW = context({ asOf: instantFromText('2026-03-05 18:00') });
const MONDAY = 20514;

function run(init: Partial<CumulativeFlowSettings> = {}, dataset = STORY, at = NOW) {
  const settings = { ...cumulativeFlowSettings.defaults, from: MONDAY, ...init };
  return { ...computeCumulativeFlow(dataset, settings, at), settings };
}

it('counts the issues that reached a column, and those in it, at the end of each day', () => {
  const { result } = run();
  expect(result.days).toEqual([
    { day: '2026-03-02', reached: [3, 1, 0], present: [2, 1, 0], wip: 1, started: 1, finished: 0 },
    { day: '2026-03-03', reached: [4, 2, 1], present: [2, 1, 1], wip: 1, started: 1, finished: 1 },
    { day: '2026-03-04', reached: [4, 3, 2], present: [2, 0, 2], wip: 1, started: 1, finished: 1 },
    { day: '2026-03-05', reached: [4, 3, 2], present: [1, 1, 2], wip: 1, started: 0, finished: 0 },
  ]);
  expect(result.columns).toEqual(['To Do', 'In Progress', 'Done']);
  expect(JSON.parse(JSON.stringify(cumulativeFlow.records?.(result, () => '')))).toEqual({
    corrections: [{ key: 'A-2', at: '2026-03-04T17:00:00.000Z', from: 'In Progress', to: 'To Do' }],
  });
});

it('answers by what is known where no history was received', () => {
  const issues = datasetFromText('A-1 status:Done | 2026-03-04 resolved').issues.map(issue => {
    return { ...issue, changes: [], historyComplete: false };
  });
  const { result, settings } = run({}, { ...STORY, issues });
  const { figures = [], sentence } = cumulativeFlow.headline?.(result, settings, NOW) ?? {};
  expect(figures.map(({ label }) => label)).toEqual(['In progress']);
  expect(sentence).toBe('When work started is not known: no history was received.');
});

it('adds up points, and leaves out issues whose estimate is unknown', () => {
  const { result, notes } = run({ estimation: 'points' });
  expect(result.days.at(-1)).toMatchObject({ reached: [10, 10, 7], present: [0, 3, 7] });
  expect(notes.find(({ code }) => code === 'unestimated')?.issues).toEqual(Uint32Array.of(3));
});

it('never falls, and counts days in which the clocks change', () => {
  fc.assert(
    fc.property(aStory, story => {
      const at = context({ asOf: instantFromText('2026-03-16 12:00') });
      const { days } = run({ from: MONDAY - 5 }, datasetOf(story), at).result;
      for (const [place] of (days[0]?.reached ?? []).entries())
        for (let day = 1; day < days.length; day++)
          expect(days[day]?.reached[place]).toBeGreaterThanOrEqual(
            days[day - 1]?.reached[place] ?? 0,
          );
    }),
  );
});

it('counts the same on a day, whatever the first day is', () => {
  const columns = [
    { name: 'Wait', statuses: ['To Do'] },
    { name: 'Work', statuses: ['In Progress'] },
    { name: 'End', statuses: ['Done'] },
  ];
  const workflow = { columns, start: 'Work', finish: 'End' };
  const some = fc.record({
    workflow: fc.constantFrom(workflow, null),
    estimation: fc.constantFrom('count' as const, 'points' as const),
    mode: fc.constantFrom('reached' as const, 'present' as const),
  });
  fc.assert(
    fc.property(aStory, some, fc.integer({ min: 1, max: 14 }), (story, settings, later) => {
      const at = context({ asOf: instantFromText('2026-03-16 12:00') });
      const shown = (from: number) => {
        const { result, settings: own } = run({ ...settings, from }, datasetOf(story), at);
        const table = cumulativeFlowTable(result, own, at);
        const rows = table.rows.map(row => [
          row.day,
          ...table.columns.map(column => [column.value?.(row), column.figure?.(row)]),
        ]);
        const { corrections } = result;
        return { rows, corrections: corrections.map(({ id: _, ...other }) => other) };
      };
      const all = shown(MONDAY - 4);
      const part = shown(MONDAY - 4 + later);
      expect(part.rows).toEqual(all.rows.slice(later));
      const since = instantFromText('2026-02-26 00:00') + later * DAY;
      expect(part.corrections).toEqual(
        all.corrections.filter(correction => correction.at >= since),
      );
    }),
  );
});

it('opens the issues of each number', () => {
  const { result, settings } = run({ mode: 'present' });
  const table = cumulativeFlowTable(result, settings, NOW);
  expect(plainTable(table).rows[2]).toEqual(['2026-03-04', 2, 0, 2, 1, 1, 1, 0]);
  const day = table.rows[2];
  const issuesOf = (id: string) =>
    Array.from(
      (day && table.columns.find(column => column.id === id)?.figure?.(day)?.issues) ?? [],
    );
  expect(issuesOf('column0')).toEqual([1, 3]);
  expect(issuesOf('column2')).toEqual([0, 2]);
  expect(issuesOf('wip')).toEqual([1]);
});

it('reads WIP, cycle time and throughput from the lines of start and finish', () => {
  const { result } = run();
  // Two had finished on the 5th; two had started on the 3rd, one of which had finished by then.
  expect(readRuler(result, 3)).toEqual({
    started: 3,
    finished: 2,
    back: 1,
    days: 2,
    throughput: 0.5,
    arrivals: 0.5,
  });
});

it('changes the work in progress of a week by the issues started less those finished', () => {
  expect(run({ from: MONDAY - 3 }).result.weeks).toEqual([
    { start: '2026-02-27', end: '2026-02-28', started: 0, finished: 0, net: 0 },
    { start: '2026-03-01', end: '2026-03-05', started: 3, finished: 2, net: 1 },
  ]);
  fc.assert(
    fc.property(aStory, story => {
      const at = context({ asOf: instantFromText('2026-03-16 12:00') });
      const { result } = run({ from: MONDAY + 2 }, datasetOf(story), at);
      const { days, weeks, littlesLaw: law } = result;
      const before = law?.assumptions.find(({ id }) => id === 'wip')?.before ?? 0;
      const net = weeks.reduce((sum, week) => sum + week.net, 0);
      const unknown = result.unknownAge;
      expect(net).toBe((days.at(-1)?.wip ?? 0) - unknown - before);
      expect(netFlowIn(result, 0, days.length - 1).net.value).toBe(net);
    }),
  );
});

it('reaches Done on the day of the resolution where no history was received', () => {
  const story = datasetFromText(
    'B-1 created:"2026-03-02 09:00" | 2026-03-05 09:00 done\nB-2 created:"2026-03-02 09:00" status:"In Progress"',
    { history: false },
  );
  const at = context({ asOf: instantFromText('2026-03-07 18:00') });
  const { result, notes } = run({}, story, at);
  expect(result.days.map(({ reached, present, wip }) => [reached[2], present[2], wip])).toEqual([
    [0, 0, 1],
    [0, 0, 1],
    [0, 0, 1],
    [1, 1, 1],
    [1, 1, 1],
    [1, 1, 1],
  ]);
  expect(result).toMatchObject({ unknownAge: 1, total: { wip: { value: 1 } } });
  expect(notes.map(({ code, issues }) => [code, issues.length])).toEqual([
    ['no-history', 2],
    ['age-unknown', 1],
  ]);
});

it('has one work in progress: headline, days, table and ruler', () => {
  fc.assert(
    fc.property(aStory, fc.constantFrom('reached', 'present'), (story, mode) => {
      const at = context({ asOf: instantFromText('2026-03-16 12:00') });
      const { result } = run({ mode, from: MONDAY }, datasetOf(story), at);
      const last = result.days.length - 1;
      const { value } = result.total.wip;
      expect(result.days[last]?.wip).toBe(value);
      expect(wipAt(result, last).issues).toEqual(result.total.wip.issues);
      const text = rulerAt(result, last, mode)?.upText ?? '';
      expect(text === '' ? 0 : Number(text.replace('WIP ', '').replace('-', '0'))).toBe(value);
    }),
  );
});

describe("Little's law", () => {
  it('has the time in progress as the integral of the WIP, to the millisecond', () => {
    const instant = fc.integer({ min: 0, max: 1000 });
    const anIssue = fc.tuple(instant, fc.option(instant, { nil: Number.NaN }));
    fc.assert(
      fc.property(fc.array(anIssue), instant, instant, (issues, a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b) + 1];
        const start = Float64Array.from(issues, ([begin]) => begin);
        const finish = Float64Array.from(issues, ([begin, end]) => Math.max(begin, end));
        const rows = Uint32Array.from(issues.keys());
        let time = 0;
        for (const row of rows) {
          const end = Number.isNaN(finish[row]) ? to : Math.min(finish[row] as number, to);
          time += Math.max(0, end - Math.max(start[row] as number, from));
        }
        expect(littlesLaw({ rows, start, finish }, { from, to })?.wipTime).toBe(time);
      }),
    );
  });

  it('of random stories is the time between their starts and finishes', () => {
    fc.assert(
      fc.property(aStory, fc.constantFrom('first', 'last'), (story, startRule) => {
        const asOf = instantFromText('2026-03-16 12:00');
        const at = context({ asOf });
        const settings = { startRule, from: MONDAY + 2 } as const;
        const { started, littlesLaw: law } = run(settings, datasetOf(story), at).result;
        const from = instantFromText('2026-03-04 00:00');
        const times = Array.from(started.rows, (_, n) => {
          const end = started.finish[n] as number;
          const until = Number.isNaN(end) ? asOf : end;
          return Math.max(0, until - Math.max(from, started.start[n] as number));
        });
        expect(law?.wipTime).toBe(times.reduce((sum, time) => sum + time, 0));
      }),
    );
  });

  it('holds in a steady state', () => {
    const rows = Uint32Array.from({ length: 40 }, (_, n) => n);
    const start = Float64Array.from(rows, n => n * DAY);
    const finish = start.map(begin => begin + 5 * DAY);
    const law = littlesLaw({ rows, start, finish }, { from: 10 * DAY, to: 30 * DAY });
    expect(law).toMatchObject({ averageWip: 5, throughput: 1, residual: 0 });
    expect(law?.assumptions.every(({ holds }) => holds)).toBe(true);
  });

  it('names the assumptions that broke', () => {
    const { littlesLaw: law } = run().result;
    if (!law) throw new Error();
    expect(lawText(law)).toContain(
      '3 issues were started, 2 finished. Work in progress grew from 0 to 1 issues. Its mean age grew from 0 to 2.3 days.',
    );
  });
});
