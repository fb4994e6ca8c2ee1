import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url));

const COMPILE_CACHE = fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url));

export interface BenchServer {
  readonly pid: number;
  /** Without a slash at its end. */
  readonly url: string;
  stop(): void;
}

/** A server with a demo of so many issues, whose data are its own and gone afterwards; it ends with this process. */
export async function startServer(
  issues: number,
  args: readonly string[] = [],
): Promise<BenchServer> {
  const data = mkdtempSync(join(tmpdir(), 'tallyboard-bench-'));
  const server = await serveFolder(data, ['--demo-size', `${issues}`, ...args]);
  const stop = () => {
    server.stop();
    rmSync(data, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', stop);
  return { ...server, stop };
}

/** A server with the data of a folder; it ends with this process. */
export async function serveFolder(
  data: string,
  args: readonly string[] = [],
): Promise<BenchServer> {
  const server = spawn(process.execPath, [MAIN, '--port', '0', '--data', data, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // With the compile cache of the command line.
    env: { ...process.env, TALLYBOARD_LOG: 'warn', NODE_COMPILE_CACHE: COMPILE_CACHE },
  });
  const stop = () => void server.kill();
  process.once('exit', stop);
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    server.stdout.on('data', (chunk: Buffer) => {
      said += chunk;
      const address = /http:\/\/\S+/.exec(said)?.[0];
      if (address) resolve(address);
    });
    server.once('exit', code => reject(new Error(`The server ended with ${code}.`)));
  });
  return { pid: server.pid ?? 0, url, stop };
}
