import { readFileSync } from 'node:fs';

const INTERVAL_MS = 50;

/**
 * Watches a process and all that it starts. `stop` returns the largest memory that they had together, MB, without the pages of
 * files, which the system takes back when it needs them; null without /proc.
 */
export function watchMemory(pid: number): { stop(): number | null } {
  let most: number | null = null;
  const look = () => {
    const now = memoryOf(pid);
    if (now !== null) most = Math.max(most ?? 0, now);
  };
  const timer = setInterval(look, INTERVAL_MS).unref();
  return {
    stop() {
      clearInterval(timer);
      return most;
    },
  };
}

/** Null for a process that has ended. */
function memoryOf(pid: number): number | null {
  const status = read(pid, 'status');
  if (status === null) return null;
  const kilobytes = ['RssAnon', 'RssShmem'].map(name =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0),
  );
  const children = (read(pid, `task/${pid}/children`) ?? '').match(/\d+/g) ?? [];
  const all = [
    ...kilobytes.map(each => each / 1024),
    ...children.map(child => memoryOf(Number(child)) ?? 0),
  ];
  return all.reduce((sum, each) => sum + each, 0);
}

function read(pid: number, name: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return null;
  }
}
