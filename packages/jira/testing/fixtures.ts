import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Real exports and published documents, reduced to facts: see fixtures/README.md. */
export const FIXTURES = join(import.meta.dirname, '../../../fixtures');

export function readFixture(name: string): string {
  const bytes = readFileSync(join(FIXTURES, name));
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}
