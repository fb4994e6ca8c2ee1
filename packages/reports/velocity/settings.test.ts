import type { BoardId } from '@tallyboard/core/model/ids.ts';
import { context } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText, instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { QuerySite } from '../report.ts';
import { velocityQuery } from './query.ts';
import { filterProblem, velocitySettings } from './settings.ts';

describe('stored settings of the product', () => {
  it('reads what a velocity gadget stored', () => {
    const { value, problems } = velocitySettings.parse({
      ...{ gadgetType: 3, reverseList: false, expandTree: true, showSP: true, estimationType: 1 },
      showGraphs: [
        { name: 'Total committed', checked: false },
        { name: 'Individual completed', checked: true },
      ],
      ...{ boardId: 12, boardType: 'scrum', intervalStartDate: '2026-03-02T00:00:00.000Z' },
      ...{ interval: 21, sprintCount: '6', includeActive: true, jql: '', statusResolution: false },
      ...{ jqlFilter: 'labels = a ', sorting: 2, doneStatus: 'Shipped', dateFormat: 'M/D/YYYY' },
      customSP: 'customfield_10016',
    });
    expect(problems).toEqual([]);
    expect(value).toMatchObject({
      ...{ type: 'lines', newestFirst: false, expandTree: true, showLabels: true },
      ...{ estimation: 'points', board: 12, periods: 'sprint', intervalDays: 21, sprintCount: 6 },
      ...{ includeActive: true, statusResolution: false, jqlFilter: 'labels = a' },
      ...{ sorting: 'committed-descending', doneRule: 'status', doneStatus: 'Shipped' },
      ...{ dateFormat: 'M/D/YYYY', pointsField: 'customfield_10016' },
      intervalStart: Date.UTC(2026, 2, 2),
    });
    expect(value.graphs).toMatchObject({ totalCommitted: false, personCompleted: true });
  });

  it('has the defaults of the page, and of a gadget for what names its kind of board', () => {
    expect(velocitySettings.defaults).toMatchObject({
      ...{ type: 'by-period', intervalDays: 7, sprintCount: 4, newestFirst: true },
      ...{ sorting: 'completed-descending', expandTree: false, board: null },
    });
    expect(velocitySettings.parse({ boardType: 'simple' }).value).toMatchObject({
      ...{ intervalDays: 14, sorting: 'name', sprintCount: 4, board: 1, periods: 'sprint' },
      ...{ dateFormat: 'M/D/YYYY', doneRule: 'default' },
    });
    expect(velocitySettings.parse({ boardType: 'kanban' }).value.periods).toBe('interval');
    expect(velocitySettings.parse({ doneStatus: 'Resolved' }).value.doneRule).toBe('default');
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

describe('the query of a gadget', () => {
  const sprints = [
    ...datasetFromText(`
      sprint A = 2026-02-02 09:00 .. 2026-02-06 17:00 closed
      sprint B = 2026-02-09 09:00 .. 2026-02-13 17:00 closed
      sprint C = 2026-03-16 09:00 .. 2026-03-27 17:00 active
      P-1`).sprints.values(),
  ];
  const site: QuerySite = {
    sprints: async () => sprints,
    boardJql: async id => `filter = ${id}`,
  };
  const NOW = context({ asOf: instantFromText('2026-03-24 12:00') });
  const settings = { ...velocitySettings.defaults, board: 7 as BoardId };

  it('asks for the shown sprints, narrowed by the filter', async () => {
    expect(await velocityQuery({ ...settings, sprintCount: 1 }, NOW, site)).toBe('sprint in (2)');
    const more = { ...settings, includeActive: true, jqlFilter: 'a = 1 OR b = 2' };
    expect(await velocityQuery(more, NOW, site)).toBe('sprint in (1, 2, 3) AND (a = 1 OR b = 2)');
  });

  it('asks a board without sprints for what changed since the first interval', async () => {
    const kanban = { ...site, sprints: () => Promise.reject(new Error('400')) };
    const query = await velocityQuery({ ...settings, intervalDays: 14 }, NOW, kanban);
    expect(query).toBe('(filter = 7) AND updated >= "2026-01-24"');
  });

  it('finds nothing for a board whose sprints are all to come', async () => {
    const none = { ...site, sprints: async () => [] };
    expect(await velocityQuery(settings, NOW, none)).toBe('created < "1970-01-01"');
  });
});
