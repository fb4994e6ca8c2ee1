/** The dataset of status reports as typed arrays by row, so that tables of 100,000 issues are a few loops over numbers. */

import { estimator } from '@tallyboard/core/measure/estimate.ts';
import {
  type DoneRule,
  hasResolution,
  isDone,
  isOverdue,
} from '@tallyboard/core/measure/resolution.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import { CATEGORY_ORDER } from '@tallyboard/core/model/status.ts';
import type { Seconds } from '@tallyboard/core/time/units.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import type { StatusSettings } from '../families/status/status-settings.ts';

export type IssueColumns = Readonly<ReturnType<typeof issueColumns>>;

/** Times are in seconds; missing ones are 0. */
export function issueColumns(
  dataset: Dataset,
  settings: StatusSettings,
  context: ReportContext,
  rule: DoneRule,
) {
  const { issues } = dataset;
  const count = issues.length;
  const today = localDay(context.asOf, context.zone);
  const points = estimator({ ...settings, estimation: 'points' }, dataset);
  const columns = {
    count,
    /** Today in the viewer's zone. */
    today,
    /** 1 where resolved by the done rule in force. */
    resolved: new Uint8Array(count),
    /** 1 where unresolved and due before today. */
    overdue: new Uint8Array(count),
    /** Position in CATEGORY_ORDER. */
    category: new Uint8Array(count),
    /** Story points; 0 where there are none. */
    points: new Float64Array(count),
    /** 1 if the issue counts but has no points. */
    unestimated: new Uint8Array(count),
    /** 1 where a resolution or its date is set, whatever the done rule says. */
    withResolution: new Uint8Array(count),
    /** 1 where both points fields hold a value. */
    bothPoints: new Uint8Array(count),
    /** 1 where the host never described the status. */
    unknownStatus: new Uint8Array(count),
    withHistory: new Uint8Array(count),
    withLinks: new Uint8Array(count),
    spent: new Float64Array(count),
    remaining: new Float64Array(count),
    /** Spent + remaining. */
    actual: new Float64Array(count),
  };
  for (let row = 0; row < count; row++) {
    const issue = issues[row];
    if (issue === undefined) continue;
    const resolved = isDone(issue, rule);
    columns.resolved[row] = resolved ? 1 : 0;
    columns.overdue[row] = isOverdue(issue, resolved, today) ? 1 : 0;
    columns.category[row] = CATEGORY_ORDER.indexOf(issue.status.category);
    const size = points.now(issue);
    columns.points[row] = size ?? 0;
    columns.unestimated[row] = size === null ? 1 : 0;
    columns.withResolution[row] = hasResolution(issue) ? 1 : 0;
    columns.bothPoints[row] = issue.bothPoints ? 1 : 0;
    columns.unknownStatus[row] = issue.status.known ? 0 : 1;
    columns.withHistory[row] = issue.changes.length > 0 ? 1 : 0;
    columns.withLinks[row] = issue.links.length > 0 ? 1 : 0;
    const spent: Seconds = issue.spentSeconds ?? 0;
    const remaining: Seconds = issue.remainingSeconds ?? 0;
    columns.spent[row] = spent;
    columns.remaining[row] = remaining;
    columns.actual[row] = spent + remaining;
  }
  return columns;
}
