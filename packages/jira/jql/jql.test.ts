import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { andClauses, narrowQuery, readableQuery, splitOrderBy } from './compose.ts';
import {
  applyChoices,
  findPlaceholders,
  gadgetPresets,
  pagePresets,
  placeholderText,
  presetByName,
  UNRELEASED_VERSIONS,
} from './presets.ts';
import { quoteValue } from './quote.ts';
import { splitSprints } from './sprint-clauses.ts';
import { tokenize } from './tokens.ts';

describe('quoting', () => {
  it.each([
    ['OPS', 'OPS'],
    ['OPS-12', 'OPS-12'],
    ['-30d', '-30d'],
    [10603, '10603'],
    ['712020:1f', '"712020:1f"'],
    ['1.4', '"1.4"'],
    ['In Progress', '"In Progress"'],
    ['order', '"order"'],
    ['A', '"A"'],
    ['EMPTY', '"EMPTY"'],
    ["O'Neil", '"O\'Neil"'],
    ['say "hi"', '"say \\"hi\\""'],
    ['C:\\new', '"C:\\\\new"'],
    ['two\nlines', '"two\\nlines"'],
    ['已完成', '"已完成"'],
    ['', '""'],
  ])('%s', (value, text) => expect(quoteValue(value)).toBe(text));

  it('makes one token of any text, so that nobody writes a query by a name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const tokens = tokenize(`x = ${quoteValue(text)} AND y = 1`);
        expect(tokens).toHaveLength(7);
      }),
      { numRuns: 200 },
    );
  });
});

describe('composing', () => {
  it.each([
    ['a = 1 ORDER BY b', 'a = 1', 'ORDER BY b'],
    ['a = 1 order  by b desc, c', 'a = 1', 'order  by b desc, c'],
    ['a = "x order by y"', 'a = "x order by y"', ''],
    ["a = 'x \\' order by y' ORDER\nBY c", "a = 'x \\' order by y'", 'ORDER\nBY c'],
    ['ORDER BY b', '', 'ORDER BY b'],
    ['a in (f("order by x")) order by "order by"', 'a in (f("order by x"))', 'order by "order by"'],
    ['a = "never closed order by b', 'a = "never closed order by b', ''],
    ['a = order\\ by', 'a = order\\ by', ''],
    ['  ', '', ''],
  ])('cuts %s', (jql, where, orderBy) => expect(splitOrderBy(jql)).toEqual({ where, orderBy }));

  it.each([
    ['a = 1 ORDER BY k', ['b = 2'], 'a = 1 AND b = 2 ORDER BY k'],
    ['a = 1 OR c = 3 ORDER BY k', ['b = 2'], '(a = 1 OR c = 3) AND b = 2 ORDER BY k'],
    ['a = 1 || c = 3', ['b = 2'], '(a = 1 || c = 3) AND b = 2'],
    ['(a = 1 or c = 3)', ['b = 2'], '(a = 1 or c = 3) AND b = 2'],
    ['a = "x or y"', ['b = 2 or d = 4'], 'a = "x or y" AND (b = 2 or d = 4)'],
    ['', ['b = 2 OR c = 3'], 'b = 2 OR c = 3'],
    ['ORDER BY k', ['b = 2'], 'b = 2 ORDER BY k'],
    ['a = 1 ORDER BY k', [], 'a = 1 ORDER BY k'],
    ['a = 1', ['', 'b = 2 ORDER BY z'], 'a = 1 AND b = 2'],
  ])('narrows %s', (jql, clauses, whole) => expect(andClauses(jql, ...clauses)).toBe(whole));

  it.each([
    ['project = A ORDER BY key', 'project = A AND worklogDate >= "2026-03-01" ORDER BY key'],
    ['worklogAuthor = currentUser()', 'worklogAuthor = currentUser()'],
  ])('narrows %s to worklogs, unless it speaks of worklogs itself', (jql, whole) =>
    expect(narrowQuery(jql, 'worklogDate >= "2026-03-01"')).toBe(whole),
  );

  it('lets a clause that begins with the whole query take its place', () => {
    const own = 'worklogAuthor = currentUser()';
    const clause = `(${own} AND worklogDate >= "2026-03-01") OR worklogDate is EMPTY`;
    expect(narrowQuery(`${own} ORDER BY key`, clause)).toBe(`${clause} ORDER BY key`);
    expect(narrowQuery('worklogDate is EMPTY', clause)).toBe('worklogDate is EMPTY');
  });

  it.each([
    ['', 'cloud', 'created >= "1970-01-01" ORDER BY created DESC, key DESC'],
    ['', 'data-center', 'ORDER BY created DESC, key DESC'],
    ['order by created', 'cloud', 'created >= "1970-01-01" order by created, key ASC'],
    ['a = 1 ORDER BY rank', 'cloud', 'a = 1 ORDER BY created DESC, key DESC'],
    ['a = 1 ORDER BY "updated" DESC', 'cloud', 'a = 1 ORDER BY created DESC, key DESC'],
    ['a = 1 ORDER BY key DESC', 'cloud', 'a = 1 ORDER BY key DESC'],
    ['a = 1 ORDER BY a,b,c,d,e,f,g', 'cloud', 'a = 1 ORDER BY a,b,c,d,e,f,g'],
  ] as const)('reads %s on %s in a steady order', (jql, flavour, whole) => {
    expect(readableQuery(jql, flavour)).toBe(whole);
  });
});

describe('presets', () => {
  it('has eleven on the page, in order, and ten in gadgets', () => {
    expect(pagePresets('cloud').map(preset => preset.name)).toEqual([
      'Issues assigned to a current user',
      'Issues created in the last 30 days, assigned to a current user',
      'Issues created in the last 30 days, in a certain project',
      'Issues in all active sprints',
      'Issues in active sprints, in a certain board',
      'Issues in active sprints, in a certain project',
      'Custom JQL',
      'Issues in a certain Epic',
      'Jira JQL filters',
      'Issues in all unreleased versions',
      'Issues in a certain version, in a certain project',
    ]);
    expect(gadgetPresets('cloud').map(preset => preset.name)).toEqual(
      pagePresets('cloud')
        .map(preset => preset.name)
        .slice(1),
    );
  });

  const byId = (flavour: 'cloud' | 'data-center', id: string) =>
    pagePresets(flavour).find(preset => preset.id === id) ?? pagePresets(flavour)[0];

  it.each([
    ['cloud', 'epic', { epic: 'OPS-3' }, 'parent = OPS-3'],
    ['data-center', 'epic', { epic: 'OPS-3' }, '"Epic Link" = OPS-3'],
    [
      'cloud',
      'active-sprints-board',
      { board: '10603' },
      'sprint in openSprints() AND filter = 10603',
    ],
    [
      'cloud',
      'created-30-days-project',
      { project: 'ORDER' },
      'created >= -30d AND project = "ORDER"',
    ],
    [
      'cloud',
      'version-project',
      { project: 'OPS', version: '1.4 $&' },
      'project = OPS AND fixVersion in ("1.4 $&")',
    ],
    [
      'cloud',
      'version-project',
      { project: 'OPS', version: UNRELEASED_VERSIONS },
      'project = OPS AND fixVersion in (unreleasedVersions(OPS))',
    ],
    [
      'cloud',
      'version-project',
      { project: 'OPS' },
      'project = OPS AND fixVersion in ({replace with version})',
    ],
    ['cloud', 'active-sprints', {}, 'sprint in openSprints()'],
  ] as const)('%s %s %o', (flavour, id, choices, jql) => {
    const preset = byId(flavour, id);
    expect(preset && applyChoices(preset, choices)).toBe(jql);
  });

  it('finds a placeholder that nobody replaced', () => {
    const both = 'project = {replace with project key} AND fixVersion = {Replace with version';
    expect(findPlaceholders(both)).toEqual(['{replace with project key}', '{Replace with version']);
    expect(findPlaceholders('a = 1')).toEqual([]);
    expect(placeholderText(['{x}'])).toBe(
      'Please review "Customize JQL" field and replace value {x} with correct one.',
    );
    expect(placeholderText(['{x}', '{y}'])).toContain(
      'replace values {x} and {y} with correct ones',
    );
  });

  it('knows stored presets by name, from either flavour', () => {
    expect(presetByName(pagePresets('cloud'), 'Favorite Jira JQL filters')?.id).toBe('filter');
    expect(presetByName(pagePresets('data-center'), 'Custom JQL')?.id).toBe('custom');
    expect(presetByName(pagePresets('cloud'), 'Mine')).toBeUndefined();
  });
});

describe('what a query says of sprints', () => {
  it.each<[string, string[], string, boolean]>([
    ['sprint in (1, 2)', ['sprint in (1, 2)'], '', false],
    [
      'Sprint in openSprints() AND filter = 10101 ORDER BY Rank ASC',
      ['Sprint in openSprints()'],
      'filter = 10101',
      false,
    ],
    [
      'labels = a and "Sprint"="S, 1" & (a = 1 AND b = 2)',
      ['"Sprint"="S, 1"'],
      'labels = a AND (a = 1 AND b = 2)',
      false,
    ],
    ['sprint is not EMPTY AND a = 1', ['sprint is not EMPTY'], 'a = 1', false],
    ['sprint not in (1) AND a = 1', [], 'sprint not in (1) AND a = 1', true],
    ['(sprint = 1 OR a = 1) AND b = 2', [], '(sprint = 1 OR a = 1) AND b = 2', true],
    ['sprint = 1 OR a = 1', [], 'sprint = 1 OR a = 1', true],
    ['a = 1 OR b = sprinter', [], 'a = 1 OR b = sprinter', false],
    ['', [], '', false],
  ])('%s', (jql, clauses, rest, mixed) => {
    expect(splitSprints(jql)).toEqual({ clauses, rest, mixed });
  });
});
