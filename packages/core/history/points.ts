/** Story points over time. History holds them as text only ('5', '0.5', ''), in two possible fields. */

import type { Change } from '../model/change.ts';
import type { Dataset } from '../model/dataset.ts';
import type { FieldId } from '../model/ids.ts';
import type { Issue } from '../model/issue.ts';
import type { Instant } from '../time/units.ts';
import { effectiveFrom, recordedAt, type Step, type Timeline } from './timeline.ts';

/** One field by which changes and current values are known; names serve changes without a field id. */
interface Track {
  readonly ids: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
}

/**
 * Where points come from. Auto: 'Story Points', and where that is empty 'Story point estimate' (team-managed
 * projects), at every instant anew. Chosen: one number field alone.
 */
export interface PointsSource {
  readonly chosen: FieldId | null;
  readonly first: Track;
  /** Null when one field was chosen. */
  readonly second: Track | null;
}

/** Returns the points source for a setting: null detects the fields, an id takes that field alone. */
export function pointsSource(
  dataset: Pick<Dataset, 'fields' | 'special'>,
  chosen: FieldId | null,
): PointsSource {
  const track = (ids: readonly FieldId[], name: string | null): Track => ({
    ids: new Set<string>(ids),
    names: new Set([
      ...(name === null ? [] : [name]),
      ...dataset.fields.filter(field => ids.includes(field.id)).map(field => lower(field.name)),
    ]),
  });
  const { storyPoints, storyPointEstimate } = dataset.special;
  if (chosen !== null) return { chosen, first: track([chosen], null), second: null };
  return {
    chosen: null,
    first: track(storyPoints, 'story points'),
    second: track(storyPointEstimate, 'story point estimate'),
  };
}

function lower(name: string): string {
  return name.trim().toLowerCase();
}

function isOf(track: Track, change: Change): boolean {
  if (change.field !== 'points' && change.field !== 'other') return false;
  if (change.fieldId !== null) return track.ids.has(change.fieldId);
  return track.names.has(lower(change.fieldName));
}

/** Returns the number that a history text holds; null for an empty or unreadable one. */
export function parsePoints(text: string | null): number | null {
  if (text === null || text.trim() === '') return null;
  const value = Number(text.trim());
  return Number.isFinite(value) ? value : null;
}

/** The value of one track at `t`; undefined when it never changed. */
function trackAt(issue: Issue, track: Track, t: Instant): number | null | undefined {
  return recordedAt(
    issue,
    t,
    change => isOf(track, change),
    ({ fromText }) => parsePoints(fromText),
    ({ toText }) => parsePoints(toText),
  );
}

/** Returns the issue's points now by a source; null when unestimated. */
export function pointsNow(issue: Issue, source: PointsSource): number | null {
  if (source.chosen === null) return issue.points;
  const value = issue.custom.get(source.chosen);
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return parsePoints(value);
  // A chosen field may be one that the host's own points come from, which is not fetched a second time.
  return issue.custom.has(source.chosen) ? null : issue.points;
}

/** Returns the issue's points at `t`; null when it was unestimated then. Needs changes of `points`. */
export function pointsAt(issue: Issue, t: Instant, source: PointsSource): number | null {
  const first = trackAt(issue, source.first, t);
  if (source.second === null) return first === undefined ? pointsNow(issue, source) : first;
  const second = trackAt(issue, source.second, t);
  if (first === undefined && second === undefined) return issue.points;
  const preferred = first === undefined ? firstWithoutHistory(issue, source.second) : first;
  if (preferred !== null) return preferred;
  return second === undefined ? secondWithoutHistory(issue, source.first) : second;
}

// A field without a history has held its current value all the time. Of current values an issue has only `points`,
// which is the first field's unless that is empty.

function firstWithoutHistory(issue: Issue, second: Track): number | null {
  if (issue.bothPoints) return issue.points;
  const secondNow = trackAt(issue, second, Number.POSITIVE_INFINITY) ?? null;
  return secondNow === null ? issue.points : null;
}

/** Null also where both fields hold a value, since then the second one's is not known. */
function secondWithoutHistory(issue: Issue, first: Track): number | null {
  const firstNow = trackAt(issue, first, Number.POSITIVE_INFINITY) ?? null;
  return firstNow === null ? issue.points : null;
}

/** Returns the points over time, one step for each change of the value. */
export function pointsTimeline(issue: Issue, source: PointsSource): Timeline<number | null> {
  const before = Number.NEGATIVE_INFINITY;
  let value = pointsAt(issue, before, source);
  const steps: Step<number | null>[] = [{ from: issue.created, value, change: null }];
  for (const change of issue.changes) {
    if (!isOf(source.first, change) && !(source.second && isOf(source.second, change))) continue;
    const next = pointsAt(issue, change.at, source);
    if (next === value) continue;
    value = next;
    steps.push({ from: effectiveFrom(change, issue), value, change });
  }
  return steps;
}
