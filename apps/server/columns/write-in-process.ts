import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { StorePlace } from '@tallyboard/replica/data/engine.ts';
import { childEnvironment } from '../child-environment.ts';
import type { WriteProgress } from './segment-process.ts';
import type { WriteSettings } from './write-segments.ts';

const HEAP_MB = 512;
const MODULE = fileURLToPath(new URL('./segment-process.ts', import.meta.url));

/** `writeStaleSegments` in a process of its own, with memory of its own. Resolves when it ends or the signal aborts. */
export function writeInProcess(
  place: StorePlace,
  { signal, onProgress }: WriteSettings = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(MODULE, {
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      env: childEnvironment(),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const stop = () => child.kill('SIGKILL');
    signal?.addEventListener('abort', stop);
    child.on('message', ({ issues, total }: WriteProgress) => onProgress?.(issues, total));
    child.once('error', reject);
    child.once('exit', code => {
      signal?.removeEventListener('abort', stop);
      if (code === 0 || signal?.aborted) resolve();
      else reject(new Error('The process that writes columns has failed.'));
    });
    child.send(place, () => {});
  });
}
