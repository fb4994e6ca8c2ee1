/** What programs wait for: the check of an access key, a workbook of as many rows as issues, probes while others compute. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Store } from '@tallyboard/server-store/store.ts';
import { fillDemo } from '@tallyboard/service-kit/demo.ts';
import { accessKeysIn } from '@tallyboard/service-kit/sign-in/access-keys.ts';

const MAIN = join(import.meta.dirname, '../main.ts');
const CHECKS = 5_000;
const ROWS = '/rest/tallyboard/1/report/time-in-status?jql=created>0&groupBy=issue-summary';
const CALLERS = 8;
const LOAD_MS = 20_000;

/** Each of a number of times in ms, the shortest first. */
async function timesOf(count: () => boolean, call: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  while (count()) {
    const begun = performance.now();
    await call();
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b);
}

/** The time that a part of the calls did not exceed. */
const within = (times: readonly number[], part: number): number =>
  times[Math.ceil(times.length * part) - 1] ?? Number.NaN;

async function checkTimes(store: Store): Promise<number[]> {
  const keys = accessKeysIn(store.accessKeys, Date.now);
  const request = { owner: 'ana', name: 'Bench', jqlFilter: null, aggregateOnly: false, days: 1 };
  const { text } = await keys.make({ ...request, scopes: ['figures'] });
  let left = CHECKS;
  return timesOf(
    () => left-- > 0,
    () => keys.check(text),
  );
}

async function startServer(data: string) {
  const server = spawn(process.execPath, [MAIN, '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TALLYBOARD_LOG: 'warn' },
  });
  process.once('exit', () => server.kill());
  for await (const chunk of server.stdout) {
    const base = /http:\/\/\S+/.exec(String(chunk))?.[0];
    if (base) return { server, base };
  }
  throw new Error('The server did not start.');
}

/** Peak memory of a process in MB. */
const peakOf = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

async function fetchAll(address: string): Promise<Uint8Array> {
  const reply = await fetch(address);
  if (!reply.ok) throw new Error(`${address}: ${reply.status} ${await reply.text()}`);
  return reply.bytes();
}

/** The times of probes while callers ask for figures that are not kept. */
async function probesUnderLoad(base: string) {
  const until = performance.now() + LOAD_MS;
  const isOver = () => performance.now() > until;
  let asked = 0;
  const callers = Array.from({ length: CALLERS }, async () => {
    while (!isOver())
      await fetchAll(`${base}/rest/tallyboard/1/report/breakdown?jql=created>${-asked++}`);
  });
  const probes = ['/ready', '/metrics'].map(path =>
    timesOf(
      () => !isOver(),
      () => fetchAll(base + path),
    ),
  );
  const [ready = [], metrics = []] = await Promise.all(probes);
  await Promise.all(callers);
  return { ready, metrics };
}

export default async function bench(size: 'small' | 'full') {
  const issues = size === 'full' ? 100_000 : 10_000;
  const data = mkdtempSync(join(tmpdir(), 'tallyboard-bench-'));
  try {
    const store = await openStore({ file: join(data, 'tallyboard.db') });
    await fillDemo(store, { size: issues, now: Date.now() });
    const checks = await checkTimes(store);
    await store.close();
    const { server, base } = await startServer(data);
    const workbook = await fetchAll(`${base}${ROWS}&format=xlsx`);
    const peak = peakOf(server.pid ?? 0);
    const { ready, metrics } = await probesUnderLoad(base);
    server.kill();
    if (workbook.length < issues * 10) throw new Error('The workbook lacks rows.');
    return [
      { name: 'check of an access key', value: within(checks, 0.5), limit: 1, unit: 'ms' },
      { name: '99 of 100 checks', value: within(checks, 0.99), limit: 1, unit: 'ms' },
      { name: 'memory of a server that sent a workbook', value: peak, limit: 300, unit: 'MB' },
      { name: '/ready under load, 99 of 100', value: within(ready, 0.99), limit: 100, unit: 'ms' },
      {
        name: '/metrics under load, 99 of 100',
        value: within(metrics, 0.99),
        limit: 100,
        unit: 'ms',
      },
    ];
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}
