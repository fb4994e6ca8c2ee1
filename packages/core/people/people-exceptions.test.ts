import { expect, test } from 'vitest';
import {
  exceptionOf,
  exceptionText,
  parsePeopleExceptions,
  projectsExcepted,
} from './people-exceptions.ts';

const STORED = [
  { who: 'group:hr', reason: 'Agreement 12', until: '2027-03-31' },
  { who: 'role:admin', reason: 'Audit of 2027.', until: '2027-01-15' },
  { who: 'group:hr', reason: 'Older', until: '2026-12-31' },
];

test('an exception holds to the end of its last day, in UTC', () => {
  const all = parsePeopleExceptions(STORED);
  const reasonAt = (at: string, ...roles: string[]) =>
    exceptionOf(all, roles, Date.parse(at))?.reason ?? null;
  expect(reasonAt('2026-11-29T00:00:00Z', 'group:hr')).toBe('Agreement 12');
  expect(reasonAt('2027-03-31T23:59:59.999Z', 'group:hr')).toBe('Agreement 12');
  expect(reasonAt('2027-04-01T00:00:00Z', 'group:hr')).toBeNull();
  expect(reasonAt('2027-01-15T12:00:00Z', 'role:admin')).toBe('Audit of 2027.');
  expect(reasonAt('2027-01-16T00:00:00Z', 'role:admin', 'group:HR')).toBeNull();
  expect(reasonAt('2026-11-29T00:00:00Z')).toBeNull();
});

test.each([
  null,
  'group:hr',
  [{ who: 'group:hr', reason: '', until: '2027-03-31' }],
  [{ who: 'group:hr', reason: 'x', until: '2027-02-29' }],
  [{ who: 'group:hr', reason: 'x' }],
  [{ who: 'group:', reason: 'x', until: '2027-03-31' }],
  [{ who: 'project-role:', reason: 'x', until: '2027-03-31' }],
  [{ who: 'role:owner', reason: 'x', until: '2027-03-31' }],
  [{ who: 'anna', reason: 'x', until: '2027-03-31' }],
  [{ who: 'group:hr', reason: 'x'.repeat(201), until: '2027-03-31' }],
])('%j is no exception', stored => expect(parsePeopleExceptions(stored)).toEqual([]));

test('a project role is compared letter by letter, and holds in the projects of the reader', () => {
  const all = parsePeopleExceptions([
    { who: 'project-role:Auditors', reason: 'x', until: '2027-03-31' },
    { who: 'project-role:Leads', reason: 'x', until: '2026-12-31' },
    { who: 'group:Auditors', reason: 'x', until: '2027-03-31' },
  ]);
  const roles = { Auditors: ['1', '2'], auditors: ['3'], Leads: ['4'] };
  const at = (time: string) => projectsExcepted(all, roles, Date.parse(time));
  expect(at('2026-12-31T12:00:00Z')).toEqual([['1', '2'], ['4']]);
  expect(at('2027-01-01T00:00:00Z')).toEqual([['1', '2']]);
  expect(at('2027-04-01T00:00:00Z')).toEqual([]);
  expect(projectsExcepted(all, {}, Date.parse('2026-12-01'))).toEqual([]);
  expect(exceptionOf(all, ['Auditors', 'project-role'], Date.parse('2026-12-01'))).toBeNull();
});

test('the sentence names who, until when and why', () => {
  const [group, role] = parsePeopleExceptions(STORED).map(each =>
    exceptionText(each, day => `day ${day}`),
  );
  // 2027-03-31 and 2027-01-15 in days since 1970.
  expect(group).toBe(
    "Members of 'hr' see figures on people by name until day 20908: Agreement 12.",
  );
  expect(role).toBe('Administrators see figures on people by name until day 20833: Audit of 2027.');
});
