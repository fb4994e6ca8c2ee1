import {
  type PointsSource,
  pointsAt,
  pointsNow,
  pointsSource,
  pointsTimeline,
} from '../history/points.ts';
import {
  type FieldRecord,
  recordedAt,
  recordedTimeline,
  type Timeline,
} from '../history/timeline.ts';
import type { Dataset } from '../model/dataset.ts';
import type { FieldId, IssueKey } from '../model/ids.ts';
import type { Issue } from '../model/issue.ts';
import type { Instant, Seconds } from '../time/units.ts';

export type Estimation = 'count' | 'points' | 'time';

/** The issues whose points count. */
export type PointsScope = 'all' | 'parents' | 'sub-tasks';

export interface EstimateSettings {
  readonly estimation: Estimation;
  /** A number field that holds the points; null detects it. */
  readonly pointsField: FieldId | null;
  readonly pointsScope: PointsScope;
}

/**
 * The size of issues: 1 by `count`, story points, or seconds of original estimate by `time`. Null is unestimated: added
 * as 0 and noted. The size of an issue outside the points scope is 0.
 */
export interface Estimator {
  readonly estimation: Estimation;
  now(issue: Issue): number | null;
  at(issue: Issue, t: Instant): number | null;
  timeline(issue: Issue): Timeline<number | null>;
  /** False for issues outside the points scope, which sprint reports also exclude from counts and times. */
  counts(issue: Issue): boolean;
}

export function estimator(
  settings: EstimateSettings,
  dataset: Pick<Dataset, 'fields' | 'special'>,
): Estimator {
  const { estimation, pointsScope } = settings;
  if (estimation !== 'points') {
    const all = estimation === 'count' ? COUNT : TIME;
    return pointsScope === 'all' ? all : { ...all, counts: inScope(pointsScope) };
  }
  return pointsEstimator(pointsSource(dataset, settings.pointsField), pointsScope);
}

const COUNT: Estimator = {
  estimation: 'count',
  now: () => 1,
  at: () => 1,
  timeline: issue => [{ from: issue.created, value: 1, change: null }],
  counts: () => true,
};

const TIME: Estimator = {
  estimation: 'time',
  now: issue => issue.originalSeconds,
  at(issue, t) {
    const value = recordedAt(issue, t, ORIGINAL_ESTIMATE);
    return value === undefined ? issue.originalSeconds : value;
  },
  timeline: issue => recordedTimeline(issue, ORIGINAL_ESTIMATE, issue.originalSeconds),
  counts: () => true,
};

const ORIGINAL_ESTIMATE: FieldRecord<Seconds | null> = {
  isOwn: ({ field }) => field === 'originalEstimate',
  before: ({ from, fromText }) => parseSeconds(from ?? fromText),
  after: ({ to, toText }) => parseSeconds(to ?? toText),
};

/** Null for an empty or unreadable text. */
export function parseSeconds(text: string | null): Seconds | null {
  if (text === null || text === '') return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

const inScope =
  (scope: PointsScope): Estimator['counts'] =>
  ({ type }) =>
    scope === 'all' || type.subtask === (scope === 'sub-tasks');

function pointsEstimator(source: PointsSource, scope: PointsScope): Estimator {
  const counts = inScope(scope);
  return {
    estimation: 'points',
    now: issue => (counts(issue) ? pointsNow(issue, source) : 0),
    at: (issue, t) => (counts(issue) ? pointsAt(issue, t, source) : 0),
    timeline: issue =>
      counts(issue)
        ? pointsTimeline(issue, source)
        : [{ from: issue.created, value: 0, change: null }],
    counts,
  };
}

const hasPoints = ({ points }: Issue): boolean => points !== null;

/** The rows of estimated sub-tasks whose parent, in the same list, is estimated too. */
export function doublyEstimated(issues: readonly Issue[], isEstimated = hasPoints): Uint32Array {
  // Searches the parents of estimated sub-tasks, which are few, instead of indexing all issues.
  const rows: number[] = [];
  const wanted = new Set<IssueKey | undefined>();
  for (let row = 0; row < issues.length; row++) {
    const issue = issues[row]!;
    // Members of columns take time to read: few issues have all three.
    if (!issue.type.subtask || !isEstimated(issue) || issue.parent === null) continue;
    rows.push(row);
    wanted.add(issue.parent.key);
  }
  if (rows.length === 0) return new Uint32Array(0);
  const estimated = new Set<IssueKey | undefined>();
  for (const issue of issues)
    if (!issue.type.subtask && isEstimated(issue) && wanted.has(issue.key))
      estimated.add(issue.key);
  return Uint32Array.from(rows.filter(row => estimated.has(issues[row]?.parent?.key)));
}
