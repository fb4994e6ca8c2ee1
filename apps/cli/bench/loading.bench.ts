/**
 * Loads issues over HTTP from the server with 100 ms of latency in every reply, as the browser does, and compares the
 * time with the ideal schedule: the id walk's pages one after another, and beside it bulk fetches of 100 issues, eight
 * in flight, each taking its latency and nothing else.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { context } from '@tallyboard/core/testing/builders.ts';
import { json } from '@tallyboard/dataset/json/json-source.ts';
import { loadMetadata } from '@tallyboard/dataset/load/metadata.ts';
import { createFetchRequest } from '@tallyboard/hosts/standalone/fetch-request.ts';
import { createJiraClient } from '@tallyboard/jira/client.ts';
import { findReport } from '@tallyboard/reports/find-report.ts';

const LATENCY = 100;
const WIDTH = 8;
const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url));

async function startServer(folder: string, issues: number, port: number) {
  const args = [
    '--port',
    `${port}`,
    '--data',
    folder,
    '--demo-size',
    `${issues}`,
    '--latency',
    `${LATENCY}`,
  ];
  const server = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  await new Promise<void>((ready, failed) => {
    server.stdout.on('data', chunk => String(chunk).includes('is ready at') && ready());
    server.on('exit', code => failed(new Error(`The server ended with ${code}.`)));
  });
  return server;
}

export default async function bench(size: 'small' | 'full') {
  const issues = size === 'full' ? 10_000 : 2_000;
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-loading-'));
  const port = 18_097;
  const server = await startServer(folder, issues, port);
  try {
    let requests = 0;
    const plain = createFetchRequest({ baseUrl: `http://localhost:${port}` });
    const client = createJiraClient({
      flavour: 'cloud',
      request: (request, signal) => {
        requests += 1;
        return plain(request, signal);
      },
    });
    const metadata = await loadMetadata(client);
    const overview = await findReport('overview');
    if (!overview) throw new Error('There is no overview.');
    const settings = overview.settings.defaults;
    const required = overview.requires(settings, context({ asOf: Date.now() }));
    const requirement = { ...required, history: [], worklogsSince: null };
    const jql = 'created >= 1970-01-01';
    const times: number[] = [];
    let loaded = 0;
    for (let run = 0; run < 3; run++) {
      requests = 0;
      const begun = performance.now();
      const dataset = await json({ client, metadata: async () => metadata }).open(jql, requirement);
      times.push(performance.now() - begun);
      loaded = dataset.issues.length;
    }
    const walk = Math.ceil(loaded / 5_000);
    const bulk = Math.ceil(loaded / 100);
    const ideal = (1 + Math.ceil((bulk + walk - 1) / WIDTH)) * LATENCY;
    return [
      {
        name: `loading ${loaded} issues over the ideal schedule`,
        value: Math.min(...times) / ideal,
        limit: 1.3,
        unit: 'x',
      },
      {
        name: 'requests besides the walk and the bulk fetches',
        value: requests - walk - bulk,
        limit: 6,
        unit: 'requests',
      },
    ];
  } finally {
    server.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}
