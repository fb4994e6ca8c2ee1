/** The URL of a wallboard, and its views. */
import { columnsOf, type Dashboard, type Item } from '../dashboard.ts';
import { kindOf } from '../gadget-kinds.ts';

const DEFAULT_PERIOD_MS = 30_000;
const MIN_PERIOD_MS = 5000;

/** As Jira's own: dashboards by id in order, and the period of each. */
export function wallboardAddress(ids: readonly string[], periodMs: number): string {
  const query = new URLSearchParams(ids.map(id => ['dashboardId', id]));
  query.set('cyclePeriod', String(periodMs));
  return `/wallboard?${query}`;
}

/** The dashboards to show, each once, and the period; invalid parameters are ignored. */
export function parseWallboard(search: string) {
  const query = new URLSearchParams(search);
  const ids = query.getAll('dashboardId').filter(id => /^\d{1,15}$/.test(id));
  const period = Number(query.get('cyclePeriod') ?? DEFAULT_PERIOD_MS);
  return {
    ids: [...new Set(ids)],
    periodMs: Number.isFinite(period) ? Math.max(MIN_PERIOD_MS, period) : DEFAULT_PERIOD_MS,
  };
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
