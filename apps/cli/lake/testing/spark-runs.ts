/** See scripts/lake-spark.mjs. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openTables } from '@tallyboard/lake/sql/duckdb.ts';
import { TABLE_NAMES } from '@tallyboard/lake/tables.ts';
import { openSources } from '../../jira-source.ts';
import { run } from '../../testing/run.ts';
import { differences, expectedViews, type ViewRow } from './cells.ts';
import { writeRawIssues } from './raw-issues.ts';
import { SETS } from './sets.ts';

const root = resolve(import.meta.dirname, '../../../..');
const job = join(root, 'deploy/spark/derive_facts.py');
const program = `${process.execPath} ${join(root, 'apps/cli/bin/tallyboard.mjs')}`;
const zone = 'Europe/Berlin';
/** For a few hundred issues compiling queries and code takes most of the time. */
const QUICK_START = [
  ...['--conf', 'spark.sql.codegen.wholeStage=false'],
  ...['--driver-java-options', '-XX:TieredStopAtLevel=1'],
];

const { values } = parseArgs({
  options: { small: { type: 'boolean' }, size: { type: 'string' }, workers: { type: 'string' } },
});
const missing = whatIsMissing();
if (missing !== null) {
  process.stdout.write(`Spark is left out: ${missing}.\n`);
  process.exit(0);
}
const folder = mkdtempSync(join(tmpdir(), 'tallyboard-spark-'));
const data = join(folder, 'data');
const issues = join(folder, 'issues.jsonl');
const site = join(folder, 'site.json');
try {
  process.exitCode = (await (values.small ? small() : all())) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}

function whatIsMissing(): string | null {
  if (spawnSync('java', ['-version']).status !== 0) return 'there is no Java';
  if (spawnSync('python3', ['-c', 'import pyspark']).status !== 0)
    return 'there is no Python with pyspark';
  return null;
}

/** One set, in this machine's threads. */
async function small(): Promise<boolean> {
  await run('import', join(root, 'fixtures/data/aea'), '--data', data);
  const now = Date.parse(SETS.aea.now);
  await prepare(now);
  const out = join(folder, 'out');
  await submit('local[2]', out, 2, QUICK_START);
  return report(await compare(out, now), 'aea');
}

/** Worker after worker on a cluster of this machine, and one that loses a worker: all write the same bytes. */
async function all(): Promise<boolean> {
  await run('demo', '--size', values.size ?? '10000', '--data', data);
  const now = Date.now();
  const count = await prepare(now);
  const seen = new Set<string>();
  let isRight = true;
  let twoSeconds = 0;
  for (const workers of (values.workers ?? '1,2,4').split(',').map(Number)) {
    const { seconds, hash, wrong } = await runOn(workers, now, null);
    if (workers === 2) twoSeconds = seconds;
    seen.add(hash);
    isRight =
      report(wrong, `${count} issues, ${workers} workers: ${seconds} s, ${hash}`) && isRight;
  }
  const { seconds, hash, wrong } = await runOn(2, now, twoSeconds * 450);
  seen.add(hash);
  isRight =
    report(wrong, `${count} issues, 2 workers, one killed midway: ${seconds} s, ${hash}`) &&
    isRight;
  if (seen.size > 1) process.stdout.write('The files differ.\n');
  return isRight && seen.size === 1;
}

function report(wrong: readonly string[], what: string): boolean {
  process.stdout.write(`${what}: ${wrong.length} cells differ from the reports\n`);
  for (const line of wrong.slice(0, 10)) process.stdout.write(`  ${line}\n`);
  return wrong.length === 0;
}

/** Writes the raw issues and the site as of a time. */
async function prepare(now: number): Promise<number> {
  const { out, code, err } = await run('derive', '--describe', '--data', data, '--time-zone', zone);
  if (code !== 0) throw new Error(err);
  const described = JSON.parse(out);
  writeFileSync(
    site,
    JSON.stringify({ ...described, context: { ...described.context, asOf: now } }),
  );
  const { store, close } = await openSources({ data });
  const count = store ? await writeRawIssues(store, issues) : 0;
  await close();
  return count;
}

function sparkClass(...args: readonly string[]) {
  const python = 'import pyspark; print(pyspark.__path__[0])';
  const home = spawnSync('python3', ['-c', python]).stdout.toString().trim();
  return spawn(join(home, 'bin/spark-class'), args, {
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, SPARK_HOME: home, SPARK_LOCAL_IP: '127.0.0.1' },
  });
}

/** With the executors that it started. */
function kill({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL');
}

async function runOn(workers: number, now: number, killAfterMs: number | null) {
  const port = await freePort();
  const address = `spark://127.0.0.1:${port}`;
  const deploy = 'org.apache.spark.deploy';
  const master = sparkClass(
    `${deploy}.master.Master`,
    ...['--host', '127.0.0.1', '--port', String(port), '--webui-port', '0'],
  );
  await setTimeout(4000);
  const own = Array.from({ length: workers }, (_, at) =>
    sparkClass(
      `${deploy}.worker.Worker`,
      ...['--cores', '1', '--memory', '1g', '--webui-port', '0'],
      ...['--work-dir', join(folder, `work-${at}`), address],
    ),
  );
  await setTimeout(4000);
  const out = join(folder, `out-${workers}-${killAfterMs ?? 'whole'}`);
  try {
    const begun = performance.now();
    const ended = submit(address, out, 16);
    if (killAfterMs !== null) {
      await setTimeout(killAfterMs);
      kill(own[0]!);
    }
    await ended;
    const seconds = Math.round((performance.now() - begun) / 1000);
    return { seconds, hash: hashOf(out), wrong: await compare(out, now) };
  } finally {
    for (const each of [master, ...own.slice(killAfterMs === null ? 0 : 1)]) kill(each);
    await setTimeout(1000);
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise(done => server.close(done));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function submit(
  master: string,
  out: string,
  parts: number,
  options: readonly string[] = [],
): Promise<void> {
  const args = [
    ...['--master', master, '--conf', 'spark.ui.enabled=false', ...options, job],
    ...['--issues', issues, '--site', site, '--out', out],
    ...['--program', program, '--parts', String(parts)],
  ];
  const child = spawn('spark-submit', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (text: Buffer) => {
    errors = `${errors}${text}`.slice(-4000);
  });
  const code = await new Promise(done => child.on('close', done));
  if (code !== 0) throw new Error(`spark-submit ended with ${code}: ${errors}`);
}

/**
 * Of the pages of all files in the order of their parts: names have the id of the run, and a footer lists the encodings of a column in
 * the order of a Java set.
 */
function hashOf(out: string): string {
  const hash = createHash('sha256');
  for (const table of TABLE_NAMES) {
    const place = join(out, 'facts', table);
    for (const file of readdirSync(place).sort())
      if (file.startsWith('part-')) hash.update(pagesOf(readFileSync(join(place, file))));
  }
  return hash.digest('hex').slice(0, 16);
}

/** A Parquet file ends with its footer, the length of that, and four letters. */
function pagesOf(file: Buffer): Buffer {
  return file.subarray(0, -8 - file.readUInt32LE(file.length - 8));
}

async function compare(out: string, now: number): Promise<readonly string[]> {
  const sources = await openSources({ data });
  const expected = await expectedViews({ source: await sources.at(now), now, zone });
  await sources.close();
  const opened = await openTables(join(out, 'facts'));
  const wrong: string[] = [];
  for (const each of expected) {
    const { columns, rows } = await opened.query(`select * from ${each.view}`);
    const objects = rows.map(
      row => Object.fromEntries(columns.map((name, at) => [name, row[at]])) as ViewRow,
    );
    wrong.push(...differences(each, objects));
  }
  opened.close();
  return wrong;
}
