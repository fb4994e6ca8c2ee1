import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterProblem, velocitySettings } from './settings.ts';

describe('stored settings of the product', () => {
  it('reads what a velocity gadget stored', () => {
    const { value, problems } = velocitySettings.parse({
      gadgetType: 3,
      reverseList: false,
      expandTree: true,
      showSP: true,
      estimationType: 1,
      showGraphs: [
        { name: 'Total committed', checked: false },
        { name: 'Individual completed', checked: true },
      ],
      boardId: 12,
      boardType: 'scrum',
      intervalStartDate: '2026-03-02T00:00:00.000Z',
      interval: 21,
      sprintCount: '6',
      includeActive: true,
      jql: '',
      statusResolution: false,
      jqlFilter: 'labels = a ',
      sorting: 2,
      doneStatus: 'Shipped',
      dateFormat: 'M/D/YYYY',
      customSP: 'customfield_10016',
    });
    expect(problems).toEqual([]);
    expect(value).toMatchObject({
      type: 'lines',
      newestFirst: false,
      expandTree: true,
      showLabels: true,
      estimation: 'points',
      board: 12,
      periods: 'sprint',
      intervalDays: 21,
      sprintCount: 6,
      includeActive: true,
      jqlFilter: 'labels = a',
      sorting: 'committed-descending',
      done: { kind: 'resolution' },
      dateFormat: 'M/D/YYYY',
      pointsField: 'customfield_10016',
      intervalStart: Date.UTC(2026, 2, 2),
    });
    expect(value.graphs).toMatchObject({ totalCommitted: false, personCompleted: true });
  });

  it('has the defaults of the page, and of a gadget for what names its kind of board', () => {
    expect(velocitySettings.defaults).toMatchObject({
      type: 'by-period',
      intervalDays: 7,
      sprintCount: 4,
      newestFirst: true,
      sorting: 'completed-descending',
      expandTree: false,
      board: null,
    });
    expect(velocitySettings.parse({ boardType: 'simple' }).value).toMatchObject({
      intervalDays: 14,
      sorting: 'name',
      sprintCount: 4,
      board: 1,
      periods: 'sprint',
      dateFormat: 'M/D/YYYY',
      done: null,
    });
    expect(velocitySettings.parse({ boardType: 'kanban' }).value.periods).toBe('interval');
  });

  it('says what cannot be used', () => {
    const stored = { gadgetType: 9, interval: 10, sprintCount: 0, sorting: 'x', boardId: -1 };
    const { value, problems } = velocitySettings.parse(stored);
    expect(value).toEqual(velocitySettings.defaults);
    expect(problems.map(problem => problem.path).sort()).toEqual(Object.keys(stored).sort());
  });

  it('comes back as it was stored, whatever it was', () => {
    fc.assert(
      fc.property(fc.anything(), stored => {
        const { value } = velocitySettings.parse(stored);
        const again = JSON.parse(JSON.stringify(velocitySettings.serialize(value)));
        expect(velocitySettings.parse(again)).toEqual({ value, problems: [] });
      }),
      { numRuns: 200 },
    );
    const gadget = velocitySettings.gadgetDefaults ?? velocitySettings.defaults;
    expect(velocitySettings.parse(velocitySettings.serialize(gadget)).value).toEqual(gadget);
  });
});

describe('the JQL filter', () => {
  it.each(['project = A order by key', 'x = 1 Order  BY y'])('refuses %s', text => {
    expect(filterProblem(text)).toBe(
      'JQL filter does not support "order by" clause. Please remove it.',
    );
    const settings = { ...velocitySettings.defaults, jqlFilter: text };
    expect(velocitySettings.check?.(settings)[0]?.path).toBe('jqlFilter');
  });
  it.each(['', 'labels = orderby', 'summary ~ "in order"'])('takes %s', text =>
    expect(filterProblem(text)).toBeNull(),
  );
});
