import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Time and memory of a program from its start to its end, with the processes that it started. */
export interface Usage {
  readonly wallMs: number;
  readonly cpuMs: number;
  /** Peak memory of the largest process. */
  readonly megabytes: number;
}

const USAGE = pathToFileURL(join(import.meta.dirname, 'usage-child.mjs')).href;

/** Runs a Node program and discards its output. */
export async function runMeasured(program: string, args: readonly string[]): Promise<Usage> {
  const file = join(tmpdir(), `tallyboard-usage-${process.pid}`);
  rmSync(file, { force: true });
  const begun = performance.now();
  const child = spawn(process.execPath, ['--max-old-space-size=12288', program, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: `--import=${USAGE}`, TALLYBOARD_USAGE_FILE: file },
  });
  let said = '';
  child.stderr.on('data', chunk => {
    said += chunk;
  });
  const code = await new Promise<number | null>(resolve => child.once('close', resolve));
  const wallMs = performance.now() - begun;
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${said}`);
  const parts: Omit<Usage, 'wallMs'>[] = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
  rmSync(file);
  return {
    wallMs,
    cpuMs: parts.reduce((sum, part) => sum + part.cpuMs, 0),
    megabytes: Math.max(...parts.map(part => part.megabytes)),
  };
}
