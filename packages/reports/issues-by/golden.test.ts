/** Fields and assignees of a real project against figures that are tallied here, plainly, from the raw records. */

import { context } from '@tallyboard/core/testing/builders.ts';
import { describe, expect, it } from 'vitest';
import { datasetOf, type RawIssue, readAloy } from '../testing/real-issues.ts';
import computeIssuesBy from './compute.ts';
import { issuesBySettings } from './settings.ts';

const raw = readAloy();

const isDone = ({ fields }: RawIssue) =>
  fields.resolutiondate !== null || fields.status.statusCategory.id === 3;

/** 'value: issues, resolved' of each value. */
function tally(issues: readonly RawIssue[], valuesOf: (issue: RawIssue) => readonly string[]) {
  const counts = new Map<string, [number, number]>();
  for (const issue of issues) {
    for (const value of new Set(valuesOf(issue))) {
      const pair = counts.get(value) ?? [0, 0];
      pair[0]++;
      if (isDone(issue)) pair[1]++;
      counts.set(value, pair);
    }
  }
  return [...counts].map(([value, [count, resolved]]) => `${value}: ${count}, ${resolved}`).sort();
}

describe('ALOY, 1,499 issues', () => {
  const issues = raw;
  const dataset = datasetOf(issues);

  it.each([
    ['issuetype', ({ fields }: RawIssue) => [fields.issuetype.name], 7],
    ['status', ({ fields }: RawIssue) => [fields.status.name], 6],
    ['priority', ({ fields }: RawIssue) => [fields.priority?.name ?? ''], 6],
    ['resolution', ({ fields }: RawIssue) => [fields.resolution?.name ?? ''], 11],
    ['assignee', ({ fields }: RawIssue) => [fields.assignee?.key ?? ''], 31],
    [
      'sprint',
      ({ fields }: RawIssue) => {
        const ids = (fields.closedSprints ?? []).map(({ id }) => String(id));
        return ids.length === 0 ? [''] : ids;
      },
      130,
    ],
    ['key', ({ id }: RawIssue) => [id], 1499],
  ] as const)('by %s', (field, valuesOf, values) => {
    const settings = { ...issuesBySettings.defaults, field, label: field };
    const { result } = computeIssuesBy(dataset, settings, context());
    const rows = result.rows.map(row => `${row.id}: ${row.count.value}, ${row.resolved.value}`);
    const expected = tally(issues, valuesOf);
    expect(rows.sort()).toEqual(expected);
    // Counted once with a script in another language over the same file.
    expect(rows).toHaveLength(values);
    expect(result.total.count.value).toBe(1499);
  });
});
