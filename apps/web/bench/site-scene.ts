/** A server over a new demo of some size, or over a given folder. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveFolder } from './bench-server.ts';
import type { Measured } from './page-scene.ts';
import { watchMemory } from './process-memory.ts';

const CLI = fileURLToPath(new URL('../../cli/bin/tallyboard.mjs', import.meta.url));

export interface SiteSettings {
  /** Size of a demo that is made for this bench. */
  readonly issues?: number | undefined;
  /** A folder that `tallyboard demo` has filled; DATABASE_URL in the environment names a PostgreSQL instead. */
  readonly data?: string | undefined;
}

/** An import of a million issues may take 15 minutes. */
const MAX_IMPORT_MS = 0.9;
/** Memory of a server with the processes that it starts. */
const MAX_MEGABYTES = 2048;

/** Measures on a server with the issues of a folder, or those of a new demo, and the memory that the server needs for it. */
export async function onSite(
  { issues = 100_000, data }: SiteSettings,
  measure: (url: string) => Promise<readonly Measured[]>,
): Promise<readonly Measured[]> {
  const own = data === undefined ? mkdtempSync(join(tmpdir(), 'tallyboard-bench-')) : null;
  try {
    const folder = data ?? own ?? '';
    const filled = own === null ? [] : [await fill(own, issues)];
    const server = await serveFolder(folder);
    const memory = watchMemory(server.pid);
    try {
      const measured = await measure(server.url);
      return [...filled, ...measured, ...megabytes(memory.stop())];
    } finally {
      memory.stop();
      server.stop();
    }
  } finally {
    if (own !== null) rmSync(own, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function fill(folder: string, issues: number): Promise<Measured> {
  const begun = performance.now();
  const args = [CLI, 'demo', '--size', `${issues}`, '--data', folder];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise(resolve => child.once('close', resolve));
  if (code !== 0) throw new Error(`The demo could not be made: ${code}.`);
  return {
    name: `import of an issue, of ${issues.toLocaleString('en')}`,
    value: (performance.now() - begun) / issues,
    limit: MAX_IMPORT_MS,
    unit: 'ms',
  };
}

const megabytes = (value: number | null): Measured[] =>
  value === null ? [] : [{ name: 'memory of the server', value, limit: MAX_MEGABYTES, unit: 'MB' }];

/** A row of the slowest of some times, and one of their median. */
export function timesOf(name: string, times: readonly number[], limit: number): Measured[] {
  const sorted = times.toSorted((a, b) => a - b);
  return [
    { name: `${name}, median`, value: quantileOf(sorted, 0.5), limit, unit: 'ms' },
    { name: `${name}, slowest`, value: sorted.at(-1) ?? 0, limit, unit: 'ms' },
  ];
}

export const quantileOf = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

export const get = <Reply>(url: string, path: string): Promise<Reply> => ask(url + path);

export const post = <Reply>(url: string, path: string, body: unknown): Promise<Reply> =>
  ask(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function ask<Reply>(address: string, init?: RequestInit): Promise<Reply> {
  const reply = await fetch(address, init);
  if (!reply.ok) throw new Error(`${address}: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as Reply;
}
