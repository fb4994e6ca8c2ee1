import type { BoardId } from '@tallyboard/core/model/ids.ts';
import { GADGETS } from '@tallyboard/reports/catalogue/gadgets.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addressParameters,
  boardSetValue,
  filterInForce,
  filterParameters,
  filterText,
  outerFilter,
  parseDashboardFilter,
} from './dashboard-filter.ts';

const narrow = (name: string, jql: string, search: string) =>
  outerFilter(parseDashboardFilter(search), '(a = b) OR (c = d)')?.narrow(gadget(name), jql);
const gadget = (name: string) => GADGETS.find(each => each.name === name)!;
const SEARCH =
  '?project=WEB&project=APP&assignee=5f1%3Aab~Ana+Li&assignee=EMPTY~Unassigned&sprint=openSprints()&period=30';

test('the filter of a dashboard narrows the query of a gadget, whose order stays', () => {
  expect(narrow('status', 'a = 1 OR b = 2 ORDER BY key', SEARCH)).toBe(
    '(a = 1 OR b = 2) AND project in (WEB, APP) AND assignee in ("5f1:ab", EMPTY)' +
      ' AND sprint in (openSprints()) ORDER BY key',
  );
  // Reports on sprints take them from the query.
  expect(narrow('velocity', '', SEARCH)).toBe(
    'project in (WEB, APP) AND assignee in ("5f1:ab", EMPTY) AND sprint in (openSprints())',
  );
  expect(narrow('text', '', SEARCH)).toBe('');
});

test('a board narrows to the issues of its saved filter, where a gadget has no board of its own', () => {
  const search = '?board=7~PAY+board&board=x&project=WEB';
  expect(narrow('status', 'e = 1', search)).toBe(
    'e = 1 AND project in (WEB) AND ((a = b) OR (c = d))',
  );
  expect(narrow('cycle-time', '', search)).toBe('project in (WEB)');
  const { words, settingsOf } = outerFilter(parseDashboardFilter(search), '') ?? {};
  expect(settingsOf?.(gadget('velocity'), {}, 0, UTC)).toEqual({ boardId: 7 });
  expect(words?.(gadget('status'), {})).toEqual({ applied: 'WEB, PAY board', ignored: [] });
  expect(words?.(gadget('velocity'), {})).toEqual({ applied: 'WEB, PAY board', ignored: [] });
});

test('values of an address are never read as parts of a query', () => {
  const search = '?project=WEB) OR (key = A-1&sprint=x()&period=31';
  expect(narrow('status', 'a = 1', search)).toBe(
    'a = 1 AND project in ("WEB) OR (key = A-1") AND sprint in ("x()")',
  );
});

test('the address carries the filter with the names', () => {
  const filter = parseDashboardFilter(SEARCH);
  const written = new URLSearchParams(filterParameters(filter)).toString();
  expect(parseDashboardFilter(written)).toEqual(filter);
  expect(filter.assignee[0]).toEqual({ value: '5f1:ab', label: 'Ana Li' });
});

test('the filter that a dashboard keeps is in force where the address names none', () => {
  const kept = 'project=WEB&period=30';
  expect(filterText(filterInForce('', kept))).toBe(kept);
  expect(filterText(filterInForce('?from=home', kept))).toBe(kept);
  expect(filterText(filterInForce('?sprint=openSprints()', kept))).toBe('sprint=openSprints%28%29');
  expect(filterText(filterInForce('?filter=none', kept))).toBe('');
  // An address names what differs, so that a change of the kept one is followed.
  for (const search of ['', '?project=APP', '?filter=none']) {
    const filter = filterInForce(search, kept);
    const address = new URLSearchParams(addressParameters(filter, kept)).toString();
    expect([search, address]).toEqual([search, search.slice(1)]);
  }
  expect(addressParameters(filterInForce('', ''), '')).toEqual([]);
});

const UTC = 'Etc/UTC';
const TODAY = Date.parse('2026-11-28') / 86_400_000;
const FLOW = ['cycle-time', 'wip-age', 'cumulative-flow', 'throughput', 'flow-efficiency'];
const BY_BOARD = [...FLOW, 'forecast', 'programme', 'velocity', 'burn'];
const BY_DATES = [...FLOW, 'created-resolved', 'resolution-time'];
const NO_SPRINT = [...FLOW, 'forecast', 'programme', 'created-resolved', 'resolution-time'];

test('forty filters: a gadget has the settings and the query that its form would give it', async () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...GADGETS.filter(({ queryBy }) => queryBy !== 'none')),
      fc.subarray(['7', '8']),
      fc.constantFrom(null, 7, 30, 90),
      fc.boolean(),
      fc.boolean(),
      (each, boards, period, isSprint, isProject) => {
        const query = new URLSearchParams([
          ...boards.map(id => ['board', id]),
          ...(period === null ? [] : [['period', String(period)]]),
          ...(isSprint ? [['sprint', 'openSprints()']] : []),
          ...(isProject ? [['project', 'PLAT']] : []),
        ]);
        const outer = outerFilter(parseDashboardFilter(String(query)), 'filter = 1');
        const { report } = each;
        const hasBoard = BY_BOARD.includes(report);
        const first = new Date((TODAY - (period ?? 0) + 1) * 86_400_000).toISOString().slice(0, 10);
        const dates =
          report === 'timesheet'
            ? { eType: 0, endDate: 0, daySpan: period, lockStart: false }
            : BY_DATES.includes(report) && { chartStartDate: first, chartEndDate: '2026-11-28' };
        expect(outer?.settingsOf(each, {}, TODAY, UTC) ?? {}).toEqual({
          ...(hasBoard && boards.length === 1 && { boardId: Number(boards[0]) }),
          ...(period !== null && dates),
        });
        const sprint = isSprint && !NO_SPRINT.includes(report);
        const clauses = [
          ...(isProject ? ['project in (PLAT)'] : []),
          ...(boards.length > 0 && !hasBoard ? ['filter = 1'] : []),
          ...(sprint ? ['sprint in (openSprints())'] : []),
        ];
        expect(outer?.narrow(each, '') ?? '').toBe(clauses.join(' AND '));
        expect(outer?.narrow(each, '') ?? '').not.toContain('updated');
        expect(outer?.words(each, {}).ignored ?? []).toEqual([
          ...(hasBoard && boards.length > 1 ? ['board'] : []),
          ...(isSprint && !sprint ? ['sprint'] : []),
          ...(period !== null && !dates ? ['period'] : []),
        ]);
      },
    ),
    { numRuns: 40 },
  );
});

test('the period of a burn chart of a filter is its interval', async () => {
  const outer = outerFilter(parseDashboardFilter('?period=7&sprint=openSprints()'), '');
  const burn = gadget('burn');
  const stored = { gadgetType: 3, intervalStart: 1, intervalEnd: 2 };
  const shown = outer?.settingsOf(burn, stored, TODAY, 'America/St_Johns');
  const [from, to] = ['2026-11-22T03:30:00Z', '2026-11-28T03:30:00Z'].map(Date.parse);
  expect(shown).toEqual({ intervalStart: from, intervalEnd: to });
  const { settings } = (await findReport('burn'))!;
  expect(settings.parse(shown).value).toMatchObject({ from, to });
  expect(outer?.words(burn, stored).ignored).toEqual([]);
  expect(outer?.words(burn, { gadgetType: 0 }).ignored).toEqual(['period']);
});

test('the stored settings of a filter are those of its reports', async () => {
  const outer = outerFilter(parseDashboardFilter('?board=7&period=30'), '');
  for (const each of GADGETS) {
    const report = await findReport(each.report);
    const stored = outer?.settingsOf(each, {}, TODAY, UTC) ?? {};
    const { value, problems } = report!.settings.parse(stored);
    expect([each.name, problems]).toEqual([each.name, []]);
    expect(report?.settings.serialize(value)).toMatchObject(stored);
  }
});

test('a board set comes back from an address, and takes the place of a board', () => {
  const set = {
    id: 'set00001',
    name: 'Both ~ all',
    unit: 'points',
    members: [{ board: 7 as BoardId }, { jql: 'summary ~ "a~b & ü"' }],
  } as const;
  const value = { value: boardSetValue(set), label: set.name };
  const text = filterText({ ...parseDashboardFilter(''), board: [value] });
  const filter = parseDashboardFilter(text);
  expect(filter.board).toEqual([value]);
  expect(parseDashboardFilter('?board=set:%7B%22id%22').board).toEqual([]);
  const outer = outerFilter(filter, '(project = A) OR (project = B)');
  const throughput = gadget('throughput');
  expect(outer?.settingsOf(throughput, {}, TODAY, UTC)).toEqual({ boardId: 0, boardSet: set });
  expect(outer?.narrow(gadget('status'), 'priority = High')).toBe(
    'priority = High AND ((project = A) OR (project = B))',
  );
  // A gadget of a set on a dashboard that is filtered by one board.
  const one = outerFilter(parseDashboardFilter('?board=8'), 'project = C');
  expect(one?.settingsOf(throughput, { boardSet: set }, TODAY, UTC)).toEqual({
    boardId: 8,
    boardSet: null,
  });
});
