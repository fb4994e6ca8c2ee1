/**
 * The scope of one row over time: what made its total at the end of each day, by the children of the row.
 *
 *   E-1 with A-1 3, A-2 without an estimate        1 May   A-1 3, A-2 0 (1 of 1 not estimated)
 *   on 4 May A-2 gets 5                            6 May   A-1 3, A-2 5
 */

import { type Forest, NO_PARENT } from '@tallyboard/core/forest/forest.ts';
import { changesOf } from '@tallyboard/core/history/field-changes.ts';
import { sumOfEntries } from '@tallyboard/core/measure/figures.ts';
import type { DoneRule } from '@tallyboard/core/measure/resolution.ts';
import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { IssueId } from '@tallyboard/core/model/ids.ts';
import type { Issue } from '@tallyboard/core/model/issue.ts';
import type { StatisticFigure } from '@tallyboard/core/model/result.ts';
import { datasetAt } from '@tallyboard/core/past/dataset-at.ts';
import { formerKeysOf } from '@tallyboard/core/past/lookups.ts';
import { dayText } from '@tallyboard/core/time/day.ts';
import type { Day } from '@tallyboard/core/time/units.ts';
import { endOfDay, localDay } from '@tallyboard/core/time/zone.ts';
import type { ProgrammePart } from './parts.ts';
import type { ProgrammeSettings } from './settings.ts';
import { type ProgrammeState, type StateOfRow, stateOf } from './state.ts';

/** One child of the row, the row itself, or all further children; a value for each day. */
export interface GrowthBand {
  /** The key of the child; '' for those without a parent. */
  readonly id: string;
  readonly kind: 'child' | 'own' | 'others';
  readonly name: string;
  readonly values: readonly number[];
  readonly counts: readonly number[];
  /** Counted issues without a value. */
  readonly unestimated: readonly number[];
}

export interface GrowthBands {
  /** The id of the row. */
  readonly of: string;
  /** Ascending; the last one is today. */
  readonly days: readonly string[];
  readonly totals: readonly StatisticFigure[];
  /** The child that came first is the first. */
  readonly bands: readonly GrowthBand[];
}

/** Days between two points, all parts or multiples of 30, so that one point is 30 days ago. */
const STEPS = [5, 10, 15, 30, 60, 90, 180];
const MAX_POINTS = 20;
/** Rows of more issues take fewer points, since each is replayed. */
const MANY_ISSUES = 5000;
const FEW_POINTS = 10;
export const MAX_BANDS = 8;

interface Today {
  readonly dataset: Dataset;
  readonly settings: ProgrammeSettings;
  readonly context: ReportContext;
  readonly rule: DoneRule;
  readonly parts: readonly ProgrammePart[];
  readonly rowOf: ReadonlyMap<IssueId, number>;
}

/** Null where there is no row of that id. */
export function growthBands(
  { dataset, settings, context, rule, parts, rowOf }: Today,
  id: string,
): GrowthBands | null {
  const part = parts.find(each => each.id === id);
  if (!part) return null;
  const { asOf, zone } = context;
  const today = localDay(asOf, zone);
  const family = { ...dataset, issues: dataset.issues.filter(mayBelongTo(part, dataset)) };
  const most = family.issues.length > MANY_ISSUES ? FEW_POINTS : MAX_POINTS;
  const days = daysUntil(today, settings.historyDays, most);
  const points = days.map(day => {
    const then = day === today ? family : datasetAt(family, endOfDay(day, zone) - 1, []);
    return pointOf(then.issues, stateOf(then, settings, context, rule), id, rowOf);
  });
  // Days before the row had issues tell nothing, but for the last of them.
  const first = points.findIndex(({ counted }) => counted > 0);
  const start = Math.max(0, first < 0 ? points.length - 1 : first - 1);
  const shown = points.slice(start);
  return {
    of: id,
    days: days.slice(start).map(dayText),
    totals: shown.map(({ total }) => total),
    bands: bandsOf(shown),
  };
}

function daysUntil(today: Day, span: number, most: number): readonly Day[] {
  const step = STEPS.find(each => span / each <= most) ?? 360;
  const count = Math.floor(span / step);
  return Array.from({ length: count + 1 }, (_, at) => today - (count - at) * step);
}

/** Whether an issue is of the row today or may have been earlier; all others are left out of the replay. */
function mayBelongTo(part: ProgrammePart, { issues }: Dataset): (issue: Issue) => boolean {
  if (part.kind === 'query') {
    const ids = new Set(Array.from(part.members, row => issues[row]?.id));
    return ({ id }) => ids.has(id);
  }
  if (part.kind === 'version')
    return issue =>
      issue.fixVersions.some(({ id }) => id === part.id) ||
      changesOf(issue, 'fixVersion').length > 0;
  const family = familyOf(part, issues);
  return ({ id }) => family.has(id);
}

/** The issue of the row and all that were below it at any time. */
function familyOf({ tops }: ProgrammePart, issues: readonly Issue[]): ReadonlySet<IssueId> {
  const childrenOf = new Map<string, Issue[]>();
  for (const issue of issues)
    for (const name of parentNames(issue)) {
      const known = childrenOf.get(name);
      if (known) known.push(issue);
      else childrenOf.set(name, [issue]);
    }
  const family = new Set<IssueId>();
  const waiting = tops.flatMap(row => issues[row] ?? []);
  for (const issue of waiting) {
    if (family.has(issue.id)) continue;
    family.add(issue.id);
    for (const name of [issue.id, issue.key, ...formerKeysOf(issue)])
      for (const child of childrenOf.get(name) ?? []) waiting.push(child);
  }
  return family;
}

/** Ids and keys of the parents that an issue has or had. */
function parentNames(issue: Issue): ReadonlySet<string> {
  const { parent, epic } = issue;
  const changes = changesOf(issue, 'parent');
  const names = new Set<string>();
  const add = (name: string | null | undefined) => {
    if (name) names.add(name);
  };
  for (const ref of [parent, epic]) {
    add(ref?.id);
    add(ref?.key);
  }
  for (let at = 0; at < changes.length; at++) {
    add(changes.from(at));
    add(changes.to(at));
    add(changes.fromText(at));
    add(changes.toText(at));
  }
  return names;
}

interface Point {
  readonly total: StatisticFigure;
  readonly counted: number;
  readonly bands: ReadonlyMap<string, BandPoint>;
}

interface BandPoint {
  readonly kind: 'child' | 'own';
  readonly name: string;
  value: number;
  count: number;
  unestimated: number;
}

function pointOf(
  issues: readonly Issue[],
  state: ProgrammeState,
  id: string,
  rowOf: ReadonlyMap<IssueId, number>,
): Point {
  const part = state.parts.find(each => each.id === id);
  if (!part) return { total: sumOfEntries([]), counted: 0, bands: new Map() };
  const { total, counted, unestimated }: StateOfRow = state.of(part);
  const bands = new Map<string, BandPoint>();
  const bandOf = (row: number) => {
    const { id, name, kind } = childOf(row, part, state.forest, issues);
    const known = bands.get(id);
    if (known) return known;
    const band: BandPoint = { kind, name: name(), value: 0, count: 0, unestimated: 0 };
    bands.set(id, band);
    return band;
  };
  const entries: (readonly [number, number])[] = [];
  for (const [at, row] of total.rows.entries()) {
    const value = total.parts[at] ?? 0;
    const issue = issues[row];
    const today = issue && rowOf.get(issue.id);
    if (today === undefined) continue;
    bandOf(row).value += value;
    entries.push([today, value]);
  }
  for (const row of counted) bandOf(row).count++;
  for (const row of unestimated) bandOf(row).unestimated++;
  entries.sort((a, b) => a[0] - b[0]);
  return { total: sumOfEntries(entries), counted: counted.length, bands };
}

/** The issue directly below the row's that a row is or descends from; of a version or query, its epic or parent. */
function childOf(
  row: number,
  part: ProgrammePart,
  { parent }: Pick<Forest, 'parent'>,
  issues: readonly Issue[],
): Pick<BandPoint, 'kind'> & { readonly id: string; readonly name: () => string } {
  const [top] = part.tops;
  if (top === undefined) {
    const above = issues[row]?.epic ?? issues[row]?.parent;
    return { id: above?.key ?? '', kind: 'child', name: () => above?.summary ?? '' };
  }
  if (row === top) return { id: issues[row]?.key ?? '', kind: 'own', name: () => part.name };
  let child = row;
  for (let above = parent[child]; above !== top; above = parent[child]) {
    if (above === undefined || above === NO_PARENT) break;
    child = above;
  }
  return {
    id: issues[child]?.key ?? '',
    kind: 'child',
    name: () => issues[child]?.summary ?? '',
  };
}

/** The largest ones and one of all others, in the order in which they came. */
function bandsOf(points: readonly Point[]): readonly GrowthBand[] {
  const found = new Map<string, { readonly most: number; readonly last: BandPoint }>();
  for (const { bands } of points)
    for (const [id, band] of bands) {
      const most = Math.max(found.get(id)?.most ?? 0, band.value, band.count);
      found.set(id, { most, last: band });
    }
  const order = [...found.keys()];
  const isWhole = order.length <= MAX_BANDS;
  const large = new Set(
    order
      .toSorted((a, b) => (found.get(b)?.most ?? 0) - (found.get(a)?.most ?? 0))
      .slice(0, isWhole ? MAX_BANDS : MAX_BANDS - 1),
  );
  const small = order.filter(id => !large.has(id));
  const sums = (ids: readonly string[], of: 'value' | 'count' | 'unestimated') =>
    points.map(({ bands }) => ids.reduce((sum, id) => sum + (bands.get(id)?.[of] ?? 0), 0));
  const valuesOf = (ids: readonly string[]) => ({
    values: sums(ids, 'value'),
    counts: sums(ids, 'count'),
    unestimated: sums(ids, 'unestimated'),
  });
  return [
    ...order.flatMap((id): GrowthBand[] => {
      const last = found.get(id)?.last;
      if (!last || !large.has(id)) return [];
      return [{ id, kind: last.kind, name: last.name, ...valuesOf([id]) }];
    }),
    ...(small.length > 0
      ? [{ id: 'others', kind: 'others' as const, name: String(small.length), ...valuesOf(small) }]
      : []),
  ];
}
