/** `/metrics` for Prometheus: this process, its calls and reports, the age of a mirror, and chosen saved reports; see docs/metrics.md. */
import { READ_FIGURES } from '@tallyboard/replica/rest/call-rights.ts';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { StoreHealth } from './store-health.ts';

const METRICS_PATH = '/metrics';

/** Seconds. */
const BUCKETS = [0.005, 0.02, 0.1, 0.5, 2, 10, 60];

export function metrics(app: FastifyInstance, health: StoreHealth): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'tallyboard_' });
  const calls = new Histogram({
    name: 'tallyboard_call_seconds',
    help: 'Calls by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const reports = new Histogram({
    name: 'tallyboard_report_seconds',
    help: 'Calls for figures by report, kept ones included',
    labelNames: ['report'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const ready = new Gauge({
    name: 'tallyboard_ready',
    help: '1 while the database answers and can be written to',
    registers: [registry],
  });
  const mirrorAge = new Gauge({
    name: 'tallyboard_mirror_age_seconds',
    help: "Age of a mirror's issues and of its permissions",
    labelNames: ['of'],
    registers: [registry],
  });
  app.addHook('onResponse', async ({ method, routeOptions, reportId }, reply) => {
    const seconds = reply.elapsedTime / 1000;
    // The pattern of the route: addresses would name issues, and be without end.
    const route = routeOptions.url ?? 'none';
    calls.observe({ method, route, status: reply.statusCode }, seconds);
    if (reportId !== undefined) reports.observe({ report: reportId }, seconds);
  });
  app.get(
    METRICS_PATH,
    { config: { rights: { ...READ_FIGURES, kind: 'scrape' } } },
    async (_, reply) => {
      const { reason, mirror } = await health.readiness();
      ready.set(reason === null ? 1 : 0);
      mirrorAge.reset();
      if (typeof mirror?.dataSeconds === 'number')
        mirrorAge.set({ of: 'issues' }, mirror.dataSeconds);
      if (typeof mirror?.permissionsSeconds === 'number')
        mirrorAge.set({ of: 'permissions' }, mirror.permissionsSeconds);
      return reply.type(registry.contentType).send(await registry.metrics());
    },
  );
}
