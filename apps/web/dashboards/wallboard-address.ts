/** The address of a wallboard, as Jira's own: the dashboards by id in their order, and how long each is shown. */

const DEFAULT_PERIOD_MS = 30_000;
const SHORTEST_PERIOD_MS = 5000;

export function wallboardAddress(ids: readonly string[], periodMs: number): string {
  const query = new URLSearchParams(ids.map(id => ['dashboardId', id]));
  query.set('cyclePeriod', String(periodMs));
  return `/wallboard?${query}`;
}

/** The dashboards to show, each once, and the period; what cannot be read is as if it were not there. */
export function parseWallboard(search: string): {
  readonly ids: readonly string[];
  readonly periodMs: number;
} {
  const query = new URLSearchParams(search);
  const ids = query.getAll('dashboardId').filter(id => /^\d{1,15}$/.test(id));
  const period = Number(query.get('cyclePeriod') ?? DEFAULT_PERIOD_MS);
  return {
    ids: [...new Set(ids)],
    periodMs: Number.isFinite(period) ? Math.max(SHORTEST_PERIOD_MS, period) : DEFAULT_PERIOD_MS,
  };
}
