import { GADGETS } from '@tallyboard/reports/catalogue/gadgets.ts';
import { expect, test } from 'vitest';
import { filterParameters, outerFilter, parseDashboardFilter } from './dashboard-filter.ts';

const narrow = (name: string, jql: string, search: string) =>
  outerFilter(parseDashboardFilter(search), '(a = b) OR (c = d)')?.narrow(gadget(name), jql);
const gadget = (name: string) => GADGETS.find(each => each.name === name)!;
const SEARCH =
  '?project=WEB&project=APP&assignee=5f1%3Aab~Ana+Li&assignee=EMPTY~Unassigned&sprint=openSprints()&period=30';

test('the filter of a dashboard narrows the query of a gadget, whose order stays', () => {
  expect(narrow('status', 'a = 1 OR b = 2 ORDER BY key', SEARCH)).toBe(
    '(a = 1 OR b = 2) AND project in (WEB, APP) AND assignee in ("5f1:ab", EMPTY)' +
      ' AND sprint in (openSprints()) AND updated >= -30d ORDER BY key',
  );
  expect(narrow('velocity', '', SEARCH)).toBe(
    'project in (WEB, APP) AND assignee in ("5f1:ab", EMPTY)',
  );
  expect(narrow('text', '', SEARCH)).toBe('');
});

test('a board narrows to the issues of its saved filter, where a gadget has no board of its own', () => {
  const search = '?board=7~PAY+board&board=x&project=WEB';
  expect(narrow('status', 'e = 1', search)).toBe(
    'e = 1 AND project in (WEB) AND ((a = b) OR (c = d))',
  );
  expect(narrow('cycle-time', '', search)).toBe('project in (WEB)');
  const words = outerFilter(parseDashboardFilter(search), '')?.words;
  expect(words?.(gadget('status'))).toEqual({ applied: 'WEB, PAY board', ignored: [] });
  expect(words?.(gadget('velocity'))).toEqual({ applied: 'WEB', ignored: ['board'] });
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
