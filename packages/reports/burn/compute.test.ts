import type { Figure } from '@tallyboard/core/model/result.ts';
import { context } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText, instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import { sprintsNamedIn } from '@tallyboard/report-kit/families/sprint-scope/sprint-query.ts';
import { plainTable } from '@tallyboard/report-kit/table/report-table.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idealLine, workShare } from './chart/ideal.ts';
import computeBurn from './compute.ts';
import { burnHeadline } from './headline.ts';
import { type BurnSettings, burnSettings } from './settings.ts';
import { figureAt } from './states.ts';
import { burnTable } from './table.ts';

const NOW = context({ asOf: instantFromText('2026-03-20 12:00') });
const POINTS: Partial<BurnSettings> = { estimation: 'points' };

const SPRINT = 'sprint S = 2026-03-02 09:00 .. 2026-03-13 17:00 closed';
const VECTOR = datasetFromText(`
  ${SPRINT}
  P-1  5pt in:S @ana  | 2026-03-04 done
  P-2  3pt in:S @ben  | 2026-03-05 8pt
  P-3  2pt            | 2026-03-06 15:00 added S | 2026-03-09 done
  P-4  1pt in:S       | 2026-03-10 removed S
  P-5  3pt in:S @ana  | 2026-03-06 done          | 2026-03-12 reopened
`);

function burn(data = VECTOR, settings: Partial<BurnSettings> = POINTS, at = NOW) {
  const computed = computeBurn(data, { ...burnSettings.defaults, ...settings }, at);
  return { ...computed, chart: computed.result.chart! };
}

describe('the vector of the definitions', () => {
  const { chart, result } = burn();

  it('burns down by the story, and ends at the close', () => {
    expect(chart.points.map(point => point.scope - point.completed)).toEqual([
      12, 7, 12, 9, 11, 9, 8, 11,
    ]);
    expect(chart.until).toBe(instantFromText('2026-03-13 17:00'));
    expect(chart.today).toBeNull();
    expect(result.unit).toBe('points');
  });

  it('keeps the totals and their issues', () => {
    const { totals } = chart;
    const values = Object.fromEntries(Object.entries(totals).map(([id, f]) => [id, f.value]));
    expect(values).toEqual({
      committed: 12,
      added: 2,
      reEstimated: 5,
      removed: 1,
      scope: 18,
      completed: 7,
      remaining: 11,
    });
    for (const figure of Object.values<Figure>({ ...totals }))
      expect(Array.from(figure.parts ?? []).reduce((sum, part) => sum + part, 0)).toBe(
        figure.value,
      );
    const keys = (rows: Uint32Array) => Array.from(rows, row => VECTOR.issues[row]?.key);
    expect(keys(totals.remaining.issues)).toEqual(['P-2', 'P-5']);
  });

  it('lists who changed the scope, and how', () => {
    expect(chart.ledger.map(e => [e.key, e.reason, e.before, e.after, e.amount])).toEqual([
      ['P-2', 're-estimated', 3, 8, 5],
      ['P-3', 'added', null, 2, 2],
      ['P-4', 'removed', 1, null, -1],
    ]);
  });

  it('says how each day ended', () => {
    const rows = chart.dayEnds.map(day => [dayText(day.day).slice(5), day.scope - day.completed]);
    expect(rows).toEqual([
      ...[
        ['03-02', 12],
        ['03-03', 12],
        ['03-04', 7],
        ['03-05', 12],
        ['03-06', 11],
      ],
      ...[
        ['03-07', 11],
        ['03-08', 11],
        ['03-09', 9],
        ['03-10', 8],
        ['03-11', 8],
      ],
      ...[
        ['03-12', 11],
        ['03-13', 11],
      ],
    ]);
    const csv = plainTable(burnTable(burn().result, burnSettings.defaults, NOW));
    expect(csv.rows[0]?.slice(0, 4)).toEqual(['2026-03-02', 12, 0, 12]);
  });

  it('gives each person a line', () => {
    const graphs = { ...burnSettings.defaults.graphs, personReal: true };
    const people = burn(VECTOR, { ...POINTS, graphs }).chart.people;
    const left = people.map(({ name, points }) => [
      name,
      points.map(point => point.scope - point.completed),
    ]);
    expect(left).toEqual([
      ['Ana', [8, 3, 0, 3]],
      ['Ben', [3, 8]],
      ['Unassigned', [1, 3, 1, 0]],
    ]);
  });

  it('counts issues too', () => {
    const points = burn(VECTOR, {}).chart.points;
    expect(points.map(point => point.scope - point.completed)).toEqual([4, 3, 2, 3, 2, 1, 2]);
  });
});

describe('which sprint', () => {
  const STORY = datasetFromText(`
    sprint Old = 2026-02-02 09:00 .. 2026-02-13 17:00 closed
    sprint New = 2026-03-02 09:00 .. 2026-03-13 17:00 closed
    sprint Now = 2026-03-16 09:00 .. 2026-03-27 17:00 active
    sprint Next = 2026-03-30 09:00 .. 2026-04-10 17:00 future
    P-1 in:Old created:2026-02-01 | 2026-02-13 18:00 removed Old, added New
    P-2 in:Now created:2026-03-01
    P-3 in:Next
  `);

  it('lists those that have started, active first, latest first', () => {
    const { result } = burn(STORY, {});
    expect(result.sprints.map(sprint => sprint.name)).toEqual(['Now', 'New', 'Old']);
    expect(result.chart?.name).toBe('Now');
  });

  it('shows the chosen one, all active ones together, or those that the query names', () => {
    const old = STORY.sprints.keys().next().value ?? null;
    expect(burn(STORY, { sprint: old }).chart.name).toBe('Old');
    expect(burn(STORY, { singleChart: true }).chart.name).toBe('Now');
    const named = { ...STORY, jql: 'sprint in (1, 2) ORDER BY rank' };
    const together = burn(named, { singleChart: true }).chart;
    expect(together.name).toBe('New, Old');
    expect(together.totals.scope.value).toBe(1);
  });

  it('reads sprint ids of a query, and nothing else', () => {
    expect([...sprintsNamedIn('Sprint = 12 OR sprint IN (3, 4)')]).toEqual([12, 3, 4]);
    expect([...sprintsNamedIn('sprint in openSprints() AND key in (5)')]).toEqual([]);
  });

  it('draws nothing after now, and says why there is nothing', () => {
    const { chart } = burn(STORY, {});
    expect([chart.until, chart.today]).toEqual([NOW.asOf, NOW.asOf]);
    expect(chart.to).toBe(instantFromText('2026-03-27 17:00'));
    const none = burn(datasetFromText('P-1'), {});
    expect(none.result).toMatchObject({ chart: null, why: expect.stringContaining('no sprint') });
    expect(none.result.why).toContain('Choose issues of a sprint in the filter. Filter burndown');
    const data = datasetFromText('P-1');
    const bare = burn({ ...data, special: { ...data.special, sprint: [] } }, {});
    expect(bare.result.why).toContain('This Jira has no sprint field. Filter burndown');
  });
});

describe('filter types', () => {
  const STORY = datasetFromText(`
    P-1 5pt | 2026-02-25 done
    P-2 3pt created:2026-03-19 | 2026-03-20 11:00 done
    P-3 2pt
  `);
  const filter: Partial<BurnSettings> = { type: 'filter-burnup', estimation: 'points' };

  it('goes from 7 days before to 7 days after now, and stops at now', () => {
    const { chart } = burn(STORY, filter);
    expect(chart.from).toBe(instantFromText('2026-03-13 00:00'));
    expect(chart.to).toBe(instantFromText('2026-03-28 00:00'));
    expect(chart.until).toBe(NOW.asOf);
    expect(chart.points.map(point => [point.scope, point.completed])).toEqual([
      [7, 5],
      [10, 5],
      [10, 8],
    ]);
    expect(chart.ledger.map(entry => [entry.key, entry.reason])).toEqual([['P-2', 'created']]);
  });

  it.each([
    [{ from: instantFromText('2026-04-01 12:00') }, 'before the start date'],
    [
      { from: instantFromText('2026-04-01 12:00'), to: instantFromText('2026-04-09 12:00') },
      'in the future',
    ],
  ])('refuses a range that shows nothing', (range, why) => {
    expect(burn(STORY, { ...filter, ...range }).result.why).toContain(why);
  });
});

describe('the ideal line', () => {
  const zone = 'America/New_York';
  const start = { at: 0, scope: 10, completed: 2 };
  // Thursday noon to Monday noon: 12 h, 24 h, weekend, 12 h of working days.
  const interval = {
    from: instantFromText('2026-03-05 12:00'),
    to: instantFromText('2026-03-09 12:00'),
  };
  const share = workShare(interval, day => day % 7 !== 2 && day % 7 !== 3, zone);

  it('goes down over working days and rests on others', () => {
    expect(share.share).toEqual([0, 0.25, 0.75, 0.75, 0.75, 1]);
    const line = idealLine([share], [start], false);
    const at = (when: string) => line(instantFromText(when));
    expect(at('2026-03-05 12:00')).toBe(8);
    expect(at('2026-03-06 12:00')).toBe(4);
    expect(at('2026-03-07 15:00')).toBe(2);
    expect(at('2026-03-09 12:00')).toBe(0);
    expect(at('2026-03-09 13:00')).toBeNull();
  });

  it('goes up to the scope in a burnup', () => {
    const line = idealLine([share], [start], true);
    expect([line(interval.from), line(interval.to)]).toEqual([2, 10]);
  });

  it('is as far below the scope of a burnup as above zero in a burndown', () => {
    const grown = [start, { at: interval.to - 1000, scope: 40, completed: 2 }];
    const [up, down] = [true, false].map(way => idealLine([share], grown, way));
    expect(up?.(interval.to)).toBe(40);
    for (const at of [interval.from, interval.from + 1000, interval.to - 500]) {
      const scope = at < interval.to - 1000 ? 10 : 40;
      expect((up?.(at) ?? 0) + (down?.(at) ?? 0)).toBeCloseTo(scope);
    }
  });

  it('burns what a later sprint brings from its own start', () => {
    const later = workShare({ from: interval.to, to: interval.to + 1000 }, () => true, zone);
    const points = [start, { at: interval.to, scope: 15, completed: 2 }];
    const line = idealLine([share, later], points, false);
    expect([line(interval.from), line(interval.to), line(interval.to + 1000)]).toEqual([8, 5, 0]);
  });

  it('takes every day where none is a working one', () => {
    expect(workShare(interval, () => false, zone).share.at(-1)).toBe(1);
  });

  it('rests on holidays of the shared calendar, yearly ones too', () => {
    const calendar = {
      timezone: zone,
      days: { Monday: '09:00-17:00', '--03-04': '', '2026-03-07': '09:00-12:00' },
    };
    const { works } = burn(VECTOR, POINTS, { ...NOW, calendar }).chart;
    const line = idealLine(works, [{ at: 0, scope: 1, completed: 0 }], true);
    const over = (when: string) => {
      return line(instantFromText(when)) ?? Number.NaN;
    };
    expect(over('2026-03-05 00:00')).toBe(over('2026-03-04 00:00'));
    expect(over('2026-03-08 00:00')).toBeGreaterThan(over('2026-03-07 00:00'));
  });
});

it('notes what there is to doubt', () => {
  const data = datasetFromText(`
    sprint S = 2026-03-02 09:00 .. 2026-03-11 17:00 closed 2026-03-13 17:00
    P-1 in:S
    P-2 3pt in:S | 2026-03-04 done | 2026-03-05 reopened
  `);
  expect(burn(data).notes.map(note => note.code)).toEqual([
    'unestimated',
    'reopened',
    'closed-late',
  ]);
  const bare = datasetFromText(`${SPRINT}\nP-1 5pt in:S`, { history: false });
  expect(burn(bare).notes.map(note => note.code)).toEqual(['no-history']);
});

it.each([
  ['P-1 5pt | 2026-02-26 added S | 2026-02-27 removed S', 'points', 'S: There was no work.'],
  ['P-1 5pt in:S | 2026-03-04 done', 'points', 'S: All was done by Mar 13, 2026.'],
  [
    'P-1 in:S',
    'points',
    'S: 0 points not done by Mar 13, 2026; 1 issue without an estimate is open.',
  ],
  [
    'P-1 in:S\nP-2 in:S\nP-3 1pt in:S | 2026-03-04 done',
    'points',
    'S: 0 points not done by Mar 13, 2026; 2 issues without an estimate are open.',
  ],
  ['P-1 1pt in:S', 'points', 'S: 1 point not done by Mar 13, 2026.'],
  ['P-1 in:S', 'count', 'S: 1 issue not done by Mar 13, 2026.'],
  ['P-1 in:S\nP-2 in:S', 'count', 'S: 2 issues not done by Mar 13, 2026.'],
] as const)('a closed sprint of %j in %s: %s', (story, estimation, sentence) => {
  const data = datasetFromText(`${SPRINT}\n${story}`);
  const settings = { ...burnSettings.defaults, estimation };
  const { result } = computeBurn(data, settings, NOW);
  expect(burnHeadline(result, settings, NOW)?.sentence).toBe(sentence);
});

it('opens at every point the issues that make it', () => {
  const event = fc.constantFrom('done', 'reopened', 'added S', 'removed S', '8pt', 'no pt');
  const days = ['02-27', '03-03', '03-05', '03-06', '03-10'];
  const line = fc.array(fc.option(event), { minLength: 5, maxLength: 5 });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), lines => {
      const story = lines.map((events, i) =>
        [
          `P-${i + 1} 3pt in:S`,
          ...events.flatMap((e, day) => (e ? [`2026-${days[day]} ${e}`] : [])),
        ].join(' | '),
      );
      const { chart } = burn(datasetFromText([SPRINT, ...story].join('\n')));
      for (const { at, scope, completed } of chart.points) {
        expect(figureAt(chart.states, at, 'scope').value).toBe(scope);
        expect(figureAt(chart.states, at, 'completed').value).toBe(completed);
        expect(figureAt(chart.states, at, 'remaining').value).toBe(scope - completed);
      }
      const { scope, completed } = chart.totals;
      const last = chart.points.at(-1);
      expect([last?.scope, last?.completed]).toEqual([scope.value, completed.value]);
    }),
    { numRuns: 100 },
  );
});
