/**
 * Prints what an import, the reports and a page take at the given numbers of issues, as a Markdown table, against read +
 * JSON.parse of the same export; the steps go to the standard error.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CHANGES, writeExport } from '@tallyboard/replica/bench/export-file.ts';
import { runMeasured, type Usage } from '@tallyboard/replica/bench/run-measured.ts';
import { REPORTS } from '@tallyboard/reports/catalogue/reports.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const CLI = join(ROOT, 'apps/cli/bin/tallyboard.mjs');
const PARSE = join(ROOT, 'packages/replica/bench/import-child.ts');
const PAGE = join(ROOT, 'apps/web/bench/page-child.ts');
const JQL = 'created >= "2000-01-01"';
/** Runs, of which the fastest counts: other work of the machine slows runs. Those of large sites take minutes. */
const runsOf = (issues: number) => (issues > 100_000 ? 1 : 3);
/** Reports that need more than a query. */
const SETTINGS: Readonly<Record<string, object>> = { burn: { gadgetType: 2 } };

const run = promisify(execFile);

type Taken = Pick<Usage, 'wallMs'> & Partial<Usage>;
/** What was measured at one size, by the name of its row. */
type Column = ReadonlyMap<string, Taken>;

const PARSED = 'read + JSON.parse';
/** All values are held. */
const LARGE_HEAP = ['--max-old-space-size=12288'];

async function measure(issues: number): Promise<Column> {
  const folder = mkdtempSync(join(tmpdir(), 'tallyboard-bench-'));
  const taken = new Map<string, Taken>();
  const runs = runsOf(issues);
  const fastest = (measureOne: () => Promise<Taken>) => fastestOf(runs, measureOne);
  const add = async (name: string, run: () => Promise<Taken>) => {
    process.stderr.write(`${count(issues)} issues: ${name}\n`);
    taken.set(name, await run());
  };
  try {
    const file = join(folder, 'issues.jsonl');
    const data = join(folder, 'data');
    await writeExport(file, issues, Date.now());
    await add(PARSED, () => fastest(() => runMeasured(PARSE, ['parse', file], LARGE_HEAP)));
    await add('import', () => runMeasured(CLI, ['import', file, '--data', data]));
    rmSync(file);
    for (const { id } of REPORTS) {
      if (id === 'text') continue;
      const settings = JSON.stringify(SETTINGS[id] ?? {});
      const args = ['report', id, '--jql', JQL, '--data', data, '--settings', settings];
      await add(`report ${id}`, () =>
        fastest(() => runMeasured(CLI, [...args, '--format', 'json', '--result'])),
      );
    }
    process.stderr.write(`${count(issues)} issues: page\n`);
    const page = await run(process.execPath, [PAGE, data, String(runs)]);
    const { first, again } = JSON.parse(page.stdout);
    taken.set('page, first visit', { wallMs: first });
    taken.set('page, again', { wallMs: again });
    return taken;
  } finally {
    rmSync(folder, { recursive: true, maxRetries: 5 });
  }
}

async function fastestOf(runs: number, run: () => Promise<Taken>): Promise<Taken> {
  const all: Taken[] = [];
  for (let at = 0; at < runs; at++) all.push(await run());
  return all.reduce((best, each) => (each.wallMs < best.wallMs ? each : best));
}

const count = (issues: number) => issues.toLocaleString('en');

function markdown(columns: readonly [number, Column][]): string {
  const names = [...(columns[0]?.[1].keys() ?? [])];
  const last = columns.at(-1);
  const before = columns.at(-2);
  const heads = columns.map(([issues]) => `${count(issues)} issues`);
  const growth = before && last ? [`${last[0] / before[0]} times the issues`] : [];
  const lines = names.map(name => {
    const cells = columns.map(([, column]) => cell(column.get(name), column.get(PARSED)));
    const [earlier, later] = [before?.[1].get(name), last?.[1].get(name)];
    if (before && earlier && later) cells.push(`${(later.wallMs / earlier.wallMs).toFixed(1)} x`);
    return row([name, ...cells]);
  });
  const machine = `${cpus().length} cores, ${cpus()[0]?.model.trim()}, Node ${process.versions.node}`;
  return [
    row(['', ...heads, ...growth]),
    row(['---', ...[...heads, ...growth].map(() => '---:')]),
    ...lines,
    '',
    `${CHANGES} changes and 2 worklogs an issue; ${machine}.`,
  ].join('\n');
}

/** Times of the parse, seconds, and the memory of the largest process. */
function cell(taken: Taken | undefined, parsed: Taken | undefined): string {
  if (!taken || !parsed) return '';
  const memory = taken.megabytes === undefined ? [] : [`${Math.round(taken.megabytes)} MB`];
  const share = `${(taken.wallMs / parsed.wallMs).toFixed(2)} x`;
  return [share, `${(taken.wallMs / 1000).toFixed(2)} s`, ...memory].join(', ');
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

const columns: [number, Column][] = [];
for (const size of process.argv.slice(2).map(Number)) columns.push([size, await measure(size)]);
process.stdout.write(markdown(columns));
process.exit(0);
