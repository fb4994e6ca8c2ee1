import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { BoardId, SprintId } from '@tallyboard/core/model/ids.ts';
import { BOARD, context, DONE } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText, instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import { plainTable } from '@tallyboard/report-kit/table/report-table.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import computeVelocity from './compute.ts';
import { velocityHeadline } from './headline.ts';
import velocityReport from './index.ts';
import { MEASURE_IDS, type Measures } from './measures.ts';
import { type VelocitySettings, velocitySettings } from './settings.ts';
import { velocityTable } from './table.ts';

const NOW = context({ asOf: instantFromText('2026-03-24 12:00') });

function velocity(data: Dataset, settings: Partial<VelocitySettings> = {}) {
  const all = { ...velocitySettings.defaults, estimation: 'points', ...settings } as const;
  return computeVelocity(data, all, NOW);
}

const values = (measures: Measures) =>
  Object.fromEntries(MEASURE_IDS.map(id => [id, measures[id]?.value ?? null]));

const VECTOR = datasetFromText(`
  sprint S = 2026-03-02 09:00 .. 2026-03-13 17:00 closed
  P-1  5pt in:S @ana  | 2026-03-04 @ben, done
  P-2  3pt in:S @ben  | 2026-03-05 8pt
  P-3  2pt            | 2026-03-06 added S | 2026-03-09 done
  P-4  1pt in:S       | 2026-03-10 removed S
  P-5  3pt in:S @ana  | 2026-03-06 done    | 2026-03-12 reopened
`);

it('the sentence says how many of the sprints had a commitment', () => {
  const story = `
    sprint S = 2026-03-02 09:00 .. 2026-03-13 17:00 closed
    sprint T = 2026-03-16 09:00 .. 2026-03-20 17:00 closed
    P-1 4pt in:S | 2026-03-04 done
    P-2 2pt in:S
  `;
  const sentence = (text: string) => {
    const { result } = velocity(datasetFromText(text));
    return velocityHeadline({ ...result, atLeast: null }, velocitySettings.defaults)?.sentence;
  };
  const added = sentence(
    `${story}P-3 5pt created:2026-03-15 | 2026-03-17 added T | 2026-03-18 done`,
  );
  expect(added).toBe('1 of 2 sprints committed to points: it completed 4 of 6, 67%.');
  const both = sentence(`${story}P-3 5pt in:T created:2026-03-15 | 2026-03-18 done`);
  expect(both).toMatch(/^The 2 sprints completed 9 of the 11 points that they committed to: 82%/);
});

describe('the vector of the definitions', () => {
  const { result } = velocity(VECTOR);

  it('adds up for the sprint', () => {
    expect(result.periods).toHaveLength(1);
    expect(values(result.periods[0]!.measures)).toEqual({
      committed: 12,
      added: 2,
      removed: 1,
      reEstimated: 5,
      handedOver: 5,
      takenOver: 5,
      scope: 18,
      completed: 7,
      carriedOver: 11,
    });
  });

  it('lists what each figure of the sprint is made of, with the time', () => {
    const { lists } = result.periods[0]!.report!;
    const told = lists.map(({ id, total, entries }) => [
      id,
      total,
      ...entries.map(({ key, at, before, after, amount }) => {
        const day = at && new Date(at).toISOString().slice(5, 10);
        return `${key} ${day} ${before} ${after} ${amount}`;
      }),
    ]);
    expect(told).toEqual([
      ['completed', 7, 'P-1 03-04 5 5 5', 'P-3 03-09 null 2 2'],
      ['notCompleted', 11, 'P-2 null 3 8 8', 'P-5 null 3 3 3'],
      ['removed', 1, 'P-4 03-10 1 null 1'],
      ['added', 2, 'P-3 03-06 null 2 2'],
      ['reEstimated', 5, 'P-2 03-05 3 8 5'],
    ]);
  });

  it('compares what was completed of the commitment with the commitment', () => {
    // P-1 alone, with 5 of 12; P-3 was added.
    expect(result.periods[0]!.sayDo).toMatchObject({
      completed: { value: 5 },
      committed: { value: 12 },
      ratio: 5 / 12,
    });
    expect(result.sayDo).toEqual({
      sprints: 1,
      completed: 5,
      committed: 12,
      mean: 5 / 12,
      min: 5 / 12,
      max: 5 / 12,
      standardDeviation: null,
    });
  });

  it('shows both numbers of it, and counts the issues of the sprint, not of its query', () => {
    const { columns, rows } = velocityTable(result, velocitySettings.defaults);
    const column = columns.find(({ id }) => id === 'sayDo');
    expect(column?.text?.(rows[0])).toBe('5 of 12, 42%');
    expect(velocityReport.counted?.(result)).toMatchObject({ words: 'of S', alone: true });
    // P-4 was removed.
    expect(velocityReport.counted?.(result)?.issues).toHaveLength(4);
  });

  it('gives what was committed and completed to whom it belonged', () => {
    const people = result.periods[0]!.people.map(({ name, measures }) => [
      name,
      ...[measures.committed, measures.completed, measures.carriedOver].map(f => f?.value),
    ]);
    expect(people).toEqual([
      ['Ben', 3, 5, 8],
      ['Unassigned', 1, 2, 0],
      ['Ana', 8, 0, 3],
    ]);
  });

  it('writes what each type shows', () => {
    const table = (type: VelocitySettings['type']) =>
      plainTable(velocityTable(result, { ...velocitySettings.defaults, type }));
    expect(table('bars').rows[0]).toEqual([
      'Average sprint',
      'All',
      12,
      ...Array(6).fill(null),
      7,
      null,
      null,
    ]);
    expect(table('bars').columns.at(-1)).toBe('Completed of committed (%)');
    expect(table('bars').rows[1]?.at(-1)).toBe(41.67);
    expect(table('by-assignee').columns.slice(0, 2)).toEqual(['Assignee', 'Sprint']);
    expect(table('by-assignee').columns.at(-1)).toBe('Average completed (Points)');
    expect(table('by-assignee').rows.slice(0, 2)).toEqual([
      ['Ben', 'All', 3, 0, 0, 5, 0, 5, 13, 5, 8, 3, 5],
      ['Ben', 'S', 3, 0, 0, 5, 0, 5, 13, 5, 8, null, null],
    ]);
    expect(table('lines')).toMatchObject({
      columns: [
        'Sprint',
        'Total committed (Points)',
        'Total completed (Points)',
        'Average committed (Points)',
        'Average completed (Points)',
      ],
      rows: [['S', 12, 7, 12, 7]],
    });
  });

  it('writes a row for the sprint and for each person', () => {
    const csv = plainTable(velocityTable(result, velocitySettings.defaults));
    expect(csv.columns.slice(0, 3)).toEqual(['Sprint', 'Assignee', 'Committed (Points)']);
    expect(csv.rows.map(row => row.slice(0, 3))).toEqual([
      ['S', 'All', 12],
      ['S', 'Ben', 3],
      ['S', 'Unassigned', 1],
      ['S', 'Ana', 8],
    ]);
  });
});

const THREE = `
  sprint A = 2026-02-02 09:00 .. 2026-02-06 17:00 closed
  sprint B = 2026-02-09 09:00 .. 2026-02-13 17:00 closed 2026-02-20 17:00
  sprint C = 2026-02-10 09:00 .. 2026-02-17 17:00 closed
  sprint D = 2026-03-16 09:00 .. 2026-03-27 17:00 active
`;
const STORY = datasetFromText(
  `${THREE}
  P-1 5pt in:A @ana created:2026-01-30 | 2026-02-06 18:00 added B | 2026-02-12 done
  P-2 3pt in:B @ben created:2026-01-30 | 2026-02-11 done
  P-3 1pt in:C @ana created:2026-01-30 | 2026-02-16 done
  P-4 8pt in:D @ana created:2026-01-30 | 2026-03-18 done
`,
);

describe('which sprints', () => {
  const names = (settings: Partial<VelocitySettings>, data = STORY) =>
    velocity(data, settings).result.periods.map(period => period.name);

  it.each<[Partial<VelocitySettings>, string[]]>([
    [{}, ['A', 'C', 'B']],
    [{ sprintCount: 2 }, ['C', 'B']],
    [{ sprintCount: 1, includeActive: true }, ['B', 'D']],
    [{ sprintName: 'b' }, ['B']],
  ])('%o', (settings, expected) => expect(names(settings)).toEqual(expected));

  it('are those of the board where one is chosen', () => {
    const board = BOARD.id;
    const data: Dataset = {
      ...STORY,
      boards: new Map([[board, BOARD]]),
      boardSprints: new Map([[board, [1, 3] as SprintId[]]]),
    };
    expect(names({ board }, data)).toEqual(['A', 'C']);
  });

  it('complete an issue that spilled over only where it was done', () => {
    const { periods } = velocity(STORY).result;
    expect(periods.map(({ name, measures }) => [name, measures.completed.value])).toEqual([
      ['A', 0],
      ['C', 1],
      ['B', 8],
    ]);
    expect(periods[0]?.measures.carriedOver?.value).toBe(5);
  });

  it('average over those that are over, also for a person with no part in some', () => {
    const { average, people } = velocity(STORY, { includeActive: true }).result;
    expect([average?.committed?.value, average?.completed.value]).toEqual([14 / 3, 3]);
    const ana = people.find(person => person.name === 'Ana');
    expect(ana?.average.completed.value).toBe(2);
    expect(ana?.measures.completed.value).toBe(14);
    const parts = ana?.average.completed.parts ?? [];
    expect(Array.from(parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(2);
  });

  it.each([
    ['name', ['Ana', 'Ben']],
    ['committed', ['Ben', 'Ana']],
    ['completed-descending', ['Ana', 'Ben']],
    ['completed', ['Ben', 'Ana']],
  ] as const)('sort people by %s', (sorting, expected) => {
    expect(velocity(STORY, { sorting }).result.people.map(each => each.name)).toEqual(expected);
  });
});

describe('intervals', () => {
  const settings = {
    periods: 'interval',
    intervalDays: 14,
    intervalStart: instantFromText('2026-03-02 12:00'),
    sprintCount: 3,
  } as const;

  it('repeat from any start, and hold what was completed then', () => {
    const { result } = velocity(STORY, settings);
    expect(result.periods.map(each => [each.name, each.measures.completed.value])).toEqual([
      ['Feb 2, 2026 – Feb 15, 2026', 8],
      ['Feb 16, 2026 – Mar 1, 2026', 1],
      ['Mar 2, 2026 – Mar 15, 2026', 0],
    ]);
    expect(result.periods[0]?.measures.committed).toBeNull();
    expect(result.average?.completed.value).toBe(3);
  });

  it('take in the running one if asked, which no average counts', () => {
    const { periods, average } = velocity(STORY, { ...settings, includeActive: true }).result;
    const last = periods.at(-1);
    expect([last?.running, last?.measures.completed.value]).toEqual([true, 8]);
    expect(average?.completed.value).toBe(3);
  });

  it('replace the sprints of a kanban board, and those of a board whose list fails', () => {
    const board = 1 as BoardId;
    const kanban = { ...STORY, boards: new Map([[board, { ...BOARD, type: 'kanban' as const }]]) };
    const codes = (data: Dataset) => {
      const { result, notes } = velocity(data, { board });
      return [result.periodKind, result.fallback, notes[0]?.code];
    };
    expect(codes(kanban)).toEqual(['interval', 'kanban', 'kanban']);
    const simple = new Map([[board, { ...BOARD, type: 'simple' as const }]]);
    const warnings = ['The sprints of board 1 could not be read: Jira answered with status 500.'];
    const without = { ...STORY, boards: simple, boardSprints: new Map() };
    expect(codes(without)).toEqual(['interval', 'kanban', 'kanban']);
    expect(codes({ ...without, warnings })[1]).toBe('no-sprint-list');
    const failed = { ...STORY, boardSprints: new Map() };
    expect(codes(failed)).toEqual(['interval', 'no-sprint-list', 'no-sprint-list']);
  });

  it('count an issue that was opened again in none', () => {
    const data = datasetFromText(
      'P-1 | 2026-03-10 done | 2026-03-11 reopened\nP-2 | 2026-03-10 done',
    );
    const { periods } = velocity(data, { ...settings, estimation: 'count' }).result;
    expect(periods.at(-1)?.measures.completed.value).toBe(1);
  });
});

describe('what is done', () => {
  const data = datasetFromText(`
    sprint S = 2026-03-02 09:00 .. 2026-03-13 17:00 closed
    status Shipped = in-progress
    P-1 1pt in:S | 2026-03-04 resolved
    P-2 2pt in:S | 2026-03-04 > Done
    P-3 4pt in:S | 2026-03-04 > Shipped
  `);
  it.each<[Partial<VelocitySettings>, number]>([
    [{}, 3],
    [{ done: { kind: 'resolution' } }, 1],
    [{ done: { kind: 'status', name: 'shipped' } }, 4],
    [{ done: { kind: 'status', name: 'Nowhere' } }, 0],
  ])('%o', (settings, completed) => {
    const { result, notes } = velocity(data, settings);
    expect(result.periods[0]?.measures.completed.value).toBe(completed);
    expect(notes.some(note => note.code === 'unknown-done-status')).toBe(completed === 0);
  });
});

it('adds up for every sprint and drill', () => {
  const event = fc.constantFrom(
    ...['done', 'reopened', 'added S', 'removed S', '8pt', 'no pt', '@ana', '@ben'],
  );
  const days = ['02-27', '03-03', '03-05', '03-06', '03-10', '03-12'];
  const line = fc.array(fc.option(event), { minLength: 6, maxLength: 6 });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), lines => {
      const story = lines.map((events, i) =>
        [
          `P-${i + 1} 3pt in:S`,
          ...events.flatMap((e, day) => (e ? [`2026-${days[day]} ${e}`] : [])),
        ].join(' | '),
      );
      const sprint = 'sprint S = 2026-03-02 09:00 .. 2026-03-13 17:00 closed';
      const { periods } = velocity(datasetFromText([sprint, ...story].join('\n'))).result;
      for (const { measures, people } of periods) {
        const v = values(measures) as Record<string, number>;
        expect(v.committed! + v.added! + v.reEstimated! - v.removed!).toBe(v.scope);
        expect(v.scope! - v.completed!).toBe(v.carriedOver);
        for (const id of MEASURE_IDS) {
          const figure = measures[id];
          expect(Array.from(figure?.parts ?? []).reduce((sum, part) => sum + part, 0)).toBe(
            figure?.value,
          );
          const ofPeople = people.reduce((sum, one) => sum + (one.measures[id]?.value ?? 0), 0);
          expect(ofPeople).toBe(figure?.value);
        }
      }
    }),
    { numRuns: 100 },
  );
});

it('gives each change of scope to the assignee at its instant, also to a person in between', () => {
  const data = datasetFromText(`
    sprint S = 2026-03-02 09:00 .. 2026-03-13 17:00 closed
    P-1 2pt in:S @ana | 2026-03-03 5pt | 2026-03-04 @cy | 2026-03-05 @ben | 2026-03-06 8pt | 2026-03-09 removed S
  `);
  const people = velocity(data).result.periods[0]?.people ?? [];
  const ids = ['committed', 'reEstimated', 'handedOver', 'takenOver', 'removed', 'scope'] as const;
  expect(
    people.map(({ name, measures }) => [name, ...ids.map(id => measures[id]?.value)]).sort(),
  ).toEqual([
    ['Ana', 2, 3, 5, 0, 0, 0],
    ['Ben', 0, 3, 0, 5, 8, 0],
    ['Cy', 0, 0, 5, 5, 0, 0],
  ]);
});

it('without a board has the sprints that an issue was in, as of the day', () => {
  const data = datasetFromText(`
    sprint A = 2026-02-02 09:00 .. 2026-02-06 17:00 closed
    sprint B = 2026-02-09 09:00 .. 2026-02-13 17:00 closed
    P-1 1pt in:A created:2026-01-30 | 2026-02-05 done
    P-2 1pt in:B created:2026-01-30 | 2026-02-08 removed B | 2026-02-25 added B
  `);
  const names = (of: Dataset) => velocity(of).result.periods.map(({ name }) => name);
  // P-2 left B before its start.
  expect(names(data)).toEqual(['A']);
  const { notes } = velocity({ ...data, sprints: new Map() });
  expect(notes.find(({ code }) => code === 'unknown-sprints')?.text).toMatch(
    /^2 sprints are known/,
  );
});

it('notes what is in a status that no column of the board has', () => {
  const columns = [{ name: 'Done', statusIds: [DONE.id] }];
  const configuration = { boardId: BOARD.id, filterId: null, columns, estimationField: null };
  const data = { ...VECTOR, boardConfigurations: new Map([[BOARD.id, configuration]]) };
  const note = velocity(data, { board: BOARD.id }).notes.find(({ code }) => code === 'no-column');
  const keys = Array.from(note?.issues ?? [], row => data.issues[row]?.key);
  expect(keys).toEqual(['P-2', 'P-4', 'P-5']);
});

it('says what is missing where there is no sprint to show, and what to do', () => {
  const data = datasetFromText('P-1');
  const bare = { ...data, special: { ...data.special, sprint: [] } };
  const why = (of: Dataset, settings: Partial<VelocitySettings> = {}) =>
    velocity(of, settings).result.why;
  expect(why(data)).toMatch(/in no completed sprint.* group by date interval\.$/);
  expect(why(bare)).toMatch(/no sprint field.*date interval/);
  const empty = { ...data, boardSprints: new Map([[BOARD.id, []]]) };
  expect(why(empty, { board: BOARD.id })).toMatch(/The board has no completed sprint.*nclude/);
  expect(why(data, { periods: 'interval' })).toBeNull();
});
