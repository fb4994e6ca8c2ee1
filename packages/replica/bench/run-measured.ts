import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Time and memory of a program from its start to its end, with the processes that it started. */
export interface Usage {
  readonly wallMs: number;
  readonly cpuMs: number;
  /** Peak memory of the largest process. */
  readonly megabytes: number;
}

/** Not an ES module, which would start its loader before the program does. */
const USAGE = join(import.meta.dirname, 'usage-child.cjs');

/** Runs a Node program and discards its output. */
export async function runMeasured(
  program: string,
  args: readonly string[],
  nodeOptions: readonly string[] = [],
): Promise<Usage> {
  const file = join(tmpdir(), `tallyboard-usage-${process.pid}`);
  rmSync(file, { force: true });
  const begun = performance.now();
  const child = spawn(process.execPath, [...nodeOptions, program, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      NODE_OPTIONS: `--require=${JSON.stringify(USAGE)}`,
      TALLYBOARD_USAGE_FILE: file,
    },
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
