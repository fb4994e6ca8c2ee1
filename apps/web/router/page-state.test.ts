import type { BoardId } from '@tallyboard/core/model/ids.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PageState } from './page-state.ts';
import { parsePageState, TABS, VIEWS, writePageState } from './page-state.ts';

const EMPTY = parsePageState(new URLSearchParams());

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
const states: fc.Arbitrary<PageState> = fc.record({
  tab: fc.option(fc.constantFrom(...TABS)),
  selector: fc.integer({ min: -9, max: 40 }),
  view: fc.constantFrom(...VIEWS),
  board: fc.option(fc.nat()),
  boardSet: fc.option(
    fc.record({
      id: text,
      name: text,
      unit: fc.constantFrom('issues', 'points', 'time'),
      members: fc.array(
        fc.oneof(
          fc.record({ board: fc.integer({ min: 1 }).map(id => id as BoardId) }),
          fc.record({ jql: text.filter(jql => jql.trim() === jql) }),
        ),
      ),
    }),
  ),
  epic: fc.option(text),
  preset: fc.option(text),
  jql: fc.option(fc.string({ unit: 'grapheme' })),
  choices: fc.option(fc.record({ project: fc.record({ value: text, label: text, insert: text }) })),
  asOf: fc.option(text),
  settings: fc.option(
    fc.dictionary(
      fc.stringMatching(/^[a-z]{1,8}$/),
      fc.oneof(fc.integer(), fc.boolean(), text, fc.array(text), fc.constant(null)),
      { minKeys: 1 },
    ),
  ),
  saved: fc.option(text),
  panel: fc.option(
    fc.oneof(
      fc.constant({ kind: 'how' as const }),
      fc.constant({ kind: 'what-if' as const }),
      fc.record({ kind: fc.constant('sprint' as const), figure: text }),
      fc.record({ kind: fc.constant('drill' as const), figure: text, title: text, reason: text }),
    ),
  ),
});

test('a written state is read back', () => {
  fc.assert(
    fc.property(states, state => {
      const written = writePageState(new URLSearchParams(), state).toString();
      expect(parsePageState(new URLSearchParams(written))).toEqual(state);
    }),
    { numRuns: 200 },
  );
});

test('settings are short in the URL; a link with all of them as JSON is read', () => {
  const graphs = [
    { name: 'Ideal burn', checked: true },
    { name: 'Real burn', checked: false },
  ];
  const settings = { timeUnit: 2, showGraphs: graphs, name: '2', title: 'By week' };
  const written = writePageState(new URLSearchParams('settings=%7B%22old%22%3A1%7D'), {
    ...EMPTY,
    settings,
  });
  expect(written.toString()).toBe(
    's.timeUnit=2&s.showGraphs=%5Btrue%2Cfalse%5D&s.name=%222%22&s.title=By+week',
  );
  const link = new URLSearchParams({ settings: JSON.stringify(settings), 's.timeUnit': '3' });
  expect(parsePageState(link).settings).toEqual({ ...settings, timeUnit: 3 });
});

test('choices are short in the URL; a link with all of them as JSON is read', () => {
  const board = { value: '1', label: 'WEB board', insert: '10101' };
  const version = { value: '2.*', label: '2.*', insert: '2.*' };
  const choices = { board, version };
  const before = new URLSearchParams('choices=%7B%7D&c.epic=WEB-1');
  const written = writePageState(before, { ...EMPTY, choices }).toString();
  expect(written).toBe('c.board=1&c.board.label=WEB+board&c.board.insert=10101&c.version=2.*');
  expect(parsePageState(new URLSearchParams(written)).choices).toEqual(choices);
  const link = new URLSearchParams({ choices: JSON.stringify(choices) });
  expect(parsePageState(link).choices).toEqual(choices);
});

test('parameters of the host stay, own old ones are removed', () => {
  const before = new URLSearchParams('lic=active&xdm_e=https%3A%2F%2Fx.example&panel=how&jql=a');
  const after = writePageState(before, { ...EMPTY, tab: 'custom' });
  expect(after.toString()).toBe('lic=active&xdm_e=https%3A%2F%2Fx.example&tab=custom');
});

test.each([
  ['report=abc', 'selector', -3],
  ['report=-8', 'selector', -8],
  ['tab=nowhere', 'tab', null],
  ['board=1e9', 'board', null],
  ['settings=%7B', 'settings', null],
  ['settings=%5B1%5D', 'settings', null],
  ['panel=drill', 'panel', null],
  ['panel=sprint', 'panel', null],
  ['jql=', 'jql', ''],
  ['view=sideways', 'view', 'overview'],
  ['choices=%7B%22board%22%3A1%7D', 'choices', null],
  ['c.nothing=1', 'choices', null],
] as const)('%s gives %s %j', (query, name, value) => {
  expect(parsePageState(new URLSearchParams(query))[name]).toEqual(value);
});
