import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { syntheticRecords } from './synthetic.ts';

/** History entries of an issue. */
export const CHANGES = 13;

/** Writes a file of issues with whole histories and worklogs up to `now`, one per line. */
export async function writeExport(path: string, issues: number, now?: number): Promise<void> {
  async function* text() {
    for (const record of syntheticRecords(issues, CHANGES, now))
      if (record.kind === 'issue') yield `${JSON.stringify(record.value)}\n`;
  }
  await pipeline(text, createWriteStream(path));
}
