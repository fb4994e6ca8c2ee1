import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Real data and published documents lie beside the project, never in it. */
export const SHARED = join(import.meta.dirname, '../../../../shared');

/** True when the data is at hand; says so when it is not. */
export function hasShared(name: string): boolean {
  const isThere = existsSync(join(SHARED, name));
  if (!isThere) console.warn(`Not checked against real data: ../shared/${name} is absent.`);
  return isThere;
}

export function readShared(name: string): string {
  const bytes = readFileSync(join(SHARED, name));
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}
