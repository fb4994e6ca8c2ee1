import type { Figure } from '@tallyboard/core/model/result.ts';
import { context, DONE, dataset } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { levelIssue } from '@tallyboard/core/testing/levels.ts';
import { describe, expect, it } from 'vitest';
import computeOverview from './compute.ts';
import report from './index.ts';
import { type OverviewSettings, overviewSettings } from './settings.ts';

/** As of Wednesday 4 March 2026, noon in New York; the week ends on Saturday the 7th. */
const NOW = context({ asOf: Date.UTC(2026, 2, 4, 17) });

const STORY = datasetFromText(`
  A-1  5pt Bug  @ana  8h             | Tue 2h by Ana | Wed 09:00 done
  A-2  3pt      @ana  due:2026-03-03 | Tue started
  A-3  1pt Bug  @ben  due:2026-03-04
  A-4      Incident   due:2026-03-08 status:Done
  B-1  2pt      @ben  due:2026-03-07 priority:High
  B-2  2pt Sub-task ^B-1 @ben        | Tue resolved
`);

function overview(settings: Partial<OverviewSettings> = {}, dataset = STORY) {
  const computed = computeOverview(dataset, { ...overviewSettings.defaults, ...settings }, NOW);
  const keys = (figure: Figure) => Array.from(figure.issues, row => dataset.issues[row]?.key);
  const list = (id: string) => {
    const found = computed.result.lists.find(each => each.id === id);
    return found ? keys(found.figure).join(' ') : undefined;
  };
  return { ...computed, keys, list };
}

describe('progress', () => {
  it('counts a status of category Done as resolved, without a resolution too', () => {
    const { result, keys } = overview();
    const [resolved, points] = result.lines;
    expect(resolved).toMatchObject({ id: 'resolved', percent: 50, whole: { value: 6 } });
    expect(resolved && keys(resolved.part)).toEqual(['A-1', 'A-4', 'B-2']);
    // 5 + 0 (A-4 has no points) + 2 of 5 + 3 + 1 + 2 + 2.
    expect(points).toMatchObject({ id: 'points', part: { value: 7 }, whole: { value: 13 } });
    expect(result.withResolution.part.value).toBe(2);
  });

  it('takes the resolution alone when the setting is off', () => {
    const { result, keys } = overview({ done: { kind: 'resolution' } });
    expect(result.lines[0] && keys(result.lines[0].part)).toEqual(['A-1', 'B-2']);
  });

  it('counts points of parents or of sub-tasks alone', () => {
    const points = (pointsScope: 'parents' | 'sub-tasks') =>
      overview({ pointsScope }).result.lines.find(line => line.id === 'points')?.whole.value;
    expect(points('parents')).toBe(11);
    expect(points('sub-tasks')).toBe(2);
  });

  it('sets time spent against spent plus remaining', () => {
    const issues = STORY.issues.map((issue, row) => ({
      ...issue,
      spentSeconds: row === 0 ? 7_200 : null,
      remainingSeconds: row === 0 ? 1_800 : row === 1 ? 3_600 : null,
    }));
    const line = overview({}, { ...STORY, issues }).result.lines.find(({ id }) => id === 'time');
    expect(line?.part.value).toBe(7_200);
    expect(line?.whole.value).toBe(12_600);
    expect(line?.percent).toBeCloseTo(57.142857);
  });

  it('leaves points and time out where there are none', () => {
    const { result } = overview({}, datasetFromText('A-1 | Wed done'));
    expect(result.lines.map(line => line.id)).toEqual(['resolved']);
    expect(result.statusBars.map(bar => bar.id)).toEqual(['issues']);
  });

  it('is 0 percent of nothing', () => {
    const { result } = overview({}, datasetFromText(''));
    expect(result.lines).toMatchObject([{ percent: 0, whole: { value: 0 } }]);
  });
});

describe('trends', () => {
  // 30 days up to Wednesday 4 March begin on 3 February, those before on 4 January, in New York.
  const NEW_YORK = 5 * 3_600_000;
  const dates: [created: string, resolved: string | null][] = [
    ['2026-01-03', null],
    ['2026-01-04', '2026-02-02'],
    ['2026-02-02', '2026-02-03'],
    ['2026-02-03', '2026-03-04'],
    ['2026-02-03', '2026-03-03'],
    ['2026-03-04', null],
  ];
  const at = (day: string) => Date.parse(day) + NEW_YORK;
  const some = STORY.issues[0];
  if (!some) throw new Error('The story has issues.');
  const issues = dates.map(([created, resolved], row) => ({
    ...some,
    id: `${row}` as typeof some.id,
    created: at(created),
    updated: at('2026-03-04'),
    changes: [],
    resolution: resolved && some.resolution,
    resolved: resolved && at(resolved),
    status: resolved ? some.status : { ...some.status, id: '1' as typeof some.status.id },
  }));
  const trends = (settings: Partial<OverviewSettings> = {}, own = issues) => {
    const { created, lines, withResolution } = overview(settings, {
      ...STORY,
      issues: own as typeof STORY.issues,
    }).result;
    const numbers = (trend: typeof withResolution.trend) =>
      trend && [trend.current.value, trend.previous?.value ?? null, trend.change];
    return {
      created: numbers(created),
      resolved: numbers(lines[0]?.trend ?? null),
      points: numbers(lines[1]?.trend ?? null),
      withResolution: numbers(withResolution.trend),
    };
  };

  it('set the last 30 days against the 30 before', () => {
    expect(trends()).toEqual({
      created: [3, 2, 50],
      resolved: [3, 1, 200],
      points: [15, 5, 200],
      withResolution: [3, 1, 200],
    });
  });

  it('have no percent of nothing', () => {
    expect(trends({}, issues.slice(4)).created).toEqual([2, 0, null]);
  });

  it('are not known where the date of a done issue is not, unless it lies before', () => {
    const undated = (updated: string) =>
      issues.map(issue => ({ ...issue, resolved: null, updated: at(updated) }));
    const by = { done: { kind: 'resolution' } } as const;
    expect(trends(by, undated('2026-01-04')).resolved).toBeNull();
    expect(trends(by, undated('2026-01-03')).resolved).toEqual([0, 0, null]);
    expect(trends({ done: { kind: 'status', name: 'Done' } }).resolved).toBeNull();
  });
});

describe('the trend of time spent', () => {
  const logged = (worklogsComplete: boolean, updated = '2026-03-04') => {
    const days = ['2026-01-03', '2026-01-04', '2026-02-02', '2026-02-03', '2026-03-04'];
    const worklogs = days.map((day, place) => ({
      id: `${place}`,
      created: null,
      started: Date.parse(day) + 5 * 3_600_000,
      spentSeconds: 10 ** place,
      author: null,
      comment: '',
    }));
    const issues = STORY.issues.map(issue => ({ ...issue, spentSeconds: null }));
    const [first, ...others] = issues;
    if (!first) throw new Error('The story has issues.');
    const own = {
      ...first,
      spentSeconds: 11_111,
      updated: Date.parse(updated) + 5 * 3_600_000,
      worklogs,
      worklogsComplete,
    };
    const computed = overview({}, { ...STORY, issues: [own, ...others] });
    const trend = computed.result.lines.find(({ id }) => id === 'time')?.trend;
    return { trend, notes: computed.notes.map(({ code }) => code) };
  };

  it('has no comparison where the query ends with the present', () => {
    const jql = 'sprint in openSprints()';
    const { created, lines } = overview({}, { ...STORY, jql }).result;
    expect([created.previous, created.change]).toEqual([null, null]);
    expect(lines.every(({ trend }) => trend === null || trend.previous === null)).toBe(true);
  });

  it('sums work by the day it was started', () => {
    expect(logged(true).trend).toMatchObject({
      current: { value: 11_000, issues: Uint32Array.of(0), parts: Float64Array.of(11_000) },
      previous: { value: 110, issues: Uint32Array.of(0), parts: Float64Array.of(110) },
      change: 9_900,
    });
  });

  it('is unknown where worklogs of these days may be missing', () => {
    const { trend, notes } = logged(false);
    expect(trend).toBeNull();
    expect(notes).toContain('missing-worklogs');
    expect(logged(false, '2026-01-03').trend).not.toBeNull();
  });
});

it('stacks issues and points by status category', () => {
  const bars = overview().result.statusBars.map(bar => [
    bar.id,
    ...bar.segments.map(({ id, figure }) => `${id} ${figure.value}`),
  ]);
  expect(bars).toEqual([
    ['issues', 'done 2', 'in-progress 1', 'to-do 3', 'none 0'],
    ['points', 'done 5', 'in-progress 3', 'to-do 5', 'none 0'],
  ]);
});

describe('lists of unresolved issues', () => {
  it('tells overdue, today and the rest of the week apart', () => {
    const { list } = overview();
    expect(list('overdue')).toBe('A-2');
    expect(list('due-this-week')).toBe('A-3 B-1');
  });

  it('heeds the first day of the week and the zone of the viewer', () => {
    const settings = overviewSettings.defaults;
    const due = (weekStart: 0 | 1, zone: string, asOf: number) => {
      const lists = computeOverview(STORY, settings, context({ weekStart, zone, asOf })).result
        .lists;
      return lists.slice(0, 2).map(each => each.figure.value);
    };
    // Wednesday 22:00 in New York is Thursday in Kyiv: A-3, due on Wednesday, is late there.
    const evening = Date.UTC(2026, 2, 5, 3);
    expect(due(0, 'America/New_York', evening)).toEqual([1, 2]);
    expect(due(0, 'Europe/Kyiv', evening)).toEqual([2, 1]);
  });

  it('finds bugs and incidents by the last word of the type, resolved ones excepted', () => {
    const { list } = overview();
    expect(list('bugs')).toBe('A-3');
    expect(list('incidents')).toBe('');
    expect(overview({ done: { kind: 'resolution' } }).list('incidents')).toBe('A-4');
  });

  it('takes a link as blocking until the issue at its other end is resolved', () => {
    const [a1, a2, a3, ...rest] = STORY.issues;
    if (!a1 || !a2 || !a3) throw new Error('The story has six issues.');
    const link = (kind: 'blocks' | 'blocked-by', other: typeof a1) => ({
      kind,
      otherId: other.id,
      otherKey: other.key,
      otherType: null,
      description: null,
      otherStatus: null,
    });
    const issues = [
      { ...a1, links: [link('blocks', a2)] },
      { ...a2, links: [link('blocked-by', a1), link('blocks', a3)] },
      { ...a3, links: [link('blocked-by', a2)] },
      ...rest,
    ];
    const { list } = overview({}, { ...STORY, issues });
    // A-1 is resolved: it neither blocks nor is listed.
    expect(list('blocked')).toBe('A-3');
    expect(list('blocking')).toBe('A-2');
  });
});

describe('notes', () => {
  it('names issues without points, and sub-tasks that are estimated besides their parent', () => {
    const { notes } = overview();
    expect(notes.map(note => [note.code, ...note.issues])).toEqual([
      ['unestimated', 3],
      ['parent-and-sub-task', 5],
      ['done-rules-differ', 3, 5],
      ['no-done-date', 3],
    ]);
  });

  it('names reopened issues where history is there', () => {
    const reopened = datasetFromText('A-1 | Mon done | Tue reopened');
    expect(overview({}, reopened).notes.map(note => note.code)).toEqual(['reopened']);
  });
});

it('has tables only where the settings ask for them', () => {
  const tables = (settings: Partial<OverviewSettings>) =>
    overview(settings).result.breakdowns.map(table => table.id);
  expect(tables({ other: 'status' })).toEqual(['assignee', 'project', 'status']);
  expect(tables({ showBreakdowns: false })).toEqual([]);
});

it('counts what two levels of a row estimate once: what is below, else the own', () => {
  const issues = [
    levelIssue('I-1 Initiative', { points: 100 }),
    levelIssue('E-1 Epic ^I-1', { points: 10, status: DONE, spentSeconds: 60 }),
    levelIssue('A-1 Story ^E-1', { points: 3, status: DONE }),
    levelIssue('A-2 Story ^E-1'),
    levelIssue('E-2 Epic ^I-1', { points: 5 }),
    levelIssue('A-3 Story ^E-2'),
    levelIssue('A-4 Story', { points: 2 }),
  ];
  const run = (estimation: OverviewSettings['estimation']) =>
    overview({ other: { level: 'Initiative' }, estimation }, dataset(issues));
  const { result, notes } = run('points');
  const table = result.breakdowns[2];
  expect(
    table?.rows.map(({ label, created, resolved }) => [label, created.value, resolved.value]),
  ).toEqual([
    ['No Initiative', 2, 0],
    ['(I-1) Summary of I-1', 8, 3],
  ]);
  expect(table?.total.created.value).toBe(10);
  // Other breakdowns have the points of each issue.
  expect(result.breakdowns[0]?.total.created.value).toBe(120);
  const both = notes.find(({ code }) => code === 'both-values');
  expect([...(both?.issues ?? [])]).toEqual([0, 1]);
  expect(run('count').result.breakdowns[2]?.total.created.value).toBe(7);
});

it('breaks down by epic, and by a level', () => {
  const issues = [
    levelIssue('A-1 Story ^E-1', { status: DONE }),
    levelIssue('A-2 Story ^E-2'),
    levelIssue('A-3 Story'),
  ];
  const above = [
    levelIssue('E-1 Epic ^I-1'),
    levelIssue('E-2 Epic ^I-1'),
    levelIssue('I-1 Initiative'),
  ];
  const rows = (other: OverviewSettings['other']) =>
    overview({ other }, dataset(issues, { above })).result.breakdowns[2]?.rows.map(
      ({ label, resolved, count }) => `${label}: ${resolved.value} of ${count.value}`,
    );
  expect(rows('epic')?.toSorted()).toEqual([
    '(E-1) Summary of E-1: 1 of 1',
    '(E-2) Summary of E-2: 0 of 1',
    'None: 0 of 1',
  ]);
  expect(rows({ level: 'Initiative' })).toEqual([
    'No Initiative: 0 of 1',
    '(I-1) Summary of I-1: 1 of 2',
  ]);
  const requires = (other: OverviewSettings['other']) =>
    report.requires({ ...overviewSettings.defaults, other }, NOW).forest;
  expect(requires('epic')).toBeUndefined();
  expect(requires({ level: 'Initiative' })).toMatchObject({ above: 'all', below: null });
});
