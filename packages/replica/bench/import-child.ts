import { fstatSync, openSync, readSync } from 'node:fs';
import { importFiles } from '../import/import-files.ts';
import { openStore } from '../store/testing/open-store.ts';

// Measures one way to read a file of one issue a line, see import.bench.ts.
const [mode, file = '', database = ''] = process.argv.slice(2);

/** The values of so many bytes are held at once: those of a million issues would take 15 GB. */
const PART_BYTES = 1024 ** 3;

/** As a program would that computes from the raw file: all values are held, of a large file in parts. */
function parse(): number {
  const descriptor = openSync(file, 'r');
  const bytes = Buffer.allocUnsafe(Math.min(PART_BYTES, fstatSync(descriptor).size));
  let issues = 0;
  for (let at = 0; ; ) {
    const read = bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, at));
    const end = read.lastIndexOf('\n') + 1;
    if (end === 0) return issues;
    issues += parseLines(read.subarray(0, end)).length;
    at += end;
  }
}

function parseLines(bytes: Buffer): readonly unknown[] {
  const values: unknown[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf('\n', from);
    values.push(JSON.parse(bytes.toString('utf8', from, end)));
    from = end + 1;
  }
  return values;
}

const store = mode === 'import' ? await openStore({ file: database }) : null;
const usage = process.cpuUsage();
const started = performance.now();
const issues = store ? ((await importFiles(store, [file])).counts.issue ?? 0) : parse();
await store?.close();
const wallMs = performance.now() - started;
const { user, system } = process.cpuUsage(usage);
const peakMegabytes = process.resourceUsage().maxRSS / 1024;
process.stdout.write(
  JSON.stringify({ issues, wallMs, cpuMs: (user + system) / 1000, peakMegabytes }),
);
