import { expect, test } from 'vitest';
import { findTargets, issueTarget, type Target } from './targets.ts';

const target = (label: string, more: Partial<Target> = {}): Target => ({
  id: label,
  group: 'Report',
  label,
  address: `/${label}`,
  ...more,
});

test('names that begin with the search stand first, then other names, then what is found by further words', () => {
  const targets = [
    target('Velocity', { words: 'cycle of sprints' }),
    target('Long cycle'),
    target('Cycle Time'),
    target('Overview'),
  ];
  const found = findTargets(targets, ' cycle ').map(({ label }) => label);
  expect(found).toEqual(['Cycle Time', 'Long cycle', 'Velocity']);
});

test('an issue is found by its key', () => {
  const address = (key: string) => `https://jira.example/browse/${key}`;
  expect(issueTarget(' web-20 ', address)).toEqual([
    {
      id: 'issue WEB-20',
      group: 'Issue',
      label: 'WEB-20',
      address: 'https://jira.example/browse/WEB-20',
      outside: true,
    },
  ]);
  for (const text of ['', 'WEB', '20-20', 'WEB-20 a'])
    expect(issueTarget(text, address)).toEqual([]);
});
