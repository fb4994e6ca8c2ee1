/** The URL of a wallboard, as Jira's own: dashboards by id in order, and the period of each. */

const DEFAULT_PERIOD_MS = 30_000;
const MIN_PERIOD_MS = 5000;

export function wallboardAddress(ids: readonly string[], periodMs: number): string {
  const query = new URLSearchParams(ids.map(id => ['dashboardId', id]));
  query.set('cyclePeriod', String(periodMs));
  return `/wallboard?${query}`;
}

/** The dashboards to show, each once, and the period; invalid parameters are ignored. */
export function parseWallboard(search: string): {
  readonly ids: readonly string[];
  readonly periodMs: number;
} {
  const query = new URLSearchParams(search);
  const ids = query.getAll('dashboardId').filter(id => /^\d{1,15}$/.test(id));
  const period = Number(query.get('cyclePeriod') ?? DEFAULT_PERIOD_MS);
  return {
    ids: [...new Set(ids)],
    periodMs: Number.isFinite(period) ? Math.max(MIN_PERIOD_MS, period) : DEFAULT_PERIOD_MS,
  };
}
