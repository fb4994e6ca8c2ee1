/** The URL of a wallboard, and the places of its gadgets. */
import { columnsOf, type Dashboard } from '../dashboard.ts';

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

/**
 * The gadgets of a dashboard in rows, so that a screen shows whole gadgets. Gadgets side by side on the dashboard share
 * a row unless one of them is in `wide`; a gadget alone in its row spans it. Rows and columns count from 1; column null
 * spans the row.
 */
export function wallPlaces(
  dashboard: Pick<Dashboard, 'layout' | 'items'>,
  wide: ReadonlySet<string>,
) {
  const columns = columnsOf(dashboard);
  const places = new Map<string, { readonly row: number; readonly column: number | null }>();
  const depth = Math.max(0, ...columns.map(list => list.length));
  let row = 1;
  for (let at = 0; at < depth; at++) {
    const beside = columns.flatMap((list, column) => {
      const item = list[at];
      return item ? [{ id: item.id, column: column + 1 }] : [];
    });
    const share = beside.length > 1 && !beside.some(({ id }) => wide.has(id));
    for (const { id, column } of beside) {
      places.set(id, { row, column: share ? column : null });
      if (!share) row++;
    }
    if (share) row++;
  }
  return places;
}
