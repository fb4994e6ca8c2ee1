import { describe, expect, it } from 'vitest';
import { compareLabels, groupIssues } from '../measure/group-by.ts';
import type { Issue } from '../model/issue.ts';
import { levelIssue } from '../testing/levels.ts';

const ABOVE = [levelIssue('I-1 Initiative'), levelIssue('E-1 Epic ^I-1'), levelIssue('E-2 Epic')];

function groups(issues: readonly Issue[], level: string, above: readonly Issue[] = ABOVE) {
  return groupIssues({ issues, above }, { level })
    .sort(compareLabels)
    .map(({ label, rows }) => [label, ...Array.from(rows, row => issues[row]?.key)]);
}

describe('groups by level', () => {
  const issues = [
    levelIssue('A-1 Story ^E-1'),
    levelIssue('A-2 Sub-task ^A-1'),
    levelIssue('A-3 Story ^E-2'),
    levelIssue('A-4 Story'),
  ];

  it('are of the nearest issue above, at any height', () => {
    expect(groups(issues, 'initiative')).toEqual([
      ['(I-1) Summary of I-1', 'A-1', 'A-2'],
      ['No Initiative', 'A-3', 'A-4'],
    ]);
    expect(groups(issues, 'Epic')).toEqual([
      ['(E-1) Summary of E-1', 'A-1', 'A-2'],
      ['(E-2) Summary of E-2', 'A-3'],
      ['No Epic', 'A-4'],
    ]);
  });

  it('have an issue of the level itself', () => {
    expect(groups([...ABOVE.slice(0, 2), ...issues.slice(0, 1)], 'Initiative', [])).toEqual([
      ['(I-1) Summary of I-1', 'I-1', 'E-1', 'A-1'],
    ]);
  });

  it('have no name of a parent that is not there', () => {
    expect(groups(issues, 'Initiative', [])).toEqual([
      ['No Initiative', 'A-1', 'A-2', 'A-3', 'A-4'],
    ]);
    expect(JSON.stringify(groups(issues, 'Epic', []))).not.toContain('E-1');
  });

  it('are the same from any issue of a circle', () => {
    const circle = [levelIssue('I-1 Initiative ^E-1'), levelIssue('E-1 Epic ^I-1')];
    expect(groups(issues.slice(0, 2), 'Initiative', circle)).toEqual(
      groups(issues.slice(0, 2), 'Initiative', circle.toReversed()),
    );
  });
});
