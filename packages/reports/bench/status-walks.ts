import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { Status } from '@tallyboard/core/model/status.ts';
import type { ReplayData } from './replay-data.ts';
import { numbers } from './wire-issues.ts';

/** The same issues with histories that lead through many statuses: those of the wire are always the same step. */
export function statusWalks({ data, warmUp, parsing }: ReplayData): ReplayData {
  const statuses = [...new Map(data.issues.map(each => [each.status.id, each.status])).values()];
  const next = numbers(19);
  const walk = (issue: Issue) => walked(issue, statuses, next);
  const known = new Map(statuses.map(status => [status.id, status]));
  const walkedThrough = (dataset: Dataset) => ({
    ...dataset,
    statuses: known,
    issues: dataset.issues.map(walk),
  });
  return { data: walkedThrough(data), warmUp: walkedThrough(warmUp), parsing };
}

function walked(issue: Issue, statuses: readonly Status[], next: (below: number) => number): Issue {
  const moves = issue.changes.filter(change => change.field === 'status').length;
  const path = Array.from({ length: moves }, () => statuses[next(statuses.length)]?.id ?? null);
  path.push(issue.status.id);
  let move = 0;
  const changes = issue.changes.map(change =>
    change.field === 'status'
      ? { ...change, from: path[move] ?? null, to: path[++move] ?? null }
      : change,
  );
  return { ...issue, changes };
}
