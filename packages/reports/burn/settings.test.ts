import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import burn from './index.ts';
import { burnSettings, TYPES } from './settings.ts';

const BURN_TYPES = TYPES.options.map(({ value }) => value);

describe('stored settings of the product', () => {
  it('reads what a burn gadget stored', () => {
    const { value, problems } = burnSettings.parse({
      jql: 'project = A',
      preset: { name: 'Custom JQL', jql: '' },
      gadgetType: 3,
      estimationType: 1,
      doneType: 1,
      showGraphs: [
        { name: 'Ideal burn', checked: false },
        { name: 'Real burn', checked: true },
        { name: 'Individual ideal burn', checked: false },
        { name: 'Individual real burn', checked: true },
      ],
      showSingleChart: true,
      intervalStart: 1_772_000_000_000,
      intervalEnd: '2026-03-10T00:00:00.000Z',
      workingDays: [true, true, true, true, true, false, false],
      dateFormat: 'M/D/YYYY',
      customSP: 'customfield_10016',
      customSprint: 0,
    });
    expect(problems).toEqual([]);
    expect(value).toEqual({
      accounts: 'all',
      board: null,
      boardSet: null,
      type: 'filter-burnup',
      estimation: 'points',
      done: { kind: 'category' },
      graphs: { ideal: false, real: true, personIdeal: false, personReal: true },
      singleChart: true,
      sprint: null,
      from: 1_772_000_000_000,
      to: Date.UTC(2026, 2, 10),
      workingDays: [true, true, true, true, true, false, false],
      dateFormat: 'M/D/YYYY',
      pointsField: 'customfield_10016',
      sprintField: null,
      pointsScope: 'all',
    });
  });

  it('takes Monday to Friday and the first two lines where nothing is stored', () => {
    expect(burnSettings.parse({})).toEqual({ value: burnSettings.defaults, problems: [] });
    expect(burnSettings.defaults).toMatchObject({
      done: null,
      workingDays: [false, true, true, true, true, true, false],
      graphs: { ideal: true, real: true, personIdeal: false, personReal: false },
    });
  });

  it.each(BURN_TYPES.map((type, code) => [code, type]))(
    'knows gadgetType %s as %s',
    (code, type) => {
      expect(burnSettings.parse({ gadgetType: code }).value.type).toBe(type);
    },
  );

  it('says what cannot be used', () => {
    const { value, problems } = burnSettings.parse({
      gadgetType: 7,
      workingDays: [1, 2],
      showGraphs: 'all',
      intervalStart: 'soon',
      customSP: '<script>',
      sprintId: -4,
    });
    expect(value).toEqual(burnSettings.defaults);
    expect(problems.map(problem => problem.path).sort()).toEqual(
      ['customSP', 'gadgetType', 'intervalStart', 'showGraphs', 'sprintId', 'workingDays'].sort(),
    );
  });

  it('comes back as it was stored, whatever it was', () => {
    fc.assert(
      fc.property(fc.anything(), stored => {
        const { value } = burnSettings.parse(stored);
        const again = JSON.parse(JSON.stringify(burnSettings.serialize(value)));
        expect(burnSettings.parse(again)).toEqual({ value, problems: [] });
      }),
      { numRuns: 200 },
    );
    const gadget = burnSettings.gadgetDefaults ?? burnSettings.defaults;
    expect(burnSettings.parse(burnSettings.serialize(gadget)).value).toEqual(gadget);
  });

  it('goes back to active sprints, or to those of a board, when the type changes', () => {
    const of = (type: (typeof BURN_TYPES)[number]) => ({ ...burnSettings.defaults, type });
    const after = (type: (typeof BURN_TYPES)[number]) =>
      BURN_TYPES.map(each => burn.presetAfter?.(of(type), of(each)));
    const [sprint, board] = ['active-sprints', 'active-sprints-board'];
    expect(after('sprint-burndown')).toEqual([null, sprint, board, board]);
    expect(after('filter-burnup')).toEqual([sprint, sprint, board, null]);
  });
});
