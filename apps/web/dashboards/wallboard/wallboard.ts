/** The URL of a wallboard, its views and their order. */

import { kindOf } from '@tallyboard/reports/catalogue/gadgets.ts';
import { columnsOf, type Dashboard, type Item } from '../dashboard.ts';

const MIN_PERIOD_MS = 5000;

/** The time of day when a wallboard shows its dashboards, '08:00' to '18:00'; over midnight if `from` is later. */
export interface Hours {
  readonly from: string;
  readonly to: string;
}

/** As Jira's own: dashboards by id in order, and the period of each. */
export function wallboardAddress(
  ids: readonly string[],
  periodMs: number,
  hours: Hours | null,
  filter: readonly (readonly [name: string, value: string])[],
): string {
  const query = new URLSearchParams([
    ...ids.map(id => ['dashboardId', id]),
    ...filter.map(pair => [...pair]),
  ]);
  query.set('cyclePeriod', String(periodMs));
  if (hours) {
    query.set('from', hours.from);
    query.set('to', hours.to);
  }
  return `/wallboard?${query}`;
}

/** The dashboards to show, each once, the period (null: that of each dashboard) and the hours (null: always). */
export function parseWallboard(search: string) {
  const query = new URLSearchParams(search);
  const ids = query.getAll('dashboardId').filter(id => /^\d{1,15}$/.test(id));
  const period = Number(query.get('cyclePeriod') ?? Number.NaN);
  const [from, to] = [timeOfDay(query.get('from')), timeOfDay(query.get('to'))];
  return {
    ids: [...new Set(ids)],
    periodMs: Number.isFinite(period) ? Math.max(MIN_PERIOD_MS, period) : null,
    hours: from !== null && to !== null && from !== to ? { from, to } : null,
  };
}

const timeOfDay = (text: string | null) =>
  text !== null && /^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? text : null;

/** Whether a time of day, '09:30', is within the hours. */
export function isWithin({ from, to }: Hours, time: string): boolean {
  return from < to ? from <= time && time < to : from <= time || time < to;
}

/** A view of a wallboard: of which dashboard, and which of its views. */
export interface Place {
  readonly board: number;
  readonly view: number;
}

/** The next view, or the one before: of the same dashboard while it has one, then of another. */
export function stepFrom({ board, view }: Place, by: 1 | -1, counts: readonly number[]): Place {
  const last = Math.max(0, (counts[board] ?? 0) - 1);
  const next = Math.min(view, last) + by;
  if (next >= 0 && next <= last) return { board, view: next };
  const other = (board + by + counts.length) % Math.max(1, counts.length);
  return { board: other, view: by > 0 ? 0 : Math.max(0, (counts[other] ?? 0) - 1) };
}

/** Gadgets side by side; more would be too narrow to read. A text is narrow. */
const MAX_BESIDE = 2;

/**
 * The gadgets of a dashboard in views that fit a screen: those side by side on the dashboard share one. Gadgets of other
 * apps are not shown.
 */
export function wallViews(dashboard: Pick<Dashboard, 'layout' | 'items'>): Item[][] {
  const columns = columnsOf(dashboard);
  const depth = Math.max(0, ...columns.map(list => list.length));
  return Array.from({ length: depth }, (_, row) => {
    const beside = columns.flatMap(list => list[row] ?? []).filter(item => kindOf(item.moduleKey));
    const views: Item[][] = [];
    for (const item of beside) {
      const last = views.at(-1);
      const wide = last?.filter(each => !isText(each)).length ?? MAX_BESIDE;
      if (last && (isText(item) || wide < MAX_BESIDE)) last.push(item);
      else views.push([item]);
    }
    return views;
  }).flat();
}

const isText = ({ moduleKey }: Item) => kindOf(moduleKey)?.name === 'text';

/** The columns of a view as CSS: a text as narrow as it asked for, others alike. */
export function viewColumns(view: readonly Item[], widths: ReadonlyMap<string, number>): string {
  const columns = view.map(item => {
    const width = widths.get(item.id);
    return width === undefined ? null : `minmax(0, min(40%, ${width}px))`;
  });
  // At least one fills the rest.
  return columns.map(column => (columns.includes(null) && column) || 'minmax(0, 1fr)').join(' ');
}
