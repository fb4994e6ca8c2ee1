import { readFileSync } from 'node:fs';
import { importFiles } from '../import/import-files.ts';
import { openStore } from '../store/testing/open-store.ts';

// Measures one way to read a file of one issue a line, see import.bench.ts.
const [mode, file = '', database = ''] = process.argv.slice(2);

/** As a program would that computes from the raw file: all values are held. */
function parse(): number {
  const bytes = readFileSync(file);
  const values: unknown[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf('\n', from);
    values.push(JSON.parse(bytes.toString('utf8', from, end)));
    from = end + 1;
  }
  return values.length;
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
