import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeExport } from './export-file.ts';

interface Run {
  issues: number;
  wallMs: number;
  cpuMs: number;
  peakMegabytes: number;
}

/** In a process of its own, so that its memory is that of nothing else. */
function run(...args: string[]): Run {
  const program = join(import.meta.dirname, 'import-child.ts');
  const flags = ['--max-old-space-size=12288'];
  return JSON.parse(execFileSync(process.execPath, [...flags, program, ...args]).toString());
}

/** Import of a file against read + JSON.parse of the same file. */
export default async function bench(size: 'small' | 'full') {
  const issues = size === 'full' ? 100_000 : 10_000;
  const folder = await mkdtemp(join(tmpdir(), 'tallyboard-bench-'));
  try {
    const file = join(folder, 'issues.jsonl');
    await writeExport(file, issues);
    const parse = run('parse', file);
    const imported = run('import', file, join(folder, 'issues.db'));
    if (imported.issues !== issues) throw new Error(`${imported.issues} issues were imported.`);
    return [
      {
        name: 'import: time against read + JSON.parse',
        value: imported.wallMs / parse.wallMs,
        limit: 4.5,
        unit: 'x',
      },
      {
        name: 'import: processor time against read + JSON.parse',
        value: imported.cpuMs / parse.cpuMs,
        limit: 4.5,
        unit: 'x',
      },
      {
        name: 'import: time for an issue with 13 changes',
        value: imported.wallMs / issues,
        limit: 0.333,
        unit: 'ms',
      },
      { name: 'import: peak memory', value: imported.peakMegabytes, limit: 600, unit: 'MB' },
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}
