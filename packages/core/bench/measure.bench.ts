/** What reports ask of every issue, for each issue: a whole report may take a microsecond or two. */

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
  const perIssue = (work: () => void) => (fewestMilliseconds(work) / issues.length) * 1e6;
  const each = (work: (issue: Issue) => number) =>
    perIssue(() => {
      for (const issue of issues) sink += work(issue);
    });
  const group = (groupBy: GroupBy) =>
    perIssue(() => {
      sink += groupIssues(issues, groupBy).length;
    });
  const spans = each(issue => {
    let total = 0;
    forEachStatusSpan(issue, until, (_, from, to) => {
      total += to - from;
    });
    return total;
  });

  const results = [
    { name: 'group by assignee', value: group('assignee'), limit: 150 },
    { name: 'group by sprint, two each', value: group('sprint'), limit: 300 },
    { name: 'group by label', value: group('label'), limit: 200 },
    { name: 'group by issue key', value: group('issue-key'), limit: 1500 },
    { name: 'done instant', value: each(issue => doneInstant(issue, rule) ?? 0), limit: 150 },
    {
      name: 'done at an instant',
      value: each(issue => Number(isDoneAt(issue, until, rule))),
      limit: 300,
    },
    {
      name: 'in a sprint at an instant',
      value: each(issue => Number(inSprintAt(issue, 15 as SprintId, until))),
      limit: 300,
    },
    {
      name: 'points at an instant',
      value: each(issue => points.at(issue, until) ?? 0),
      limit: 500,
    },
    { name: 'spans of statuses', value: spans, limit: 300 },
  ];
  if (Number.isNaN(sink)) throw new Error('A sample has no number.');
  return results.map(result => ({ ...result, name: `${result.name}, an issue`, unit: 'ns' }));
}
