import type { BoardId } from '@tallyboard/core/model/ids.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import { context } from '@tallyboard/core/testing/builders.ts';
import { datasetFromText, instantFromText } from '@tallyboard/core/testing/issues-from-text.ts';
import type { QuerySite } from '@tallyboard/report-kit/contract.ts';
import { describe, expect, it } from 'vitest';
import { velocityQuery } from './query.ts';
import { type VelocitySettings, velocitySettings } from './settings.ts';

const sprints = [
  ...datasetFromText(`
    sprint A = 2026-02-02 09:00 .. 2026-02-06 17:00 closed
    sprint B = 2026-02-09 09:00 .. 2026-02-13 17:00 closed
    sprint C = 2026-03-16 09:00 .. 2026-03-27 17:00 active
    P-1`).sprints.values(),
];
/** Cuts at each 'AND', which is enough for the queries of this file. */
function splitSprints(jql: string) {
  const parts = jql === '' ? [] : jql.split(' AND ');
  const isSprint = (part: string) => part.startsWith('sprint');
  const rest = parts.filter(part => !isSprint(part)).join(' AND ');
  return { clauses: parts.filter(isSprint), rest, mixed: false };
}
const site: QuerySite = {
  sprints: async () => sprints,
  boardJql: async id => `filter = ${id}`,
  boardSet: async () => ({ jql: '', boards: [], members: [], notes: [] }),
  sprintsOf: async ids => sprints.filter(({ id }) => ids.includes(id)),
  sprintsIn: async () => sprints,
  everInSprints: async () => null,
  fields: async () => [],
  idsIn: async () => [],
  rankedIdsIn: async () => [],
  withoutOrder: jql => jql,
  splitSprints,
};
const NOW = context({ asOf: instantFromText('2026-03-24 12:00') });
const settings = { ...velocitySettings.defaults, board: 7 as BoardId };
const ask = (change: Partial<VelocitySettings> = {}, jql = '', at: Partial<QuerySite> = {}) =>
  velocityQuery({ ...settings, ...change }, NOW, { ...site, ...at }, jql);

describe('the query of velocity', () => {
  it('asks for the last sprints of each board of a set, one that two boards show once', async () => {
    const [a, b, c] = sprints as [Sprint, Sprint, Sprint];
    const shown: Readonly<Record<number, readonly Sprint[]>> = { 1: [a, b], 2: [a], 3: [b, c] };
    const boards = [1, 2, 3] as BoardId[];
    const boardSet = { id: '1', name: 'All', unit: 'issues', members: [] } as const;
    const at: Partial<QuerySite> = {
      boardSet: async () => ({ jql: 'project = A', boards, members: [], notes: [] }),
      sprints: async id => shown[id] ?? [],
    };
    const asked = { board: null, boardSet, sprintCount: 1 };
    expect((await ask(asked, '', at))?.sprints).toEqual([b.id, a.id]);
    expect((await ask({ ...asked, includeActive: true }, '', at))?.sprints).toEqual([
      b.id,
      a.id,
      c.id,
    ]);
  });

  it('asks beside the shown sprints for what their boards changed since', async () => {
    expect(await ask({ sprintCount: 1 })).toEqual({
      jql: 'sprint in (2) OR (((filter = 7) OR (filter = 1)) AND updated >= "2026-02-08")',
      sprints: [2],
      narrowedBy: '',
      atLeast: null,
      withoutMoved: true,
    });
    // Our own store finds also those that left the board since.
    const everInSprints = async () => 'issue in everInSprint(2)';
    const found = await ask({ board: 1 as BoardId, sprintCount: 1 }, '', { everInSprints });
    expect(found).toMatchObject({
      jql: 'sprint in (2) OR ((filter = 1) AND updated >= "2026-02-08") OR issue in everInSprint(2)',
    });
    expect(found?.withoutMoved).toBeUndefined();
    expect((await ask({ board: 1 as BoardId, sprintCount: 1 }))?.jql).toBe(
      'sprint in (2) OR ((filter = 1) AND updated >= "2026-02-08")',
    );
  });

  it('is narrowed by the filter and by what the reader asks beside sprints, which it says', async () => {
    const change = { includeActive: true, jqlFilter: 'a = 1 OR b = 2', board: 1 as BoardId };
    const query = await ask(change, 'sprint in openSprints() AND labels = x');
    expect(query?.sprints).toEqual([1, 2, 3]);
    expect(query?.narrowedBy).toBe('(labels = x) AND (a = 1 OR b = 2)');
    expect(query?.jql).toMatch(/^\(sprint in .*\) AND \(\(labels = x\) AND \(a = 1 OR b = 2\)\)$/);
  });

  it('shows the sprints that the reader names', async () => {
    expect((await ask({}, 'sprint in (1, 9)'))?.sprints).toEqual([1]);
  });

  it('without a board finds that of the sprints of the query', async () => {
    const query = await ask({ board: null }, 'sprint = 1 AND labels = x');
    expect(query).toMatchObject({ sprints: [1], narrowedBy: 'labels = x', atLeast: null });
    expect(query?.jql).toContain('(filter = 1) AND updated >= "2026-02-01"');
    const open = await ask({ board: null, includeActive: true }, 'sprint in openSprints()');
    expect(open).toMatchObject({ sprints: [3], atLeast: null });
  });

  it.each<[string, Promise<{ atLeast: string | null } | null>]>([
    ['a query that names no sprint', ask({ board: null }, 'labels = x')],
    [
      'too many issues to ask',
      ask({ board: null }, 'sprint in openSprints()', { sprintsIn: async () => null }),
    ],
    ['no right to the filter', ask({}, '', { boardJql: () => Promise.reject(new Error('403')) })],
    [
      'a query that cannot be parted',
      ask({}, 'x', { splitSprints: rest => ({ clauses: [], rest, mixed: true }) }),
    ],
  ])('is too small with %s', async (_, query) => {
    expect((await query)?.atLeast).not.toBeNull();
  });

  it('asks a board without sprints for what changed since the first interval', async () => {
    const kanban = { sprints: () => Promise.reject(new Error('400')) };
    const query = await ask({ intervalDays: 14, jqlFilter: 'a = 1' }, '', kanban);
    expect(query?.jql).toBe('((filter = 7) AND updated >= "2026-01-24") AND (a = 1)');
  });

  it('finds nothing for a board whose sprints are all to come, and all there is without any', async () => {
    const none = { sprints: async () => [] };
    expect((await ask({}, '', none))?.jql).toBe('created < "1970-01-01"');
    expect(await ask({ board: null })).toMatchObject({ jql: '', atLeast: null });
  });
});
