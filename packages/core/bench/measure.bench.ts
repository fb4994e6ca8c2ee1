/**
 * What reports ask of every issue, against JSON.parse of the same issues (a little smaller than Jira sends them). A
 * whole report may take a twentieth of that.
 */

import { forEachStatusSpan } from '../history/spans.ts';
import { inSprintAt } from '../history/timeline.ts';
import { estimator } from '../measure/estimate.ts';
import { type GroupBy, groupIssues } from '../measure/group-by.ts';
import { doneInstant, doneRule, isDoneAt } from '../measure/resolution.ts';
import type { SprintId } from '../model/ids.ts';
import type { Issue } from '../model/issue.ts';
import { dataset } from '../testing/builders.ts';
import { DAY } from '../time/units.ts';
import { FROM, fewestMilliseconds, sampleIssues } from './samples.ts';

export default async function bench(size: 'small' | 'full') {
  const issues = sampleIssues(size === 'small' ? 10_000 : 100_000);
  const data = dataset(issues);
  const rule = doneRule({ kind: 'resolution-or-category' }, data.statuses);
  const points = estimator({ estimation: 'points', pointsField: null, pointsScope: 'all' }, data);
  const until = FROM + 1500 * DAY;
  let sink = 0;
  const text = JSON.stringify(issues);
  const parse = fewestMilliseconds(() => JSON.parse(text));
  const overParse = (work: () => void) => fewestMilliseconds(work) / parse;
  const each = (work: (issue: Issue) => number) =>
    overParse(() => {
      for (const issue of issues) sink += work(issue);
    });
  const group = (groupBy: GroupBy) =>
    overParse(() => {
      sink += groupIssues({ issues }, groupBy).length;
    });
  const spans = each(issue => {
    let total = 0;
    forEachStatusSpan(issue, until, (_, from, to) => {
      total += to - from;
    });
    return total;
  });

  const results = [
    { name: 'group by assignee', value: group('assignee'), limit: 0.02 },
    { name: 'group by sprint, two each', value: group('sprint'), limit: 0.02 },
    { name: 'group by label', value: group('label'), limit: 0.02 },
    { name: 'group by issue key', value: group('issue-key'), limit: 0.05 },
    { name: 'done instant', value: each(issue => doneInstant(issue, rule) ?? 0), limit: 0.02 },
    {
      name: 'done at an instant',
      value: each(issue => Number(isDoneAt(issue, until, rule))),
      limit: 0.04,
    },
    {
      name: 'in a sprint at an instant',
      value: each(issue => Number(inSprintAt(issue, 15 as SprintId, until))),
      limit: 0.04,
    },
    {
      name: 'points at an instant',
      value: each(issue => points.at(issue, until) ?? 0),
      limit: 0.04,
    },
    { name: 'spans of statuses', value: spans, limit: 0.02 },
  ];
  if (Number.isNaN(sink)) throw new Error('A sample has no number.');
  return results.map(result => ({ ...result, name: `${result.name}, over JSON.parse`, unit: 'x' }));
}
