import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const command = resolve(import.meta.dirname, '../../apps/cli/bin/tallyboard.mjs');

/** A port that has to be known before its server starts; `offset`, below 100, is of one test. Several runs have ports of their own. */
export const testPort = (offset: number): number =>
  Number(process.env.TALLYBOARD_TEST_PORT ?? 18_080) + offset;

export interface Running {
  readonly base: string;
  /** All that it has written: its log goes to stderr. */
  said(): string;
  stop(): Promise<void>;
}

/** `tallyboard serve` as somebody would start it, on a port of its own, with a data folder that goes away with it. */
export async function serve(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  program = command,
): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-self-hosted-'));
  const child = spawn(
    process.execPath,
    [program, 'serve', '--port', '0', '--data', folder, ...args],
    {
      env: { ...withoutOurs(process.env), TALLYBOARD_LOG: 'info', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', part => {
      said += part;
    });
  }
  const ended = new Promise<void>(done => child.once('exit', () => done()));
  return {
    base: await ready(child, () => said),
    said: () => said,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function ready(child: ChildProcess, said: () => string): Promise<string> {
  for (;;) {
    const base = /ready at (http:\/\/\S+)/.exec(said())?.[1];
    if (base) return base;
    if (child.exitCode !== null) throw new Error(`The server did not start: ${said()}`);
    await new Promise(done => setTimeout(done, 50));
  }
}

/** What the surroundings of the tests say of a server is not about these. */
function withoutOurs(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const others = Object.entries(environment).filter(
    ([name]) => !/^(TALLYBOARD_|DATABASE_)/.test(name),
  );
  return Object.fromEntries(others);
}
