/** The assignees of a real project against figures that are tallied here, plainly, from the raw records. */

import { context } from '@tallyboard/core/testing/builders.ts';
import { describe, expect, it } from 'vitest';
import { datasetOf, type RawIssue, readAloy } from '../testing/real-issues.ts';
import computeByAssignee from './compute.ts';
import { type ByAssigneeSettings, byAssigneeSettings } from './settings.ts';

const NOW = context({ asOf: Date.UTC(2021, 5, 1) });
const raw = readAloy();

function byPerson(issues: readonly RawIssue[]) {
  const people = new Map<string, RawIssue[]>();
  for (const issue of issues) {
    const key = issue.fields.assignee?.key ?? '';
    people.set(key, [...(people.get(key) ?? []), issue]);
  }
  return [...people];
}

describe('ALOY, 1,499 issues', () => {
  const issues = raw;
  const dataset = datasetOf(issues);
  const compute = (init: Partial<ByAssigneeSettings>) =>
    computeByAssignee(dataset, { ...byAssigneeSettings.defaults, ...init }, NOW).result;

  it('counts created and resolved', () => {
    const result = compute({});
    if (result.mode !== 'created-resolved') throw new Error('Not the counts.');
    const rows = result.table.rows.map(row => [row.id, row.created.value, row.resolved.value]);
    const expected = byPerson(issues).map(([person, own]) => [
      person,
      own.length,
      own.filter(
        ({ fields }) => fields.resolutiondate !== null || fields.status.statusCategory.id === 3,
      ).length,
    ]);
    expect(rows.sort()).toEqual(expected.sort());
  });

  it('has the mean and the 85th percentile of resolution times', () => {
    const result = compute({ mode: 'resolution-time', done: { kind: 'resolution' } });
    if (result.mode !== 'resolution-time') throw new Error('Not the times.');
    const expected = byPerson(issues).flatMap(([person, own]) => {
      const seconds = own
        .flatMap(({ fields: { created, resolutiondate } }) =>
          resolutiondate === null
            ? []
            : [(new Date(resolutiondate).getTime() - new Date(created).getTime()) / 1000],
        )
        .sort((a, b) => a - b);
      const { length } = seconds;
      if (length === 0) return [];
      const sum = seconds.reduce((total, each) => total + each, 0);
      return [[person, length, Math.round(sum / length), seconds[Math.ceil(0.85 * length) - 1]]];
    });
    const rows = result.rows.map(({ id, n, mean, percentile85 }) => [
      id,
      n.value,
      Math.round((mean.value ?? 0) / 1000),
      (percentile85 ?? 0) / 1000,
    ]);
    expect(rows.sort()).toEqual(expected.sort());
    expect(result.total.n.value).toBe(1283);
  });
});
