/** Story points over time. History has them as text only ('5', '0.5', ''), in one of two fields. */

import type { Dataset } from '../model/dataset.ts';
import type { FieldId } from '../model/ids.ts';
import type { Issue } from '../model/issue.ts';
import type { Instant } from '../time/units.ts';
import {
  effectiveFrom,
  type FieldRecord,
  recordedAt,
  type Step,
  type Timeline,
} from './timeline.ts';

type PointsRecord = FieldRecord<number | null>;

/** A chosen number field; or 'Story Points' and, while that is empty, 'Story point estimate' (team-managed projects). */
export interface PointsSource {
  readonly chosen: FieldId | null;
  readonly first: PointsRecord;
  /** Null with a chosen field. */
  readonly second: PointsRecord | null;
}

/** `chosen` null detects the fields. */
export function pointsSource(
  dataset: Pick<Dataset, 'fields' | 'special'>,
  chosen: FieldId | null,
): PointsSource {
  const record = (ids: readonly FieldId[], ...names: string[]) =>
    pointsRecord(new Set(ids), [
      ...names,
      ...dataset.fields.filter(field => ids.includes(field.id)).map(field => lower(field.name)),
    ]);
  const { storyPoints, storyPointEstimate } = dataset.special;
  if (chosen !== null) return { chosen, first: record([chosen]), second: null };
  return {
    chosen: null,
    first: record(storyPoints, 'story points'),
    second: record(storyPointEstimate, 'story point estimate'),
  };
}

/** Names identify changes without a field id. */
const pointsRecord = (ids: ReadonlySet<FieldId>, names: readonly string[]): PointsRecord => ({
  isOwn: ({ field, fieldId, fieldName }) => {
    if (field !== 'points' && field !== 'other') return false;
    return fieldId === null ? names.includes(lower(fieldName)) : ids.has(fieldId);
  },
  before: ({ fromText }) => parsePoints(fromText),
  after: ({ toText }) => parsePoints(toText),
});

const lower = (name: string) => name.trim().toLowerCase();

/** Null for an empty or unreadable text. */
export function parsePoints(text: string | null): number | null {
  if (text === null || text.trim() === '') return null;
  const value = Number(text.trim());
  return Number.isFinite(value) ? value : null;
}

/** Null if unestimated. */
export function pointsNow(issue: Issue, source: PointsSource): number | null {
  if (source.chosen === null) return issue.points;
  const value = issue.custom.get(source.chosen);
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return parsePoints(value);
  // The chosen field may be one of those of `points`, which is not fetched a second time.
  return issue.custom.has(source.chosen) ? null : issue.points;
}

/** Null if unestimated at `t`. Needs changes of `points`. */
export function pointsAt(issue: Issue, t: Instant, source: PointsSource): number | null {
  const first = recordedAt(issue, t, source.first);
  if (source.second === null) return first === undefined ? pointsNow(issue, source) : first;
  const second = recordedAt(issue, t, source.second);
  if (first === undefined && second === undefined) return issue.points;
  const preferred = first === undefined ? firstWithoutHistory(issue, source.second) : first;
  if (preferred !== null) return preferred;
  return second === undefined ? secondWithoutHistory(issue, source.first) : second;
}

// A field without a history has always had its current value. The issue has only `points`, the value of the first field
// unless that is empty.

const firstWithoutHistory = (issue: Issue, second: PointsRecord): number | null =>
  issue.bothPoints ? issue.points : secondWithoutHistory(issue, second);

/** Null also if both fields have a value: that of the second one is unknown. */
function secondWithoutHistory(issue: Issue, other: PointsRecord): number | null {
  const otherNow = recordedAt(issue, Number.POSITIVE_INFINITY, other) ?? null;
  return otherNow === null ? issue.points : null;
}

/** Whether both points fields had a value at `t`. */
export function bothPointsAt(issue: Issue, t: Instant, { first, second }: PointsSource): boolean {
  if (second === null) return false;
  const ofFirst = recordedAt(issue, t, first);
  const ofSecond = recordedAt(issue, t, second);
  const hasSecond =
    ofSecond === undefined
      ? issue.bothPoints || secondWithoutHistory(issue, first) !== null
      : ofSecond !== null;
  return (
    hasSecond && (ofFirst === undefined ? firstWithoutHistory(issue, second) : ofFirst) !== null
  );
}

export function pointsTimeline(issue: Issue, source: PointsSource): Timeline<number | null> {
  let value = pointsAt(issue, Number.NEGATIVE_INFINITY, source);
  const steps: Step<number | null>[] = [{ from: issue.created, value, change: null }];
  for (const change of issue.changes) {
    if (!source.first.isOwn(change) && !source.second?.isOwn(change)) continue;
    const next = pointsAt(issue, change.at, source);
    if (next === value) continue;
    value = next;
    steps.push({ from: effectiveFrom(change, issue), value, change });
  }
  return steps;
}
