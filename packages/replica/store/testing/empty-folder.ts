import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NAME = join(tmpdir(), 'tallyboard-empty-');

// The data folder of commands is below the current one by default: tests see no data of the checkout. Once for a process,
// which runs many files.
if (!process.cwd().startsWith(NAME)) {
  const folder = mkdtempSync(NAME);
  process.chdir(folder);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}
