/**
 * A dashboard of twelve gadgets on one project, over Jira's REST with 100 ms of latency in every reply: what the cache of
 * issues saves of calls, bytes and time. Without it each query is read whole, as with streams kept by query.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMemoryStore } from '@tallyboard/dataset/testing/memory-store.ts';
import { createEngine } from '@tallyboard/engine/engine.ts';
import { contextAt, resolveQuery, runReport } from '@tallyboard/engine/run-report.ts';
import { createEngineCache, type EngineCache } from '@tallyboard/engine/session/engine-cache.ts';
import { createSharedSessions } from '@tallyboard/engine/session/shared-sessions.ts';
import { parseHostInfo } from '@tallyboard/hosts/info.ts';
import { createFetchRequest } from '@tallyboard/hosts/standalone/fetch-request.ts';
import type { RequestFunction } from '@tallyboard/jira/http.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';

const LATENCY = 100;
const PORT = 18_095;
const GADGETS = [
  'breakdown',
  'velocity',
  'timesheet',
  'estimation',
  'burn',
  'time-in-status',
  'cycle-time',
  'wip-age',
  'cumulative-flow',
  'throughput',
  'flow-efficiency',
  'forecast',
];
const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url));
const now = () => Date.now();

async function startServer(folder: string, issues: number) {
  const args = ['--port', `${PORT}`, '--data', folder, '--demo-size', `${issues}`];
  const server = spawn(process.execPath, [main, ...args, '--latency', `${LATENCY}`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await new Promise<void>((ready, failed) => {
    server.stdout.on('data', chunk => String(chunk).includes('is ready at') && ready());
    server.on('exit', code => failed(new Error(`The server ended with ${code}.`)));
  });
  return server;
}

/** One visit of all gadgets. */
async function visit(plain: RequestFunction, cache: EngineCache | null) {
  let calls = 0;
  let bytes = 0;
  const request: RequestFunction = async (asked, signal) => {
    calls += 1;
    const reply = await plain(asked, signal);
    bytes += reply.body.length;
    return reply;
  };
  const begun = performance.now();
  const sessions = createSharedSessions({
    now,
    cache: Promise.resolve(cache),
    shared: true,
    warn: () => {},
  });
  const show = async (id: string) => {
    const report = await findReport(id);
    if (!report) throw new Error(`There is no report '${id}'.`);
    const engine = createEngine({ request, now, sessions });
    const site = await engine.start({ info: parseHostInfo('?lic=active'), gadget: true });
    const asked = {
      report,
      jql: 'project = WEB',
      settings: report.settings.parse({ boardId: 1 }).value,
      contextAt: (at: number) => contextAt({ site, zone: 'UTC' }, at),
    };
    const resolved = await resolveQuery(engine, asked, now());
    await runReport(engine, resolved, { now: now(), age: null });
  };
  await Promise.all(GADGETS.map(show));
  return { calls, bytes, ms: performance.now() - begun };
}

export default async function bench(size: 'small' | 'full') {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-gadgets-'));
  const server = await startServer(folder, size === 'full' ? 30_000 : 3_000);
  try {
    const plain = createFetchRequest({ baseUrl: `http://localhost:${PORT}` });
    const cache = createEngineCache({ store: createMemoryStore(), now });
    const without = await visit(plain, null);
    const first = await visit(plain, cache);
    const next = await visit(plain, cache);
    const share = (name: string, part: number, whole: number, limit: number) => ({
      name: `twelve gadgets on one project, ${name}, of those without the cache`,
      value: part / whole,
      limit,
      unit: 'x',
    });
    return [
      share('calls of the first visit', first.calls, without.calls, 0.6),
      share('bytes of the first visit', first.bytes, without.bytes, 0.65),
      share('time of the first visit', first.ms, without.ms, 2),
      share('calls of the next visit', next.calls, without.calls, 0.25),
      share('bytes of the next visit', next.bytes, without.bytes, 0.2),
    ];
  } finally {
    server.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}
